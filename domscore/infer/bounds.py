"""Least and greatest pips over all deals: an assignment of least cost, by cancelling negative cycles of slot groups.

Tiles are numbered in the order of their pips, so the cheapest tile to move between two groups is the lowest or the highest
bit of a mask, and the graph has a node for each group, not for each tile. A deal without a negative cycle is the cheapest.
"""

from __future__ import annotations

from domscore.infer.feasible import Deals


def pips_range(deals: Deals, weights: dict[int, int]) -> tuple[int, int]:
    """The least and the greatest sum of the pips that seats hold at the end, each seat's times its weight (-1, 0 or 1)."""
    return -_greatest(deals, weights, -1), _greatest(deals, weights, 1)


def _greatest(deals: Deals, weights: dict[int, int], sign: int) -> int:
    facts = deals.facts
    tiles = facts.table.tiles
    worth = [sign * weights.get(owner, 0) for owner in facts.owners]
    laid = sum(sign * weight * tiles.pips_of(facts.laid[seat]) for seat, weight in weights.items())
    best = None
    for allowed, held in deals.worlds:
        cheapest = _improved(allowed, list(held), worth, tiles.pips)
        value = sum(weight * tiles.pips_of(mask) for weight, mask in zip(worth, cheapest, strict=True) if weight)
        best = value if best is None or value > best else best
    assert best is not None
    return best - laid


def _improved(allowed: list[int], held: list[int], worth: list[int], pips: tuple[int, ...]) -> list[int]:
    """The deal of greatest worth, from any deal."""
    loose = [group for group in range(len(held)) if held[group] != allowed[group]]
    while True:
        cycle = _gaining_cycle(allowed, held, worth, pips, loose)
        if cycle is None:
            return held
        for source, target, bit in cycle:
            held[source] ^= bit
            held[target] ^= bit


def _gaining_cycle(
    allowed: list[int], held: list[int], worth: list[int], pips: tuple[int, ...], loose: list[int]
) -> list[tuple[int, int, int]] | None:
    """Moves (from group, to group, tile's bit) round a cycle that gain together; None when there are none."""
    moves = []
    for source in loose:
        for target in loose:
            movable = held[source] & allowed[target]
            if movable and source != target:
                step = worth[target] - worth[source]
                bit = movable & -movable if step <= 0 else 1 << movable.bit_length() - 1
                moves.append((source, target, bit, step * pips[bit.bit_length() - 1]))
    gain = dict.fromkeys(loose, 0)
    came: dict[int, tuple[int, int]] = {}
    last = -1
    for _ in range(len(loose) + 1):
        last = -1
        for source, target, bit, value in moves:
            if gain[source] + value > gain[target]:
                gain[target] = gain[source] + value
                came[target] = (source, bit)
                last = target
        if last < 0:
            return None
    for _ in loose:
        last = came[last][0]
    cycle, node = [], last
    while True:
        source, bit = came[node]
        cycle.append((source, node, bit))
        node = source
        if node == last:
            return cycle
