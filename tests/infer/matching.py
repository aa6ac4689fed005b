"""The oracle for full sets: scipy finds whether there is a deal, the dearest and the cheapest; networkx is asked too."""

from __future__ import annotations

from collections.abc import Iterable

import networkx
import numpy
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from domscore.infer.facts import Fact, Facts

FORBIDDEN = 10**6


def domains(facts: Facts, given: Iterable[Fact]) -> NDArray[numpy.bool_]:
    """By tile and place (each group as often as it has places), whether the tile may be there."""
    tiles = numpy.arange(facts.table.tiles.size)
    groups = numpy.arange(len(facts.sizes))
    may = numpy.ones((len(tiles), len(groups)), dtype=bool)
    for fact in given:
        concerned = (fact.tiles >> tiles & 1).astype(bool)
        kept_out = ~(fact.only >> groups & 1).astype(bool)
        may[numpy.ix_(concerned, kept_out)] = False
    return may[:, numpy.repeat(groups, facts.sizes)]


def exists(facts: Facts, given: Iterable[Fact]) -> bool:
    """There is a deal: a matching of all tiles and places."""
    if sum(facts.sizes) != facts.table.tiles.size:
        return False
    found = maximum_bipartite_matching(csr_array(domains(facts, given)), perm_type="column")
    return bool((found >= 0).all())


def exists_by_flow(facts: Facts, given: Iterable[Fact]) -> bool:
    """There is a deal, by networkx."""
    may = domains(facts, given)
    graph = networkx.Graph()
    rows = [("tile", number) for number in range(may.shape[0])]
    graph.add_nodes_from(rows)
    graph.add_nodes_from(("place", number) for number in range(may.shape[1]))
    graph.add_edges_from((("tile", tile), ("place", place)) for tile, place in numpy.argwhere(may).tolist())
    return len(networkx.bipartite.hopcroft_karp_matching(graph, rows)) == 2 * len(rows)


def extreme(facts: Facts, given: Iterable[Fact], weights: dict[int, int], sign: int) -> int | None:
    """The greatest (or with sign -1 the least) weighted pips at the end; None when there is no deal."""
    tiles = facts.table.tiles
    owners = numpy.repeat(numpy.array([weights.get(owner, 0) for owner in facts.owners]), facts.sizes)
    worth = -sign * numpy.outer(numpy.array(tiles.pips), owners)
    cost = numpy.where(domains(facts, given), worth, FORBIDDEN)
    rows, columns = linear_sum_assignment(cost)
    if cost[rows, columns].max() >= FORBIDDEN:
        return None
    laid = sum(weight * tiles.pips_of(facts.laid[seat]) for seat, weight in weights.items())
    return -sign * int(cost[rows, columns].sum()) - laid
