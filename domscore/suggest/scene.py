"""The scene of a round with findings: what is written, what the table looked like before each act, and where to look."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from domscore.auditing import Watched
from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding
from domscore.play.placing import place_name
from domscore.play.replay import Replay
from domscore.play.state import State
from domscore.play.step import Setting
from domscore.play.table import Table
from domscore.record.acts import Act, Kind

REACH = 2
"""So many acts before and after an act that a root cause stands at are looked at too."""
CONSEQUENCES = 6
"""So many acts that only show consequences are looked at."""


@dataclass(slots=True)
class Moment:
    """The table before an act, as it was played.

    Attributes:
        turn: the seat to act; None before a lead that is open.
        hands: by seat, mask of the tiles known to be held. ``hidden``: by seat, it may hold others.
        unplaced: mask of the tiles whose place is not known.
        boneyard: mask.
        places: number and name of each open place.
    """

    turn: int | None
    hands: list[int]
    hidden: list[bool]
    unplaced: int
    boneyard: int
    places: list[tuple[int, str]]


def _moment(state: State) -> Moment:
    return Moment(
        state.turn,
        list(state.hands),
        [state.hidden(seat) for seat in range(state.table.players)],
        state.unknown_tiles(),
        state.boneyard,
        [(place.number, place_name(state.layout, place)) for place in state.layout.places],
    )


@dataclass
class Scene:
    """One round with findings.

    Attributes:
        raw: the round's JSON value.
        watched: the round as it was judged.
        findings: the round's errors and warnings; ``roots``: the causes among them.
        match: the root causes that stand at the end of the match, when this is the last round.
    """

    table: Table
    raw: dict[str, Any]
    watched: Watched
    findings: list[Finding]
    roots: list[Finding] = field(default_factory=list)

    @property
    def path(self) -> str:
        """JSON Pointer of the round."""
        return self.watched.place.path

    @property
    def acts(self) -> list[Act]:
        """The acts, decoded."""
        return self.watched.acts

    @property
    def written(self) -> list[Any]:
        """The acts as they are written."""
        return self.raw.get("acts") or []

    @cached_property
    def moments(self) -> list[Moment]:
        """Before each act, and after the last one; empty where no acts are written."""
        start = self.watched.judged.start
        if start is None:
            return []
        place = self.watched.place
        setting = Setting(place.path, place.number, place.passes_implied, place.draws_implied)
        replay = Replay(start.copy(), self.acts, setting)
        moments = []
        for index in range(len(self.acts)):
            moments.append(_moment(replay.state))
            replay.advance(index)
        return [*moments, _moment(replay.state)]

    @cached_property
    def last(self) -> int:
        """Position of the latest act with a root cause; behind the last act where one stands at none."""
        places = [len(self.acts) if root.act is None else root.act - 1 for root in self.roots]
        return min(max(places, default=-1), len(self.acts))

    @cached_property
    def near(self) -> list[int]:
        """Positions of acts around root causes, and around the first acts with consequences; in order."""
        found: set[int] = set()
        for root in self.roots:
            at = len(self.acts) if root.act is None else root.act - 1
            found |= set(range(at - REACH, at + REACH + 1))
        later = [finding.act for finding in self.findings if finding.act is not None and finding.cause is not None]
        for act in sorted(set(later))[:CONSEQUENCES]:
            found |= {act - 2, act - 1, act}
        return sorted(index for index in found if 0 <= index < len(self.acts))

    @property
    def before_last(self) -> range:
        """Positions of all acts up to the latest one with a root cause."""
        return range(min(self.last + 1, len(self.acts)))

    @cached_property
    def dealt(self) -> dict[str, list[str]]:
        """The deal as it is written, boneyard included."""
        deal = self.raw.get("deal")
        return deal if isinstance(deal, dict) else {}

    @cached_property
    def shown(self) -> dict[str, list[str]]:
        """The tiles shown at the end, by seat, where tiles were written."""
        left = self.raw.get("left") or {}
        return {letter: tiles for letter, tiles in left.items() if isinstance(tiles, list)}

    def mask(self, names: list[str]) -> int:
        """The mask of those names that are tiles of the set."""
        mask = 0
        for name in names:
            mask |= self.table.tiles.bit.get(name, 0)
        return mask

    def used(self, letter: str) -> int:
        """Mask of the tiles that a seat played, or showed at the end."""
        seat = LETTERS.index(letter)
        return self._acted(seat, Kind.PLAY) | self.mask(self.shown.get(letter, []))

    def missing(self, letter: str) -> int:
        """Mask of the tiles that a seat played or showed but never got, as far as its deal is written."""
        if letter not in self.dealt:
            return 0
        return self.used(letter) & ~self.mask(self.dealt[letter]) & ~self._acted(LETTERS.index(letter), Kind.DRAW)

    def _acted(self, seat: int, kind: Kind) -> int:
        return self.mask([act.tile for act in self.acts if act.seat == seat and act.kind is kind])
