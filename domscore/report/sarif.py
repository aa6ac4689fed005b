"""``sarif``: SARIF 2.1.0, for code scanning and the viewers of editors; every code is a rule with its whole manual."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import quote

from domscore import __version__
from domscore.findings.codes import CODES, manual
from domscore.findings.finding import Finding
from domscore.findings.fingerprint import fingerprint
from domscore.report import Format, Totals
from domscore.report.json import dumped
from domscore.report.place import project_path
from domscore.report.report import Report
from domscore.report.spool import Ranked, ranked_line, ranked_lines
from domscore.report.text import told
from domscore.report.visible import visible
from domscore.report.words import counted

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MOST = 25_000
"""Results in one file; code scanning refuses files with more."""
_FINGERPRINT = "domscore/v1"
_RULES = {code: index for index, code in enumerate(CODES)}


def _record(report: Report, _: bool) -> str:
    return "".join(ranked_line(finding.severity, dumped(_result(report, finding))) for finding in report.findings)


def _result(report: Report, finding: Finding) -> dict[str, Any]:
    known = fingerprint(report, finding)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": _RULES[finding.code],
        "level": finding.severity.value,
        "message": {"text": _message(told(finding))},
        "locations": [_location(report, finding)],
        "partialFingerprints": {_FINGERPRINT: known, "primaryLocationLineHash": f"{known}:1"},
        "properties": {
            "record": report.id,
            "verdict": report.verdict.value,
            "certainty": finding.certainty.value,
            "round": finding.round,
            "act": finding.act,
            "seat": finding.seat,
        },
    }
    cause = finding.cause
    if cause is not None and cause.line is not None:
        about = {"text": _message(f"follows from {cause.code}: {told(cause)}")}
        result["relatedLocations"] = [{**_location(report, cause), "message": about}]
    return result


def _message(text: str) -> str:
    """A message in which nothing is a link to a viewer."""
    return text.replace("](", "] (")


def _location(report: Report, finding: Finding) -> dict[str, Any]:
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
    }
    place: dict[str, Any] = {"physicalLocation": {"artifactLocation": _artifact(report.source), "region": region}}
    if finding.path:
        place["logicalLocations"] = [{"fullyQualifiedName": finding.path}]
    return place


def _artifact(source: str) -> dict[str, str]:
    path = project_path(source)
    if path.startswith("/"):
        return {"uri": f"file://{quote(path)}"}
    return {"uri": quote(path), "uriBaseId": "%SRCROOT%"}


def _rules() -> list[dict[str, Any]]:
    texts = manual()
    return [
        {
            "id": code,
            "name": row.slug,
            "shortDescription": {"text": row.summary},
            "fullDescription": {"text": f"{row.slug}: {row.summary}"},
            "help": {"text": texts[code], "markdown": texts[code]},
            "defaultConfiguration": {"level": row.severity.value},
            "properties": {"tags": ["domino"]},
        }
        for code, row in CODES.items()
    ]


class _Gathering:
    """Results by severity: the gravest come first, and stay when there are too many."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self._results = Ranked(MOST)

    def take(self, text: str) -> None:
        for severity, (result,) in ranked_lines(text):
            self._results.add(severity, result)

    def whole(self, totals: Totals) -> Iterator[str]:
        driver = {"name": "domscore", "semanticVersion": __version__, "rules": _rules()}
        yield f'{{"$schema":"{SCHEMA}","version":"2.1.0","runs":[{{"tool":{{"driver":{dumped(driver)}}},'
        yield '"columnKind":"unicodeCodePoints","results":['
        separator = "\n"
        for line in islice(self._results.lines(), MOST):
            yield separator + line
            separator = ",\n"
        notices = [_notice("error", f"{visible(name)}: not read: {visible(why)}") for name, why in totals.unread]
        if cut := self._cut():
            self.remarks = [f"sarif: {MOST} findings are written, the gravest first; left out: {cut}"]
            notices += [_notice("warning", remark) for remark in self.remarks]
        if totals.cut:
            notices.append(_notice("warning", f"{counted(totals.cut, 'finding')} not shown because of --max-findings"))
        invocation = {"executionSuccessful": not totals.unread, "toolExecutionNotifications": notices}
        yield f'\n],"invocations":[{dumped(invocation)}],"properties":{dumped(totals.summary.as_json())}}}]}}\n'

    def _cut(self) -> str:
        """What is left out, in words."""
        room, words = MOST, []
        for severity, count in self._results.counts.items():
            if count > room:
                words.append(counted(count - room, severity.value))
            room = max(0, room - count)
        return ", ".join(words)


def _notice(level: str, text: str) -> dict[str, Any]:
    return {"level": level, "message": {"text": _message(text)}}


FORMAT = Format(_record, tells_unread=True, fingerprints=True, gathering=_Gathering)
