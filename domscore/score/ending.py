"""How a round ended whose acts are written, and whether it ended at all."""

from __future__ import annotations

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding
from domscore.play.replay import Replay
from domscore.play.state import How, State
from domscore.play.table import Table
from domscore.record.acts import Kind
from domscore.record.models import Round
from domscore.score.hidden import Explained
from domscore.score.judged import Judged, Place
from domscore.score.round_end import Hands

_WHETHER_BLOCKED = "whether anybody could still move at the end"


def _dead_at_end(state: State, hands: Hands, explained: Explained | None) -> bool | None:
    """Nobody could move when the acts ended: by the acts, by the tiles turned up, by what follows from them."""
    if state.dead:
        return True
    dead = _dead_by_evidence(state, hands)
    return explained.dead if dead is None and explained is not None else dead


def how_it_ended(
    table: Table, round_: Round, replay: Replay, place: Place, hands: Hands, void: bool, judged: Judged
) -> tuple[How | None, list[Finding]]:
    """How the round ended, and DOM432 when it did not.

    Where a block comes at once, a round said to have stopped may have been over before: hidden tiles leave that open.
    """
    state = replay.state
    claimed = None if round_.result is None else round_.result.how
    if _may_be_out(state) and claimed in (None, "out"):
        shown_out = judged.shown is not None and judged.shown.count[state.last_player or 0] == 0
        return (How.OUT if claimed or shown_out else None), []
    dead = _dead_at_end(state, hands, judged.explained)
    if state.over is not None:
        return _how_over(table, state, claimed, dead, judged), []
    said = _as_said(round_, state, claimed, place, void)
    stopped = said in (How.UNFINISHED, How.RESIGNED) and claimed != "void" and round_.acts_complete
    may_be_blocked = dead is not False and (claimed == "blocked" or not table.passes_for_block)
    if said is not None and not (stopped and may_be_blocked):
        return said, []
    if dead:
        return How.BLOCKED, []
    if dead is None:
        judged.missing.append(_WHETHER_BLOCKED)
        return (How.BLOCKED if claimed == "blocked" else said if claimed == said else None), []
    if may_be_target(replay):
        return (How.TARGET if claimed == "target" else None), []
    able = [LETTERS[seat] for seat in range(table.players) if _able(state, seat, hands)]
    everybody_passed = state.passes >= table.players
    cause = (state.faults.passing if everybody_passed else None) or state.faults.table
    fields = {"able": able or ["somebody"], "ends": state.ends()}
    return How.UNFINISHED, [Finding("DOM432", f"{place.path}/acts", fields, round=place.number, cause=cause)]


def may_be_target(replay: Replay) -> bool:
    """The last act (rulings, claims and resignations apart) may have reached the target: that total is not known."""
    last = max((number for number, act in enumerate(replay.acts, 1) if act.kind <= Kind.PASS), default=0)
    return replay.target_unknown is not None and replay.target_unknown == last


def _as_said(round_: Round, state: State, claimed: str | None, place: Place, void: bool) -> How | None:
    """An end that no act shows but the record tells; None when it does not."""
    if claimed == "unfinished" or not round_.acts_complete:
        return How.UNFINISHED
    if state.dead or (state.table.passes_for_block and state.all_passed):
        return How.BLOCKED
    if claimed == "void":
        return How.VOID if void else How.UNFINISHED
    if claimed == "resigned" or (place.last and place.match_how == "resigned"):
        return How.RESIGNED
    return How.UNFINISHED if place.last and place.match_how in ("inactive", "abandoned") else None


def _how_over(table: Table, state: State, claimed: str | None, dead: bool | None, judged: Judged) -> How | None:
    """How a round ended that an act ended; a tile that reached the target may have blocked the round as well.

    Where a block comes at once, one before a resignation had ended the round already.
    """
    resigned = state.over is How.RESIGNED and not table.passes_for_block
    if resigned and dead is None:
        judged.missing.append(_WHETHER_BLOCKED)
        return How.RESIGNED if claimed == "resigned" else None
    if resigned and dead:
        return How.BLOCKED
    if state.over is not How.TARGET:
        return state.over
    if dead is None:
        judged.missing.append(_WHETHER_BLOCKED)
    return How.BLOCKED if dead or (dead is None and claimed == "blocked") else How.TARGET


def _may_be_out(state: State) -> bool:
    """The last tile laid may have been its seat's last one: draws that were not written leave that open."""
    last = state.last_player
    if last is None or state.over not in (None, How.BLOCKED, How.TARGET, How.RESIGNED) or state.faults.after_end is not None:
        return False
    return state.is_out(last) is None and state.turn == state.table.following[last]


def _able(state: State, seat: int, hands: Hands) -> bool:
    tiles = hands.tiles[seat]
    return bool((state.hands[seat] if tiles is None else tiles) & state.fitting()) or bool(state.drawable())


def _dead_by_evidence(state: State, hands: Hands) -> bool | None:
    """Nobody can move: by the acts, or by the tiles turned up."""
    dead = state.nobody_can_move()
    if dead is not None or state.drawable() is None:
        return dead
    fitting = state.fitting()
    masks = [tiles if state.hidden(seat) else state.hands[seat] for seat, tiles in enumerate(hands.tiles)]
    if any(mask is not None and mask & fitting for mask in masks):
        return False
    return None if any(mask is None for mask in masks) else True
