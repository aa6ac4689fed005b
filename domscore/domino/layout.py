"""The layout: the tiles on the table, the open places, and what the open ends count.

Places are named as in the record format: ``L`` and ``R`` are the two ends of the line, ``U`` and ``D`` the two ends of the
first spinner; a place hands its letter on to the tile laid there. Arms that grow from later doubles have no letter.

>>> layout = Layout(Spinner.ALL_DOUBLES)
>>> layout.lead(6, 6); layout.count()
12
>>> layout.lay(layout.named("L")[0], 6, 3); layout.count()
15
>>> layout.lay(layout.named("R")[0], 6, 2); layout.count()
5
>>> sorted((place.letter, place.number) for place in layout.places)
[('D', 6), ('L', 3), ('R', 2), ('U', 6)]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any


class Spinner(StrEnum):
    """Which doubles can be played on at their ends too."""

    NONE = "none"
    FIRST_DOUBLE = "first-double"
    LEAD_DOUBLE = "lead-double"
    ALL_DOUBLES = "all-doubles"


class DoubleCount(StrEnum):
    """How long a double counts both halves: until both sides, or until all four edges, are covered."""

    SIDES = "sides"
    EDGES = "edges"


@dataclass(slots=True)
class Laid:
    """A tile on the table: its halves as laid, and how many sides and ends of a double are covered."""

    first: int
    second: int
    spinner: bool = False
    first_spinner: bool = False
    sides: int = 0
    ends: int = 0

    @property
    def double(self) -> bool:
        """Both halves equal."""
        return self.first == self.second


@dataclass(slots=True)
class Place:
    """An open place: the number it shows, the tile it belongs to (index into ``Layout.tiles``), its letter.

    ``end`` marks the short edge of a spinner. ``fault`` is for the reader of a faulty record: whatever made the number
    shown here doubtful, carried on until a fitting tile is laid.
    """

    number: int
    host: int
    letter: str | None
    end: bool = False
    fault: Any = None


class Layout:
    """The tiles laid and the places still open, for lines and for branching layouts alike."""

    __slots__ = ("double_count", "places", "sides_first", "spinner", "spun", "tiles")

    def __init__(self, spinner: Spinner, sides_first: bool = True, double_count: DoubleCount = DoubleCount.SIDES) -> None:
        self.spinner = spinner
        self.sides_first = sides_first
        self.double_count = double_count
        self.tiles: list[Laid] = []
        self.places: list[Place] = []
        self.spun = False

    def copy(self) -> Layout:
        """An independent copy."""
        other = Layout(self.spinner, self.sides_first, self.double_count)
        other.tiles = [replace(tile) for tile in self.tiles]
        other.places = [replace(place) for place in self.places]
        other.spun = self.spun
        return other

    def lead(self, first: int, second: int) -> None:
        """Lay the first tile; its first half is the left end."""
        self._put(Laid(first, second))
        self.places += [Place(first, 0, "L"), Place(second, 0, "R")]
        self._open_ends(0)

    def lay(self, place: Place, touching: int, outer: int) -> None:
        """Lay a tile at an open place (one of ``places``): one half touches it, the other becomes open."""
        self.places.remove(place)
        host = self.tiles[place.host]
        if place.end:
            host.ends += 1
        else:
            host.sides += 1
            self._open_ends(place.host)
        tile = Laid(touching, outer, sides=1)
        self._put(tile)
        self.places.append(Place(outer, len(self.tiles) - 1, place.letter))
        self._open_ends(len(self.tiles) - 1)

    def _put(self, tile: Laid) -> None:
        if tile.double:
            first = not self.spun
            tile.spinner = (
                self.spinner is Spinner.ALL_DOUBLES
                or (self.spinner is Spinner.FIRST_DOUBLE and first)
                or (self.spinner is Spinner.LEAD_DOUBLE and not self.tiles)
            )
            tile.first_spinner = tile.spinner and first
            self.spun = True
        self.tiles.append(tile)

    def _open_ends(self, host: int) -> None:
        """Open the two ends of a spinner once its sides are covered, or at once where the sides need not come first."""
        tile = self.tiles[host]
        if not tile.spinner or tile.ends or any(place.end and place.host == host for place in self.places):
            return
        if tile.sides == 2 or not self.sides_first:
            letters = ("U", "D") if tile.first_spinner else (None, None)
            self.places += [Place(tile.first, host, letter, end=True) for letter in letters]

    def named(self, letter: str) -> list[Place]:
        """The open place with this letter: a list of one, or empty."""
        return [place for place in self.places if place.letter == letter]

    def showing(self, number: int) -> list[Place]:
        """The open places that show this number."""
        return [place for place in self.places if place.number == number]

    def on_tile(self, first: int, second: int) -> list[Place]:
        """The open places of the tile with these halves, in either order."""
        wanted = {(first, second), (second, first)}
        return [place for place in self.places if (self.tiles[place.host].first, self.tiles[place.host].second) in wanted]

    def numbers(self) -> list[int]:
        """The open numbers, one for each number, in order."""
        return sorted({place.number for place in self.places})

    def counted(self) -> list[tuple[Laid, int]]:
        """The tiles that count at the open ends and what each is worth: open halves; an uncovered double both."""
        worth = []
        for index, tile in enumerate(self.tiles):
            if tile.double:
                covered = tile.sides if self.double_count is DoubleCount.SIDES else tile.sides + tile.ends
                limit = 4 if self.double_count is DoubleCount.EDGES and tile.spinner else 2
                if covered < limit:
                    worth.append((tile, 2 * tile.first))
            else:
                worth += [(tile, place.number) for place in self.places if place.host == index]
        return worth

    def count(self) -> int:
        """The open ends added up (P4.M3, P4.F4); 0 on an empty table."""
        return sum(worth for _, worth in self.counted())
