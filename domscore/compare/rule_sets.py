"""One record under several rule sets: each judges the whole record, and rounds they agree about are told together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from domscore.auditing import audit
from domscore.domino.seat import LETTERS, opposite_pairs, side_id
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.play.table import SidesProblem, seated
from domscore.record.models import Record
from domscore.report.report import Report
from domscore.rules.catalogue import RulesError, names, resolve
from domscore.rules.model import Rules
from domscore.score.ledger import RoundScore

THE_RECORDS_OWN = "the record's rules"


@dataclass(slots=True)
class Judgement:
    """A record judged under one rule set.

    Attributes:
        name: the set's name; ``"the record's rules"`` where the record overrides something.
        report: whole, with all findings.
    """

    name: str
    rules: Rules
    report: Report

    @property
    def roots(self) -> list[Finding]:
        """The root errors."""
        return root_errors(self.report)


@dataclass(slots=True)
class Comparison:
    """One record under several rule sets.

    Attributes:
        record: with the sides that its claims name.
        own: the name of the set that the record itself names; None when there is no such set.
        judged: in the order asked for.
        left_out: name and reason. ``unseated``: those left out only because they seat the players otherwise.
    """

    record: Record
    own: str | None
    judged: list[Judgement] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    unseated: list[tuple[str, Rules]] = field(default_factory=list)

    @property
    def players(self) -> int:
        """How many."""
        return len(self.record.players)

    def rounds(self) -> list[list[tuple[str, list[str]]]]:
        """For each round the different outcomes, each with the names of the sets that give it."""
        count = max((len(one.report.scores) for one in self.judged), default=0)
        return [self._outcomes(index) for index in range(count)]

    def _outcomes(self, index: int) -> list[tuple[str, list[str]]]:
        found: dict[str, list[str]] = {}
        for one in self.judged:
            if index < len(one.report.scores):
                found.setdefault(outcome_in_words(one.report, one.report.scores[index]), []).append(one.name)
        return list(found.items())


def root_errors(report: Report) -> list[Finding]:
    """The errors that do not only follow from others."""
    return [one for one in report.findings if one.severity is Severity.ERROR and one.cause is None]


def compare(record: Record, wanted: Iterable[tuple[str, Rules]] | None = None) -> Comparison:
    """Judge a record under several rule sets.

    Args:
        record: any record that can be read.
        wanted: names and rule sets; None for the one the record names and all published ones.
    """
    own = _own_rules(record)
    comparison = Comparison(with_sides_meant(record, None if own is None else own[1]), None if own is None else own[0])
    for name, rules in _every(own) if wanted is None else wanted:
        problem = why_not(comparison.record, rules)
        if problem is None:
            report = audit(comparison.record, rules)
            if report.match is not None:
                comparison.judged.append(Judgement(name, rules, report))
                continue
            problem = report.findings[0].message if report.findings else "the record cannot be judged"
        elif comparison.players in rules.players:
            comparison.unseated.append((name, rules))
        comparison.left_out.append((name, problem))
    return comparison


def _own_rules(record: Record) -> tuple[str, Rules] | None:
    try:
        rules = resolve(record.rules)
    except RulesError:
        return None
    return (rules.name if isinstance(record.rules, str) else THE_RECORDS_OWN), rules


def _every(own: tuple[str, Rules] | None) -> list[tuple[str, Rules]]:
    """The record's own set first, then the published ones."""
    every = {} if own is None else {own[0]: own[1]}
    for name in names():
        every.setdefault(name, resolve(name))
    return list(every.items())


def why_not(record: Record, rules: Rules) -> str | None:
    """Why a rule set cannot judge a record at all; None when it can."""
    players = len(record.players)
    if players not in rules.players:
        return f"is for {_listed(rules.players)} players, not {players}"
    try:
        seated(rules, players, record.sides)
    except SidesProblem as problem:
        return str(problem)
    return None


def _listed(numbers: list[int]) -> str:
    return " or ".join(map(str, numbers)) if len(numbers) < 3 else f"{numbers[0]} to {numbers[-1]}"


def with_sides_meant(record: Record, own: Rules | None) -> Record:
    """The record with its sides written out where its claims name them: other sets may seat the players otherwise."""
    if record.sides is not None:
        return record
    named = claimed_sides(record)
    players = len(record.players)
    if not named and own is not None and players in own.players:
        return record
    alone = list(LETTERS[:players])
    pairs = list(map(side_id, opposite_pairs(players))) if players % 2 == 0 else alone
    for sides in (alone, pairs):
        if named and named <= set(sides):
            return record.model_copy(update={"sides": sides})
    return record


def claimed_sides(record: Record) -> set[str]:
    """The ids of sides that the claims of a record name."""
    found: set[str] = set()
    for part in (record.start, record.result, *record.rounds, *(round_.result for round_ in record.rounds)):
        for key in ("scores", "points", "bonuses", "in_play"):
            found |= set(getattr(part, key, None) or ())
        winner = getattr(part, "winner", None)
        if isinstance(winner, str):
            found.add(winner)
    return found


def outcome_in_words(report: Report, score: RoundScore) -> str:
    """What a round came to: ``"blocked, A wins 14; in play A 3, B 1"``."""
    sides = report.sides
    how = "ending unknown" if score.how is None else score.how.value
    text = how
    if score.winner is not None:
        points = score.points[score.winner]
        text = f"{how}, {sides[score.winner]} wins {'?' if points is None else points}"
    elif not score.winner_known:
        text = f"{how}, winner unknown"
    elif score.played_out:
        text = f"{how}, nobody scores"
    elif any(score.points):
        text = f"{how}, {_by_side(sides, score.points)}"
    for what, numbers in (("in play", score.in_play), ("ruled", score.adjustments)):
        if any(number != 0 for number in numbers):
            text += f"; {what} {_by_side(sides, numbers)}"
    return text


def _by_side(sides: list[str], numbers: list[int | None] | list[int]) -> str:
    return ", ".join(f"{side} {'?' if number is None else number}" for side, number in zip(sides, numbers, strict=True))
