"""What a round with hidden hands lets be known, as the scoring of rounds needs it; ``infer`` works it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from domscore.findings.finding import Finding
from domscore.play.deal import Deal
from domscore.play.replay import Replay
from domscore.play.state import How
from domscore.play.step import Ruled
from domscore.play.table import Table
from domscore.score.evidence import Shown
from domscore.score.ledger import Entry, Why
from domscore.score.round_end import End, Hands

if TYPE_CHECKING:
    from domscore.score.judged import Place


class EndRange(NamedTuple):
    """The end of a round over all deals that explain it.

    Attributes:
        winners: side numbers of those who may win, None among them for nobody.
        least, most: by side, points for the end of the round.
    """

    winners: frozenset[int | None]
    least: list[int]
    most: list[int]


class Explained(Protocol):
    """What hidden hands come to in one round.

    Attributes:
        refuted: positions of the readings that no deal explains, while some deal explains another.
        findings: accusations, all proven; notes about passes that may be false; DOM905 where a ruling speaks of the act.
        ruled: rulings that deal with acts among the findings.
        missing: what could not be decided, in words.
        certain, possible: by seat, masks of the tiles it certainly, and possibly, holds at the end.
        known: by seat, the mask of its tiles at the end where what was seen leaves one possibility; None elsewhere.
        known_pips: by seat, the pips of its tiles at the end where what was seen leaves one possibility; None elsewhere.
        bounds: by seat, least and most pips at the end; empty where no deal is possible.
        dead: nobody could move at the end; None where that cannot be known.
    """

    refuted: frozenset[int]
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
    """An end of which the winner, or the points of a side, are the same in every deal."""
    if bounds is None:
        return end
    points: list[int | None] = [
        low if low == high and known is None else known
        for known, low, high in zip(end.points, bounds.least, bounds.most, strict=True)
    ]
    winner, known = end.winner, end.known
    if not known and len(bounds.winners) == 1:
        (winner,), known = bounds.winners, True
    if not known or None in points:
        return End(winner, known, points, None, end.missing)
    return End(winner, known, points, _same_in_all(winner, points))


def _same_in_all(winner: int | None, points: list[int | None]) -> Entry:
    """The ledger's line of an end that is worth the same in every deal."""
    return Entry(winner, 0 if winner is None else points[winner] or 0, Why.EVERY_DEAL, None, {})
