"""The end of a round: who won it, and what it is worth.

All pips are by seat; None stands for a hand that is not known.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from domscore.play.state import How
from domscore.play.table import Table
from domscore.rules.model import EndWinner, OwnPips, Rounded, Tie
from domscore.score.ledger import Entry, Why


class Hands(NamedTuple):
    """What is left at the end, by seat.

    Attributes:
        pips: of each hand; None when not known.
        tiles: the mask of each hand; None when not known tile by tile.
    """

    pips: list[int | None]
    tiles: list[int | None]


class End(NamedTuple):
    """Winner and points of the end of a round.

    Attributes:
        winner: a side number; None for nobody, or when not ``known``.
        known: the winner is determined.
        points: by side; None when not determined.
        entry: the ledger's line, if somebody scores.
        missing: what would have to be known, in words.
    """

    winner: int | None
    known: bool
    points: list[int | None]
    entry: Entry | None = None
    missing: str = ""


def nothing(table: Table, winner: int | None = None) -> End:
    """An end without end points: void, resigned, unfinished, target in mid-round."""
    return End(winner, True, [0] * len(table.sides))


def unknown(table: Table, missing: str) -> End:
    """An end that cannot be determined."""
    return End(None, False, [None] * len(table.sides), missing=missing)


def end_of_round(
    table: Table,
    how: How,
    hands: Hands,
    *,
    out: int | None = None,
    last_player: int | None = None,
    lost: int | None = None,
) -> End:
    """Who wins the round and what it is worth.

    Args:
        table: the rules at this table.
        how: how the round ended.
        hands: what is left.
        out: the side that went out.
        last_player: the seat that laid the last tile.
        lost: the side that lost the round by a ruling.
    """
    if how is How.OUT:
        return unknown(table, "who went out") if out is None else _after_out(table, hands, out)
    if how is How.BLOCKED:
        return _after_block(table, hands, last_player)
    if how is How.LOST and lost is not None and len(table.sides) == 2:
        return _won(table, 1 - lost, Why.LOST, hands)
    return nothing(table)


def side_totals(table: Table, hands: Hands) -> list[int | None]:
    """Pips left by side."""
    if table.alone:
        return hands.pips
    by_side = [[hands.pips[seat] for seat in side] for side in table.sides]
    return [None if None in pips else sum(pips) for pips in by_side]  # type: ignore[arg-type]


def _after_out(table: Table, hands: Hands, out: int) -> End:
    """The side that went out wins (P1.23, P2.11, P3.15, P4.B7, P4.F5); in Muggins the lowest total (P4.M7)."""
    if table.rules.end_winner is EndWinner.OUT or table.alone:
        return _won(table, out, Why.OUT, hands)
    totals = side_totals(table, hands)
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return unknown(table, "the pips of every hand, since the lowest total wins")
    lowest = min(known)
    winner = out if totals[out] == lowest else totals.index(lowest)
    return _won(table, winner, Why.OUT, hands, {"out": table.side_ids[out], "totals": _by_side(table, totals)})


def _after_block(table: Table, hands: Hands, last_player: int | None) -> End:
    """Fewest pips win (P1.24, P1.25, P2.12, P3.16, P4.D4, P4.M7, P4.F6); ties by the rules' field ``block``."""
    totals = side_totals(table, hands)
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return unknown(table, "the pips of every hand")
    lowest = min(known)
    tied = [side for side, total in enumerate(totals) if total == lowest]
    detail: dict[str, Any] = {"totals": _by_side(table, totals)}
    if len(tied) == 1:
        return _won(table, tied[0], Why.BLOCKED, hands, detail)
    detail["tied"] = [table.side_ids[side] for side in tied]
    if table.tie is Tie.NOBODY:
        return nothing(table)
    if table.tie is Tie.LAST_TO_PLAY:
        if last_player is None:
            return unknown(table, "who laid the last tile, which settles the tie")
        side = table.side_of[last_player]
        detail["last_player"] = table.letters[last_player]
        return _won(table, side, Why.BLOCKED, hands, detail) if side in tied else nothing(table)
    return _by_lowest_tile(table, hands, tied, detail)


def _by_lowest_tile(table: Table, hands: Hands, tied: list[int], detail: dict[str, Any]) -> End:
    """The lowest tile by pips, then the next-lowest (P1.27, P4.B5); all equal: nobody scores."""
    lists: dict[int, list[int]] = {}
    for side in tied:
        masks = [hands.tiles[seat] for seat in table.sides[side]]
        if any(mask is None for mask in masks):
            return unknown(table, "the tiles of the tied hands, which settle the tie")
        lists[side] = sorted(table.tiles.pips[n] for mask in masks if mask for n in table.tiles.listed(mask))
    best = min(lists.values())
    winners = [side for side in tied if lists[side] == best]
    detail["lowest_tiles"] = {table.side_ids[side]: lists[side] for side in tied}
    return _won(table, winners[0], Why.BLOCKED, hands, detail) if len(winners) == 1 else nothing(table)


def _won(table: Table, winner: int, why: Why, hands: Hands, detail: dict[str, Any] | None = None) -> End:
    """The winner scores the opponents' pips; partner's never; own off once where the rules say so (P3.16, P4.B4)."""
    counted: dict[str, int] = {}
    for seat, pips in enumerate(hands.pips):
        if table.side_of[seat] != winner:
            if pips is None:
                missing = f"the pips of {table.letters[seat]}"
                return End(winner, True, [None if side == winner else 0 for side in range(len(table.sides))], None, missing)
            counted[table.letters[seat]] = pips
    own = 0
    if why is Why.BLOCKED and table.rules.own_pips is OwnPips.BLOCKED:
        own = sum(hands.pips[seat] or 0 for seat in table.sides[winner])
    worth = points_of_pips(table, list(counted.values()), own)
    points: list[int | None] = [0] * len(table.sides)
    points[winner] = worth
    entry = Entry(winner, worth, why, None, {**(detail or {}), "counted": counted, "own": own})
    return End(winner, True, points, entry)


def points_of_pips(table: Table, counted: list[int], own: int = 0) -> int:
    """Pips into points: the sum (or each hand) rounded to the nearest multiple, then divided (P4.M7, P4.F5).

    >>> from domscore.play.table import seated
    >>> from domscore.rules import Rules
    >>> muggins = seated(Rules.named("muggins/1"), 2, None)
    >>> [points_of_pips(muggins, [pips]) for pips in (10, 11, 12, 13, 14)]
    [2, 2, 2, 3, 3]
    """
    rule = table.rules.end_points
    to = rule.round_to
    if to == 1:
        return (sum(counted) - own) // rule.per_point
    if rule.rounded is Rounded.SUM:
        return (sum(counted) - own + to // 2) // to * to // rule.per_point
    rounded = sum((pips + to // 2) // to * to for pips in counted) - (own + to // 2) // to * to
    return rounded // rule.per_point


def most_points(table: Table) -> int:
    """More than this no end of a round can be worth: all the pips of the set."""
    return points_of_pips(table, [table.tiles.pips_of(table.tiles.everything)])


def _by_side(table: Table, values: list[int | None]) -> dict[str, int | None]:
    return dict(zip(table.side_ids, values, strict=True))
