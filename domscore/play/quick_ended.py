"""How an ordinary round ended."""

from __future__ import annotations

from typing import NamedTuple

from domscore.play.state import How
from domscore.play.table import Table

Gain = tuple[int, int, int, int]
"""Act number, side, points, and what the open places count."""


class Ended(NamedTuple):
    """The end of an ordinary round.

    Attributes:
        hands: by seat, the mask of what is left.
        gains: of each act that scored.
        last_player: the seat that laid the last tile; ``out``: the side that went out.
        target_by: the side that reached the target in play.
    """

    how: How
    leader: int
    hands: list[int]
    gains: list[Gain]
    last_player: int
    out: int | None
    target_by: int | None


def ended(
    table: Table,
    hands: list[int],
    passes: int | None,
    dead: bool,
    leader: int,
    gains: list[Gain],
    last_player: int,
    target_by: int | None,
) -> Ended | None:
    """How the round ended.

    Args:
        table: the rules at this table.
        hands: what is left.
        passes: how many passes follow what ended it; None where something else follows.
        dead: nobody can play or draw any more.
        leader, gains, last_player, target_by: as in ``Ended``.
    """
    if not hands[last_player]:
        if passes != 0:
            return None
        how, out = _OUT, table.side_of[last_player]
    elif dead:
        how, out = _BLOCKED, None
        if passes != 0 and (passes is None or not table.passes_for_block or passes > table.players):
            return None
    elif target_by is None or passes != 0:
        return None
    else:
        how, out = _TARGET, None
    return Ended(how, leader, hands, gains, last_player, out, target_by)


_OUT, _BLOCKED, _TARGET = How.OUT, How.BLOCKED, How.TARGET
