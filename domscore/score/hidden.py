"""What a round with hidden hands lets be known, as the scoring of rounds needs it; ``infer`` works it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from domscore.findings.finding import Finding
from domscore.play.deal import Deal
from domscore.play.replay import Replay, Ruled
from domscore.play.state import How
from domscore.play.table import Table
from domscore.score.evidence import Shown
from domscore.score.round_end import End, Hands

if TYPE_CHECKING:
    from domscore.score.judged import Place


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
        findings: accusations, all proven; notes about passes that may be false; DOM905 where a ruling speaks of the act.
        ruled: rulings that deal with acts among the findings.
        missing: what could not be decided, in words.
        certain, possible: by seat, masks of the tiles it certainly, and possibly, holds at the end.
        known: by seat, the mask of its tiles at the end where what was seen leaves one possibility; None elsewhere.
        known_pips: by seat, the pips of its tiles at the end where what was seen leaves one possibility; None elsewhere.
        bounds: by seat, least and most pips at the end; empty where no deal is possible.
        dead: nobody could move at the end; None where that cannot be known.
    """

    findings: list[Finding]
    ruled: list[Ruled]
    missing: list[str]
    certain: list[int]
    possible: list[int]
    known: list[int | None]
    known_pips: list[int | None]
    bounds: list[tuple[int, int]]
    dead: bool | None

    def end(self, how: How, out: int | None, last_player: int | None) -> EndRange | None:
        """Winner and points of the end; None where they have no bounds."""


class Explain(Protocol):
    """Works out what the hidden hands of a round come to; None where nothing can be concluded."""

    def __call__(
        self, table: Table, deal: Deal, replays: list[Replay], shown: Shown | None, place: Place, lawful: bool
    ) -> Explained | None:
        """Look into the readings of a round.

        Args:
            table: the rules at this table.
            deal: as far as it is given.
            replays: the readings that are left, gone through to the end.
            shown: the tiles turned up when the acts ended; None when they were turned up later, or not at all.
            place: where the round stands in its match.
            lawful: the deal is supposed to stand, and the lead to be rightful.
        """


def with_known(hands: Hands, explained: Explained) -> Hands:
    """Hands at the end, those added that follow from what was seen."""
    tiles = [known if mask is None else mask for mask, known in zip(hands.tiles, explained.known, strict=True)]
    pips = list(hands.pips)
    for seat, known in enumerate(explained.known_pips):
        if known is not None and hands.tiles[seat] is None:
            pips[seat] = known
    return Hands(pips, tiles)


def narrowed(end: End, bounds: EndRange | None) -> End:
    """An end of which the winner at least is the same in every deal."""
    if end.known or bounds is None or not bounds.known:
        return end
    points: list[int | None] = [0] * len(end.points)
    if bounds.winner is not None:
        points[bounds.winner] = None
    return End(bounds.winner, True, points, None, end.missing)
