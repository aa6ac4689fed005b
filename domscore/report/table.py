"""``table``: a table for each match, for people."""

from __future__ import annotations

from domscore.report import Format, Totals
from domscore.report.columns import narrow, wrapped
from domscore.report.report import Report
from domscore.report.scores import columns, heading, remarks, result, rows, seating
from domscore.report.visible import visible

_TEXTS = 4
"""So many columns, from the left, hold words."""


def _record(report: Report, archived: bool) -> str:
    lines = [heading(report, archived, visible)]
    if seats := seating(report, visible):
        lines.append(seats)
    if report.scores:
        heads = columns(report)
        heads[1] = "led"  # four totals then have room beside an unfinished round
        over = [*heads[:_TEXTS], *("\n".join(head.rsplit(" ", 1)) for head in heads[_TEXTS:])]
        lines.append(narrow(over, rows(report), _TEXTS))
    lines.append(f"match: {result(report)}")
    lines += map(wrapped, remarks(report, visible))
    return "\n".join(lines) + "\n"


def _closing(_: Totals) -> str:
    return ""


FORMAT = Format(_record, _closing, separator="\n", for_people=True)
