"""A rule set applied to one table: so many players, these sides. Everything the engine asks, worked out once."""

from __future__ import annotations

from functools import lru_cache
from math import inf

from domscore.domino.layout import Layout
from domscore.domino.seat import LETTERS, Side, each_alone, opposite_pairs, side_id
from domscore.domino.tile import tile_set
from domscore.rules.model import (
    CountedPips,
    EndWinner,
    LeadTile,
    OwnPips,
    Pairs,
    Reached,
    Rounded,
    Rules,
    TargetReached,
    Tie,
    When,
)


class SidesProblem(ValueError):
    """Sides that the rules do not allow."""


class Table:
    """Rules, players and sides, compiled.

    Attributes:
        sides: by side number, its seats; ordered by first seat.
        side_of: by seat, its side's number.
        side_ids: by side number, its id (``"AC"``).
        following: by seat, the seat that plays after it. ``letters``: by seat; ``seat_of``: by letter.
        hand_size, reserve, boneyard: tiles dealt to each, never drawn, and left over.
        lowest_wins: after going out too. ``own_off``: the winner's own pips come off in a block.
        all_count: the pips of the winning side count too.
        round_to, per_point, round_each: pips into points. ``rounds``: they are not the same.
        redeal_doubles: so many doubles in a hand void the deal. ``redeal_without_double``: so does a first one without any.
        draws: tiles may be drawn at all. ``must_draw``: a stuck seat has to.
        passes_for_block: the round ends only after every seat has passed.
        target_at_once: the total that ends the match in play; infinite where none does.
    """

    def __init__(self, rules: Rules, sides: tuple[Side, ...]) -> None:
        self.rules = rules
        self.players = players = sum(map(len, sides))
        self.sides = sides
        self.side_ids = tuple(map(side_id, sides))
        self.side_number = {name: n for n, name in enumerate(self.side_ids)}
        self.side_of = tuple(next(n for n, side in enumerate(sides) if seat in side) for seat in range(players))
        self.following = tuple((seat + 1) % players for seat in range(players))
        self.letters = LETTERS[:players]
        self.seat_of = {letter: seat for seat, letter in enumerate(self.letters)}
        count = str(players)
        self.tiles = tile_set(rules.set.highest, tuple(rules.set.without.get(count, ())))  # type: ignore[call-overload]
        self.hand_size: int = rules.hand_size[count]  # type: ignore[index]
        self.reserve: int = rules.reserve.get(count, 0)  # type: ignore[call-overload]
        self.boneyard = self.tiles.size - players * self.hand_size
        self.draws = rules.draw.when is not When.NEVER
        self.draws_at_will = rules.draw.when is When.AT_WILL
        self.most_draws = rules.draw.most or self.tiles.size
        self.passes_for_block = rules.block.reached is Reached.AFTER_PASSES
        self.alone = all(len(side) == 1 for side in sides)
        self.tie: Tie = rules.block.tie if self.alone else rules.block.tie_of_pairs
        self.divisors = tuple(rules.in_play.divisors)
        self.multiples = rules.in_play.unit.value == "multiples"
        self.at_once = rules.target_reached is TargetReached.AT_ONCE and bool(self.divisors)
        self.target = rules.target if isinstance(rules.target, int) else None
        self.target_at_once = inf if self.target is None or not self.at_once else self.target
        self.forced_lead = rules.first_tile is LeadTile.FORCED
        self.scores = bool(self.divisors)
        self.points_by_count = _points_by_count(self.divisors, self.multiples, 2 * sum(self.tiles.pips))
        self.may_draw = self.boneyard - self.reserve if self.draws else 0
        self.lowest_wins = rules.end_winner is EndWinner.LOWEST and not self.alone
        self.own_off = rules.own_pips is OwnPips.BLOCKED
        self.all_count = rules.counted_pips is CountedPips.ALL
        self.round_to, self.per_point = rules.end_points.round_to, rules.end_points.per_point
        self.rounds = self.round_to > 1 or self.per_point > 1
        self.round_each = rules.end_points.rounded is Rounded.EACH_HAND
        self.lead_masks = self._lead_masks()
        self.later_leads = tuple(rules.later_leads)
        self.redeal_doubles = rules.redeal.doubles_in_hand
        self.redeal_without_double = rules.redeal.no_double_in_first_round and rules.first_lead != "lot"
        self.clock = rules.clock_seconds
        self.branching = rules.spinner.value != "none"

    def _lead_masks(self) -> tuple[int, ...]:
        """The steps of the first lead as masks, the highest tile held of the first that is held leads; empty by lot."""
        steps = {"highest-double": self.tiles.doubles, "heaviest": self.tiles.everything}
        chain = self.rules.first_lead
        return () if chain == "lot" else tuple(steps.get(step, self.tiles.bit.get(step, 0)) for step in chain)

    def layout(self) -> Layout:
        """An empty layout of this game's kind."""
        return Layout(self.rules.spinner, self.rules.sides_first, self.rules.double_count)

    def points_of_count(self, count: int) -> int:
        """Points that a play makes by the count of the open ends (P4.M3)."""
        return _points_of(count, self.divisors, self.multiples)

    def reaches(self, before: int, gained: int, side: int) -> bool:
        """Points made in play, on top of the total before the round, bring a side to the target."""
        return self.target is not None and before + gained >= self.target

    def next_seats(self, after: int, before: int) -> list[int]:
        """The seats between two seats in turn order, both left out; all others when they are the same."""
        seats, seat = [], self.following[after]
        while seat != before:
            seats.append(seat)
            seat = self.following[seat]
        return seats


def _points_of(count: int, divisors: tuple[int, ...], multiples: bool) -> int:
    return sum(count // divisor if multiples else count for divisor in divisors if count and count % divisor == 0)


@lru_cache(maxsize=64)
def _points_by_count(divisors: tuple[int, ...], multiples: bool, most: int) -> tuple[int, ...]:
    """By count, from 0 to the most there can be: many rule sets that are tried share it."""
    return tuple(_points_of(count, divisors, multiples) for count in range(most + 1))


@lru_cache(maxsize=64)
def table_for(rules_key: _Key, sides: tuple[Side, ...]) -> Table:
    """The compiled table, remembered."""
    return Table(rules_key.rules, sides)


class _Key:
    """Rules by identity: the catalogue hands out one object for one rule set."""

    __slots__ = ("rules",)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.rules is self.rules


def seated(rules: Rules, players: int, wanted: list[str] | None) -> Table:
    """The table of a record.

    Args:
        rules: for a number of players that they allow.
        players: how many.
        wanted: the record's ``sides``, or None for what the rules say.

    Raises:
        SidesProblem: in one sentence.
    """
    return table_for(_Key(rules), _sides(rules, players, wanted))


def _sides(rules: Rules, players: int, wanted: list[str] | None) -> tuple[Side, ...]:
    pairs = rules.pairs.get(str(players), Pairs.NEVER)  # type: ignore[call-overload]
    alone, paired = each_alone(players), opposite_pairs(players) if players % 2 == 0 else ()
    if wanted is None:
        return paired if pairs is Pairs.ALWAYS else alone
    seats = "".join(wanted)
    known = set(LETTERS[:players])
    if len(set(seats)) != len(seats) or set(seats) != known:
        raise SidesProblem(f"the sides {', '.join(wanted)} do not hold each of the seats {', '.join(sorted(known))} once")
    given = tuple(sorted(tuple(sorted(LETTERS.index(letter) for letter in side)) for side in wanted))
    if given == alone and pairs is not Pairs.ALWAYS:
        return given
    if given == paired and pairs is not Pairs.NEVER:
        return given
    allowed = {
        Pairs.ALWAYS: f"partners sit opposite: {', '.join(map(side_id, paired))}",
        Pairs.NEVER: "everybody plays for himself",
        Pairs.OPTIONAL: f"everybody for himself, or partners opposite: {', '.join(map(side_id, paired))}",
    }[pairs]
    raise SidesProblem(f"the sides {', '.join(wanted)} are not those of {rules.name} with {players} players; {allowed}")
