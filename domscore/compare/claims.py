"""Which rule sets explain what was claimed, and which fields would have to change for the nearest ones to do so.

A set explains a record when it is left without errors: every act allowed, every claim right. The search tries single
changes of fields, and pairs of changes where no single one is enough; it says so where it did not try everything.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from domscore.auditing import audit
from domscore.compare.changes import ONLY_IN_PLAY, Change, changed, changes_of, holders, interplay, leaves
from domscore.compare.rule_sets import Comparison, Judgement, root_errors
from domscore.findings.finding import Finding
from domscore.record.models import Record
from domscore.report.report import Report, Verdict
from domscore.rules.model import Rules

MOST_ROUNDS = 20_000
"""So many rounds are judged in one search, some seconds' worth; a search that would need more says that it stopped."""
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


def searches(comparison: Comparison, ranked: list[Ranked]) -> list[Search]:
    """What would have to change: in the set the record names, and in the nearest ones where no set explains the claims."""
    wanted = [one for one in ranked if one.judgement.name == comparison.own and not one.explains]
    open_ = not any(one.explains for one in ranked)
    if open_:
        wanted += [one for one in ranked if one not in wanted]
    found = [search(comparison.record, one.judgement) for one in wanted[:MOST_SEARCHED]]
    seats = [(name, rules) for name, rules in comparison.unseated if open_ or name == comparison.own]
    return [*_seated_otherwise(comparison.record, seats), *found]


def _seated_otherwise(record: Record, unseated: list[tuple[str, Rules]]) -> list[Search]:
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
        whole = _explanation((pairs,), report)
        if whole.errors == 0:
            found.complete.append(whole)
        else:
            _with_pairs(record, found, pairs, other)
        tried.append(found)
    tried.sort(key=lambda one: (not one.complete, len(one.judgement.roots)))
    return tried[:MOST_SEARCHED]


def _with_pairs(record: Record, found: Search, pairs: Change, other: Rules) -> None:
    """A further change of one field."""
    judgement = found.judgement
    more = _Search(record, Judgement(judgement.name, other, judgement.report), MOST_ROUNDS).run()
    found.stopped = more.stopped
    for mine, theirs in ((found.complete, more.complete), (found.partial, more.partial)):
        mine += [replace(one, changes=(pairs, *one.changes)) for one in theirs if len(one.changes) == 1]
    if not found.complete and not found.partial:
        found.partial.append(_explanation((pairs,), judgement.report))


def search(record: Record, judgement: Judgement, most_rounds: int = MOST_ROUNDS) -> Search:
    """Single and paired changes of a rule set that leave nothing wrong in the record."""
    found = _Search(record, judgement, most_rounds)
    return found.run()


class _Search:
    """Changes are tried on the record up to the first error first: most of them fail there, and cheaply."""

    def __init__(self, record: Record, judgement: Judgement, most_rounds: int) -> None:
        self.record, self.rules, self.left = record, judgement.rules, most_rounds
        self.found = Search(judgement)
        self.first = _beginning(record, judgement.report)
        self.errors = judgement.roots
        self.idle: set[int] = set()
        self.changes = [change for change in changes_of(self.rules, len(record.players), record) if self._matters(change)]

    def run(self) -> Search:
        """Singles; pairs where no single change is enough."""
        plain = audit(self.first, self.rules)
        known = {_key(error) for error in root_errors(plain)}
        promising: dict[int, Record] = {}
        for number, change in enumerate(self.changes):
            report = self._judged(self.first, change)
            wrong = known if report is None else {_key(error) for error in root_errors(report)}
            if report is None or _alike(report, plain):
                self.idle.add(number)
            whole = None if known <= wrong else self._judged(self.record, change)
            if whole is None:
                continue
            explanation = _explanation((change,), whole)
            if explanation.errors == 0:
                self.found.complete.append(explanation)
            else:
                promising[number] = self.first if wrong else _beginning(self.record, whole)
        if not self.found.complete:
            self._pairs(promising)
        self._sort([] if self.found.complete else self._nearest())
        return self.found

    def _nearest(self) -> list[Explanation]:
        """Single changes that leave fewer errors, wherever in the record."""
        seen = self.first is self.record
        changes = [one for number, one in enumerate(self.changes) if not seen or number not in self.idle]
        reports = [(change, self._judged(self.record, change)) for change in changes]
        found = [_explanation((change,), report) for change, report in reports if report is not None]
        return [one for one in found if one.errors < len(self.errors)]

    def _sort(self, partial: list[Explanation]) -> None:
        players = len(self.record.players)
        self.found.complete.sort(key=lambda one: _simplicity(one, players))
        partial.sort(key=lambda one: (one.errors, _simplicity(one, players)))
        least = partial[0].errors if partial else 0
        self.found.partial = [one for one in partial if one.errors == least]

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
            report = self._judged(beginning, *pair)
            if report is None or root_errors(report):
                continue
            whole = self._judged(self.record, *pair)
            if whole is not None and not root_errors(whole):
                self.found.complete.append(_explanation(pair, whole))

    def _adds_nothing(self, beginning: Record, one: int, two: int) -> bool:
        """One of the two changes nothing up to the first error, where the other by itself leaves something wrong."""
        return beginning is self.first and bool({one, two} & self.idle)

    def _judged(self, record: Record, *changes: Change) -> Report | None:
        if self.left <= 0:
            self.found.stopped = True
            return None
        rules = changed(self.rules, *changes)
        if rules is None:
            return None
        self.left -= len(record.rounds) + 1
        report = audit(record, rules)
        return None if report.match is None else report

    def _matters(self, change: Change) -> bool:
        """Fields that cannot change anything in this record are left alone."""
        table = self.found.judgement.report.table
        assert table is not None
        idle = {"pairs", "block.tie_of_pairs", "end_winner"} if table.alone else {"pairs", "block.tie"}
        if not any(round_.acts or round_.deal for round_ in self.record.rounds):
            idle |= ONLY_IN_PLAY
        return change.general not in idle and change.top not in idle


def _beginning(record: Record, report: Report) -> Record:
    """The record up to the round of the first root error: rounds that follow, and the end of the match, are left out."""
    indexes = [int(error.path.split("/")[2]) for error in root_errors(report) if error.path.startswith("/rounds/")]
    if not indexes or min(indexes) + 1 >= len(record.rounds):
        return record
    return record.model_copy(update={"rounds": record.rounds[: min(indexes) + 1], "result": None})


def _alike(one: Report, two: Report) -> bool:
    """Nothing is judged otherwise."""
    return [_key(each) for each in one.findings] == [_key(each) for each in two.findings] and one.scores == two.scores


def _key(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.path


def _explanation(changes: tuple[Change, ...], report: Report) -> Explanation:
    return Explanation(changes, len(root_errors(report)), report.verdict is Verdict.VERIFIED)


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
