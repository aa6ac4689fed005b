"""What a round with hidden hands lets be known, as the scoring of rounds needs it; ``infer`` works it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from domscore.findings.finding import Finding
from domscore.play.deal import Deal
from domscore.play.replay import Replay
from domscore.play.state import How
from domscore.play.table import Table
from domscore.score.evidence import Shown

if TYPE_CHECKING:
    from domscore.score.rounds import Place


class EndRange(NamedTuple):
    """The end of a round over all deals that explain it.

    Attributes:
        winner: a side number, None for nobody. ``known``: it is the same in every deal.
        least, most: by side, points for the end of the round.
    """

    winner: int | None
    known: bool
    least: list[int]
    most: list[int]


class Explained(Protocol):
    """What hidden hands come to in one round.

    Attributes:
        findings: accusations, all proven, and notes about passes that may be false.
        missing: what could not be decided, in words.
        certain, possible: by seat, masks of the tiles it certainly, and possibly, holds at the end.
        known: by seat, the mask of its tiles at the end where what was seen leaves one possibility; None elsewhere.
        bounds: by seat, least and most pips at the end.
        dead: nobody could move at the end; None where that cannot be known.
    """

    findings: list[Finding]
    missing: list[str]
    certain: list[int]
    possible: list[int]
    known: list[int | None]
    bounds: list[tuple[int, int]]
    dead: bool | None

    def end(self, how: How, out: int | None, last_player: int | None) -> EndRange | None:
        """Winner and points of the end; None where they have no bounds."""


Explain = Callable[[Table, Deal, list[Replay], Shown | None, "Place"], Explained | None]
"""Works out what the hidden hands of a round come to: table, deal, readings, tiles shown, place of the round."""
