"""Deals that obey facts: a matching of tiles and slot groups, by augmenting paths over masks.

``allowed`` gives by group the mask of the tiles that may be in it; ``held`` a deal: by group the mask of the tiles in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domscore.infer.facts import Fact, Facts, What


def allowed_by(facts: Facts, given: Iterable[Fact]) -> list[int]:
    """By group, the tiles that the given facts leave possible one by one."""
    return narrowed([facts.table.tiles.everything] * len(facts.sizes), given)


def narrowed(allowed: list[int], given: Iterable[Fact]) -> list[int]:
    """By group, the tiles that are left of those allowed by further facts. Facts about the same groups count as one."""
    tiles_only: dict[int, int] = {}
    for fact in given:
        tiles_only[fact.only] = tiles_only.get(fact.only, 0) | fact.tiles
    masks = list(allowed)
    for only, mask in tiles_only.items():
        tiles = ~mask
        for group in range(len(masks)):
            if not only >> group & 1:
                masks[group] &= tiles
    return masks


def fill(allowed: list[int], sizes: list[int], everything: int) -> tuple[list[int] | None, int]:
    """A deal, or None and the mask of groups that ask for more tiles than they may have together (Hall's condition).

    The sizes must add up to the number of tiles.
    """
    held = [0] * len(sizes)
    free = everything
    order = sorted(range(len(sizes)), key=lambda group: allowed[group].bit_count() - sizes[group])
    for group in order:
        room = allowed[group] & free
        take = room
        while take.bit_count() > sizes[group]:
            take &= take - 1
        held[group] = take
        free ^= take
    for group in order:
        while held[group].bit_count() < sizes[group]:
            free, short = _augment(group, allowed, held, free)
            if short:
                return None, short
    return held, 0


def _augment(start: int, allowed: list[int], held: list[int], free: int) -> tuple[int, int]:
    """One more tile for a group, passed on along a shortest path: the tiles still free, 0; or the groups that lack one."""
    came: dict[int, tuple[int, int]] = {start: (-1, 0)}
    queue = [start]
    for group in queue:
        may = allowed[group]
        spare = may & free
        if spare:
            bit = spare & -spare
            free ^= bit
            while group >= 0:
                held[group] |= bit
                parent, via = came[group]
                held[group] &= ~via
                group, bit = parent, via
            return free, 0
        for other, there in enumerate(held):
            movable = there & may
            if movable and other not in came:
                came[other] = (group, movable & -movable)
                queue.append(other)
    return free, sum(1 << group for group in came)


def possible_in(allowed: list[int], held: list[int]) -> list[int]:
    """By group, the mask of the tiles that are in it in at least one deal.

    A tile can move from its group to another if a round trip of such moves brings the first group a tile back: the two are
    in one strongly connected component of the groups.
    """
    count = len(held)
    loose = [group for group in range(count) if held[group] != allowed[group]]
    reach = {group: 1 << group for group in loose}
    for group in loose:
        for other in loose:
            if held[group] & allowed[other]:
                reach[group] |= 1 << other
    for middle in loose:
        for group in loose:
            if reach[group] >> middle & 1:
                reach[group] |= reach[middle]
    possible = list(held)
    for group in loose:
        for other in loose:
            if reach[group] >> other & 1 and reach[other] >> group & 1:
                possible[group] |= held[other] & allowed[group]
    return possible


class Deals:
    """All deals that obey the given facts and one at least of some alternatives.

    Attributes:
        given: the facts; ``alternatives``: one of these at least holds besides.
        worlds: for each alternative that leaves a deal, what is allowed, and one deal.
        never: by seat, tiles that it never held although they may be in a group that it took some of.
    """

    def __init__(self, facts: Facts, given: Iterable[Fact], alternatives: Sequence[list[Fact]] = ((),)) -> None:  # type: ignore[assignment]
        self.facts, self.alternatives = facts, alternatives
        base = self.given = list(given)
        self.never: dict[int, int] = {}
        for seat in facts.open:
            self.never[seat] = sum(tiles for other, tiles in enumerate(facts.laid) if other != seat)
        for fact in base if facts.open else ():
            if fact.what is What.NEVER:
                self.never[fact.seat] |= fact.tiles
        everything = facts.table.tiles.everything
        always = allowed_by(facts, base)
        self.worlds: list[tuple[list[int], list[int]]] = []
        for alternative in alternatives:
            allowed = narrowed(always, alternative) if alternative else always
            held, _ = fill(allowed, facts.sizes, everything)
            if held is not None:
                self.worlds.append((allowed, held))
        self._possible: list[list[int]] | None = None

    def __bool__(self) -> bool:
        """There is a deal."""
        return bool(self.worlds)

    def possible(self) -> list[list[int]]:
        """By world and group, the tiles that may be there."""
        if self._possible is None:
            self._possible = [possible_in(allowed, held) for allowed, held in self.worlds]
        return self._possible

    def held(self, groups: int, without: int = 0) -> tuple[int, int]:
        """Masks of the tiles that are certainly, and possibly, in these groups; some tiles left out of both."""
        certain, possible = self.facts.table.tiles.everything, 0
        for world in self.possible():
            inside = outside = 0
            for group, mask in enumerate(world):
                if groups >> group & 1:
                    inside |= mask
                else:
                    outside |= mask
            possible |= inside
            certain &= ~outside
        return certain & possible & ~without, possible & ~without

    def at(self, seat: int, moment: int | None = None) -> tuple[int, int]:
        """Masks of the tiles that a seat certainly, and possibly, held before a moment, or at the end."""
        facts = self.facts
        gone = facts.laid[seat] if moment is None else facts.laid_before(seat, moment)
        certain, possible = self.held(facts.groups_of(seat, moment), gone)
        if not facts.unwritten:
            return certain, possible
        _, possible = self.held(facts.reach(seat, moment), gone | self.never.get(seat, 0))
        return certain & possible, possible
