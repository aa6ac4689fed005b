"""Slots and facts: where each tile of a round may have come from, read from a replayed round.

A slot group is a number of places of the same origin: the starting hand of a seat, one draw of a seat, or the rest of the
boneyard. Every fact has one form: *these tiles come from these groups only*. Where a deal with too many doubles in a hand is
dealt again (P1.7), a starting hand is two groups: places for any tile, and places for tiles that are no doubles. Where draws
were not written, what a seat drew is one group if its number follows from what is left, else a share of one group, the
``stock`` of all that was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from domscore.infer.unwritten import drawn_counts, pass_empties
from domscore.play.deal import Deal, void_reason
from domscore.play.moments import Moment
from domscore.play.replay import Replay
from domscore.play.table import Table
from domscore.record.acts import Act, Kind
from domscore.score.evidence import Shown, wrong_left

BONEYARD = -1
"""The owner of the group of tiles that nobody ever took."""


class What(StrEnum):
    """What a fact rests on."""

    DEALT = "dealt"
    LEFT_OVER = "left-over"
    PLAYED = "played"
    DREW = "drew"
    SHOWN = "shown"
    KEPT = "kept"
    STUCK = "stuck"
    REDEAL = "redeal"
    LED = "led"
    NEVER = "never"


class Fact(NamedTuple):
    """These tiles come from these groups only.

    Attributes:
        what: what it rests on. KEPT: tiles that a seat, which has shown all it held, did not show. NEVER: tiles that a seat
            never held, which is of no group where it is not known how many it drew.
        act: the act's number; 0 for what is no act.
        seat: the seat concerned; BONEYARD for none.
        tiles: mask of tiles.
        only: mask of groups.
        moment: position among the replay's moments; for DEALT and LEFT_OVER -1.
    """

    what: What
    act: int
    seat: int
    tiles: int
    only: int
    moment: int = -1


@dataclass(slots=True)
class Facts:
    """The slot groups of a round and the facts about them.

    Attributes:
        sizes, owners, since: by group, how many tiles it holds, whose it is, and the moment it was acquired (-1: dealt).
        hard: what was seen: tiles dealt face up, laid, drawn face up, shown at the end.
        stuck: what passes and draws say if they were in order: the seat then held nothing that fitted.
        sound: the acts of those facts that may be taken to be in order: no finding, no ruling speaks of them.
        redeal: a hand with too many doubles would have been dealt again.
        laid: by seat, mask of the tiles it laid.
        moments: as in the replay.
        rulings: number of the ruling that speaks of an act, by the act's number.
        unwritten: draws were not written: when a tile was drawn is not known. ``open``: the seats of which it is not known
            how many they drew; ``stock``: mask of the group that they drew from.
    """

    table: Table
    moments: list[Moment]
    sizes: list[int] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    since: list[int] = field(default_factory=list)
    hard: list[Fact] = field(default_factory=list)
    stuck: list[Fact] = field(default_factory=list)
    sound: set[tuple[int, int]] = field(default_factory=set)
    redeal: list[Fact] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    rulings: dict[int, int] = field(default_factory=dict)
    unwritten: bool = False
    open: frozenset[int] = frozenset()
    stock: int = 0

    def groups_of(self, seat: int, before: int | None = None) -> int:
        """Mask of the groups that a seat had acquired before a moment; all of them without one."""
        mask = 0
        for group, owner in enumerate(self.owners):
            if owner == seat and (before is None or self.since[group] < before):
                mask |= 1 << group
        return mask

    def reach(self, seat: int, before: int | None = None) -> int:
        """Mask of the groups that a seat may have acquired tiles of before a moment; at all without one."""
        if not self.unwritten:
            return self.groups_of(seat, before)
        return self.groups_of(seat) | (self.stock if seat in self.open else 0)

    def dealt_groups(self) -> int:
        """Mask of the starting hands."""
        return sum(1 << group for group, owner in enumerate(self.owners) if owner != BONEYARD and self.since[group] < 0)

    @property
    def all_groups(self) -> int:
        """Mask of all groups."""
        return (1 << len(self.sizes)) - 1

    def laid_before(self, seat: int, moment: int) -> int:
        """Mask of the tiles that a seat had laid before a moment."""
        mask = 0
        for play in self.moments[:moment]:
            if play.seat == seat and play.kind is Kind.PLAY:
                mask |= 1 << play.tile
        return mask


def read_facts(table: Table, deal: Deal, replay: Replay, shown: Shown | None, draws_implied: bool) -> Facts | None:
    """The facts of a replayed round; None where the record does not let the slots be counted.

    Args:
        table: the rules at this table.
        deal: as far as it is given.
        replay: gone through to the end.
        shown: the tiles turned up when the acts ended; None when they were turned up later, or not at all.
        draws_implied: draws were not written.

    That is so after a fault that moved tiles irregularly, and where the deal itself is faulty.
    """
    if replay.state.faults.table is not None or deal.findings:
        return None
    facts = Facts(table, replay.moments, unwritten=draws_implied and table.draws)
    drawn = drawn_counts(table, deal, replay, shown) if facts.unwritten else []
    if drawn is None:
        return None
    _read_hands(facts, deal)
    if facts.unwritten:
        _read_unwritten(facts, deal, drawn)
    else:
        _read_draws(facts, deal)
    if sum(facts.sizes) != table.tiles.size or min(facts.sizes) < 0:
        return None
    facts.rulings = ruled_acts(replay.acts)
    _read_deal(facts, deal)
    _read_moments(facts)
    if shown is not None:
        _read_shown(facts, replay, shown)
    if facts.unwritten and pass_empties(table, deal.boneyard_size):
        _read_emptied(facts)
    return facts


def _read_hands(facts: Facts, deal: Deal) -> None:
    """The starting hands. A deal that is known to have been void says nothing about the doubles in further hands."""
    known_void = void_reason(facts.table, deal.hands, deal.unseen, first_round=False) is not None
    limit = None if known_void else facts.table.rules.redeal.doubles_in_hand
    doubles = facts.table.tiles.doubles
    plain = 0
    for seat, hand in enumerate(deal.hands):
        size = hand.bit_count() + deal.unseen[seat]
        if limit is not None and size >= limit and doubles.bit_count() >= limit and deal.unseen[seat]:
            _add_group(facts, limit - 1, seat, -1)
            plain |= 1 << len(facts.sizes)
            size -= limit - 1
        _add_group(facts, size, seat, -1)
    if plain:
        facts.redeal.append(Fact(What.REDEAL, 0, BONEYARD, doubles, ~plain))


def _read_draws(facts: Facts, deal: Deal) -> None:
    """A group for each draw, and the rest."""
    drawn = 0
    for moment, seen in enumerate(facts.moments):
        if seen.kind is Kind.DRAW:
            _add_group(facts, 1, seen.seat, moment)
            drawn += 1
    _add_group(facts, deal.boneyard_size - drawn, BONEYARD, -1)


def _read_unwritten(facts: Facts, deal: Deal, drawn: list[int | None]) -> None:
    """A group for what each seat drew, one for what was drawn by those of whom that is not known, and the rest."""
    last = max(0, len(facts.moments) - 1)
    for seat, count in enumerate(drawn):
        if count is not None:
            _add_group(facts, count, seat, last)
    facts.open = frozenset(seat for seat, count in enumerate(drawn) if count is None)
    rest = deal.boneyard_size - sum(count or 0 for count in drawn)
    if facts.open:
        reserve = min(rest, facts.table.reserve)
        facts.stock = 1 << len(facts.sizes)
        _add_group(facts, rest - reserve, BONEYARD, -1)
        rest = reserve
    _add_group(facts, rest, BONEYARD, -1)


def _add_group(facts: Facts, size: int, owner: int, since: int) -> None:
    facts.sizes.append(size)
    facts.owners.append(owner)
    facts.since.append(since)


def _read_deal(facts: Facts, deal: Deal) -> None:
    for seat, hand in enumerate(deal.hands):
        if hand:
            facts.hard.append(Fact(What.DEALT, 0, seat, hand, facts.groups_of(seat, 0)))
    if deal.boneyard:
        facts.hard.append(Fact(What.LEFT_OVER, 0, BONEYARD, deal.boneyard, facts.all_groups & ~facts.dealt_groups()))


def _read_moments(facts: Facts) -> None:
    table = facts.table
    facts.laid = [0] * table.players
    dealt = [facts.groups_of(seat, 0) for seat in range(table.players)]
    had = [facts.reach(seat) for seat in range(table.players)] if facts.unwritten else list(dealt)
    drawn = {since: group for group, since in enumerate(facts.since) if since >= 0}
    everywhere = facts.all_groups
    for moment, (act, seat, kind, tile, fitting, sound) in enumerate(facts.moments):
        if kind is Kind.PLAY:
            facts.hard.append(Fact(What.PLAYED, act, seat, 1 << tile, had[seat], moment))
            facts.laid[seat] |= 1 << tile
            continue
        held_back = fitting & ~facts.laid[seat]
        if held_back and (kind is Kind.PASS or (table.draws and not table.draws_at_will)):
            surely = dealt[seat] if facts.unwritten else had[seat]
            facts.stuck.append(Fact(What.STUCK, act, seat, held_back, everywhere & ~surely, moment))
            if sound and act not in facts.rulings:
                facts.sound.add((act, seat))
            else:
                facts.sound.discard((act, seat))
        if kind is Kind.DRAW:
            came = had[seat] & ~dealt[seat] if facts.unwritten else 1 << drawn[moment]
            had[seat] |= came
            if tile >= 0:
                facts.hard.append(Fact(What.DREW, act, seat, 1 << tile, came, moment))


def _read_emptied(facts: Facts) -> None:
    """After a pass nothing is left to draw: what a seat lays or shows later it held when it passed (draws not written)."""
    for fact in list(facts.stuck):
        if facts.moments[fact.moment].kind is not Kind.PASS:
            continue
        later = fact.tiles
        if fact.seat in facts.open:
            facts.stuck.append(fact._replace(what=What.NEVER, only=facts.all_groups))
            later &= _seen_later(facts, fact.seat)
        if later:
            facts.stuck.append(fact._replace(tiles=later, only=facts.all_groups & ~facts.reach(fact.seat)))


def _seen_later(facts: Facts, seat: int) -> int:
    """Mask of the tiles that a seat laid or showed."""
    shown = 0
    for fact in facts.hard:
        if fact.seat == seat and fact.what in (What.PLAYED, What.SHOWN):
            shown |= fact.tiles
    return shown


def _read_shown(facts: Facts, replay: Replay, shown: Shown) -> None:
    """Tiles turned up; nothing is used of a seat whose acts contradict what it showed (that is DOM502)."""
    state = replay.state
    everywhere, end = facts.all_groups, len(facts.moments)
    for seat, known in enumerate(shown.known):
        count = shown.count[seat]
        if count is None or not state.hidden(seat) or wrong_left(state, seat, ["?"] * count, shown):
            continue
        own = facts.reach(seat)
        if known:
            facts.hard.append(Fact(What.SHOWN, 0, seat, known, own, end))
        if shown.tiles[seat] is not None:
            others = facts.table.tiles.everything & ~known & ~facts.laid[seat]
            facts.hard.append(Fact(What.KEPT, 0, seat, others, everywhere & ~own, end))


def ruled_acts(acts: list[Act]) -> dict[int, int]:
    """Numbers of the acts that rulings speak of (penalties and awards apart), each with the ruling's number."""
    standing: list[int] = []
    found: dict[int, int] = {}
    for number, act in enumerate(acts, 1):
        if act.kind is not Kind.RULING:
            standing.append(number)
            continue
        extra: Mapping[str, Any] = act.extra or {}
        if extra["ruling"] in ("penalty", "award") or not standing:
            continue
        found[standing[-1]] = number
        if extra["ruling"] == "taken_back":
            standing.pop()
    return found
