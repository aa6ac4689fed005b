"""Who wins a round that was played out, and what it is worth."""

from __future__ import annotations

from .rules import Rules
from .tiles import Tile, pips

Hands = dict[str, list[Tile]]


def side_of(sides: list[str], seat: str) -> str:
    """Find the side that a seat plays for."""
    return next(side for side in sides if seat in side)


def tiles_of(side: str, hands: Hands) -> list[Tile]:
    """Put the hands of a side together."""
    return [tile for seat in side for tile in hands[seat]]


def to_nearest(number: int, step: int) -> int:
    """Round to the nearest multiple of ``step``; with 5, 1 and 2 drop, 3 and 4 rise (P4.M7)."""
    return (number + step // 2) // step * step


def worth(rules: Rules, counted: list[int], taken_off: int) -> int:
    """Turn the pips of the counted hands, less what is taken off, into points."""
    if rules.rounded == "each-hand":
        total = sum(to_nearest(hand, rules.round_to) for hand in counted)
        total -= to_nearest(taken_off, rules.round_to)
    else:
        total = to_nearest(sum(counted) - taken_off, rules.round_to)
    return total // rules.per_point


def points_for(rules: Rules, sides: list[str], winner: str, how: str, held: dict[str, int]) -> int:
    """Return the points of a winning side, given the pips held by each seat.

    Only hands of the other sides count: P1.23, P1.28, P2.11, P3.15, P4.B4, P4.M7, P4.F5.
    Own pips come off once, in a blocked round, where ``own_pips`` says so: P3.16, P4.B4.
    """
    others = [held[seat] for side in sides if side != winner for seat in side]
    own = sum(held[seat] for seat in winner)
    return worth(rules, others, own if how == "blocked" and rules.own_pips == "blocked" else 0)


def lightest(sides: list[str], held: dict[str, int]) -> list[str]:
    """Return the sides with the fewest pips (P1.24, P1.25, P2.12, P3.16, P4.D4)."""
    totals = {side: sum(held[seat] for seat in side) for side in sides}
    return [side for side in sides if totals[side] == min(totals.values())]


def by_lowest_tile(tied: list[str], hands: Hands) -> str | None:
    """Compare ascending lists of tile totals (P1.27, P4.B5, A5); a shared best list wins nothing."""
    lists = {side: sorted(sum(tile) for tile in tiles_of(side, hands)) for side in tied}
    best = [side for side in tied if lists[side] == min(lists.values())]
    return best[0] if len(best) == 1 else None


def tie_rule(rules: Rules, sides: list[str]) -> str:
    """Return the rule for equal totals in a block: pairs may have their own (P1.26)."""
    pairs = any(len(side) > 1 for side in sides)
    return rules.block_tie_of_pairs if pairs else rules.block_tie


def block_winner(rules: Rules, sides: list[str], hands: Hands, last: str | None) -> str | None:
    """Return the side that wins a blocked round, or nobody."""
    tied = lightest(sides, {seat: pips(hand) for seat, hand in hands.items()})
    if len(tied) == 1:
        return tied[0]
    rule = tie_rule(rules, sides)
    if rule == "lowest-tile":
        return by_lowest_tile(tied, hands)
    if rule == "last-to-play" and last is not None and side_of(sides, last) in tied:
        return side_of(sides, last)
    return None


def out_winner(rules: Rules, sides: list[str], out: str, held: dict[str, int]) -> str:
    """Return the side that wins when ``out`` played its last tile.

    Muggins gives the end to the fewest pips, also against the side that is out; equal totals
    go to the side that is out (P4.M7). Everywhere else the side that is out wins.
    """
    mine = side_of(sides, out)
    if rules.end_winner == "out":
        return mine
    fewest = lightest(sides, held)
    return mine if mine in fewest else fewest[0]


def round_end(rules: Rules, sides: list[str], hands: Hands, how: str, who: str | None) -> tuple[str | None, dict[str, int]]:
    """Score a round that ended ``out`` (``who`` is out) or ``blocked`` (``who`` played last)."""
    held = {seat: pips(hand) for seat, hand in hands.items()}
    if how == "out":
        assert who is not None
        winner: str | None = out_winner(rules, sides, who, held)
    else:
        winner = block_winner(rules, sides, hands, who)
    points = dict.fromkeys(sides, 0)
    if winner is not None:
        points[winner] = points_for(rules, sides, winner, how, held)
    return winner, points


def most_points(rules: Rules) -> int:
    """Return the most that the end of any round can be worth: all 168 pips (DOM512)."""
    return to_nearest(168, rules.round_to) // rules.per_point
