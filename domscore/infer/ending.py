"""Winner and points of the end of a round over all possible deals."""

from __future__ import annotations

from domscore.domino.seat import Side
from domscore.infer.bounds import pips_range
from domscore.infer.feasible import Deals
from domscore.play.state import How
from domscore.play.table import Table
from domscore.rules.model import EndWinner, OwnPips, Rounded, Tie
from domscore.score.hidden import EndRange
from domscore.score.round_end import points_of_pips


def end_range(deals: Deals, how: How, out: int | None, last_player: int | None) -> EndRange | None:
    """The end over all deals, by least and greatest points; None where the kind of ending has no bounds.

    Points lie between the bounds in every deal; that each bound is reached is certain where one side can only win.
    """
    table = deals.facts.table
    if how is How.OUT:
        if out is None:
            return None
        if table.alone or table.rules.end_winner is EndWinner.OUT:
            return _won_by(deals, [out], sure=True, own=False)
        winners = [side for side in range(len(table.sides)) if _may_win(deals, side, strictly_below=out)]
        return _won_by(deals, winners, sure=len(winners) == 1, own=False)
    if how is not How.BLOCKED:
        return None
    winners = [side for side in range(len(table.sides)) if _may_win(deals, side)]
    sure = len(winners) == 1 and _always_wins(deals, winners[0], last_player)
    return _won_by(deals, winners, sure=sure, own=table.rules.own_pips is OwnPips.BLOCKED)


def _against(table: Table, side: Side, other: Side) -> dict[int, int]:
    return dict.fromkeys(side, 1) | dict.fromkeys(other, -1)


def _may_win(deals: Deals, side: int, strictly_below: int | None = None) -> bool:
    """In some deal the side holds no more than each other side, taken one by one, and less than a given one."""
    table = deals.facts.table
    for other, seats in enumerate(table.sides):
        if other != side:
            least, _ = pips_range(deals, _against(table, table.sides[side], seats))
            if least > (-1 if other == strictly_below else 0):
                return False
    return True


def _always_wins(deals: Deals, side: int, last_player: int | None) -> bool:
    """In every deal the side holds fewest pips, or shares them and has laid the last tile where that settles it (P2.13)."""
    table = deals.facts.table
    wins_ties = table.tie is Tie.LAST_TO_PLAY and last_player is not None and table.side_of[last_player] == side
    for other, seats in enumerate(table.sides):
        if other != side:
            _, most = pips_range(deals, _against(table, table.sides[side], seats))
            if most > 0 or (most == 0 and not wins_ties):
                return False
    return True


def _won_by(deals: Deals, winners: list[int], *, sure: bool, own: bool) -> EndRange:
    table = deals.facts.table
    least, most = [0] * len(table.sides), [0] * len(table.sides)
    for side in winners:
        low, high = _points(deals, side, own)
        most[side] = max(0, high)
        if sure:
            least[side] = max(0, low)
    return EndRange(winners[0] if sure else None, sure, least, most)


def _points(deals: Deals, winner: int, own: bool) -> tuple[int, int]:
    """Least and most points of a winner: of the sum, or hand by hand where each is rounded (bounds, not extremes, then)."""
    table = deals.facts.table
    others = [seat for seat in range(table.players) if table.all_count or table.side_of[seat] != winner]
    mine = table.sides[winner] if own else ()
    rule = table.rules.end_points
    if rule.rounded is Rounded.SUM or rule.round_to == 1:
        weights = dict.fromkeys(others, 1)
        weights |= {seat: weights.get(seat, 0) - 1 for seat in mine}
        low, high = pips_range(deals, weights)
        return points_of_pips(table, [low]), points_of_pips(table, [high])
    hands = [pips_range(deals, {seat: 1}) for seat in others]
    low_own, high_own = pips_range(deals, dict.fromkeys(mine, 1)) if mine else (0, 0)
    low = points_of_pips(table, [least for least, _ in hands], high_own)
    return low, points_of_pips(table, [most for _, most in hands], low_own)
