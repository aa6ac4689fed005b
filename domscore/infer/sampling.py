"""How likely each tile is in each group where the deals are too many ways to count: drawn at random, with an error bar.

A deal is drawn tile by tile, the one with the fewest groups left first, only into groups that still leave a deal; its weight
is one over the probability with which it was drawn, so that weighted shares are those over equally likely deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb, sqrt
from random import Random

from domscore.infer.facts import Facts
from domscore.infer.feasible import Deals, fill, possible_in

SAMPLES = 1000
"""Deals drawn."""


@dataclass(slots=True)
class Sampled:
    """Deals drawn at random.

    Attributes:
        drawn: for each its weight, and by group the mask of its tiles.
    """

    drawn: list[tuple[float, list[int]]] = field(default_factory=list)

    def share(self, tile: int, groups: Sequence[int]) -> tuple[float, float]:
        """How likely a tile is in one of these groups, and the standard error of that."""
        total = sum(weight for weight, _ in self.drawn)
        inside = [(weight, any(held[group] >> tile & 1 for group in groups)) for weight, held in self.drawn]
        share = sum(weight for weight, there in inside if there) / total
        return share, sqrt(sum((weight * (there - share)) ** 2 for weight, there in inside)) / total


def sampled(deals: Deals, samples: int = SAMPLES, seed: int = 1) -> Sampled:
    """Deals drawn at random; the same seed gives the same ones."""
    random = Random(seed)
    worlds = list(zip(deals.possible(), (held for _, held in deals.worlds), strict=True))
    found = Sampled()
    for _ in range(samples):
        possible, held = worlds[int(random.random() * len(worlds))]
        weight, deal = _drawn(deals.facts, list(possible), held, random)
        found.drawn.append((weight / _ways_to_split(deals.facts, deal), deal))
    return found


def _drawn(facts: Facts, possible: list[int], held: list[int], random: Random) -> tuple[float, list[int]]:
    everything, weight = facts.table.tiles.everything, 1.0
    while possible != held:
        tile, groups = _fewest(facts, possible)
        room = [_room(facts, possible, group) for group in groups]
        at = random.random() * sum(room)
        chosen = 0
        while at >= room[chosen]:
            at -= room[chosen]
            chosen += 1
        weight *= sum(room) / room[chosen]
        for group in groups:
            if group != groups[chosen]:
                possible[group] &= ~(1 << tile)
        deal, _ = fill(possible, facts.sizes, everything)
        assert deal is not None
        held = deal
        possible = possible_in(possible, held)
    return weight, held


def _fewest(facts: Facts, possible: list[int]) -> tuple[int, list[int]]:
    """The tile that the fewest groups, but more than one, may hold, and those groups."""
    best: tuple[int, list[int]] | None = None
    for tile in range(facts.table.tiles.size):
        groups = [group for group, mask in enumerate(possible) if mask >> tile & 1]
        if len(groups) > 1 and (best is None or len(groups) < len(best[1])):
            best = tile, groups
    assert best is not None
    return best


def _room(facts: Facts, possible: list[int], group: int) -> int:
    """How many places of a group are not taken by tiles that must be in it."""
    elsewhere = 0
    for other, mask in enumerate(possible):
        elsewhere |= mask if other != group else 0
    return facts.sizes[group] - (possible[group] & ~elsewhere).bit_count()


def _ways_to_split(facts: Facts, deal: list[int]) -> int:
    """In how many ways the starting hands fit the two groups that tell doubles apart: all of them are the same deal."""
    ways = 1
    doubles = facts.table.tiles.doubles
    for seat in range(facts.table.players):
        groups = [group for group, owner in enumerate(facts.owners) if owner == seat and facts.since[group] < 0]
        if len(groups) > 1:
            hand = deal[groups[0]] | deal[groups[1]]
            ways *= comb((hand & ~doubles).bit_count(), facts.sizes[groups[1]])
    return ways
