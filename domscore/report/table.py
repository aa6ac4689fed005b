"""``table``: a table for each match, for people."""

from __future__ import annotations

from domscore.report import Format, Totals
from domscore.report.columns import WIDTH, narrow, wrapped
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
        lines.append(_rounds(report))
    lines.append(f"match: {result(report)}")
    lines += map(wrapped, remarks(report, visible))
    return "\n".join(lines) + "\n"


def _rounds(report: Report) -> str:
    heads, cells = columns(report), rows(report)
    heads[1] = "led"  # four totals then have room beside an unfinished round
    over = [*heads[:_TEXTS], *("\n".join(head.rsplit(" ", 1)) for head in heads[_TEXTS:])]
    table = narrow(over, cells, _TEXTS)
    fits = max(map(len, table.splitlines())) <= WIDTH
    return table if fits else narrow(*_by_side(report, heads, cells), _TEXTS + 1)


def _by_side(report: Report, heads: list[str], cells: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """A row for each side, where they have no room side by side; what is said of the whole round stands in the first."""
    sides = report.sides
    numbers = range(_TEXTS, len(heads), len(sides))
    found = []
    for row in cells:
        for place, side in enumerate(sides):
            words = row[:_TEXTS] if place == 0 else [""] * _TEXTS
            found.append([*words, side, *(row[number + place] for number in numbers)])
    names = [heads[number].removesuffix(f" {sides[0]}") for number in numbers]
    return [*heads[:_TEXTS], "side", *names], found


def _closing(_: Totals) -> str:
    return ""


FORMAT = Format(_record, _closing, separator="\n", for_people=True)
