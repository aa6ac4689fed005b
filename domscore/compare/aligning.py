"""Two sequences laid side by side at the least cost: rounds beside rounds, acts beside acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from domscore.compare.seen import Seen
from domscore.record.acts import Kind

T = TypeVar("T")
Pairs = list[tuple[int | None, int | None]]
GAP = 1.0
"""What it costs that an element has no counterpart. Two gaps are cheaper than a pair that costs more than 2."""
MOST_CELLS = 250_000


def aligned(ones: Sequence[T], twos: Sequence[T], cost: Callable[[T, T], float]) -> Pairs:
    """Pairs of positions in order; None where one side has no counterpart.

    >>> aligned("ABCE", "ABDCE", lambda one, two: 0.0 if one == two else 3.0)
    [(0, 0), (1, 1), (None, 2), (2, 3), (3, 4)]
    """
    start = 0
    while start < min(len(ones), len(twos)) and cost(ones[start], twos[start]) == 0:
        start += 1
    end = 0
    while end < min(len(ones), len(twos)) - start and cost(ones[-1 - end], twos[-1 - end]) == 0:
        end += 1
    first, second = ones[start : len(ones) - end], twos[start : len(twos) - end]
    middle = _in_order(first, second) if len(first) * len(second) > MOST_CELLS else _cheapest(first, second, cost)
    pairs: Pairs = [(number, number) for number in range(start)]
    pairs += [(None if a is None else a + start, None if b is None else b + start) for a, b in middle]
    return pairs + [(len(ones) - back, len(twos) - back) for back in range(end, 0, -1)]


def _in_order(ones: Sequence[T], twos: Sequence[T]) -> Pairs:
    """By position: for sequences too long to weigh every pair."""
    both = min(len(ones), len(twos))
    pairs: Pairs = [(number, number) for number in range(both)]
    pairs += [(number, None) for number in range(both, len(ones))]
    return pairs + [(None, number) for number in range(both, len(twos))]


def _cheapest(ones: Sequence[T], twos: Sequence[T], cost: Callable[[T, T], float]) -> Pairs:
    """The alignment by dynamic programming, from the back, so that the pairs come out in order."""
    best = [[0.0] * (len(twos) + 1) for _ in range(len(ones) + 1)]
    pairing = [[cost(one, two) for two in twos] for one in ones]
    for a in range(len(ones), -1, -1):
        for b in range(len(twos), -1, -1):
            ways = []
            if a < len(ones) and b < len(twos):
                ways.append(best[a + 1][b + 1] + pairing[a][b])
            if a < len(ones):
                ways.append(best[a + 1][b] + GAP)
            if b < len(twos):
                ways.append(best[a][b + 1] + GAP)
            best[a][b] = min(ways, default=0.0)
    pairs: Pairs = []
    a = b = 0
    while a < len(ones) or b < len(twos):
        if a < len(ones) and b < len(twos) and best[a][b] == best[a + 1][b + 1] + pairing[a][b]:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        elif a < len(ones) and best[a][b] == best[a + 1][b] + GAP:
            pairs.append((a, None))
            a += 1
        else:
            pairs.append((None, b))
            b += 1
    return pairs


def cost_of_acts(one: Seen, two: Seen) -> float:
    """How far two acts are apart: 0 for the same, above 2 for acts that have nothing to do with one another."""
    if one.same(two):
        return 0.0
    if one.kind is not two.kind:
        return 1.7 if one.seat == two.seat else 3.0
    if one.kind is Kind.PLAY:
        return _plays(one, two)
    if one.kind is Kind.DRAW and one.seat == two.seat:
        return 0.2 if "?" in (one.tile, two.tile) else 0.9
    return 0.9 if one.kind is Kind.RULING or one.seat == two.seat else 1.4


def _plays(one: Seen, two: Seen) -> float:
    if one.tile == two.tile:
        apart = (one.seat != two.seat, one.joined != two.joined, one.points != two.points)
        return sum(cost for cost, differs in zip((1.0, 0.7, 0.2), apart, strict=True) if differs)
    shared = bool(set(one.tile.split("-")) & set(two.tile.split("-")))
    return (1.1 if shared else 1.6) if one.seat == two.seat else 3.0
