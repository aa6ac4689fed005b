"""The end of a round: who won it, and what it is worth.

All pips are by seat; None stands for a hand that is not known.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from domscore.play.state import How
from domscore.play.table import Table
from domscore.rules.model import Tie
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
        entry: the ledger's line, if somebody scores or a tie leaves nobody to score.
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


def end_in_full(
    table: Table,
    how: How,
    hands: Hands,
    *,
    out: int | None = None,
    last_player: int | None = None,
    lost: int | None = None,
) -> End:
    """``end_of_round`` with everything in the ledger's line that an explanation asks for."""
    end = end_of_round(table, how, hands, out=out, last_player=last_player, lost=lost)
    entry = end.entry
    if entry is None or entry.side is None:
        return end
    counted, own = entry.detail["counted"], entry.detail["own"]
    held = {table.letters[seat]: hands.pips[seat] for seat in table.sides[entry.side]}
    more = {"held": held, "pips": sum(counted.values()), "rounded": paid_pips(table, counted.values(), own)}
    return end._replace(entry=entry._replace(detail={**entry.detail, **more}))


def worth_of_round(
    table: Table, how: How, hands: list[int], out: int | None, last_player: int
) -> tuple[int | None, list[int]]:
    """Winner and points, by side, of a round that ended with these tiles left: ``end_of_round`` without its reasons.

    Args:
        table, how, out, last_player: as there.
        hands: by seat, the mask of what is left.
    """
    points = [0] * len(table.sides)
    blocked = how is _BLOCKED
    if out is None and not blocked:
        return None, points
    pips = totals = [*map(table.tiles.pips_of, hands)]
    if not table.alone:
        totals = [0] * len(points)
        for seat, left in enumerate(pips):
            totals[table.side_of[seat]] += left
    if out is not None and not table.lowest_wins:
        winner = out
    else:
        lowest = min(totals)
        winner = totals.index(lowest)
        if lowest in totals[winner + 1 :]:
            end = end_of_round(table, how, Hands([*pips], [*hands]), out=out, last_player=last_player)
            return end.winner, [made or 0 for made in end.points]
    own = totals[winner]
    off = own if blocked and table.own_off else 0
    if table.round_each:
        counted = [left for seat, left in enumerate(pips) if table.all_count or table.side_of[seat] != winner]
        points[winner] = points_of_pips(table, counted, off)
    else:
        paid = sum(pips) - off if table.all_count else sum(pips) - own - off
        points[winner] = nearest_multiple(paid, table.round_to) // table.per_point if table.rounds else paid
    return winner, points


_BLOCKED = How.BLOCKED


def side_totals(table: Table, hands: Hands) -> list[int | None]:
    """Pips left by side."""
    if table.alone:
        return hands.pips
    by_side = [[hands.pips[seat] for seat in side] for side in table.sides]
    return [None if None in pips else sum(pips) for pips in by_side]  # type: ignore[arg-type]


def _after_out(table: Table, hands: Hands, out: int) -> End:
    """The side that went out wins (P1.23, P2.11, P3.15, P4.B7, P4.F5); in Muggins the lowest total (P4.M7)."""
    if not table.lowest_wins:
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
    detail["tie"] = table.tie.value
    if table.tie is Tie.NOBODY:
        return _nobody(table, detail)
    if table.tie is Tie.LAST_TO_PLAY:
        if last_player is None:
            return _open_tie(table, tied, "who laid the last tile, which settles the tie")
        side = table.side_of[last_player]
        detail["last_player"] = table.letters[last_player]
        return _won(table, side, Why.BLOCKED, hands, detail) if side in tied else _nobody(table, detail)
    return _by_lowest_tile(table, hands, tied, detail)


def _open_tie(table: Table, tied: list[int], missing: str) -> End:
    """A tie that cannot be settled: nobody else scores."""
    points: list[int | None] = [None if side in tied else 0 for side in range(len(table.sides))]
    return End(None, False, points, missing=missing)


def ways_to_settle(table: Table, hands: Hands) -> list[End]:
    """The ends of a block whose tie cannot be settled, one for each side that may win it and for nobody where that may be.

    Empty where the tie can be settled, there is none, or the pips are not all known.
    """
    totals = side_totals(table, hands)
    if None in totals or _after_block(table, hands, None).known:
        return []
    lowest = min(total for total in totals if total is not None)
    tied = [side for side, total in enumerate(totals) if total == lowest]
    ends = [_won(table, side, Why.BLOCKED, hands) for side in tied]
    somebody_wins = table.tie is Tie.LAST_TO_PLAY and len(tied) == len(table.sides)
    return ends if somebody_wins else [*ends, nothing(table)]


def _by_lowest_tile(table: Table, hands: Hands, tied: list[int], detail: dict[str, Any]) -> End:
    """The lowest tile by pips, then the next-lowest (P1.27, P4.B5); all equal: nobody scores."""
    lists: dict[int, list[int]] = {}
    names: dict[str, list[str]] = {}
    for side in tied:
        masks = [hands.tiles[seat] for seat in table.sides[side]]
        if any(mask is None for mask in masks):
            return _open_tie(table, tied, "the tiles of the tied hands, which settle the tie,")
        numbers = sorted(n for mask in masks if mask for n in table.tiles.listed(mask))
        lists[side] = [table.tiles.pips[n] for n in numbers]
        names[table.side_ids[side]] = [table.tiles.names[n] for n in numbers]
    best = min(lists.values())
    winners = [side for side in tied if lists[side] == best]
    detail["lowest_tiles"] = {table.side_ids[side]: lists[side] for side in tied}
    detail["lowest_names"] = names
    return _won(table, winners[0], Why.BLOCKED, hands, detail) if len(winners) == 1 else _nobody(table, detail)


def _nobody(table: Table, detail: dict[str, Any]) -> End:
    """A tie that the rules do not settle: a line of the ledger without a side."""
    return End(None, True, [0] * len(table.sides), Entry(None, 0, Why.BLOCKED, None, detail))


def _won(table: Table, winner: int, why: Why, hands: Hands, detail: dict[str, Any] | None = None) -> End:
    """The winner scores the opponents' pips, a partner's only where all count; own off once (P3.16, P4.B4)."""
    side_of, letters = table.side_of, table.letters
    counted: dict[str, int] = {}
    points: list[int | None] = [0] * len(table.sides)
    for seat, pips in enumerate(hands.pips):
        if table.all_count or side_of[seat] != winner:
            if pips is None:
                points[winner] = None
                return End(winner, True, points, None, f"the pips of {letters[seat]}")
            counted[letters[seat]] = pips
    own = 0
    if table.own_off and why is Why.BLOCKED:
        own = sum(hands.pips[seat] or 0 for seat in table.sides[winner])
    worth = points[winner] = points_of_pips(table, counted.values(), own)
    detail = {"counted": counted, "own": own} if detail is None else {**detail, "counted": counted, "own": own}
    return End(winner, True, points, Entry(winner, worth, why, None, detail))


def worth_to(table: Table, winner: int, hands: Hands, *, blocked: bool) -> int | None:
    """What the end of a round would be worth to a side that had won it; None where the pips are not known."""
    return _won(table, winner, Why.BLOCKED if blocked else Why.OUT, hands).points[winner]


def points_of_pips(table: Table, counted: Collection[int], own: int = 0) -> int:
    """Pips into points: what is paid, so many pips to a point (P4.M7, P4.F5).

    >>> from domscore.play.table import seated
    >>> from domscore.rules import Rules
    >>> muggins = seated(Rules.named("muggins/1"), 2, None)
    >>> [points_of_pips(muggins, [pips]) for pips in (10, 11, 12, 13, 14)]
    [2, 2, 2, 3, 3]
    """
    return paid_pips(table, counted, own) // table.per_point


def paid_pips(table: Table, counted: Collection[int], own: int = 0) -> int:
    """The pips that are paid: what counts less what comes off, the sum or each hand rounded to the nearest multiple."""
    to = table.round_to
    if to == 1:
        return sum(counted) - own
    if not table.round_each:
        return nearest_multiple(sum(counted) - own, to)
    return sum(nearest_multiple(pips, to) for pips in counted) - nearest_multiple(own, to)


def nearest_multiple(pips: int, to: int) -> int:
    """Pips rounded to the nearest multiple; half way is rounded up.

    >>> [nearest_multiple(pips, 5) for pips in (2, 3, 12, 13)]
    [0, 5, 10, 15]
    """
    return (pips + to // 2) // to * to


def most_points(table: Table) -> int:
    """More than this no end of a round can be worth: all the pips of the set."""
    return points_of_pips(table, [table.tiles.pips_of(table.tiles.everything)])


def _by_side(table: Table, values: list[int | None]) -> dict[str, int | None]:
    return dict(zip(table.side_ids, values, strict=True))
