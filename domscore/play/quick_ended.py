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
        out = table.side_of[last_player]
        return None if passes != 0 else Ended(How.OUT, leader, hands, gains, last_player, out, target_by)
    if dead:
        in_order = passes == 0 or (passes is not None and table.passes_for_block and passes <= table.players)
        return Ended(How.BLOCKED, leader, hands, gains, last_player, None, target_by) if in_order else None
    if target_by is None or passes != 0:
        return None
    return Ended(How.TARGET, leader, hands, gains, last_player, None, target_by)
