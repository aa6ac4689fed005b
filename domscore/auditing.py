"""The use case: a record and a rule set become a report.

The whole pipeline is ``audit`` below: rules, table, acts, rounds, match, claims, verdict.
"""

from __future__ import annotations

from typing import Any

from domscore.domino.seat import LETTERS
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding, numbered
from domscore.play.lead import Before
from domscore.play.readings import Budget
from domscore.play.replay import Ruled
from domscore.play.state import How
from domscore.play.table import SidesProblem, Table, seated
from domscore.play.wellformed import decoded_rounds
from domscore.record.acts import Act
from domscore.record.models import Record, Round
from domscore.record.reading import read_record
from domscore.report.report import Report, Verdict
from domscore.rules.catalogue import RulesError, resolve
from domscore.rules.model import Rules
from domscore.score.claims import Sheet, check_match, check_round
from domscore.score.ledger import RoundScore
from domscore.score.match import MatchScore
from domscore.score.rounds import Judged, Place, judge_round


def audit(record: Record | bytes, rules: Rules | None = None) -> Report:
    """Judge one record.

    Args:
        record: a record, or the bytes of one.
        rules: to use instead of those the record names.

    Returns:
        The report. Nothing in a record raises; what is wrong with it are the report's findings.
    """
    if isinstance(record, bytes):
        reading = read_record(record)
        if reading.record is None:
            return Report(Verdict.REFUTED, numbered(reading.findings))
        record = reading.record
    report = Report(Verdict.REFUTED, [], id=record.id, players=list(record.players))
    table = _table(record, rules, report)
    if table is None:
        return report
    rounds, ill = decoded_rounds(table, record)
    if ill:
        report.findings = numbered(report.findings + ill)
        return report
    _Match(table, record, report).judge(rounds)
    return report


def _table(record: Record, rules: Rules | None, report: Report) -> Table | None:
    """The rules at this record's table; None, with the findings in the report, when there is no such table."""
    findings = report.findings
    if rules is None:
        try:
            rules = resolve(record.rules)
        except RulesError as error:
            findings.append(Finding(error.code, f"/rules{error.path}", error.fields, key=error.fields.get("key", False)))
            numbered(findings)
            return None
        named = record.rules if isinstance(record.rules, str) else record.rules.get("base")
        if isinstance(named, str) and "/" not in named:
            path = "/rules" if isinstance(record.rules, str) else "/rules/base"
            findings.append(Finding("DOM901", path, {"rules": named, "used": rules.name}))
        report.rules = rules.name if isinstance(record.rules, str) else record.rules
    else:
        report.rules = rules.name
    players = len(record.players)
    if players not in rules.players:
        fields: dict[str, Any] = {"rules": rules.name, "offered": rules.players, "players": players}
        findings.append(Finding("DOM206", "/players", fields))
    elif strange := sorted(set("".join(record.sides or ())) - set(LETTERS[:players])):
        known = ", ".join(LETTERS[:players])
        findings += [Finding("DOM208", "/sides", {"kind": "seat", "name": name, "known": known}) for name in strange]
    else:
        try:
            report.table = seated(rules, players, record.sides)
        except SidesProblem as problem:
            findings.append(Finding("DOM207", "/sides", {"problem": str(problem)}))
    numbered(findings)
    return report.table


class _Match:
    """The rounds of a record in their order, with what each hands on to the next."""

    def __init__(self, table: Table, record: Record, report: Report) -> None:
        self.table, self.record, self.report = table, record, report
        start = record.start
        self.first_number = 1 if start is None else start.round
        totals: list[int | None] = [0] * len(table.sides)
        if start is not None and start.scores is not None:
            totals = [start.scores.get(side) for side in table.side_ids]
        elif self.first_number > 1:
            totals = [None] * len(table.sides)
        self.match = MatchScore(table, totals)
        self.sheet = Sheet(list(totals))
        self.budget = Budget()
        self.before: Before | None = None
        self.first = self.first_number == 1
        self.starts = None if start is None or start.leader is None else LETTERS.index(start.leader)
        self.ruled: list[Ruled] = []
        self.missing: list[Finding] = []
        self.undetermined = False
        self.last_how: How | None = None

    def judge(self, rounds: list[list[Act]]) -> None:
        """All rounds, the match, the verdict."""
        for index, (round_, acts) in enumerate(zip(self.record.rounds, rounds, strict=True)):
            self._round(index, round_, acts)
        findings = self.report.findings
        self.match.close(self.record.result, self.last_how)
        findings += check_match(self.table, self.record.result, self.match, self.sheet)
        if not self.record.rounds:
            self.match.missing.append("anything: the record holds no rounds")
        for problem in dict.fromkeys(self.match.missing):
            path = "/result" if self.record.result is not None else ""
            findings.append(Finding("DOM903", path, {"problem": problem}))
        self.report.match = self.match
        _apply_rulings(findings, self.ruled)
        numbered(findings)
        self.report.verdict = _verdict(findings)

    def _round(self, index: int, round_: Round, acts: list[Act]) -> None:
        place = self._place(index)
        judged = judge_round(self.table, round_, acts, place, self.budget)
        findings = self.report.findings
        if self.match.over_in is not None and judged.score.counts:
            findings.append(self._after_match(place))
        findings += judged.findings
        findings += check_round(self.table, round_, judged, place, self.sheet)
        if judged.missing:
            fields = {"problem": "; ".join(dict.fromkeys(judged.missing))}
            findings.append(Finding("DOM903", place.path, fields, round=place.number))
        self.ruled += judged.ruled
        self._hand_on(judged.score, judged)
        self.report.acts += len(acts)

    def _place(self, index: int) -> Place:
        record = self.record
        recording = record.recording
        return Place(
            index=index,
            number=self.first_number + index,
            first=self.first,
            before=self.before,
            starts=self.starts,
            totals=list(self.match.totals),
            last=index == len(record.rounds) - 1,
            match_how=None if record.result is None else record.result.how,
            passes_implied=recording is not None and recording.passes == "implied",
            draws_implied=recording is not None and recording.draws == "implied",
        )

    def _after_match(self, place: Place) -> Finding:
        match = self.match
        won = match.how if match.winner is None else f"{match.how}, {self.table.side_ids[match.winner]}"
        fields = {"ended": match.over_in, "how": won}
        return Finding("DOM509", place.path, fields, round=place.number)

    def _hand_on(self, score: RoundScore, judged: Judged) -> None:
        """What the next round needs: totals, who led, who won (a round not played out counts as a tie)."""
        self.match.add(score, judged.resigned_by)
        self.report.scores.append(score)
        self.last_how = score.how
        if not score.counts:
            return
        winner: tuple[int, ...] | None = ()
        if score.how is None or score.played_out:
            known = score.winner_known and (score.how is not None or score.winner is not None)
            winner = None if not known else () if score.winner is None else self.table.sides[score.winner]
        self.before = Before(score.leader, winner)
        self.first, self.starts = False, None


def _apply_rulings(findings: list[Finding], ruled: list[Ruled]) -> None:
    """The findings that a ruling dealt with, and what follows from them, become notes."""
    if not ruled:
        return
    by_finding = {id(finding): ruling.act for ruling in ruled for finding in ruling.findings}
    for finding in findings:
        link: Finding | None = finding if finding.code != "DOM905" else None
        while link is not None:
            if id(link) in by_finding:
                finding.severity = Severity.NOTE
                finding.fields = {**finding.fields, "ruled": by_finding[id(link)]}
                break
            link = link.cause


def _verdict(findings: list[Finding]) -> Verdict:
    if any(finding.severity is Severity.ERROR for finding in findings):
        return Verdict.REFUTED
    if any(finding.code in ("DOM405", "DOM903", "DOM605") for finding in findings):
        return Verdict.UNDETERMINED
    return Verdict.VERIFIED
