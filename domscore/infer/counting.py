"""How many deals there are, and how likely each tile is in each group: dynamic programming over classes of tiles.

Tiles that may come from the same groups form a class; how many of a class go where is all that counts. The two groups of a
starting hand that tell doubles apart become one again, with a limit of doubles; draws that the same tiles may come from
become one, counted once for each order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import comb, factorial

from domscore.infer.facts import BONEYARD, Facts

MAX_STEPS = 400_000
"""Steps of the calculation for one world; beyond that the number of deals is only bounded."""

State = tuple[int, ...]


class TooMany(Exception):
    """The calculation would take too many steps."""


@dataclass(slots=True)
class Counted:
    """The deals of one world, or of several taken together.

    Attributes:
        deals: how many there are.
        weight: by tile and group, in how many of them the tile is in the group.
    """

    deals: int = 0
    weight: dict[tuple[int, int], float] = field(default_factory=dict)

    def add(self, other: Counted) -> None:
        """Count in the deals of another world that shares none of these."""
        self.deals += other.deals
        for key, weight in other.weight.items():
            self.weight[key] = self.weight.get(key, 0) + weight


def count(facts: Facts, allowed: list[int]) -> Counted:
    """The deals in which every group holds allowed tiles only (TooMany when that takes too long)."""
    return _World(facts, allowed).counted()


def at_most(facts: Facts) -> int:
    """More deals than this there cannot be: all ways to deal the tiles that nobody laid or saw being drawn."""
    ways = factorial(facts.table.tiles.size)
    for owner, since, size in zip(facts.owners, facts.since, facts.sizes, strict=True):
        ways //= factorial(size) if owner == BONEYARD or since < 0 else 1
    return ways


class _World:
    """Classes of tiles, groups put together, and the recursion over them.

    A state holds by joint group how many tiles it still takes, then how many doubles (-1 where they are not limited).
    """

    def __init__(self, facts: Facts, allowed: list[int]) -> None:
        self.facts = facts
        limit = facts.table.rules.redeal.doubles_in_hand if facts.redeal else None
        joint: dict[tuple[int, int, int], list[int]] = {}
        for group, (owner, since) in enumerate(zip(facts.owners, facts.since, strict=True)):
            drawn = owner != BONEYARD and since >= 0
            joint.setdefault((owner, 1 if drawn else 0, allowed[group] if drawn else 0), []).append(group)
        self.groups = list(joint.values())
        self.sizes = [sum(facts.sizes[group] for group in one) for one in self.groups]
        self.orders = 1
        for (_, was_drawn, _), one in joint.items():
            self.orders *= factorial(len(one)) if was_drawn else 1
        self.limits = [limit - 1 if limit and len(one) > 1 and not key[1] else -1 for key, one in joint.items()]
        self.classes = self._classes(allowed)
        self.memo: dict[tuple[int, State], int] = {}
        self.steps = 0

    def _classes(self, allowed: list[int]) -> list[tuple[tuple[int, ...], bool, list[int]]]:
        """Joint groups a tile may be in, whether it counts as a double, and the tiles; fewest groups first."""
        tiles = self.facts.table.tiles
        limited = any(limit >= 0 for limit in self.limits)
        found: dict[tuple[tuple[int, ...], bool], list[int]] = {}
        for tile in range(tiles.size):
            may = tuple(number for number, one in enumerate(self.groups) if any(allowed[group] >> tile & 1 for group in one))
            found.setdefault((may, limited and bool(tiles.doubles >> tile & 1)), []).append(tile)
        return sorted(((may, double, one) for (may, double), one in found.items()), key=lambda item: len(item[0]))

    def counted(self) -> Counted:
        start = (*self.sizes, *self.limits)
        total = self._ways(0, start)
        result = Counted(total * self.orders)
        reached: dict[State, int] = {start: 1}
        for number, (may, double, tiles) in enumerate(self.classes):
            expected = dict.fromkeys(may, 0)
            following: dict[State, int] = {}
            for state, before in reached.items():
                for ways, state_after, shares in self._spread(state, may, double, len(tiles)):
                    rest = self.memo.get((number + 1, state_after), 0) if number + 1 < len(self.classes) else 1
                    if not rest:
                        continue
                    following[state_after] = following.get(state_after, 0) + before * ways
                    for joint, share in zip(may, shares, strict=True):
                        expected[joint] += before * ways * rest * share
            reached = following
            self._weigh(result, expected, tiles)
        return result

    def _weigh(self, result: Counted, expected: dict[int, int], tiles: list[int]) -> None:
        for joint, weight in expected.items():
            groups = self.groups[joint]
            drawn = self.facts.since[groups[0]] >= 0
            share = weight * self.orders / len(tiles) / (len(groups) if drawn else 1)
            for group in groups if drawn else groups[:1]:
                for tile in tiles:
                    result.weight[tile, group] = share

    def _ways(self, number: int, state: State) -> int:
        """In how many ways the classes from this one on can be spread."""
        if number == len(self.classes):
            return 1
        known = self.memo.get((number, state))
        if known is not None:
            return known
        may, double, tiles = self.classes[number]
        total = 0
        for ways, state_after, _ in self._spread(state, may, double, len(tiles)):
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise TooMany
            total += ways * self._ways(number + 1, state_after)
        self.memo[number, state] = total
        return total

    def _spread(self, state: State, may: tuple[int, ...], double: bool, tiles: int) -> Iterator[tuple[int, State, State]]:
        """All ways to spread a class over its groups: how many choices of tiles, the state after, the shares."""
        count = len(self.groups)

        def spread(
            position: int, left: int, ways: int, after: list[int], shares: State
        ) -> Iterator[tuple[int, State, State]]:
            if position == len(may):
                if not left:
                    yield ways, tuple(after), shares
                return
            joint = may[position]
            most = min(left, after[joint])
            if double and after[count + joint] >= 0:
                most = min(most, after[count + joint])
            least = left - sum(after[other] for other in may[position + 1 :])
            for share in range(max(0, least), most + 1):
                then = list(after)
                then[joint] -= share
                if double and after[count + joint] >= 0:
                    then[count + joint] -= share
                yield from spread(position + 1, left - share, ways * comb(left, share), then, (*shares, share))

        yield from spread(0, tiles, 1, list(state), ())
