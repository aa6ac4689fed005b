"""What is known of hidden hands at one moment of a round: the answer of ``domscore infer``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domscore.domino.seat import LETTERS
from domscore.infer.counting import Counted, TooMany, at_most, count
from domscore.infer.facts import BONEYARD, Facts, What, read_facts
from domscore.infer.feasible import Deals
from domscore.infer.proofs import Proofs
from domscore.infer.sampling import sampled
from domscore.infer.voids import Void, voids
from domscore.infer.words import numbers_fitting
from domscore.play.deal import Deal
from domscore.play.replay import Replay
from domscore.play.table import Table
from domscore.record.acts import Kind
from domscore.score.evidence import Shown
from domscore.score.judged import Place


@dataclass(slots=True)
class SeatView:
    """One seat at one moment.

    Attributes:
        seat: its number; BONEYARD for the tiles that nobody has taken.
        holds: how many tiles; None where draws were not written and leave that open.
        certain, possible: masks of the tiles it certainly, and possibly, held.
        void: numbers it did not hold, each with the pass or draw before that shows it; None where something else does.
        reasons: the same numbers with all that shows it; None unless asked for.
        chances: by tile number, the share of the possible deals in which it held the tile; None unless asked for.
        errors: by tile number, the standard error of the chance; None where the deals were counted.
    """

    seat: int
    holds: int | None
    certain: int
    possible: int
    void: list[tuple[int, int | None]]
    reasons: list[Void] | None = None
    chances: dict[int, float] | None = None
    errors: dict[int, float] | None = None

    @property
    def name(self) -> str:
        """The seat's letter, or ``boneyard``."""
        return "boneyard" if self.seat == BONEYARD else LETTERS[self.seat]


@dataclass(slots=True)
class View:
    """All seats at one moment.

    Attributes:
        round: the round's number. ``before``: the act before which it is; None for the end of the acts.
        deals: least and most possible deals; equal where they were counted. 0: the record is impossible, and what is shown
            is what is possible without the acts left out.
        problems: why the record is impossible. ``left_out``: the numbers of passes and draws not taken to be in order;
            ``lawless``: what lead and redeal rules ask of the deal is left out too. ``nothing``: what was seen clashes by
            itself, and nothing can be concluded.
        unwritten: draws were not written, so that deals are not counted.
        samples: so many deals were drawn at random for the chances; 0 where all were counted.
        unplaced: mask of the tiles that did not lie on the table.
        seats: in turn order, the boneyard last.
    """

    table: Table
    round: int
    before: int | None
    deals: tuple[int, int]
    unplaced: int
    seats: list[SeatView]
    samples: int = 0
    unwritten: bool = False
    problems: list[str] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)
    lawless: bool = False
    nothing: bool = False

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "round": self.round,
            "before_act": self.before,
            "deals": {"exact": self.deals[0] == self.deals[1], "least": self.deals[0], "most": self.deals[1]},
            **({"samples": self.samples} if self.samples else {}),
            "problems": self.problems,
            "left_out": {"acts": self.left_out, "lead_and_redeal": self.lawless},
            "seats": {} if self.nothing else {one.name: self._seat(one) for one in self.seats},
        }

    def _seat(self, one: SeatView) -> dict[str, Any]:
        names = self.table.tiles.names_of
        value: dict[str, Any] = {
            "holds": one.holds,
            "certain": names(one.certain),
            "possible": names(one.possible),
            "excluded": names(self.table.tiles.everything & ~one.possible),
            "void": [
                {"number": void.number, "act": void.act, "acts": void.acts, "reason": void.reason}
                for void in one.reasons or ()
            ],
        }
        if one.chances is not None:
            value["chances"] = {self.table.tiles.names[tile]: round(share, 6) for tile, share in one.chances.items()}
        if one.errors is not None:
            value["errors"] = {self.table.tiles.names[tile]: round(error, 6) for tile, error in one.errors.items()}
        return value


def view(proofs: Proofs, number: int, before: int | None = None, chances: bool = False, reasons: bool = False) -> View:
    """What one reading of a round lets be known before an act, or at the end of the acts.

    Args:
        proofs: the reading.
        number: the round's number.
        before: an act's number.
        chances: how likely each tile is, counted, or where that would take too long from deals drawn at random.
        reasons: all that shows that a seat is void in a number.
    """
    facts, deals = proofs.facts, proofs.others()
    table = facts.table
    moment = _moment(facts, before)
    counted = None if facts.unwritten else _counted(facts, deals)
    most = at_most(facts) if counted is None else counted.deals
    seats = [_seat(deals, seat, moment, reasons) for seat in range(table.players)]
    seats.append(_boneyard(facts, deals, moment))
    drawn = sampled(deals) if chances and counted is None and not facts.unwritten else None
    for one in seats if chances and not facts.unwritten else ():
        groups = _groups(facts, one.seat, moment)
        if drawn is not None:
            found = {tile: drawn.share(tile, groups) for tile in _possible_tiles(facts, one)}
            one.chances = {tile: share for tile, (share, _) in found.items()}
            one.errors = {tile: error for tile, (_, error) in found.items()}
        elif counted is not None:
            one.chances = _chances(facts, counted, one, groups)
    on_table = 0
    for seat in range(table.players):
        on_table |= facts.laid_before(seat, moment)
    least = 1 if counted is None else counted.deals
    problems = [finding.message for finding in proofs.findings]
    return View(
        table,
        number,
        before,
        deals=(0, 0) if problems else (least, most),
        unplaced=table.tiles.everything & ~on_table,
        seats=seats,
        samples=0 if drawn is None else len(drawn.drawn),
        unwritten=facts.unwritten,
        problems=problems,
        left_out=_left_out(facts, deals) if deals else [],
        lawless=bool(deals) and proofs.asks_of_deal and deals.alternatives is not proofs.ways,
        nothing=not deals,
    )


def _left_out(facts: Facts, deals: Deals) -> list[int]:
    """The passes and draws that are not taken to be in order."""
    relied_on = {(fact.act, fact.seat) for fact in deals.given if fact.what is What.STUCK}
    return sorted({fact.act for fact in facts.stuck if (fact.act, fact.seat) not in relied_on})


def _moment(facts: Facts, before: int | None) -> int:
    if before is None:
        return len(facts.moments)
    return next((n for n, seen in enumerate(facts.moments) if seen.act >= before), len(facts.moments))


def _counted(facts: Facts, deals: Deals) -> Counted | None:
    total = Counted()
    try:
        for allowed, _ in deals.worlds:
            total.add(count(facts, allowed))
    except TooMany:
        return None
    return total


def _seat(deals: Deals, seat: int, moment: int, reasons: bool) -> SeatView:
    facts = deals.facts
    certain, possible = deals.at(seat, moment)
    laid = facts.laid_before(seat, moment)
    sizes = (size for group, size in enumerate(facts.sizes) if facts.groups_of(seat, moment) >> group & 1)
    open_now = facts.unwritten and (seat in facts.open or moment < len(facts.moments))
    holds = None if open_now else sum(sizes) - laid.bit_count()
    found = SeatView(seat, holds, certain, possible, _void(deals, seat, moment, possible))
    if reasons:
        found.reasons = voids(deals, seat, moment, holds)
    return found


def _boneyard(facts: Facts, deals: Deals, moment: int) -> SeatView:
    """The tiles left over, those included that are drawn later."""
    groups = facts.groups_of(BONEYARD)
    for group, since in enumerate(facts.since):
        if since >= moment:
            groups |= 1 << group
    on_table = 0
    for seat in range(facts.table.players):
        on_table |= facts.laid_before(seat, moment)
    certain, possible = deals.held(groups, on_table)
    holds = sum(size for group, size in enumerate(facts.sizes) if groups >> group & 1)
    if facts.unwritten and (facts.open or moment < len(facts.moments)):
        rest = facts.groups_of(BONEYARD) & ~facts.stock
        return SeatView(BONEYARD, None, deals.held(rest)[0], possible, [])
    return SeatView(BONEYARD, holds, certain, possible, [])


def _void(deals: Deals, seat: int, moment: int, possible: int) -> list[tuple[int, int | None]]:
    """The numbers that no tile a seat may have held contains, with the latest act since it last drew that says so."""
    facts, tiles = deals.facts, deals.facts.table.tiles
    draws = [at for at, one in enumerate(facts.moments[:moment]) if one.seat == seat and one.kind is Kind.DRAW]
    since = draws[-1] if draws else -1
    shown: dict[int, int] = {}
    stuck = [fact for fact in deals.given if fact.what is What.STUCK and fact.seat == seat]
    for fact in sorted(stuck, key=lambda fact: fact.moment):
        if since < fact.moment < moment:
            fitting = facts.moments[fact.moment].fitting
            shown.update(dict.fromkeys(numbers_fitting(facts.table, fitting), fact.act))
    return [(v, shown.get(v)) for v in range(tiles.highest, -1, -1) if not tiles.containing[v] & possible]


def _groups(facts: Facts, seat: int, moment: int) -> list[int]:
    """The groups of a seat before a moment; of the boneyard those too that are drawn later."""
    if seat == BONEYARD:
        return [group for group, owner in enumerate(facts.owners) if owner == BONEYARD or facts.since[group] >= moment]
    mask = facts.groups_of(seat, moment)
    return [group for group in range(len(facts.sizes)) if mask >> group & 1]


def _possible_tiles(facts: Facts, one: SeatView) -> list[int]:
    return list(facts.table.tiles.listed(one.possible))[::-1]


def _chances(facts: Facts, counted: Counted, one: SeatView, groups: list[int]) -> dict[int, float]:
    return {
        tile: sum(counted.weight.get((tile, group), 0.0) for group in groups) / counted.deals
        for tile in _possible_tiles(facts, one)
    }


def reading_of(
    table: Table, deal: Deal, replay: Replay, shown: Shown | None, place: Place, lawful: bool = True
) -> Proofs | None:
    """The reading of a round that ``view`` looks at; None where nothing can be concluded."""
    facts = read_facts(table, deal, replay, shown, place.draws_implied)
    return None if facts is None else Proofs(facts, replay, place, lawful)
