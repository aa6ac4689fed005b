"""Why a seat has no tile with a number: the act that shows it, or what else does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domscore.findings.finding import acts_listed, joined
from domscore.infer.facts import Fact, What
from domscore.infer.feasible import Deals
from domscore.infer.words import stuck_in_words

FEW = 2
"""So many acts that show something together are told in words."""


class Void(NamedTuple):
    """A number that a seat held no tile of.

    Attributes:
        number: of pips.
        acts: the acts that show it together with the tiles seen; empty where those tiles, or the hand, show it alone.
        reason: in words.
    """

    number: int
    acts: list[int]
    reason: str

    @property
    def act(self) -> int | None:
        """The act that shows it; None where no act does, or only several together do."""
        return self.acts[0] if len(self.acts) == 1 else None


def voids(deals: Deals, seat: int, moment: int, holds: int | None) -> list[Void]:
    """The numbers that a seat cannot have held before a moment, highest first, and why.

    Args:
        deals: those that count.
        seat: not the boneyard.
        moment: position among the replay's moments.
        holds: how many tiles the seat held; None when that is not known.
    """
    if not deals:
        return []
    tiles = deals.facts.table.tiles
    _, possible = deals.at(seat, moment)
    numbers = [v for v in range(tiles.highest, -1, -1) if not tiles.containing[v] & possible]
    if holds == 0:
        return [Void(number, [], "it held no tile") for number in numbers]
    reasons = _Reasons(deals, seat, moment)
    return [reasons.of(number) for number in numbers]


class _Reasons:
    """The smallest reasons for voids of one seat at one moment: what was seen counts always, passes and draws one by one."""

    def __init__(self, deals: Deals, seat: int, moment: int) -> None:
        self.deals, self.facts, self.seat, self.moment = deals, deals.facts, seat, moment
        self.seen = [fact for fact in deals.given if fact.what not in (What.STUCK, What.NEVER, What.REDEAL)]
        self.law = [fact for fact in deals.given if fact.what is What.REDEAL]
        self.acts: dict[tuple[int, int], list[Fact]] = {}
        for fact in deals.given:
            if fact.what in (What.STUCK, What.NEVER):
                self.acts.setdefault((fact.act, fact.seat), []).append(fact)
        sure, may = Deals(self.facts, self.seen).at(seat, moment)
        self.known, self.leaves = sure == may, may

    def of(self, number: int) -> Void:
        """Why the seat held no tile with this number."""
        mask = self.facts.table.tiles.containing[number]
        for act, stuck in self._own(mask):
            if self._shown(mask, stuck):
                return Void(number, [act], stuck_in_words(self.facts, stuck[0]))
        if not self.leaves & mask:
            return Void(number, [], self._by_tiles(mask))
        return self._together(number, mask)

    def _own(self, mask: int) -> Iterator[tuple[int, list[Fact]]]:
        """The seat's own passes and draws at a number: the latest before the moment first, then those after it."""
        own = [(act, stuck) for (act, seat), stuck in self.acts.items() if seat == self.seat]
        at = [(act, stuck) for act, stuck in own if not mask & ~self.facts.moments[stuck[0].moment].fitting]
        yield from reversed([(act, stuck) for act, stuck in at if stuck[0].moment < self.moment])
        yield from ((act, stuck) for act, stuck in at if stuck[0].moment >= self.moment)

    def _shown(self, mask: int, given: Sequence[Fact], alternatives: Sequence[list[Fact]] = ((),)) -> bool:  # type: ignore[assignment]
        _, may = Deals(self.facts, [*self.seen, *given], alternatives).at(self.seat, self.moment)
        return not may & mask

    def _by_tiles(self, mask: int) -> str:
        if self.known:
            return "all its tiles are known"
        seen = 0
        for fact in self.seen:
            seen |= fact.tiles if fact.what is not What.KEPT else 0
        return "the tiles seen leave it none" if mask & ~seen else "all such tiles were seen elsewhere"

    def _together(self, number: int, mask: int) -> Void:
        """No act can be left out of these; rather the seat's own ones, and the lead and redeal rules only where needed."""
        ways: Sequence[list[Fact]] = self.deals.alternatives
        given = dict(sorted(self.acts.items(), key=lambda item: item[0][1] == self.seat))
        law = self.law

        def shown() -> bool:
            return self._shown(mask, [*law, *(fact for stuck in given.values() for fact in stuck)], ways)

        kept_ways, ways = ways, [[]]
        ways = ways if shown() else kept_ways
        kept_law, law = law, []
        law = law if shown() else kept_law
        for key in list(given):
            stuck = given.pop(key)
            if not shown():
                given[key] = stuck
        return self._told(number, [given[key] for key in sorted(given)], bool(law), list(ways))

    def _told(self, number: int, given: list[list[Fact]], law: bool, ways: list[list[Fact]]) -> Void:
        acts = sorted({stuck[0].act for stuck in given})
        many = len(given) > FEW
        parts = [f"{acts_listed(acts)} together"] if many else [stuck_in_words(self.facts, stuck[0]) for stuck in given]
        led = sorted({fact.act for way in ways for fact in way if fact.what is What.LED})
        parts += [f"who led (act {act})" for act in led]
        redealt = law or any(fact.what is What.REDEAL for way in ways for fact in way)
        parts += ["a void deal is dealt again"] if redealt else []
        return Void(number, sorted({*acts, *led}), joined(parts))
