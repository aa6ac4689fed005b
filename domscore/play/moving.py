"""Tiles on the move: from the hand, or wherever it was, to the table; from the boneyard to a hand."""

from __future__ import annotations

from domscore.domino.layout import Place
from domscore.findings.finding import Finding
from domscore.play.placing import halves_at
from domscore.play.state import State
from domscore.play.step import Step
from domscore.record.acts import Act


def take(step: Step, number: int) -> None:
    """Take the tile from its hand, or from where it was."""
    state, seat, bit = step.state, step.act.seat, 1 << number
    if state.hands[seat] & bit:
        state.hands[seat] ^= bit
        return
    fault = next((f.root for f in step.findings if f.code == "DOM402"), None)
    if fault is None:
        if state.unseen[seat]:
            state.unseen[seat] -= 1
        return
    faults = state.faults
    faults.tiles[number] = faults.hands[seat] = fault
    faults.table = faults.table or fault
    for holder, hand in enumerate(state.hands):
        if hand & bit:
            state.hands[holder] ^= bit
            faults.hands[holder] = faults.instead[holder] = fault
    if state.boneyard & bit:
        state.boneyard ^= bit
        state.boneyard_size -= 1


def lay(step: Step, place: Place | None, number: int, fits: list[Place]) -> None:
    """Lay a tile that was taken; ``fits``: where it would have fitted, in doubt when it was laid elsewhere."""
    state, act = step.state, step.act
    fault = next((f.root for f in step.findings if f.code == "DOM402"), None)
    state.on_table |= 1 << number
    step.laid = True
    if state.leading:
        state.leader = act.seat
        state.layout.lead(act.first, act.second)
        _doubt(state, 0, fault)
        return
    assert place is not None
    touching, outer = halves_at(place, act)
    if touching != place.number:
        misplaced = place.fault or next(f.root for f in step.findings if f.code in ("DOM404", "DOM406"))
        for other in fits:
            other.fault = other.fault or misplaced
        fault = fault or misplaced
    state.layout.lay(place, touching, outer)
    _doubt(state, len(state.layout.tiles) - 1, fault)


def _doubt(state: State, host: int, fault: Finding | None) -> None:
    """The open places of a tile that may be another one, or lie elsewhere, are doubtful."""
    for place in state.layout.places if fault is not None else ():
        if place.host == host:
            place.fault = fault


def draw_one(state: State, act: Act) -> None:
    """One tile goes from the boneyard to the hand, seen or not."""
    state.drew, state.draws = act.seat, state.drawn_by(act.seat) + 1
    state.boneyard_size -= 1
    if act.tile == "?":
        if state.boneyard_size == 0 and state.boneyard.bit_count() == 1:
            state.hands[act.seat] |= state.boneyard
            state.boneyard = 0
            return
        state.unseen[act.seat] += 1
        state.boneyard = 0
        return
    bit = state.table.tiles.bit[act.tile]
    state.boneyard &= ~bit
    state.hands[act.seat] |= bit
