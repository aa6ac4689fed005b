"""Matches of rounds that may be known from before, judged as far as is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from domscore.auditing import MatchAudit, table_of
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.play.readings import Budget
from domscore.play.table import Table
from domscore.play.wellformed import strange_names
from domscore.recalling.rounds import Remembered
from domscore.record.acts import Act
from domscore.record.models import Record, Round
from domscore.report.report import Report, Verdict
from domscore.rules.model import Rules
from domscore.score.judged import Judged
from domscore.score.ledger import RoundScore

A_MATCH = 5
"""What it costs, in acts, to go through a match of which every round is known."""


@dataclass(slots=True)
class Outcome:
    """What comes of judging a record, as far as it was judged.

    Attributes:
        findings: code and path of each. ``grave``: of errors and warnings. ``roots``: of the errors that do not follow from
            others.
        scores: of the rounds.
        whole: False where more errors turned up than were asked for; what came after was not looked at.
    """

    verdict: Verdict
    findings: list[tuple[str, str]]
    grave: list[Finding]
    roots: list[tuple[str, str]]
    scores: list[RoundScore]
    whole: bool = True


class Enough(Exception):
    """More root errors than were asked for."""


class Recalling:
    """Judges records that share rounds.

    Attributes:
        left: so many acts may still be judged; the same on every machine, as times are not.
    """

    def __init__(self, most_acts: int) -> None:
        self.left = most_acts
        self.rounds: dict[int, Remembered] = {}

    def judged(self, record: Record, rules: Rules | None = None, most: int | None = None) -> Outcome | None:
        """The outcome; None for a record that cannot be judged under these rules.

        Args:
            record: its rounds are known again by identity.
            rules: instead of those that it names.
            most: so many root errors are asked for; None for all.
        """
        report = Report(Verdict.REFUTED, [])
        table = table_of(record, rules, report)
        if table is None or strange_names(table, record):
            return None
        self.left -= A_MATCH
        audit, whole = _Recalled(table, record, report, self, most), True
        try:
            if audit.judge([]):
                return None
        except Enough:
            whole = False
        found = report.findings
        grave = [one for one in found if one.severity is not Severity.NOTE]
        return Outcome(report.verdict, list(map(_key, found)), grave, list(map(_key, audit.roots())), report.scores, whole)

    def round(self, round_: Round) -> Remembered:
        """What is known of a round."""
        return self.rounds.setdefault(id(round_), Remembered(round_))


class _Recalled(MatchAudit):
    """A match of which rounds may be known."""

    def __init__(self, table: Table, record: Record, report: Report, recalling: Recalling, most: int | None) -> None:
        super().__init__(table, record, report)
        self.way, self.recalling, self.most = None, recalling, most
        self.readings = Budget()

    def judged(self, round_: Round, acts: list[Act]) -> Judged:
        remembered = self.recalling.round(round_)
        before = remembered.cost
        judged = remembered.judged(self.table, self.place, acts, self.readings)
        self.recalling.left -= remembered.cost - before
        return judged

    def _round(self, round_: Round, acts: list[Act]) -> None:
        super()._round(round_, acts)
        if self.most is not None and len(self.roots()) > self.most:
            raise Enough

    def roots(self) -> list[Finding]:
        """The root errors so far: no later round takes any of them back."""
        ruled = {id(finding) for ruling in self.ruled for finding in ruling.findings}
        return [one for one in self.report.findings if _is_root(one) and id(one) not in ruled]


def _is_root(finding: Finding) -> bool:
    return finding.cause is None and finding.severity is Severity.ERROR


def _key(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.path
