"""The count of the open ends in words: what each open place counts, and what the sum is worth."""

from __future__ import annotations

from typing import Any, NamedTuple

from domscore.domino.layout import DoubleCount, Layout
from domscore.domino.tile import spelled
from domscore.explain.lines import Line, added_up, cited, clauses, joined, plural
from domscore.play.placing import place_name
from domscore.play.table import Table


class Counted(NamedTuple):
    """An open place, or a double with open edges, and what it counts."""

    place: str
    tile: str
    worth: int
    how: str


def counted_places(layout: Layout) -> list[Counted]:
    """Every open place; a double once, however many of its edges are open."""
    worth = layout.counted()
    found = []
    for index, tile in enumerate(layout.tiles):
        here = [place for place in layout.places if place.host == index]
        if not here:
            continue
        name = spelled(tile.first, tile.second)
        mine = [value for one, value in worth if one is tile]
        names = "/".join(dict.fromkeys(place_name(layout, place) for place in here))
        if tile.double:
            found.append(Counted(names, name, sum(mine), "double, both halves" if mine else "double, covered"))
        else:
            found += [Counted(place_name(layout, p), name, w, "open half") for p, w in zip(here, mine, strict=True)]
    return found


def place_lines(places: list[Counted]) -> list[Line]:
    """A line for each place."""
    return [
        Line("place", f"{one.place}: {one.tile}, {one.how}: {one.worth}", dict(one._asdict()), depth=1) for one in places
    ]


def sum_line(table: Table, worths: list[int], count: int, points: int) -> Line:
    """``"12 + 3 = 15 -> 3 points"``."""
    named = clauses(table.rules, "in_play", "double_count")
    values: dict[str, Any] = {"worths": worths, "count": count, "points": points}
    text = f"The open ends: {f'{added_up(worths)} = ' if len(worths) > 1 else ''}{count}"
    if not table.scores:
        return Line("count", f"{text}; nothing is scored in play here{cited(named)}.", values, clauses=named)
    if not points and count:
        divisors = joined(map(str, table.divisors), "or")
        text += f", no multiple of {divisors}"
    return Line("count", f"{text} -> {plural(points, 'point')}{cited(named)}.", values, clauses=named)


def other_count(table: Table, layout: Layout, count: int) -> list[Line]:
    """What the count would be if a double counted until all its edges are covered (P4.F3 to the letter)."""
    named = clauses(table.rules, "double_count")
    if "P4.F3" not in named or not table.scores:
        return []
    other = layout.copy()
    sides = layout.double_count is DoubleCount.SIDES
    other.double_count = DoubleCount.EDGES if sides else DoubleCount.SIDES
    there = other.count()
    if there == count:
        return []
    points = table.points_of_count(there)
    words = "until all four edges are covered" if sides else "until both its sides are covered"
    text = (
        f"Read otherwise (double_count = {other.double_count.value}: a double counts {words}) the open ends would count "
        f"{there} -> {plural(points, 'point')}{cited(named)}."
    )
    values = {"field": "double_count", "other": other.double_count.value, "count": there, "points": points}
    return [Line("other-reading", text, values, clauses=named)]
