"""``csv``: a line for each side in each round (RFC 4180); what is not known is empty."""

from __future__ import annotations

import csv
from io import StringIO

from domscore.report import Format, Totals
from domscore.report.report import Report
from domscore.report.scores import differing, rules_name
from domscore.report.visible import visible

_HEADS = (
    "source", "line", "id", "rules", "round", "leader", "how", "winner", "side", "players",
    "in_play", "points", "bonuses", "adjustments", "score", "verdict", "claims_differ",
)  # fmt: skip


def inert(text: str | None) -> str:
    """A text that a spreadsheet does not take for a formula.

    >>> inert("=1+1"), inert("Ana")
    ("'=1+1", 'Ana')
    """
    text = visible(text or "")
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _written(lines: list[list[object]]) -> str:
    out = StringIO()
    csv.writer(out).writerows(lines)
    return out.getvalue()


def _record(report: Report, _: bool) -> str:
    table = report.table
    match = [inert(report.source), report.line, inert(report.id), inert(rules_name(report))]
    if table is None or not report.scores:
        return _written([[*match, *[None] * 11, report.verdict.value, "yes" if differing(report) else "no"]])
    wrong = {finding.round for finding in differing(report)}
    lines: list[list[object]] = []
    for score in report.scores:
        leader = None if score.leader is None else table.letters[score.leader]
        winner = None if score.winner is None else report.sides[score.winner]
        how = None if score.how is None else score.how.value
        for side, (name, seats) in enumerate(zip(report.sides, table.sides, strict=True)):
            players = inert(" & ".join(report.players[seat] for seat in seats))
            numbers = [score.in_play[side], score.points[side], score.bonuses[side], score.adjustments[side]]
            differ = "yes" if score.number in wrong else "no"
            facts = [score.number, leader, how, winner, name, players]
            lines.append([*match, *facts, *numbers, score.totals[side], report.verdict.value, differ])
    return _written(lines)


def _opening() -> str:
    return _written([list(_HEADS)])


def _closing(_: Totals) -> str:
    return ""


FORMAT = Format(_record, _closing, _opening)
