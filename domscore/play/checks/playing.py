"""Playing a tile: it is in the set, in the hand, the one the lead asks for, and fits where it is laid."""

from __future__ import annotations

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding
from domscore.play.checks.reason import Reason
from domscore.play.placing import place_name, placing
from domscore.play.state import State
from domscore.record.acts import Act, Kind, Named


def tile_of_the_set(state: State, act: Act) -> Reason | None:
    """DOM301: the set has no such tile (P1.2, P2.2, P3.2, P4.G1)."""
    if act.tile == "?" or act.tile in state.table.tiles.number:
        return None
    return Reason("DOM301", {"tile": act.tile, "highest": state.table.tiles.highest})


def not_yet_played(state: State, act: Act) -> Reason | None:
    """DOM403: each tile is there once (P1.2)."""
    number = state.table.tiles.number[act.tile]
    if not state.on_table >> number & 1:
        return None
    return Reason("DOM403", {"tile": act.tile}, state.faults.tiles.get(number))


def tile_held(state: State, act: Act) -> Reason | None:
    """DOM402: a tile is played from the hand that holds it."""
    number = state.table.tiles.number[act.tile]
    bit = 1 << number
    if (state.on_table | state.hands[act.seat]) & bit:
        return None
    where = state.where(number)
    if where is None and state.hidden(act.seat):
        return None
    fields = {"seat": LETTERS[act.seat], "tile": act.tile, "where": where or "not known where"}
    instead = state.faults.instead.get(act.seat) if where in (None, "in the boneyard") else None
    if instead is not None and instead.act is None and state.faults.left_over & bit:
        instead = None
    cause = state.faults.tiles.get(number) or instead
    return Reason("DOM402", fields, cause)


def forced_lead_tile(state: State, act: Act) -> Reason | None:
    """DOM312: the first tile of the first round is forced (P1.8 to P1.10, P3.4, P3.5)."""
    due = state.lead.tiles.get(act.seat)
    if not state.leading or not state.lead_open or not due or state.table.tiles.number.get(act.tile) in due:
        return None
    names = [state.table.tiles.names[number] for number in sorted(due, reverse=True)]
    return Reason("DOM312", {"seat": LETTERS[act.seat], "tile": act.tile, "due": names})


def fits_where_named(state: State, act: Act) -> Reason | None:
    """DOM404, DOM406, DOM407: a half matches the open number it is laid at (P1.12, P1.14, P2.7, P3.8, P4.B3, P4.F3)."""
    assert act.kind is Kind.PLAY
    if state.on_table >> state.table.tiles.number[act.tile] & 1:
        return None
    found = placing(state.layout, act)
    if found.code is None:
        return None
    cause = _doubtful(state, act)
    ends = state.ends()
    if found.code == "DOM404":
        return Reason("DOM404", {"tile": act.tile, "ends": ends, "place": act.place_text or None}, cause)
    fits = [place_name(state.layout, place) for place in found.fits]
    place = f"on {act.place_text}" if act.place in (Named.NUMBER, Named.TILE) else act.place_text
    fields = {"tile": act.tile, "place": place, "fits": fits, "ends": ends}
    if found.misfit:
        named = place if place.startswith("on ") else f"at {place}"
        return Reason("DOM406", {**fields, "place": named, "shows": found.misfit[0].number}, cause)
    return Reason("DOM407", {**fields, "why": _why_closed(state, act)}, cause)


def _doubtful(state: State, act: Act) -> Finding | None:
    """The finding that makes the place doubtful: that of the place named, or of any when none is named or open."""
    found = placing(state.layout, act)
    moved = state.faults.tiles.get(state.table.tiles.number[act.tile])
    if moved is not None:  # it may be another one
        return moved
    if found.misfit:
        faults = [place.fault for place in found.misfit]
        return None if None in faults else faults[0]
    if act.place is Named.TILE:  # a tile that was left out is not there to be joined
        joined = state.table.tiles.number.get(f"{act.on // 100}-{act.on % 100}", -1)
        left_out = state.faults.tiles.get(joined)
        if left_out is not None and not state.on_table >> joined & 1:
            return left_out
    return next((place.fault for place in state.layout.places if place.fault is not None), None)


def _why_closed(state: State, act: Act) -> str:
    """The reading that a closed end of a double rests on, in words."""
    layout = state.layout
    wanted = divmod(act.on, 100) if act.place is Named.TILE else None
    for tile in layout.tiles:
        named = (act.place in (Named.U, Named.D) and tile.first_spinner) or (
            wanted is not None and wanted == (tile.first, tile.second)
        )
        if named and tile.spinner and tile.sides < 2 and layout.sides_first:
            return " (both sides of a double come before its ends: the reading sides_first of P4.F3)"
    return ""
