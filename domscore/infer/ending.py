"""Winner and points of the end of a round over all possible deals."""

from __future__ import annotations

from domscore.domino.seat import Side
from domscore.infer.bounds import pips_range
from domscore.infer.feasible import Deals
from domscore.infer.holdings import final_hands
from domscore.play.state import How
from domscore.rules.model import Tie
from domscore.score.hidden import EndRange
from domscore.score.round_end import Hands, end_of_round, points_of_pips


def end_range(deals: Deals, how: How, out: int | None, last_player: int | None) -> EndRange | None:
    """The end over all deals: who may win, least and greatest points; None where the kind of ending has no bounds.

    Exact where one side can only win, or where the hands that may be left can be gone through; otherwise bounds: somebody
    named may not be able to win, and points lie between the limits in every deal.
    """
    if how not in (How.OUT, How.BLOCKED) or (how is How.OUT and out is None):
        return None
    rough = _by_bounds(deals, how, out, last_player)
    if len(rough.winners) == 1 and not deals.facts.table.round_each:
        return rough
    return _gone_through(deals, how, out, last_player) or rough


def _gone_through(deals: Deals, how: How, out: int | None, last_player: int | None) -> EndRange | None:
    """The ends of all hands that may be left, one by one; None when there are too many."""
    table = deals.facts.table
    found = final_hands(deals, tile_by_tile=how is How.BLOCKED and table.tie is Tie.LOWEST_TILE)
    if found is None:
        return None
    winners: set[int | None] = set()
    points: list[list[int]] = []
    for masks in found:
        hands = Hands([table.tiles.pips_of(mask) for mask in masks], list(masks))
        end = end_of_round(table, how, hands, out=out, last_player=last_player)
        winners.add(end.winner)
        points.append([value or 0 for value in end.points])
    by_side = list(zip(*points, strict=True))
    return EndRange(frozenset(winners), [min(side) for side in by_side], [max(side) for side in by_side])


def _by_bounds(deals: Deals, how: How, out: int | None, last_player: int | None) -> EndRange:
    table = deals.facts.table
    if how is How.OUT and not table.lowest_wins:
        assert out is not None
        return _won_by(deals, [out], sure=True, own=False)
    if how is How.OUT:
        winners = [side for side in range(len(table.sides)) if _may_win(deals, side, strictly_below=out)]
        return _won_by(deals, winners, sure=len(winners) == 1, own=False)
    winners = [side for side in range(len(table.sides)) if _may_win(deals, side)]
    sure = len(winners) == 1 and _always_wins(deals, winners[0], last_player)
    return _won_by(deals, winners, sure=sure, own=table.own_off)


def _against(side: Side, other: Side) -> dict[int, int]:
    return dict.fromkeys(side, 1) | dict.fromkeys(other, -1)


def _may_win(deals: Deals, side: int, strictly_below: int | None = None) -> bool:
    """In some deal the side holds no more than each other side, taken one by one, and less than a given one."""
    table = deals.facts.table
    for other, seats in enumerate(table.sides):
        if other != side:
            least, _ = pips_range(deals, _against(table.sides[side], seats))
            if least > (-1 if other == strictly_below else 0):
                return False
    return True


def _always_wins(deals: Deals, side: int, last_player: int | None) -> bool:
    """In every deal the side holds fewest pips, or shares them and has laid the last tile where that settles it (P2.13)."""
    table = deals.facts.table
    wins_ties = table.tie is Tie.LAST_TO_PLAY and last_player is not None and table.side_of[last_player] == side
    for other, seats in enumerate(table.sides):
        if other != side:
            _, most = pips_range(deals, _against(table.sides[side], seats))
            if most > 0 or (most == 0 and not wins_ties):
                return False
    return True


def _won_by(deals: Deals, winners: list[int], *, sure: bool, own: bool) -> EndRange:
    """Nobody may win too where it is not sure who does: a tie may leave it at that."""
    table = deals.facts.table
    least, most = [0] * len(table.sides), [0] * len(table.sides)
    for side in winners:
        low, high = _points(deals, side, own)
        most[side] = max(0, high)
        if sure:
            least[side] = max(0, low)
    return EndRange(frozenset(winners if sure else [*winners, None]), least, most)


def _points(deals: Deals, winner: int, own: bool) -> tuple[int, int]:
    """Least and most points of a winner: of the sum, or hand by hand where each is rounded (bounds, not extremes, then)."""
    table = deals.facts.table
    others = [seat for seat in range(table.players) if table.all_count or table.side_of[seat] != winner]
    mine = table.sides[winner] if own else ()
    if not table.round_each or table.round_to == 1:
        weights = dict.fromkeys(others, 1)
        weights |= {seat: weights.get(seat, 0) - 1 for seat in mine}
        low, high = pips_range(deals, weights)
        return points_of_pips(table, [low]), points_of_pips(table, [high])
    hands = [pips_range(deals, {seat: 1}) for seat in others]
    low_own, high_own = pips_range(deals, dict.fromkeys(mine, 1)) if mine else (0, 0)
    low = points_of_pips(table, [least for least, _ in hands], high_own)
    return low, points_of_pips(table, [most for _, most in hands], low_own)
