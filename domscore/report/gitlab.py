"""``gitlab``: the code quality report that GitLab shows in merge requests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from typing import Any

from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.findings.fingerprint import fingerprint
from domscore.report import Format, Totals
from domscore.report.json import dumped
from domscore.report.place import relative_path
from domscore.report.report import Report
from domscore.report.spool import Spool
from domscore.report.text import told
from domscore.report.visible import visible

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def _record(report: Report, _: bool) -> str:
    path = relative_path(report.source)
    return "".join(f"{_known(report, finding, path)}\t{dumped(_issue(finding, path))}\n" for finding in report.findings)


def _known(report: Report, finding: Finding, path: str) -> str:
    return sha256(f"{path}\0{fingerprint(report, finding)}".encode("utf-8", "backslashreplace")).hexdigest()[:32]


def _issue(finding: Finding, path: str) -> dict[str, Any]:
    begin, end = (finding.line, finding.column), (finding.end_line, finding.end_column)
    said = f"{finding.code} {finding.slug}: {told(finding)}"
    return _said(finding.code, said, _SEVERITIES[finding.severity], _location(path, begin, end))


def _location(path: str, begin: tuple[int | None, int | None], end: tuple[int | None, int | None]) -> dict[str, Any]:
    positions = {name: dict(zip(("line", "column"), place, strict=True)) for name, place in (("begin", begin), ("end", end))}
    return {"path": path, "lines": {"begin": begin[0], "end": end[0]}, "positions": positions}


def _said(name: str, description: str, severity: str, location: dict[str, Any]) -> dict[str, Any]:
    head = {"type": "issue", "check_name": name, "description": description, "categories": ["Bug Risk"]}
    return {**head, "severity": severity, "location": location}


def _not_read(source: str, why: str) -> str:
    """An input that could not be read, as a line of the spool: what was not looked at is no pass."""
    path = relative_path(source)
    name = sha256(f"{path}\0not read".encode("utf-8", "backslashreplace")).hexdigest()[:32]
    issue = _said("not-read", f"not read: {visible(why)}", "critical", _location(path, (1, 1), (1, 1)))
    return f"{name}\t{dumped(issue)}"


class _Gathering:
    """Issues in order. GitLab shows only one of several with the same fingerprint: the second of two alike gets another."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self._issues = Spool()

    def take(self, text: str) -> None:
        for line in text.split("\n"):
            if line:
                self._issues.add(line)

    def whole(self, totals: Totals) -> Iterator[str]:
        import sqlite3

        for source, why in totals.unread:
            self._issues.add(_not_read(source, why))
        separator = "[\n"
        with closing(sqlite3.connect("")) as seen:  # a file of its own, gone when it is closed
            seen.execute("CREATE TABLE seen (name TEXT PRIMARY KEY, times INTEGER) WITHOUT ROWID")
            count = "INSERT INTO seen VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET times = times + 1 RETURNING times"
            for line in self._issues.lines():
                name, _, issue = line.partition("\t")
                ((times,),) = seen.execute(count, (name,)).fetchall()
                unique = name if times == 1 else sha256(f"{name} {times}".encode()).hexdigest()[:32]
                yield f'{separator}{issue[:-1]},"fingerprint":"{unique}"}}'
                separator = ",\n"
        yield "\n]\n" if self._issues.count else "[]\n"


FORMAT = Format(_record, tells_unread=True, fingerprints=True, gathering=_Gathering)
