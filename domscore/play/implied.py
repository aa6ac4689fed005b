"""What was not written: passes and draws that a record leaves out (``recording`` in the format)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domscore.domino.seat import LETTERS
from domscore.play.checks import Reason
from domscore.play.checks.passing import nothing_playable, nothing_to_draw, only_doubtful
from domscore.record.acts import Act, Kind

if TYPE_CHECKING:
    from domscore.play.replay import Replay
    from domscore.play.step import Step


def infer_passes(replay: Replay, step: Step) -> None:
    """Passes that were not written: of the seats between the one to move and the one that acts; judged like any others."""
    state = replay.state
    if state.turn is None or state.turn == step.act.seat or state.leading or state.dead:
        return
    for seat in [state.turn, *state.table.next_seats(state.turn, step.act.seat)]:
        state.turn = seat
        passing = Act(seat, Kind.PASS)
        if replay.setting.draws_implied:
            _drew_all(replay, seat)
        reason = nothing_playable(state, passing) or nothing_to_draw(state, passing)
        if reason is not None:
            finding = replay.finding(step, reason, seat)
            step.findings.append(finding)
            state.faults.passing = finding.root
        elif replay.cannot_tell(seat):
            replay.unjudged.setdefault(seat, []).append(step.number)
        replay.inferred.append((seat, step.number))
        replay.seen(step, Kind.PASS, -1, seat, sound=reason is None)
        state.pass_on(seat)


def infer_draws(replay: Replay, step: Step) -> None:
    """Draws that were not written: before a pass, all that may be drawn; before a tile not held, at least one."""
    state, act = replay.state, step.act
    if not state.table.draws or state.leading or act.seat != state.turn or state.drawable() == 0:
        return
    if act.kind is Kind.PASS and not replay.ruled_on(step.number - 1):
        _drew_all(replay, act.seat)
    if act.kind is not Kind.PLAY or act.tile not in state.table.tiles.number:
        return
    bit = state.table.tiles.bit[act.tile]
    elsewhere = state.on_table
    for hand in state.hands:
        elsewhere |= hand
    if elsewhere & bit:
        return
    playable = state.hands[act.seat] & state.fitting()
    if playable and not state.hidden(act.seat) and not state.table.draws_at_will:
        names = state.table.tiles.names_of(playable)
        fields = {"seat": LETTERS[act.seat], "ends": state.ends(), "playable": names}
        step.findings.append(replay.finding(step, Reason("DOM421", fields, only_doubtful(state, playable)), act.seat))
    if state.unseen[act.seat] == 0 and not state.vague[act.seat]:
        state.hands[act.seat] |= bit
        state.boneyard_size -= 1
    state.boneyard = 0
    state.vague[act.seat] = state.boneyard_vague = replay.hidden = True


def _draws_limited(replay: Replay) -> bool:
    """A seat may pass before the boneyard is down to its reserve."""
    state = replay.state
    return state.table.draws and state.table.most_draws < state.boneyard_size - state.table.reserve


def anything_drawn(replay: Replay) -> None:
    """Where draws are not written, and nothing that is written need show them, no hand has a known number of tiles.

    That is so where tiles may be drawn at will, where a lap of passes may be left out, each after a few draws, and where a
    seat passed by an act that a ruling dealt with, before it had drawn all it could perhaps.
    """
    state = replay.state
    ruled = any(act.kind is Kind.PASS and replay.ruled_on(index) for index, act in enumerate(replay.acts))
    early = state.table.draws and (ruled or (replay.setting.passes_implied and _draws_limited(replay)))
    if not state.table.draws_at_will and not early:
        return
    state.vague = [True] * state.table.players
    state.boneyard, state.boneyard_vague, replay.hidden = 0, True, True


def draw_the_rest(replay: Replay) -> None:
    """Where draws are not written: the seat to move may have drawn all it could, and so blocked the round (P3.14)."""
    state = replay.state
    seat = state.turn
    if not replay.setting.draws_implied or seat is None or state.leading or state.over is not None:
        return
    if state.table.draws and state.drawable() != 0:
        _drew_all(replay, seat)


def begin_to_draw(replay: Replay) -> None:
    """Where draws are not written and play stops: the seat to move, if it was stuck, may have drawn some."""
    state = replay.state
    seat = state.turn
    if not replay.setting.draws_implied or seat is None or state.leading or state.over is not None:
        return
    if state.drawable() != 0 and not state.hands[seat] & state.fitting():
        state.vague[seat] = state.boneyard_vague = replay.hidden = True
        state.boneyard = 0


def _drew_all(replay: Replay, seat: int) -> None:
    state = replay.state
    if state.drawable() == 0 or state.hands[seat] & state.fitting():
        return
    if state.table.draws_at_will or _draws_limited(replay):
        state.vague[seat] = state.boneyard_vague = replay.hidden = True
        state.boneyard = 0
        return
    reserve = state.table.reserve
    if reserve == 0 and not state.boneyard_vague and state.boneyard.bit_count() == state.boneyard_size:
        state.hands[seat] |= state.boneyard
    elif state.boneyard_vague:
        state.vague[seat] = True
    else:
        state.unseen[seat] += max(0, state.boneyard_size - reserve)
    state.boneyard, state.boneyard_size, state.boneyard_vague = 0, min(reserve, state.boneyard_size), False
    replay.hidden = replay.hidden or state.hidden(seat)
