"""Evidence: an edited record is judged again, as little of it as that takes, and the findings are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pydantic import ValidationError

from domscore.auditing import Watched, audit
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.play.readings import Budget
from domscore.play.replay import Replay
from domscore.recalling.matches import Recalling
from domscore.record.acts import ActProblem, Kind, decode_all
from domscore.record.edits import Edit, changed, parts_of
from domscore.record.models import MatchResult, Record, Round
from domscore.rules.model import Rules
from domscore.score.claims import Sheet, check_round
from domscore.score.judged import Judged
from domscore.score.rounds import judge_round
from domscore.suggest.hypothesis import Hypothesis

ACTS = 30_000
"""So many acts are judged again for one record, some seconds' worth; what would need more is not tried."""

Key = tuple[str, str]


class Seen(NamedTuple):
    """A round judged again: its findings, and all that the rest of the match can notice of it.

    Attributes:
        hidden: some hands are not known, and what follows from them has not been looked into.
    """

    keys: Counter[Key]
    outcome: Hashable
    hidden: bool


@dataclass(slots=True)
class Weighed:
    """What speaks for a hypothesis: the findings that vanish, and how many errors and warnings are left. None are new."""

    hypothesis: Hypothesis
    explains: list[Finding]
    remaining: int


class Hopeless(Exception):
    """Every reading of an edited round holds something wrong that the original did not."""


class _Probe(Budget):
    """Follows the replay of an edited round as long as there is hope, and counts its acts."""

    def __init__(self, shift: Shift, known: Counter[Key] | None) -> None:
        super().__init__()
        self.shift, self.known, self.acts = shift, known, 0

    def followed(self, replays: Sequence[Replay]) -> None:
        """Raises Hopeless where all readings share a finding that is new."""
        self.acts += len(replays)
        if self.known is None or not all(replay.findings for replay in replays):
            return
        found = (Counter(map(self.shift.key, grave(replay.findings))) for replay in replays)
        if set.intersection(*(set(each - self.known) for each in found)):
            raise Hopeless


class Scales:
    """Weighs hypotheses about one record.

    Attributes:
        stopped: something was not tried for want of acts that may still be judged.
    """

    def __init__(self, record: Record, raw: dict[str, Any], rules: Rules | None) -> None:
        self.record, self.raw, self.rules = record, raw, rules
        self.watched: list[Watched] = []
        report = audit(record, rules, self.watched)
        self.judged = report.match is not None
        self.findings = grave(report.findings)
        self.table = report.table
        self.recalling, self.stopped = Recalling(ACTS), False
        self._first: dict[int, Seen] = {}
        self._rest: dict[Hashable, Counter[Key] | None] = {}

    def weigh(self, hypothesis: Hypothesis) -> Weighed | None:
        """The evidence; None when nothing vanishes, something new appears, or too much would have to be judged again."""
        if self.recalling.left <= 0:
            self.stopped = True
            return None
        index = _only_round(hypothesis.edits)
        keys = self._whole(hypothesis.edits) if index is None else self._in_round(hypothesis.edits, index)
        if keys is None:
            return None
        left = keys.copy()
        explains = []
        for finding in self.findings:
            key = key_of(finding)
            if left[key] > 0:
                left[key] -= 1
            else:
                explains.append(finding)
        if not explains or left.total():
            return None
        return Weighed(hypothesis, explains, len(self.findings) - len(explains))

    def _in_round(self, edits: tuple[Edit, ...], index: int) -> Counter[Key] | None:
        """The record's findings after edits in one round: first it is judged alone, the rest only if that is worth it."""
        raw = changed(self.raw["rounds"][index], [edit._replace(path=_within(edit.path)) for edit in edits])
        before = self._original(index)
        seen = self._seen(index, raw, edits, before.keys)
        if seen is None or seen.keys - before.keys or not before.keys - seen.keys:
            return None
        if before.hidden or seen.hidden:
            return self._whole(edits)
        mine = Counter(key_of(finding) for finding in self.findings if _in(finding.path, index))
        kept = mine - (before.keys - seen.keys)
        return None if (rest := self._outside(edits, index, seen, before)) is None else kept + rest

    def _outside(self, edits: tuple[Edit, ...], index: int, seen: Seen, before: Seen) -> Counter[Key] | None:
        """The findings outside the round: they can only change if something that other rounds notice has changed."""
        if seen.outcome == before.outcome:
            return Counter(key_of(finding) for finding in self.findings if not _in(finding.path, index))
        known = (index, seen.outcome)
        if known not in self._rest:
            whole = self._whole(edits)
            outside = (key for key in whole.elements() if not _in(key[1], index)) if whole is not None else None
            self._rest[known] = None if outside is None else Counter(outside)
        return self._rest[known]

    def _original(self, index: int) -> Seen:
        if index not in self._first:
            seen = self._seen(index, self.raw["rounds"][index], ())
            assert seen is not None
            self._first[index] = seen
        return self._first[index]

    def _seen(
        self, index: int, raw: dict[str, Any], edits: tuple[Edit, ...], known: Counter[Key] | None = None
    ) -> Seen | None:
        """One round judged again; None when it is no round any more, or holds something wrong that is not known."""
        try:
            round_ = Round.model_validate(raw)
            acts = decode_all(round_.acts or [])
        except (ValidationError, ActProblem):
            return None
        assert self.table is not None
        place = replace(self.watched[index].place)
        shift = Shift(edits, index)
        ruled_over = any(act.kind is Kind.RULING for act in acts)  # what is wrong may become a note
        probe = _Probe(shift, None if ruled_over else known)
        try:
            judged = judge_round(self.table, round_, acts, place, probe)
        except Hopeless:
            return None
        finally:
            self.recalling.left -= probe.acts
        findings = judged.findings + check_round(self.table, round_, judged, place, Sheet(list(place.totals)))
        ruled = {id(finding) for ruling in judged.ruled for finding in ruling.findings}
        left = [finding for finding in grave(findings) if not _is_ruled(finding, ruled)]
        return Seen(Counter(shift.key(finding) for finding in left), _outcome(judged, round_), judged.hidden)

    def _whole(self, edits: tuple[Edit, ...]) -> Counter[Key] | None:
        """The findings of the whole edited record, in terms of the original one."""
        record = self._edited(edits)
        if record is None:
            return None
        outcome, shift = self.recalling.judged(record, self.rules), Shift(edits, _only_round(edits))
        return None if outcome is None else Counter(map(shift.key, outcome.grave))

    def _edited(self, edits: tuple[Edit, ...]) -> Record | None:
        raw = changed(self.raw, edits)
        rounds = list(self.record.rounds)
        try:
            for index in {int(edit.path.split("/")[2]) for edit in edits if edit.path.startswith("/rounds/")}:
                rounds[index] = Round.model_validate(raw["rounds"][index])
            result = None if raw.get("result") is None else MatchResult.model_validate(raw["result"])
        except ValidationError:
            return None
        return self.record.model_copy(update={"rounds": rounds, "result": result})


class Shift:
    """Places in an edited round in terms of the original one: acts that were added or removed move those behind them."""

    def __init__(self, edits: tuple[Edit, ...], index: int | None) -> None:
        self.acts = f"/rounds/{index}/acts/"
        moved = [edit for edit in edits if edit.op != "replace" and edit.path.startswith(self.acts)]
        self.moves = [(edit.op, int(edit.path.removeprefix(self.acts))) for edit in reversed(moved)]

    def key(self, finding: Finding) -> Key:
        """Code and place."""
        if not self.moves or not finding.path.startswith(self.acts):
            return finding.code, finding.path
        first, _, rest = finding.path.removeprefix(self.acts).partition("/")
        return finding.code, f"{self.acts}{self._original(int(first))}{'/' if rest else ''}{rest}"

    def _original(self, at: int) -> str:
        for op, where in self.moves:
            if op == "add" and at == where:
                return "new"
            if op == "add":
                at -= at > where
            else:
                at += at >= where
        return str(at)


def key_of(finding: Finding) -> Key:
    """What makes two findings the same: code and place."""
    return finding.code, finding.path


def grave(findings: Iterable[Finding]) -> list[Finding]:
    """The errors and warnings."""
    return [finding for finding in findings if _grave(finding)]


def _grave(finding: Finding) -> bool:
    return finding.severity is not Severity.NOTE


def _is_ruled(finding: Finding, ruled: set[int]) -> bool:
    link: Finding | None = finding
    while link is not None:
        if id(link) in ruled:
            return True
        link = link.cause
    return False


def _only_round(edits: tuple[Edit, ...]) -> int | None:
    """The position of the one round that all edits are in."""
    places = {edit.path.split("/")[2] if edit.path.startswith("/rounds/") else "" for edit in edits}
    return int(places.pop()) if len(places) == 1 and "" not in places else None


def _within(path: str) -> str:
    return "".join(f"/{part}" for part in path.split("/")[3:])


def _in(path: str, index: int) -> bool:
    return parts_of(path)[:2] == ["rounds", str(index)]


def _outcome(judged: Judged, round_: Round) -> Hashable:
    score = judged.score
    return (
        (score.how, score.winner, score.winner_known, score.leader, score.counts, score.target_by, judged.resigned_by),
        *(tuple(each) for each in (score.points, score.in_play, score.bonuses, score.adjustments, score.totals)),
        judged.acted,
        repr(round_.scores),
        repr(round_.result),
    )
