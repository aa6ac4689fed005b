"""The hands that may be left at the end, gone through: tile by tile, deals that leave the same totals followed as one."""

from __future__ import annotations

from typing import Any

from domscore.infer.facts import Facts
from domscore.infer.feasible import Deals

MAX_STEPS = 10_000
"""Tiles put somewhere until the search is given up."""

Hands = tuple[int, ...]


def final_hands(deals: Deals, tile_by_tile: bool) -> list[Hands] | None:
    """Hands that may be left, by seat as masks: one example for each outcome; None when there are too many.

    Args:
        deals: those to go through.
        tile_by_tile: hands are told apart by the pips of each of their tiles, not only by the sum of them.
    """
    found: dict[Any, Hands] = {}
    steps = MAX_STEPS
    for possible in deals.possible():
        search = _Search(deals.facts, possible, tile_by_tile, steps)
        left = search.run()
        if left is None:
            return None
        found |= left
        steps = search.steps
    return list(found.values())


class _Search:
    """The tiles of one world in the order of their pips, each put into every group that may hold it."""

    def __init__(self, facts: Facts, possible: list[int], tile_by_tile: bool, steps: int) -> None:
        self.facts, self.steps, self.tile_by_tile = facts, steps, tile_by_tile
        joint: dict[tuple[int, int], int] = {}
        for group, size in enumerate(facts.sizes):
            key = (facts.owners[group], possible[group])
            joint[key] = joint.get(key, 0) + size
        self.owners = [owner for owner, _ in joint]
        self.masks = [mask for _, mask in joint]
        self.sizes = tuple(joint.values())

    def run(self) -> dict[Any, Hands] | None:
        """Hands by what tells them apart."""
        players = self.facts.table.players
        nothing: Any = ((),) * players if self.tile_by_tile else (0,) * players
        layer: dict[tuple[tuple[int, ...], Any], Hands] = {(self.sizes, nothing): (0,) * players}
        for tile in range(self.facts.table.tiles.size):
            layer = self._placed(layer, tile)
            if self.steps < 0:
                return None
        return {marks: hands for (_, marks), hands in layer.items()}

    def _placed(
        self, layer: dict[tuple[tuple[int, ...], Any], Hands], tile: int
    ) -> dict[tuple[tuple[int, ...], Any], Hands]:
        pips = self.facts.table.tiles.pips[tile]
        mark: Any = (pips,) if self.tile_by_tile else pips
        groups = [group for group, mask in enumerate(self.masks) if mask >> tile & 1]
        following: dict[tuple[tuple[int, ...], Any], Hands] = {}
        for (room, marks), hands in layer.items():
            for group in groups:
                if room[group]:
                    self.steps -= 1
                    left = (*room[:group], room[group] - 1, *room[group + 1 :])
                    seat = self.owners[group]
                    if seat < 0 or self.facts.laid[seat] >> tile & 1:
                        following[left, marks] = hands
                    else:
                        marked = (*marks[:seat], marks[seat] + mark, *marks[seat + 1 :])
                        following[left, marked] = (*hands[:seat], hands[seat] | 1 << tile, *hands[seat + 1 :])
            if self.steps < 0:
                break
        return following
