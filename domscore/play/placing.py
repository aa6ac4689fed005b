"""Where a played tile may lie: from the place an act names to open places of the layout."""

from __future__ import annotations

from typing import NamedTuple

from domscore.domino.layout import Layout, Place
from domscore.record.acts import Act, Named


class Placing(NamedTuple):
    """What an act's place comes to.

    Attributes:
        places: the open places that the act may mean and the tile fits; several are several readings.
        code: DOM404, DOM406 or DOM407 when there is none.
        misfit: where a tile that does not fit is laid all the same: the open places it may name; none leaves it out.
        fits: all open places that the tile fits.
    """

    places: list[Place]
    code: str | None
    misfit: list[Place]
    fits: list[Place]


def placing(layout: Layout, act: Act) -> Placing:
    """Where the act lays its tile. At the lead there are no places, and none is needed."""
    fits = [place for place in layout.places if place.number in (act.first, act.second)]
    if not layout.tiles:
        return Placing([], None, [], fits)
    if act.place is Named.NOT:
        return Placing(fits, None if fits else "DOM404", [], fits)
    named = _named(layout, act)
    meant = [place for place in named if place.number in (act.first, act.second)]
    if meant:
        return Placing(meant, None, [], fits)
    if not fits:
        return Placing([], "DOM404", named, fits)
    return Placing([], "DOM406" if named else "DOM407", named, fits)


def _named(layout: Layout, act: Act) -> list[Place]:
    if act.place is Named.NUMBER:
        return layout.showing(act.on)
    if act.place is Named.TILE:
        return layout.on_tile(*divmod(act.on, 100))
    return layout.named(act.place.name)


def halves_at(place: Place, act: Act) -> tuple[int, int]:
    """The half that touches and the half that becomes open; of a tile that does not fit, the first-written touches."""
    if act.second == place.number != act.first:
        return act.second, act.first
    return act.first, act.second


def place_name(layout: Layout, place: Place) -> str:
    """How an act names a place: its letter, or ``on`` its tile."""
    if place.letter is not None:
        return place.letter
    tile = layout.tiles[place.host]
    return f"on {max(tile.first, tile.second)}-{min(tile.first, tile.second)}"
