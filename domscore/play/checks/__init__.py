"""Checks: each judges one act against the state before it and gives at most one reason why it is not in order.

To add a check: a function ``(state, act) -> Reason | None`` in the file of its subject, a place in a table below, a row
in ``findings/codes.py`` and its manual. The tables are in the order in which the first reason found is the root
cause and the others follow from it.
"""

from __future__ import annotations

from collections.abc import Callable

from domscore.play.checks.drawing import (
    boneyard_holds_it,
    boneyard_not_empty,
    drawing_exists,
    no_playable_tile,
    not_from_reserve,
    not_too_many,
)
from domscore.play.checks.passing import not_on_lead, nothing_playable, nothing_to_draw
from domscore.play.checks.playing import fits_where_named, forced_lead_tile, not_yet_played, tile_held, tile_of_the_set
from domscore.play.checks.reason import Reason
from domscore.play.checks.turn import in_turn, nothing_was_missed, rightful_leader, round_going_on
from domscore.play.state import State
from domscore.record.acts import Act, Kind

Check = Callable[[State, Act], Reason | None]

CHECKS: dict[Kind, tuple[Check, ...]] = {
    Kind.PLAY: (
        round_going_on,
        tile_of_the_set,
        rightful_leader,
        in_turn,
        not_yet_played,
        tile_held,
        forced_lead_tile,
        fits_where_named,
    ),
    Kind.DRAW: (
        round_going_on,
        tile_of_the_set,
        rightful_leader,
        in_turn,
        drawing_exists,
        no_playable_tile,
        boneyard_not_empty,
        not_from_reserve,
        boneyard_holds_it,
        not_too_many,
    ),
    Kind.PASS: (
        round_going_on,
        rightful_leader,
        in_turn,
        not_on_lead,
        nothing_playable,
        nothing_to_draw,
    ),
    Kind.CLAIM: (round_going_on, nothing_was_missed),
    Kind.RESIGN: (round_going_on,),
    Kind.RULING: (),
}

ALONE = frozenset({"DOM431", "DOM904"})
"""Reasons that leave nothing further to say about an act, unless it is a claim: that is wrong at any time."""

_WITHOUT_TILE = frozenset({rightful_leader, in_turn, forced_lead_tile})
"""What may still be said where there is no such tile (DOM301)."""


def reasons(state: State, act: Act) -> list[Reason]:
    """Everything that is wrong with an act, the root cause first; empty for a legal act."""
    found: list[Reason] = []
    for check in CHECKS[act.kind]:
        if found and found[0].code == "DOM301" and check not in _WITHOUT_TILE:
            continue
        reason = check(state, act)
        if reason is not None:
            found.append(reason)
            if reason.code in ALONE and act.kind is not Kind.CLAIM:
                break
    return found


__all__ = ["CHECKS", "Reason", "reasons"]
