"""``github``: annotations of GitHub Actions, the gravest first, as many as it shows; all findings go to the job summary."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.report import Format, Totals, summary
from domscore.report.place import project_path
from domscore.report.report import Report
from domscore.report.spool import Ranked, ranked_line, ranked_lines
from domscore.report.summary import row
from domscore.report.text import told
from domscore.report.visible import visible
from domscore.report.words import counted, summary_line

SHOWN = 10
"""Annotations of one kind that a step can have."""
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def data(text: str) -> str:
    """A text as the message of a workflow command."""
    return visible(text).replace("%", "%25")


def property_(text: str) -> str:
    """A text as a property of one."""
    return data(text).replace(":", "%3A").replace(",", "%2C")


def _record(report: Report, _: bool) -> str:
    path = property_(project_path(report.source))
    return "".join(
        ranked_line(finding.severity, finding.code, row(report, finding), _command(path, finding))
        for finding in report.findings
    )


def _command(path: str, finding: Finding) -> str:
    place = f"line={finding.line},col={finding.column},endLine={finding.end_line},endColumn={finding.end_column}"
    title = property_(f"{finding.code} {finding.slug}")
    return f"::{_COMMANDS[finding.severity]} file={path},{place},title={title}::{data(told(finding))}"


class _Gathering:
    """The first annotations of each kind, and the page for the job summary. Where there is no such page, all annotations."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self._file = os.environ.get("GITHUB_STEP_SUMMARY")
        self._page = summary.Gathering()
        self._commands = Ranked(SHOWN if self._file else None)

    def take(self, text: str) -> None:
        self._page.take(text)
        for severity, (_, _, command) in ranked_lines(text):
            self._commands.add(severity, command)

    def whole(self, totals: Totals) -> Iterator[str]:
        for source, why in totals.unread[: SHOWN if self._file else None]:
            yield f"::error title=not read::{data(f'{source}: {why}')}\n"
        yield from (f"{command}\n" for command in self._commands.lines())
        yield f"{summary_line(totals.summary, len(totals.unread))}\n"
        if self._file:
            self._write(self._file, "".join(self._page.whole(totals)))
            left_out = sum(max(0, count - SHOWN) for count in self._commands.counts.values())
            if left_out:
                yield f"{counted(left_out, 'finding')} more than GitHub annotates: see the job summary\n"

    def _write(self, file: str, page: str) -> None:
        try:
            with Path(file).open("a", encoding="utf-8") as summary_file:
                summary_file.write(page)
        except OSError as error:
            self.remarks.append(f"the job summary cannot be written: {(error.strerror or str(error)).lower()}")


FORMAT = Format(_record, tells_unread=True, gathering=_Gathering)
