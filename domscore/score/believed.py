"""What a side may be believed to have gained in a round, by the claims about it that are wrong.

A running total that fits one of these follows from the claim; only a total that fits none is a mistake of its own.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding
from domscore.play.state import How
from domscore.play.table import Table
from domscore.record.models import Round
from domscore.score.evidence import hands_at_end
from domscore.score.judged import Judged
from domscore.score.round_end import Hands, worth_to


class Gain(NamedTuple):
    """Points that a side may be believed to have gained, and the wrong claim behind them; None for what it did gain."""

    points: int
    cause: Finding | None = None


def gains(table: Table, round_: Round, judged: Judged, wrong: dict[str, Finding], side: int, right: int) -> list[Gain]:
    """What a side gained, first, and what it gained by one or more of the wrong claims.

    Args:
        wrong: the wrong claims about the round, by code.
        right: what the side did gain.
    """
    parts = [[Gain(0), *part] for part in _parts(table, round_, judged, wrong, side)]
    found = []
    for chosen in product(*parts):
        cause = next((change.cause for change in chosen if change.cause is not None), None)
        found.append(Gain(right + sum(change.points for change in chosen), cause))
    return found


def written_gain(table: Table, round_: Round, judged: Judged, wrong: dict[str, Finding], side: int, right: int) -> Gain:
    """What a side gained by what was written about the round, where no total was."""
    claimed = [change for change, _ in _claimed(table, round_, judged, wrong, side)]
    cause = next((change.cause for change in claimed if change.cause is not None and change.points), None)
    return Gain(right + sum(change.points for change in claimed), cause)


def _parts(table: Table, round_: Round, judged: Judged, wrong: dict[str, Finding], side: int) -> list[list[Gain]]:
    """Independent parts of a gain, each with the ways in which a wrong claim changes it."""
    parts = {kind: [change] for change, kind in _claimed(table, round_, judged, wrong, side) if change.cause is not None}
    called = [finding for finding in judged.findings if finding.code == "DOM501" and _of_side(table, finding, side)]
    if called:
        more = sum(finding.fields["claimed"] - finding.fields["due"] for finding in called)
        parts.setdefault("in_play", []).append(Gain(more, called[0]))
    return [*parts.values(), _by_winner(table, round_, judged, wrong, side)]


def _claimed(table: Table, round_: Round, judged: Judged, wrong: dict[str, Finding], side: int) -> list[tuple[Gain, str]]:
    """By how much the parts that are claimed differ from what they are, with the findings."""
    result, score, name = round_.result, judged.score, table.side_ids[side]
    if result is None:
        return []
    kinds = (
        ("points", result.points, score.points[side], "DOM505"),
        ("bonuses", result.bonuses, score.bonuses[side], "DOM511"),
        ("in_play", result.in_play, score.in_play[side], "DOM501"),
    )
    return [
        (Gain(claimed.get(name, 0) - due, wrong.get(code)), kind)
        for kind, claimed, due, code in kinds
        if claimed is not None and due is not None
    ]


def _of_side(table: Table, finding: Finding, side: int) -> bool:
    return finding.seat is not None and LETTERS.index(finding.seat) in table.sides[side]


def _by_winner(table: Table, round_: Round, judged: Judged, wrong: dict[str, Finding], side: int) -> list[Gain]:
    """The end of the round as it would be worth to the winner that was wrongly written (DOM504)."""
    result, score, cause = round_.result, judged.score, wrong.get("DOM504")
    due = score.points[side]
    if cause is None or result is None or due is None or judged.shown is None:
        return []
    shown = judged.shown.hands(judged.went_out)
    known = shown if judged.state is None else hands_at_end(judged.state, judged.shown)
    believed = Hands(_over(known.pips, shown.pips), _over(known.tiles, shown.tiles))
    winners = {score.winner, None if result.winner is None else table.side_number[result.winner]}
    blocked = {how == How.BLOCKED for how in (score.how, result.how or score.how)}
    worth = {0} if {winner for winner in winners if winner != side} else set()
    if side in winners:
        ways = product((known, believed), blocked)
        worth |= {points for hands, way in ways if (points := worth_to(table, side, hands, blocked=way)) is not None}
    return [Gain(points - due, cause) for points in sorted(worth - {due})]


def _over(known: list[int | None], shown: list[int | None]) -> list[int | None]:
    return [one if other is None else other for one, other in zip(known, shown, strict=True)]
