"""``markdown`` of ``check``: a page with the totals of a run, its findings by code, and the gravest of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from domscore.findings.codes import CODES, Severity
from domscore.findings.finding import Finding
from domscore.report import Format, Totals
from domscore.report.markdown import plain
from domscore.report.place import extent, project_path
from domscore.report.report import Report
from domscore.report.spool import Ranked, ranked_line, ranked_lines
from domscore.report.text import told
from domscore.report.words import counted, summary_line

MOST = 500
"""Findings shown at most."""
ROOM = 900_000
"""Characters at most: a job summary of GitHub holds 1 MiB."""
_CELL = 300


def _record(report: Report, _: bool) -> str:
    return "".join(ranked_line(finding.severity, finding.code, row(report, finding)) for finding in report.findings)


def row(report: Report, finding: Finding) -> str:
    """A finding as a row of a table."""
    place = f"{project_path(report.source)}:{extent(finding)}"
    said = [told(finding)]
    for one in report.suggestions or []:
        if one.finding.number == finding.number:
            where = "" if one.round is None else f"round {one.round}: "
            said += [f"suggestion {one.number} (a guess): {where}{one.message}", one.evidence]
    return f"| {finding.severity.value} | {_cell(place)} | {finding.code} | {'<br>'.join(map(_cell, said))} |"


def _cell(text: str) -> str:
    return plain(text if len(text) <= _CELL else f"{text[:_CELL]}…")


class Gathering:
    """Counts by code, and as many findings as a page holds, the gravest first."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self._rows = Ranked(MOST)
        self._codes: Counter[tuple[str, Severity]] = Counter()

    def take(self, text: str) -> None:
        """Some records more."""
        for severity, (code, line, *_) in ranked_lines(text):
            self._codes[code, severity] += 1
            self._rows.add(severity, line)

    def whole(self, totals: Totals) -> Iterator[str]:
        """The page."""
        yield f"## domscore\n\n{summary_line(totals.summary, len(totals.unread))}\n"
        if totals.unread:
            yield "\nNot read:\n\n"
            yield from (f"- {_cell(source)}: {_cell(why)}\n" for source, why in totals.unread[:MOST])
        if totals.cut:
            yield f"\n{counted(totals.cut, 'finding')} not shown because of --max-findings\n"
        if not self._codes:
            return
        yield "\n| code | name | severity | findings |\n| --- | --- | --- | ---: |\n"
        for (code, severity), count in sorted(self._codes.items()):
            yield f"| {code} | {CODES[code].slug} | {severity.value} | {count} |\n"
        yield "\n| severity | place | code | finding |\n| --- | --- | --- | --- |\n"
        yield from self._findings()

    def _findings(self) -> Iterator[str]:
        room, shown = ROOM, 0
        for line in islice(self._rows.lines(), MOST):
            room -= len(line) + 1
            if room < 0:
                break
            shown += 1
            yield line + "\n"
        if left_out := self._codes.total() - shown:
            yield f"\nThe gravest {shown} are shown; {counted(left_out, 'finding')} more are not.\n"


FORMAT = Format(_record, tells_unread=True, gathering=Gathering)
