"""Drawing: only where the rules have it, only when stuck, only from what may be drawn."""

from __future__ import annotations

from domscore.domino.seat import LETTERS
from domscore.play.checks.passing import only_doubtful
from domscore.play.checks.reason import Reason
from domscore.play.state import State
from domscore.record.acts import Act


def drawing_exists(state: State, act: Act) -> Reason | None:
    """DOM422: some games have no drawing (P2.3, P3.13, P4.B1)."""
    if state.table.draws:
        return None
    return Reason("DOM422", {"seat": LETTERS[act.seat], "rules": state.table.rules.name})


def no_playable_tile(state: State, act: Act) -> Reason | None:
    """DOM421: nobody draws holding a tile that fits, nor goes on drawing after one did (P1.18, P3.10, P4.M5)."""
    table = state.table
    playable = state.hands[act.seat] & state.fitting()
    if not playable or not table.draws or table.draws_at_will:
        return None
    fields = {"seat": LETTERS[act.seat], "ends": state.ends(), "playable": table.tiles.names_of(playable)}
    return Reason("DOM421", fields, only_doubtful(state, playable))


def boneyard_not_empty(state: State, act: Act) -> Reason | None:
    """DOM424: nothing can be drawn from an empty boneyard (P1.16)."""
    if not state.table.draws or state.boneyard_size > 0:
        return None
    return Reason("DOM424", {"seat": LETTERS[act.seat]})


def not_from_reserve(state: State, act: Act) -> Reason | None:
    """DOM423: the last tiles are never drawn (P3.11, P4.D3, P4.M5)."""
    table = state.table
    if not table.draws or state.boneyard_size == 0 or state.boneyard_size > table.reserve:
        return None
    return Reason("DOM423", {"seat": LETTERS[act.seat], "reserve": table.reserve, "boneyard": state.boneyard_size})


def boneyard_holds_it(state: State, act: Act) -> Reason | None:
    """DOM425: a tile is drawn from the boneyard, not from elsewhere."""
    if act.tile == "?" or state.boneyard_size == 0:
        return None
    number = state.table.tiles.number[act.tile]
    where = state.where(number)
    nowhere = where is None and state.boneyard.bit_count() >= state.boneyard_size > 0
    if where == "in the boneyard" or (where is None and not nowhere):
        return None
    fields = {"seat": LETTERS[act.seat], "tile": act.tile, "where": where or "not in the boneyard"}
    return Reason("DOM425", fields, state.faults.tiles.get(number))


def not_too_many(state: State, act: Act) -> Reason | None:
    """DOM426: so many draws in a turn and no more, where the rules set a limit."""
    if not state.table.draws or state.drawn_by(act.seat) < state.table.most_draws:
        return None
    return Reason("DOM426", {"seat": LETTERS[act.seat], "most": state.table.most_draws})
