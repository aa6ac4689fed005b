"""Passing: only who has nothing to play, and nothing to draw, passes."""

from __future__ import annotations

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding
from domscore.play.checks.reason import Reason
from domscore.play.state import State
from domscore.record.acts import Act


def not_on_lead(state: State, act: Act) -> Reason | None:
    """DOM413: who leads can always play (P2.9)."""
    return Reason("DOM413", {"seat": LETTERS[act.seat]}) if state.leading else None


def nothing_playable(state: State, act: Act) -> Reason | None:
    """DOM411: nobody passes holding a tile that fits (P1.17, P2.8, P3.12, P3.13)."""
    if state.leading:
        return None
    playable = state.hands[act.seat] & state.fitting()
    if not playable:
        return None
    fields = {"seat": LETTERS[act.seat], "ends": state.ends(), "playable": state.table.tiles.names_of(playable)}
    return Reason("DOM411", fields, only_doubtful(state, playable))


def only_doubtful(state: State, playable: int) -> Finding | None:
    """The earlier finding that all the playable tiles rest on; None when one fits beyond doubt.

    Tiles that are where they ought to be rest on their places, and the earliest finding about those decides; the others
    rest on how they came there.
    """
    faults = state.faults
    tiles = state.table.tiles
    sure = 0
    for place in state.layout.places:
        if place.fault is None:
            sure |= tiles.containing[place.number]
    for number in tiles.listed(playable & sure):
        if number not in faults.tiles:
            return None
    held = list(tiles.listed(playable))
    plain = [number for number in held if number not in faults.tiles]
    if not plain:
        return faults.tiles[held[0]]
    fitting = [place for place in state.layout.places if any(tiles.containing[place.number] >> one & 1 for one in plain)]
    doubts = [place.fault for place in fitting if isinstance(place.fault, Finding)]
    return min(doubts, key=_when) if doubts else None


def _when(fault: Finding) -> int:
    return fault.act or 0


def nothing_to_draw(state: State, act: Act) -> Reason | None:
    """DOM412: where stuck players draw, nobody passes while a tile may be drawn (P1.15, P1.16, P3.10, P3.12, P4.M5)."""
    drawable = state.drawable_by(act.seat)
    if state.leading or not drawable or state.hands[act.seat] & state.fitting():
        return None
    return Reason("DOM412", {"seat": LETTERS[act.seat], "drawable": drawable, "boneyard": state.boneyard_size})
