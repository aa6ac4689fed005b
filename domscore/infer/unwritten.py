"""Draws that were not written: how many tiles each seat drew in the round, as far as what is left tells."""

from __future__ import annotations

from domscore.play.deal import Deal
from domscore.play.moments import Moment
from domscore.play.replay import Replay
from domscore.play.table import Table
from domscore.record.acts import Kind
from domscore.score.evidence import Shown


def pass_empties(table: Table, size: int) -> bool:
    """A seat that passes has drawn all there was to draw: it must draw until a tile fits, as many as it takes."""
    return table.draws and not table.draws_at_will and table.most_draws >= size - table.reserve


def drawn_counts(table: Table, deal: Deal, replay: Replay, shown: Shown | None) -> list[int | None] | None:
    """By seat, how many tiles it drew, None where that is not known; None when what was counted cannot be.

    Args:
        table: the rules at this table.
        deal: as far as it is given.
        replay: gone through to the end.
        shown: the tiles turned up when the acts ended; None when they were turned up later, or not at all.
    """
    drawable = max(0, deal.boneyard_size - table.reserve)
    found: list[int | None] = []
    for seat in range(table.players):
        left = _left(replay, seat, shown)
        laid = sum(one.kind is Kind.PLAY and one.seat == seat for one in replay.moments)
        found.append(None if left is None else left + laid - deal.hands[seat].bit_count() - deal.unseen[seat])
    known = [count for count in found if count is not None]
    rest = drawable - sum(known)
    if min(known, default=0) < 0 or rest < 0:
        return None
    if pass_empties(table, deal.boneyard_size) and any(_true_pass(replay, one) for one in replay.moments):
        unknown = [seat for seat, count in enumerate(found) if count is None]
        if not unknown and rest:
            return None
        if len(unknown) == 1:
            found[unknown[0]] = rest
    return found


def _true_pass(replay: Replay, moment: Moment) -> bool:
    return moment.kind is Kind.PASS and moment.sound and not replay.ruled_on(moment.act - 1)


def _left(replay: Replay, seat: int, shown: Shown | None) -> int | None:
    """How many tiles a seat was left with: as shown, or by the acts where they do not leave that open."""
    state = replay.state
    if shown is not None and shown.count[seat] is not None:
        return shown.count[seat]
    may_have_drawn = seat == state.turn and state.over is None and state.drawable() != 0
    if state.vague[seat] or may_have_drawn:
        return None
    return state.hands[seat].bit_count() + state.unseen[seat]
