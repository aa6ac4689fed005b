"""Which rule sets explain what was claimed, and which fields would have to change for the nearest ones to do so.

A set explains a record when it is left without errors: every act allowed, every claim right. The search tries single
changes of fields, and pairs of changes where no single one is enough; it says so where it did not try everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from domscore.auditing import audit
from domscore.compare.changes import ONLY_IN_PLAY, Change, changed, changes_of, holders, interplay, leaves
from domscore.compare.rule_sets import Comparison, Judgement, root_errors
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.recalling.matches import Outcome, Recalling
from domscore.record.models import Record
from domscore.report.report import Verdict
from domscore.rules.model import Rules

MOST_ACTS = 40_000
"""So many acts are judged for one record, some seconds' worth; a search that would need more says that it stopped."""
MOST_SEARCHED = 3
"""So many rule sets are changed at most."""
_PERMISSIVE = ("at-will", "lot", "optional")


@dataclass(slots=True)
class Ranked:
    """A rule set and how well it explains the claims.

    Attributes:
        rank: from 1; sets that do equally well share it.
        acts, claims: root errors about deals and acts, and about claims.
    """

    rank: int
    judgement: Judgement
    acts: list[Finding]
    claims: list[Finding]

    @property
    def explains(self) -> bool:
        """Nothing in the record contradicts the set."""
        return not self.acts and not self.claims

    @property
    def verified(self) -> bool:
        """It explains, and nothing was left undecided."""
        return self.judgement.report.verdict is Verdict.VERIFIED


@dataclass(slots=True)
class Explanation:
    """Changes to a rule set, and what they leave wrong.

    Attributes:
        errors: root errors that are left.
        verified: nothing is left undecided.
    """

    changes: tuple[Change, ...]
    errors: int
    verified: bool


@dataclass(slots=True)
class Search:
    """What was found for one rule set.

    Attributes:
        complete: changes after which nothing is wrong, simplest first.
        partial: the best single changes where there is no complete one.
        stopped: not everything was tried.
    """

    judgement: Judgement
    complete: list[Explanation] = field(default_factory=list)
    partial: list[Explanation] = field(default_factory=list)
    stopped: bool = False


def has_claims(record: Record) -> bool:
    """Somebody wrote down what the rounds or the match came to."""
    if record.result is not None:
        return True
    return any(r.left or r.scores or r.result is not None or _calls(r.acts) for r in record.rounds)


def _calls(acts: list[Any] | None) -> bool:
    return any("+" in act if isinstance(act, str) else "points" in act for act in acts or ())


def ranking(comparison: Comparison) -> list[Ranked]:
    """The sets judged, the one that explains the claims best first."""
    entries = []
    for judgement in comparison.judged:
        roots = judgement.roots
        claims = [one for one in roots if one.code.startswith("DOM5")]
        entries.append(Ranked(0, judgement, [one for one in roots if one not in claims], claims))
    entries.sort(key=lambda one: (_grade(one), one.judgement.name != comparison.own))
    for place, entry in enumerate(entries):
        same = place and _grade(entries[place - 1]) == _grade(entry)
        entry.rank = entries[place - 1].rank if same else place + 1
    return entries


def _grade(entry: Ranked) -> tuple[int, int, bool]:
    wrong = len(entry.acts) + len(entry.claims)
    return wrong, len(entry.claims), not wrong and not entry.verified


def searches(comparison: Comparison, ranked: list[Ranked], most_acts: int = MOST_ACTS) -> list[Search]:
    """What would have to change: in the set the record names, and in the nearest ones where no set explains the claims."""
    wanted = [one for one in ranked if one.judgement.name == comparison.own and not one.explains]
    open_ = not any(one.explains for one in ranked)
    if open_:
        wanted += [one for one in ranked if one not in wanted]
    recalling = Recalling(most_acts)
    found = [_Search(comparison.record, one.judgement, recalling).run() for one in wanted[:MOST_SEARCHED]]
    seats = [(name, rules) for name, rules in comparison.unseated if open_ or name == comparison.own]
    return [*_seated_otherwise(comparison.record, seats, recalling), *found]


def _seated_otherwise(record: Record, unseated: list[tuple[str, Rules]], recalling: Recalling) -> list[Search]:
    """Sets that only do not fit the sides of the record: what they make of it when ``pairs`` is as the record has it."""
    tried = []
    for name, rules in unseated:
        field = f"pairs.{len(record.players)}"
        old = leaves(rules, len(record.players))[field]
        paired = any(len(side) > 1 for side in record.sides or ())
        pairs = Change(field, "always" if paired else "never", old)
        other = changed(rules, pairs)
        report = None if other is None else audit(record, other)
        if other is None or report is None or report.match is None:
            continue
        found = Search(Judgement(name, rules, report))
        roots = root_errors(report)
        if not roots:
            found.complete.append(Explanation((pairs,), 0, report.verdict is Verdict.VERIFIED))
        else:
            more = _Search(record, Judgement(name, other, report), recalling).run()
            _add_to_pairs(found, pairs, more, Explanation((pairs,), len(roots), verified=False))
        tried.append(found)
    tried.sort(key=lambda one: (not one.complete, len(one.judgement.roots)))
    return tried[:MOST_SEARCHED]


def _add_to_pairs(found: Search, pairs: Change, more: Search, alone: Explanation) -> None:
    """Enter what a further change of one field explains."""
    found.stopped = more.stopped
    for mine, theirs in ((found.complete, more.complete), (found.partial, more.partial)):
        mine += [replace(one, changes=(pairs, *one.changes)) for one in theirs if len(one.changes) == 1]
    if not found.complete and not found.partial:
        found.partial.append(alone)


def search(record: Record, judgement: Judgement, most_acts: int = MOST_ACTS) -> Search:
    """Single and paired changes of a rule set that leave nothing wrong in the record."""
    return _Search(record, judgement, Recalling(most_acts)).run()


class _Search:
    """Changes are tried on the record up to the first error first: most of them fail there, and cheaply.

    A search takes half of the acts that are left, so that each leaves some to the next; pairs take two thirds of that.
    """

    def __init__(self, record: Record, judgement: Judgement, recalling: Recalling) -> None:
        self.record, self.rules, self.recalling = record, judgement.rules, recalling
        self.share = recalling.left // 2
        self.least = recalling.left - self.share
        self.found = Search(judgement)
        self.errors = len(judgement.roots)
        self.first = _beginning(record, [(error.code, error.path) for error in judgement.roots])
        self.idle: set[int] = set()
        self.changes = [change for change in changes_of(self.rules, len(record.players), record) if self._matters(change)]
        self.left_first: list[int] = []
        self.made: dict[tuple[int, ...], Rules | None] = {}

    def run(self) -> Search:
        """Singles; pairs where no single change is enough."""
        plain = self.recalling.judged(self.first, self.rules)
        assert plain is not None
        known = set(plain.roots)
        promising: dict[int, Record] = {}
        for number in range(len(self.changes)):
            outcome = self._judged(self.first, number)
            self.left_first.append(len(self.changes) if outcome is None else len(outcome.roots))
            if outcome is None or _alike(outcome, plain):
                self.idle.add(number)
            whole = None if outcome is None or known <= set(outcome.roots) else self._judged(self.record, number, most=0)
            if whole is None or outcome is None:
                continue
            if whole.roots:
                promising[number] = self.first if outcome.roots else _beginning(self.record, whole.roots)
            else:
                self._explained(whole, number)
        if not self.found.complete:
            self.least += self.share // 3
            self._pairs(promising)
            self.least -= self.share // 3
        self._sort([] if self.found.complete else self._nearest())
        return self.found

    def _explained(self, outcome: Outcome, *numbers: int) -> None:
        changes = tuple(self.changes[number] for number in numbers)
        self.found.complete.append(Explanation(changes, 0, outcome.verdict is Verdict.VERIFIED))

    def _nearest(self) -> list[Explanation]:
        """The single changes that leave fewest errors, and fewer than there are, wherever in the record.

        Those that only make many errors follow from a new one explain nothing: all errors together have to become fewer.
        """
        least, found = self.errors - 1, []
        together = self.found.judgement.report.count(Severity.ERROR)
        for number in sorted(range(len(self.changes)), key=self.left_first.__getitem__):
            if self.first is self.record and number in self.idle:
                continue
            outcome = self._judged(self.record, number, most=least)
            if outcome is not None and len(outcome.roots) <= least and _errors(outcome) < together:
                least = len(outcome.roots)
                explanation = Explanation((self.changes[number],), least, outcome.verdict is Verdict.VERIFIED)
                found.append((number, explanation))
        return [one for _, one in sorted(found, key=lambda each: each[0]) if one.errors == least]

    def _sort(self, partial: list[Explanation]) -> None:
        players = len(self.record.players)
        self.found.complete.sort(key=lambda one: _simplicity(one, players))
        self.found.partial = sorted(partial, key=lambda one: _simplicity(one, players))

    def _pairs(self, promising: dict[int, Record]) -> None:
        """Pairs of which one does something by itself, or that may matter only together."""
        for one, two in combinations(range(len(self.changes)), 2):
            pair = self.changes[one], self.changes[two]
            if pair[0].field == pair[1].field:
                continue
            beginning = promising.get(one, promising.get(two, self.first))
            together = interplay(*pair) and not {one, two} <= self.idle
            if not together and (not {one, two} & promising.keys() or self._adds_nothing(beginning, one, two)):
                continue
            outcome = self._judged(beginning, one, two, most=0)
            if outcome is None or outcome.roots:
                continue
            whole = self._judged(self.record, one, two, most=0)
            if whole is not None and not whole.roots:
                self._explained(whole, one, two)

    def _adds_nothing(self, beginning: Record, one: int, two: int) -> bool:
        """One of the two changes nothing up to the first error, where the other by itself leaves something wrong."""
        return beginning is self.first and bool({one, two} & self.idle)

    def _judged(self, record: Record, *numbers: int, most: int | None = None) -> Outcome | None:
        if self.recalling.left <= self.least:
            self.found.stopped = True
            return None
        if numbers not in self.made:
            self.made[numbers] = changed(self.rules, *(self.changes[number] for number in numbers))
        rules = self.made[numbers]
        return None if rules is None else self.recalling.judged(record, rules, most)

    def _matters(self, change: Change) -> bool:
        """Fields that cannot change anything in this record are left alone."""
        table = self.found.judgement.report.table
        assert table is not None
        idle = {"pairs", "block.tie_of_pairs", "end_winner"} if table.alone else {"pairs", "block.tie"}
        if not any(round_.acts or round_.deal for round_ in self.record.rounds):
            idle |= ONLY_IN_PLAY
        return change.general not in idle and change.top not in idle


def _errors(outcome: Outcome) -> int:
    return sum(one.severity is Severity.ERROR for one in outcome.grave)


def _beginning(record: Record, roots: Iterable[tuple[str, str]]) -> Record:
    """The record up to the round of the first root error: rounds that follow, and the end of the match, are left out."""
    indexes = [int(path.split("/")[2]) for _, path in roots if path.startswith("/rounds/")]
    if not indexes or min(indexes) + 1 >= len(record.rounds):
        return record
    return record.model_copy(update={"rounds": record.rounds[: min(indexes) + 1], "result": None})


def _alike(one: Outcome, two: Outcome) -> bool:
    """Nothing is judged otherwise."""
    return one.findings == two.findings and one.scores == two.scores


def _simplicity(explanation: Explanation, players: int) -> tuple[int, bool, int, int, str]:
    """Fewer changes first, then those that leave nothing open, that demand something, that published sets have."""
    changes = explanation.changes
    loose = sum(permissive(change) for change in changes)
    unheard = sum(not holders(change, players) for change in changes)
    return len(changes), not explanation.verified, loose, unheard, " ".join(change.field for change in changes)


def permissive(change: Change) -> bool:
    """The new value lets more than one thing pass where others demand one: it explains whatever happened."""
    if change.general == "later_lead":
        return isinstance(change.value, list) or change.value == "any"
    return isinstance(change.value, str) and change.value in _PERMISSIVE
