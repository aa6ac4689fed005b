"""What came of a round: the values that the report shows, and how surely they are known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from .findings import Finding
from .replay import World
from .rules import Rules
from .scoring import Hands, points_for, round_end, side_of
from .tiles import pips, spelled

Points = dict[str, int | None]


@dataclass
class Outcome:
    """The result of one round. None: cannot be determined; ``winner`` needs ``winner_known``."""

    number: int
    sides: list[str]
    leader: str | None = None
    how: str | None = None
    winner: str | None = None
    winner_known: bool = True
    points: Points = field(default_factory=dict)
    in_play: Points = field(default_factory=dict)
    adjustments: dict[str, int] = field(default_factory=dict)
    #: bonuses in totals that are only echoed; the rules have none.
    bonuses: dict[str, int] = field(default_factory=dict)
    left: Hands | None = None
    #: pips by seat at the end, where they are known.
    held: dict[str, int] | None = None
    shown: dict[str, Any] | None = None
    #: the side that won the match in play, in this round; "?": somebody did.
    reached: str | None = None
    #: the seat that resigned, or "?" when only the round's ``how`` says that somebody did.
    resigned: str | None = None
    last: str | None = None
    #: acts are written.
    acted: bool = True
    #: everything follows from acts, in one reading.
    decided: bool = True
    #: running totals that are only echoed (``scores`` without ``points``).
    echoed: Points | None = None
    #: the points are worked out, not only repeated from what is claimed.
    computed: bool = True
    #: the claimed ending contradicts what was shown, which is already reported.
    contradicted: bool = False
    scores: Points = field(default_factory=dict)
    #: by side, what it got in each reading that is left, or by each end that an open tie may have.
    gains: dict[str, list[int]] = field(default_factory=dict)
    #: winner and points of each end that a tied block may have, where nothing that is written settles it.
    ways: list[tuple[str | None, dict[str, int]]] = field(default_factory=list)
    #: what came of each reading that is left, where they differ.
    readings: list[Outcome] = field(default_factory=list)

    def most(self, side: str) -> int | None:
        """Return the most that a side may have got in this round; None: nobody knows."""
        gain = self.gain(side)
        if gain is not None or side not in self.gains:
            return gain
        return max(self.gains[side])

    def gain(self, side: str) -> int | None:
        """Add up what a side got in this round."""
        points, apart = self.points.get(side), self.apart(side)
        return None if points is None or apart is None else points + apart

    def apart(self, side: str) -> int | None:
        """Add up what a side got apart from the end of the round."""
        in_play = self.in_play.get(side)
        return None if in_play is None else in_play + self.adjustments.get(side, 0) + self.bonuses.get(side, 0)

    def leave_open(self, ways: list[tuple[str | None, dict[str, int]]]) -> None:
        """Take the ends that an open tie may have."""
        self.ways = ways
        for side in self.sides:
            apart = self.apart(side)
            if apart is not None:
                self.gains[side] = [points[side] + apart for _, points in ways]

    def total_up(self, before: Points) -> None:
        """Work out the running totals after the round."""
        for side in self.sides:
            gain, total = self.gain(side), before[side]
            if self.echoed is not None and self.echoed[side] is not None:
                self.scores[side] = self.echoed[side]
                continue
            self.scores[side] = None if gain is None or total is None else total + gain

    def report(self) -> dict[str, Any]:
        """Return the round as the report shows it."""
        return {
            "round": self.number,
            "leader": self.leader,
            "how": self.how,
            "winner": self.winner,
            "points": dict(self.points),
            "in_play": dict(self.in_play),
            "bonuses": {side: self.bonuses.get(side, 0) for side in self.sides},
            "adjustments": {side: self.adjustments.get(side, 0) for side in self.sides},
            "scores": dict(self.scores),
            "left": self._left(),
        }

    def _left(self) -> dict[str, Any] | None:
        """Return the tiles held at the end, or those shown, heaviest first."""
        if self.left is None:
            return self.shown
        return {seat: show(hand) for seat, hand in self.left.items()}


def show(hand: list[tuple[int, int]]) -> list[str]:
    """Spell a hand in a fixed order."""
    return [spelled(tile) for tile in sorted(hand, reverse=True)]


def ending_of(world: World, how_claim: str | None, left_off: str | None) -> tuple[str | None, bool]:
    """Say how a round ended whose acts are all replayed, and whether they stop too early.

    P1, P2: a dead position is blocked with any number of its closing passes, unless the round
    is claimed unfinished; and so is a round that stops when every seat has passed in a row.
    ``left_off``: how the match is said to have ended there, which says why the acts stop.
    """
    table = world.table
    if table.over:
        return table.over, False
    if table.is_dead():
        return ("unfinished" if how_claim == "unfinished" else "blocked"), False
    passed = set(table.passers) == set(table.seats)
    if table.rules.block_reached == "after-passes" and passed:
        return "blocked", False
    if "resigned" in (how_claim, left_off):
        return "resigned", False
    if may_be_won(world) and how_claim not in ("unfinished", "void"):
        return ("target" if how_claim == "target" else None), False
    return "unfinished", how_claim not in ("unfinished", "void") and left_off is None


def may_be_won(world: World) -> bool:
    """Say whether the last tile may have won the match in play, the totals before being unknown."""
    table = world.table
    if table.last is None or not table.made or table.passers or table.drawn:
        return False
    side = side_of(table.sides, table.last)
    goal = table.goal_perhaps.get(side, (table.goal or {}).get(side))
    return bool(table.goal_perhaps) and goal is not None and table.in_play[side] >= goal


def stops_early(world: World) -> bool:
    """Say whether the acts of a reading stop while somebody could still move."""
    how, _ = ending_of(world, None, None)
    return how == "unfinished"


def outcome_of(world: World, number: int, how: str | None, adjustments: dict[str, int]) -> Outcome:
    """Score one reading of a round that ended in a known way."""
    table = world.table
    sides = table.sides
    end = Outcome(number, sides, table.leader, how, adjustments=adjustments)
    end.points = dict.fromkeys(sides, 0)
    end.in_play = {side: table.in_play.get(side, 0) for side in sides}
    end.left = {seat: list(hand) for seat, hand in table.hands.items()}
    end.held = {seat: pips(hand) for seat, hand in table.hands.items()}
    end.reached, end.last = table.reached, table.last
    end.resigned = table.resigned or ("?" if how == "resigned" else None)
    if how in ("out", "blocked"):
        who = table.out if how == "out" else table.last
        end.winner, scored = round_end(table.rules, sides, table.hands, how, who)
        end.points = dict(scored)
    elif how is None:
        end.points, end.winner_known = dict.fromkeys(sides, None), False
    elif how == "lost" and table.lost is not None:
        end.winner, end.points = lost_round(table.rules, sides, table.lost, end.held)
    return end


def lost_round(rules: Rules, sides: list[str], lost: str, held: dict[str, int]) -> tuple[str | None, Points]:
    """Score a round lost by ruling: with two sides, the other scores as for going out."""
    points: Points = dict.fromkeys(sides, 0)
    if len(sides) != 2:
        return None, points
    winner = next(side for side in sides if side != lost)
    points[winner] = points_for(rules, sides, winner, "out", held)
    return winner, points


def signature(outcome: Outcome, findings: list[Finding]) -> tuple[Any, ...]:
    """Sum up legality and score of a reading, to tell readings apart."""
    left = {seat: sorted(hand) for seat, hand in (outcome.left or {}).items()}
    return (
        tuple(sorted(map(str, (finding.key() for finding in findings)))),
        outcome.how,
        outcome.winner,
        tuple(sorted(outcome.points.items())),
        tuple(sorted(outcome.in_play.items())),
        str(sorted(left.items())),
        outcome.reached,
        outcome.leader,
    )


def merged(outcomes: list[Outcome]) -> Outcome:
    """Keep of several readings what they agree on; the rest is None."""
    first = replace(outcomes[0], readings=outcomes, scores={}, gains={})
    first.points, first.in_play = dict(first.points), dict(first.in_play)
    first.decided = False
    for side in first.sides:
        gains = [outcome.gain(side) for outcome in outcomes]
        known = [gain for gain in gains if gain is not None]
        if len(known) == len(gains):
            first.gains[side] = known
    if len({o.how for o in outcomes}) > 1:
        first.how = None
    if len({o.winner for o in outcomes}) > 1:
        first.winner, first.winner_known = None, False
    for side in first.sides:
        if len({o.points[side] for o in outcomes}) > 1:
            first.points[side] = None
        if len({o.in_play[side] for o in outcomes}) > 1:
            first.in_play[side] = None
    if len({str(sorted((s, sorted(h)) for s, h in (o.left or {}).items())) for o in outcomes}) > 1:
        first.left, first.held = None, None
    if len({o.reached for o in outcomes}) > 1:
        first.reached = None
    return first


def first_that_matters(worlds: list[World], marks: list[tuple[Any, ...]]) -> int:
    """Find the first act whose place is open and makes a difference (DOM405)."""
    paths = [tuple(world.choices) for world in worlds]
    length = max(len(path) for path in paths)
    for depth in range(length):
        by_prefix: dict[Any, dict[Any, set[Any]]] = {}
        for path, mark in zip(paths, marks, strict=True):
            if len(path) > depth:
                choices = by_prefix.setdefault(path[:depth], {})
                choices.setdefault(path[depth], set()).add(mark)
        for choices in by_prefix.values():
            if len({frozenset(found) for found in choices.values()}) > 1:
                return int(next(iter(choices))[0])
    return int(paths[0][-1][0])
