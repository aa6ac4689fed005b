"""What the acts of a round show about tiles that nobody saw: who laid, drew or passed when, and what would have fitted."""

from __future__ import annotations

from typing import NamedTuple

from domscore.play.state import State
from domscore.record.acts import Kind


class Moment(NamedTuple):
    """A tile laid, a tile drawn, or a pass. Acts that a ruling takes back leave none.

    Attributes:
        act: the act's number, from 1; of a pass that was not written, that of the act that shows it.
        seat: whose act it was.
        kind: a play, a draw (one moment for each tile) or a pass.
        tile: the tile's number; -1 where nobody saw it, and for a pass.
        fitting: mask of the tiles that fitted an open place beyond doubt before it; 0 for a play or a pass on the lead.
        sound: replay found nothing illegal in it.
    """

    act: int
    seat: int
    kind: Kind
    tile: int
    fitting: int
    sound: bool


def surely_fitting(state: State) -> int:
    """Mask of the tiles that fit an open place whose number no earlier fault makes doubtful; before the lead all tiles."""
    if state.leading:
        return state.table.tiles.everything
    containing = state.table.tiles.containing
    mask = 0
    for place in state.layout.places:
        if place.fault is None:
            mask |= containing[place.number]
    return mask
