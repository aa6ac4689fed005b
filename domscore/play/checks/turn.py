"""Whose turn it is: the end of the round, the leader, the order of play."""

from __future__ import annotations

from domscore.domino.seat import LETTERS
from domscore.play.checks.reason import Reason
from domscore.play.lead import seats_in_words
from domscore.play.state import How, State
from domscore.record.acts import Act, Kind


def round_going_on(state: State, act: Act) -> Reason | None:
    """DOM431: nobody acts after the end (P1.20, P2.11); DOM904: a pass after a block is legal but needless."""
    if act.kind is Kind.PASS and state.dead and state.over in (None, How.BLOCKED):
        if state.over is None:
            return None
        return Reason("DOM904", {"seat": LETTERS[act.seat]})
    if state.over is None:
        return None
    if act.kind is Kind.RESIGN and state.over in (How.OUT, How.BLOCKED, How.VOID, How.LOST):
        return None
    cause = state.faults.after_end or (state.faults.table if state.over in (How.OUT, How.BLOCKED) else None)
    return Reason("DOM431", {"how": state.over.value, "ended": state.ended_at}, cause)


def rightful_leader(state: State, act: Act) -> Reason | None:
    """DOM311: a seat led that does not lead this round (P1.8 to P1.11, P2.4, P2.5, P3.4 to P3.7, P4.G4, P4.B2)."""
    seats = state.lead.seats
    if not state.leading or not state.lead_open or seats is None or act.seat in seats:
        return None
    fields = {"seat": LETTERS[act.seat], "due": seats_in_words(seats), "why": state.lead.why}
    return Reason("DOM311", fields, state.faults.turn)


def in_turn(state: State, act: Act) -> Reason | None:
    """DOM433: everybody passed over could only have passed; DOM401: out of turn otherwise (P1.5, P1.12, P2.7, P3.8)."""
    if state.turn is None or act.seat == state.turn or (state.leading and state.lead_open):
        return None
    if state.leading:
        fields = {"seat": LETTERS[act.seat], "due": [LETTERS[state.turn]], "why": "the lead has passed on"}
        return Reason("DOM311", fields, state.faults.turn)
    skipped = [state.turn, *state.table.next_seats(state.turn, act.seat)]
    if state.dead and (act.kind is Kind.PASS or state.passes + len(skipped) < state.table.players):
        return None  # of the passes that close a block, one per seat, none need be written, nor stand in turn
    cause = state.faults.turn
    if all(_could_only_pass(state, seat) for seat in skipped):
        return Reason("DOM433", {"seat": LETTERS[act.seat], "skipped": [LETTERS[seat] for seat in skipped]}, cause)
    return Reason("DOM401", {"seat": LETTERS[act.seat], "due": LETTERS[state.turn]}, cause)


def _could_only_pass(state: State, seat: int) -> bool:
    return not state.leading and state.can_play(seat) is False and state.drawable_by(seat) == 0 and not state.hidden(seat)


def nothing_was_missed(state: State, act: Act) -> Reason | None:
    """DOM442: points count whether they are called or not, so nobody misses any."""
    return Reason("DOM442", {"seat": LETTERS[act.seat], "points": act.points})
