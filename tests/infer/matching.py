"""The oracle for full sets: networkx finds whether there is a deal, scipy the dearest and the cheapest one."""

from __future__ import annotations

from collections.abc import Iterable

import networkx
import numpy
from scipy.optimize import linear_sum_assignment

from domscore.infer.facts import Fact, Facts

FORBIDDEN = 10**6


def domains(facts: Facts, given: Iterable[Fact]) -> list[set[int]]:
    """By tile, the groups it may come from."""
    found = [set(range(len(facts.sizes))) for _ in range(facts.table.tiles.size)]
    for fact in given:
        for tile in facts.table.tiles.listed(fact.tiles):
            found[tile] = {group for group in found[tile] if fact.only >> group & 1}
    return found


def exists(facts: Facts, given: Iterable[Fact]) -> bool:
    """There is a deal: a flow of all tiles into the groups."""
    graph = networkx.DiGraph()
    for tile, groups in enumerate(domains(facts, given)):
        graph.add_edge("from", ("tile", tile), capacity=1)
        for group in groups:
            graph.add_edge(("tile", tile), ("group", group), capacity=1)
    for group, size in enumerate(facts.sizes):
        graph.add_edge(("group", group), "to", capacity=size)
    if "to" not in graph:
        return False
    return networkx.maximum_flow_value(graph, "from", "to") == facts.table.tiles.size


def extreme(facts: Facts, given: Iterable[Fact], weights: dict[int, int], sign: int) -> int | None:
    """The greatest (or with sign -1 the least) weighted pips at the end; None when there is no deal."""
    tiles = facts.table.tiles
    slots = [group for group, size in enumerate(facts.sizes) for _ in range(size)]
    cost = numpy.full((tiles.size, len(slots)), FORBIDDEN)
    for tile, groups in enumerate(domains(facts, given)):
        for column, group in enumerate(slots):
            if group in groups:
                cost[tile, column] = -sign * weights.get(facts.owners[group], 0) * tiles.pips[tile]
    rows, columns = linear_sum_assignment(cost)
    if cost[rows, columns].max() >= FORBIDDEN:
        return None
    laid = sum(weight * tiles.pips_of(facts.laid[seat]) for seat, weight in weights.items())
    return -sign * int(cost[rows, columns].sum()) - laid
