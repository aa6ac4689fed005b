"""The smallest set of facts that no deal obeys: found by Hall's condition, then shrunk until none can be left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from domscore.infer.facts import BONEYARD, Fact, Facts, What
from domscore.infer.feasible import allowed_by, fill, narrowed

MAX_TRIALS = 2000
"""Sets of facts tried to find one with fewer acts than the one found by shrinking; fewer with more than 28 tiles."""

Unit = list[Fact]
"""Facts that stand or fall together: those of one act, or of one hand."""


def units_of(given: Sequence[Fact]) -> list[Unit]:
    """Facts sorted into units: one for each act and seat, for each hand dealt or shown, for the redeal rule."""
    units: dict[tuple[object, ...], Unit] = {}
    for fact in given:
        kind = What.SHOWN if fact.what is What.KEPT else fact.what
        units.setdefault((kind, fact.act, fact.seat), []).append(fact)
    return list(units.values())


def clash(
    facts: Facts,
    given: Sequence[Fact],
    always: Sequence[Fact] = (),
    ways: Sequence[Sequence[Fact]] = ((),),
    about: int = BONEYARD,
) -> list[Unit]:
    """An irreducible set of units that, with the facts that hold always, no deal obeys.

    Fewest units, as far as ``MAX_TRIALS`` sets allow, and of each only the facts that are needed; plays rather than what was
    shown at the end, and rather what a seat did that it is ``about``. The given facts and those that hold always must clash,
    in each of some alternative ways.
    """

    def impossible(units: Sequence[Unit]) -> bool:
        return all(_shortages(facts, units, always, ways))

    units = sorted(units_of(given), key=lambda unit: (unit[0].seat != about, unit[0].what in (What.SHOWN, What.KEPT)))
    for some in ((), *((unit,) for unit in units), *_without_a_place(facts, units, always)):
        if impossible(some):
            return _needed(some, impossible)
    left = _involved(facts, units, always, ways)
    for unit in reversed(left):
        fewer = [other for other in left if other is not unit]
        if impossible(fewer):
            left = fewer
    trials = MAX_TRIALS * 28 // max(28, facts.table.tiles.size)
    for size in range(2, len(left)):
        for some in combinations(units, size):
            trials -= 1
            if trials < 0:
                return _needed(left, impossible)
            if impossible(some):
                return _needed(some, impossible)
    return _needed(left, impossible)


def _without_a_place(facts: Facts, units: list[Unit], always: Sequence[Fact]) -> Iterator[tuple[Unit, Unit]]:
    """Two units each that leave some tile no place."""
    before = _places(facts, always, {})
    places = [_places(facts, unit, before) for unit in units]
    for (one, mine), (other, theirs) in combinations(zip(units, places, strict=True), 2):
        if any(not mine[tile] & theirs[tile] for tile in mine.keys() & theirs.keys()):
            yield one, other


def _places(facts: Facts, given: Sequence[Fact], before: dict[int, int]) -> dict[int, int]:
    """By tile that facts speak of, the groups that they leave it, of those left before."""
    found: dict[int, int] = {}
    for fact in given:
        for tile in facts.table.tiles.listed(fact.tiles):
            found[tile] = found.get(tile, before.get(tile, facts.all_groups)) & fact.only
    return found


def _needed(units: Sequence[Unit], impossible: Callable[[Sequence[Unit]], bool]) -> list[Unit]:
    """The units without the facts that can be left out."""
    left = [list(unit) for unit in units]
    for unit in left:
        for fact in sorted(unit, key=lambda fact: fact.what is not What.KEPT) if len(unit) > 1 else ():
            unit.remove(fact)
            if not impossible(left):
                unit.append(fact)
    return left


def shortage(facts: Facts, given: Sequence[Fact]) -> tuple[int, list[int]]:
    """Groups (mask) that facts leave fewer tiles than they had places, and those tiles, where they clash."""
    allowed = allowed_by(facts, given)
    _, short = fill(allowed, facts.sizes, facts.table.tiles.everything)
    tiles = 0
    for group, mask in enumerate(allowed):
        tiles |= mask if short >> group & 1 else 0
    return short, list(facts.table.tiles.listed(tiles))


def _involved(facts: Facts, units: list[Unit], always: Sequence[Fact], ways: Sequence[Sequence[Fact]]) -> list[Unit]:
    """The units that keep tiles out of groups that ask for more than they can have, each way: these clash by themselves."""
    shortages = set(_shortages(facts, units, always, ways))
    return [unit for unit in units if any(short & ~fact.only for short in shortages for fact in unit)]


def _shortages(facts: Facts, units: Sequence[Unit], always: Sequence[Fact], ways: Sequence[Sequence[Fact]]) -> Iterator[int]:
    """Each way the groups (mask) that ask for more tiles than they may have; 0 where some deal obeys the units."""
    allowed = allowed_by(facts, [*always, *(fact for unit in units for fact in unit)])
    for way in ways:
        _, short = fill(narrowed(allowed, way), facts.sizes, facts.table.tiles.everything)
        yield short
