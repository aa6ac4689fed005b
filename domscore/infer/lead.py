"""Lead and redeal as facts: which deals make the first tile rightful, and which would have been dealt again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domscore.infer.facts import BONEYARD, Fact, Facts, What
from domscore.infer.feasible import Deals
from domscore.play.lead import in_order, next_or_winner
from domscore.play.table import Table
from domscore.record.acts import Kind
from domscore.rules.model import LaterLead
from domscore.score.judged import Place

MAX_ALTERNATIVES = 64
"""Deals are told apart by so many leading tiles at most; beyond that nothing is concluded from the lead."""


class Led(NamedTuple):
    """What the lead says about the deal.

    Attributes:
        act, seat, tile: the lead as it was; the tile's number.
        chain: tile numbers in the order in which they would lead.
        forced: the leading tile itself must be laid.
        nobody: the lead is rightful too if no tile of the chain was dealt.
    """

    act: int
    seat: int
    tile: int
    chain: list[int]
    forced: bool
    nobody: bool

    def rightful(self, facts: Facts) -> list[list[Fact]]:
        """The alternatives that make the lead rightful; they exclude one another."""
        found = []
        for tile, above in _steps(self.chain):
            if not self.forced or tile == self.tile:
                found.append(self.led_by(facts, self.seat, tile, above))
        if self.nobody:
            found.append([self._not_dealt(facts, sum(1 << tile for tile in set(self.chain)))])
        return found

    def wrongful(self, facts: Facts, deals: Deals) -> Iterator[tuple[int, int, list[Fact]]]:
        """The alternatives that make another lead rightful, as far as some deals allow: seat, tile, facts."""
        dealt = facts.dealt_groups()
        sure, _ = deals.held(dealt)
        may = [deals.held(facts.groups_of(seat, 0))[1] for seat in range(facts.table.players)]
        for tile, above in _steps(self.chain):
            for seat, mask in enumerate(may):
                if mask >> tile & 1 and (seat != self.seat or (self.forced and tile != self.tile)):
                    yield seat, tile, self.led_by(facts, seat, tile, above)
            if sure >> tile & 1:
                return

    def led_by(self, facts: Facts, seat: int, tile: int, above: int) -> list[Fact]:
        """The facts that make a seat the rightful leader by this tile."""
        holds = Fact(What.LED, self.act, self.seat, 1 << tile, facts.groups_of(seat, 0), 0)
        return [holds, self._not_dealt(facts, above)] if above else [holds]

    def _not_dealt(self, facts: Facts, tiles: int) -> Fact:
        return Fact(What.LED, self.act, self.seat, tiles, facts.all_groups & ~facts.dealt_groups(), 0)


def _steps(chain: list[int]) -> Iterator[tuple[int, int]]:
    """The tiles of the chain, each with the mask of those before it."""
    above = 0
    for tile in chain:
        if not above >> tile & 1:
            yield tile, above
        above |= 1 << tile


def read_lead(facts: Facts, place: Place) -> Led | None:
    """What the lead depends on; None where it does not depend on the deal, or is irregular anyway."""
    if not facts.moments:
        return None
    act, seat, kind, tile, _, sound = facts.moments[0]
    if kind is not Kind.PLAY or not sound or act in facts.rulings:
        return None
    found = _first_chain(facts.table, place, seat) if place.first else _later_chain(facts.table, place, seat)
    if found is None:
        return None
    chain, nobody = found
    forced = place.first and facts.table.forced_lead
    if len(chain) > MAX_ALTERNATIVES and not forced:
        return None
    return Led(act, seat, tile, chain, forced, nobody)


def _first_chain(table: Table, place: Place, seat: int) -> tuple[list[int], bool] | None:
    chain = table.rules.first_lead
    if chain == "lot":
        return None
    return list(in_order(table, list(chain))), place.starts in (None, seat)


def _later_chain(table: Table, place: Place, seat: int) -> tuple[list[int], bool] | None:
    """Only the holder of the highest double depends on the deal; None too where the other readings allow the leader."""
    ways = table.rules.later_leads
    if place.starts is not None or place.before is None or LaterLead.ANY in ways or LaterLead.HIGHEST_DOUBLE not in ways:
        return None
    for way in ways - {LaterLead.HIGHEST_DOUBLE}:
        seats = next_or_winner(table, way, place.before)
        if seats is None or seat in seats:
            return None
    if place.before.penalised is not None and seat in place.before.penalised.seats:
        return None
    return list(in_order(table, ["highest-double"])), len(ways) == 1


def double_needed(facts: Facts, place: Place) -> bool:
    """A deal without any double would have been dealt again (P4.G4)."""
    rules = facts.table.rules
    return rules.redeal.no_double_in_first_round and place.first and rules.first_lead != "lot"


def some_double(facts: Facts) -> list[list[Fact]]:
    """The alternatives of a deal with a double in some hand, by the highest one."""
    found = []
    dealt = facts.dealt_groups()
    for tile, above in _steps(list(in_order(facts.table, ["highest-double"]))):
        found.append([Fact(What.REDEAL, 0, BONEYARD, 1 << tile, dealt)])
        if above:
            found[-1].append(Fact(What.REDEAL, 0, BONEYARD, above, facts.all_groups & ~dealt))
    return found


def with_some_double(facts: Facts, alternative: list[Fact]) -> list[list[Fact]]:
    """An alternative as it is where it puts a double in some hand, else with each that does; they exclude one another."""
    dealt, doubles = facts.dealt_groups(), facts.table.tiles.doubles
    if any(fact.tiles & doubles and not fact.tiles & ~doubles and not fact.only & ~dealt for fact in alternative):
        return [alternative]
    return [[*alternative, *other] for other in some_double(facts)]


def no_double(facts: Facts) -> Fact:
    """No double was dealt to anybody."""
    return Fact(What.REDEAL, 0, BONEYARD, facts.table.tiles.doubles, facts.all_groups & ~facts.dealt_groups())


def hand_may_be_void(facts: Facts, deals: Deals) -> bool:
    """In some of these deals a hand holds so many doubles that it would have been dealt again (P1.7)."""
    limit, doubles = facts.table.rules.redeal.doubles_in_hand, facts.table.tiles.doubles
    if limit is None:
        return False
    for seat in range(facts.table.players):
        groups = facts.groups_of(seat, 0)
        _, may = deals.held(groups)
        may &= doubles
        if may.bit_count() >= limit and _may_hold(facts, groups, may):
            return True
    return False


def _may_hold(facts: Facts, groups: int, doubles: int) -> bool:
    """Some deal fills the seat's places for any tile with doubles, and one of its other places too."""
    split = [group for group in range(len(facts.sizes)) if groups >> group & 1]
    if len(split) < 2:
        return False
    full, other = split
    plain = facts.table.tiles.everything & ~facts.table.tiles.doubles
    only = Fact(What.REDEAL, 0, BONEYARD, plain, facts.all_groups & ~(1 << full))
    ways = [[only, Fact(What.REDEAL, 0, BONEYARD, 1 << tile, 1 << other)] for tile in facts.table.tiles.listed(doubles)]
    return bool(Deals(facts, facts.hard, ways))
