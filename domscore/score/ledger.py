"""The ledger: every point of a round as an entry; scores are sums of entries and explanations are entries in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from domscore.play.state import How

Limits = list[tuple[int | None, int | None]]
"""By side, least and most points; None where that is not known."""


class Why(StrEnum):
    """What an entry is for."""

    IN_PLAY = "in-play"
    OUT = "out"
    BLOCKED = "blocked"
    LOST = "lost"
    PENALTY = "penalty"
    AWARD = "award"
    CLAIMED = "claimed"
    EVERY_DEAL = "every-deal"


class Entry(NamedTuple):
    """Points for a side, or the statement that nobody gets any.

    Attributes:
        side: side number; None where a blocked round is tied and nobody scores.
        points: as they enter the score.
        why: what for.
        act: the act that made them, from 1; None for the end of the round.
        detail: what the points were worked out from, as JSON values. In play ``count``, what the open ends count. By rulings
            ``reason``. At the end of a round ``counted``, pips by seat, and ``own``, what comes off them; where the lowest
            total decides, ``totals`` by side, and ``out``, the side that went out; of a tie ``tied``, the rule ``tie``, and
            ``lowest_tiles`` with ``lowest_names``, or ``last_player``. In full (``end_in_full``) also ``held``, the winning
            side's own pips by seat, ``pips``, the sum of what counts, and ``rounded``, the pips that are paid.
    """

    side: int | None
    points: int
    why: Why
    act: int | None
    detail: dict[str, Any]


@dataclass(slots=True)
class RoundScore:
    """One round, scored. Points are by side number; None where they cannot be determined.

    Attributes:
        number: from 1, counted from the record's start.
        leader: the seat that led.
        how: how the round ended; None when that cannot be determined.
        winner: the winning side; None when nobody won, or (``winner_known`` false) when that cannot be determined.
        points: for the end of the round.
        in_play, bonuses, adjustments: points by acts, on top of the end, by rulings.
        totals: running totals after the round.
        left: by seat, the tiles in hand at the end (``"?"`` for unseen ones), or None.
        hands: by seat, the mask of what is left, instead of ``left`` where every hand is known.
        played_out: the round ended out or blocked.
        counts: it is a round of the match: not a void deal standing by itself.
        target_by: the side that reached the target in play. ``target_doubt``: one of unknown total may have done so.
        entries: the ledger.
        readings: where several readings differ, the score in each of them; else empty.
        limits: least and most that each side gained, where several readings or hidden hands leave that open; else empty.
        bounds: by seat, least and most pips left where hands are hidden. ``hidden``: the tiles certainly and possibly left.
    """

    number: int
    leader: int | None = None
    how: How | None = None
    winner: int | None = None
    winner_known: bool = True
    points: list[int | None] = field(default_factory=list)
    in_play: list[int | None] = field(default_factory=list)
    bonuses: list[int] = field(default_factory=list)
    adjustments: list[int] = field(default_factory=list)
    totals: list[int | None] = field(default_factory=list)
    left: list[list[str] | None] = field(default_factory=list)
    hands: list[int] | None = None
    counts: bool = True
    target_by: int | None = None
    target_doubt: bool = False
    entries: list[Entry] = field(default_factory=list)
    readings: list[RoundScore] = field(default_factory=list)
    limits: Limits = field(default_factory=list)
    bounds: list[tuple[int, int]] | None = None
    hidden: list[tuple[list[str], list[str]]] | None = None

    @property
    def played_out(self) -> bool:
        """The round came to its natural end."""
        return self.how in (How.OUT, How.BLOCKED)

    def gained(self) -> list[int | None]:
        """What each side gained in the round."""
        return added(self.points, self.in_play, self.bonuses, self.adjustments)


def added(before: list[int | None], *gains: list[int] | list[int | None]) -> list[int | None]:
    """Totals with gains added, side by side; what is not known stays so.

    >>> added([10, None], [5, 0], [0, 1])
    [15, None]
    """
    return [None if None in parts else sum(parts) for parts in zip(before, *gains, strict=True)]


def limits_of(score: RoundScore, least: list[int], most: list[int]) -> Limits:
    """Least and most that each side gained, by the bounds of the end of the round."""
    more = added(score.in_play, score.bonuses, score.adjustments)
    return list(zip(added(more, least), added(more, most), strict=True))


def limits_after(before: list[int | None], limits: Limits, score: RoundScore) -> Limits:
    """Least and most totals after a round.

    Args:
        before, limits: the totals before it, and how far they are known; no limits where each is.
        score: the round.
    """
    known = limits or [(total, total) for total in before]
    gained = score.limits or [(points, points) for points in score.gained()]
    least = added([low for low, _ in known], [low for low, _ in gained])
    most = added([high for _, high in known], [high for _, high in gained])
    return [
        (total, total) if total is not None else limit
        for total, limit in zip(score.totals, zip(least, most, strict=True), strict=True)
    ]
