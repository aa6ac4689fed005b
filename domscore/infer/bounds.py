"""Least and greatest pips over all deals: an assignment of least cost, by cancelling negative cycles of slot groups.

Tiles are numbered in the order of their pips, so the cheapest tile to move between two groups is the lowest or the highest
bit of a mask, and the graph has a node for each group, not for each tile. A deal without a negative cycle is the cheapest.
"""

from __future__ import annotations

from domscore.infer.feasible import Deals


def pips_range(deals: Deals, weights: dict[int, int]) -> tuple[int, int]:
    """The least and the greatest sum of the pips that seats hold at the end, each seat's times its weight (-1, 0 or 1)."""
    return -greatest(deals, weights, -1), greatest(deals, weights)


def greatest(deals: Deals, weights: dict[int, int], sign: int = 1) -> int:
    """The greatest such sum, all weights times a sign."""
    facts = deals.facts
    tiles = facts.table.tiles
    worth = [sign * weights.get(owner, 0) for owner in facts.owners]
    laid = sum(sign * weight * tiles.pips_of(facts.laid[seat]) for seat, weight in weights.items())
    best = None
    for (_, held), possible in zip(deals.worlds, deals.possible(), strict=True):
        dearest = _improved(possible, list(held), worth, tiles.pips)
        value = sum(weight * tiles.pips_of(mask) for weight, mask in zip(worth, dearest, strict=True) if weight)
        best = value if best is None or value > best else best
    assert best is not None
    return best - laid


def _improved(possible: list[int], held: list[int], worth: list[int], pips: tuple[int, ...]) -> list[int]:
    """The deal of greatest worth, from any deal."""
    loose = [group for group in range(len(held)) if held[group] != possible[group]]
    while True:
        cycle = _gaining_cycle(_moves(possible, held, worth, pips, loose), loose)
        if not cycle:
            return held
        for source, target, bit in cycle:
            held[source] ^= bit
            held[target] ^= bit


def _moves(
    possible: list[int], held: list[int], worth: list[int], pips: tuple[int, ...], loose: list[int]
) -> list[tuple[int, int, int, int]]:
    """For each two groups the best tile to move from one to the other: source, target, the tile's bit, the gain."""
    moves = []
    for source in loose:
        here = held[source]
        for target in loose:
            movable = here & possible[target]
            if movable and source != target:
                step = worth[target] - worth[source]
                bit = movable & -movable if step <= 0 else 1 << movable.bit_length() - 1
                moves.append((source, target, bit, step * pips[bit.bit_length() - 1]))
    return moves


def _gaining_cycle(moves: list[tuple[int, int, int, int]], loose: list[int]) -> list[tuple[int, int, int]]:
    """Moves (source, target, bit) round a cycle that gain together; none when there are none (Bellman and Ford)."""
    gain = dict.fromkeys(loose, 0)
    came: dict[int, tuple[int, int]] = {}
    changed = True
    while changed:
        changed = False
        for source, target, bit, value in moves:
            if gain[source] + value > gain[target]:
                gain[target] = gain[source] + value
                came[target] = (source, bit)
                changed = True
        cycle = _cycle_in(came) if changed else []
        if cycle:
            return cycle
    return []


def _cycle_in(came: dict[int, tuple[int, int]]) -> list[tuple[int, int, int]]:
    """A cycle of predecessors, if there is one; such a cycle always gains."""
    seen: dict[int, int] = {}
    for start in came:
        node = start
        while node in came and node not in seen:
            seen[node] = start
            node = came[node][0]
        if seen.get(node) == start:
            cycle, stop = [], node
            while True:
                source, bit = came[node]
                cycle.append((source, node, bit))
                node = source
                if node == stop:
                    return cycle
    return []
