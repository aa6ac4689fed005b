"""The use case: a record and a rule set become a report.

The whole pipeline is ``audit`` below: rules, table, acts, rounds, match, claims, verdict.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from domscore.domino.seat import LETTERS
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding, numbered
from domscore.play.lead import Before, Penalised
from domscore.play.quick import short_way
from domscore.play.table import SidesProblem, Table, seated
from domscore.play.wellformed import decoded_rounds, strange_names, strange_names_in_rounds
from domscore.record.acts import Act
from domscore.record.models import Record, Round
from domscore.record.plain import plain_round, read_plain
from domscore.record.reading import UnreadableRecord, count_from, read_record, without_bom
from domscore.report.report import Report, Verdict
from domscore.rules.catalogue import RulesError, resolve
from domscore.rules.model import LaterLead, Rules
from domscore.score.claims import Sheet, check_round
from domscore.score.judged import Place
from domscore.score.match import MatchScore
from domscore.score.match_claims import check_match
from domscore.score.ordinary import ordinary_round

if TYPE_CHECKING:
    from domscore.play.readings import Budget
    from domscore.play.step import Ruled
    from domscore.score.judged import Judged
    from domscore.score.ledger import RoundScore


@dataclass(slots=True)
class Watched:
    """A round as it was judged, for whoever wants to look behind its score: where it stood, what it held, what came out."""

    place: Place
    round: Round
    acts: list[Act]
    judged: Judged


def audit(record: Record | bytes, rules: Rules | None = None, watched: list[Watched] | None = None) -> Report:
    """Judge one record.

    Args:
        record: a record, or the bytes of one.
        rules: to use instead of those the record names.
        watched: is filled with the rounds as they were judged, act by act.

    Returns:
        The report. Nothing in a record raises; what is wrong with it are the report's findings.
    """
    if not isinstance(record, Record | bytes) or not isinstance(rules, Rules | None):
        raise TypeError("audit takes a Record, or the bytes of one, and Rules (Rules.named), not names or parsed JSON")
    if isinstance(record, bytes):
        report = None if watched is not None else _audit_plain(without_bom(record), rules)
        if report is not None:
            return report
        reading = read_record(record)
        if reading.record is None:
            return Report(Verdict.REFUTED, numbered(reading.findings))
        record = reading.record
    report = Report(Verdict.REFUTED, [], id=record.id, players=list(record.players))
    table = table_of(record, rules, report)
    if table is None:
        return report
    names = strange_names(table, record)
    return _judged(MatchAudit(table, record, report, watched), names)


def _audit_plain(data: bytes, rules: Rules | None) -> Report | None:
    """Judge a record whose rounds are validated when one is not ordinary; None if its frame asks for a closer look."""
    plain = read_plain(data)
    if plain is None:
        return None
    frame = plain.frame
    report = Report(Verdict.REFUTED, [], id=frame.id, players=list(frame.players))
    table = table_of(frame, rules, report)
    if table is None or strange_names(table, frame):
        return None
    try:
        return _judged(MatchAudit(table, frame, report, plain=plain.rounds, data=data), [])
    except UnreadableRecord as error:
        return Report(Verdict.REFUTED, numbered(error.findings))


def _judged(match: MatchAudit, names: list[Finding]) -> Report:
    ill = names + match.judge(names)
    record, report = match.record, match.report
    if ill:
        count_from(ill, 1 if record.start is None else record.start.round)
        report.findings = numbered(report.findings + ill)
        report.rounds, report.match, report.acts = [], None, 0
    return report


def table_of(record: Record, rules: Rules | None, report: Report) -> Table | None:
    """The rules at this record's table; None, with the findings in the report, when there is no such table."""
    if rules is None and isinstance(record.rules, str):
        usual = _usual_table(record.rules, len(record.players), None if record.sides is None else tuple(record.sides))
        if usual is not None:
            report.rules, report.table = usual.rules.name, usual
            return usual
    findings = report.findings
    if rules is None:
        try:
            if isinstance(record.rules, dict) and "extends" in record.rules:
                problem = "the rules of a record have no field extends"
                raise RulesError("DOM205", "/extends", {"problem": problem, "nearest": "; did you mean base?"}, key=True)
            rules = resolve(record.rules)
        except RulesError as error:
            findings.append(Finding(error.code, f"/rules{error.path}", error.fields, key=error.key))
            numbered(findings)
            return None
        named = record.rules if isinstance(record.rules, str) else record.rules.get("base")
        if isinstance(named, str) and "/" not in named:
            path = "/rules" if isinstance(record.rules, str) else "/rules/base"
            findings.append(Finding("DOM901", path, {"rules": named, "used": rules.name}))
        overrides = isinstance(record.rules, dict) and record.rules.keys() != {"base"}
        report.rules = record.rules if overrides else rules.name
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


@lru_cache(maxsize=64)
def _usual_table(name: str, players: int, sides: tuple[str, ...] | None) -> Table | None:
    """The table of a record whose rules, players and sides go together; None for one to look at closely."""
    try:
        rules = resolve(name)
        if rules.name == name and players in rules.players:
            return seated(rules, players, None if sides is None else list(sides))
    except (RulesError, SidesProblem):
        pass
    return None


class MatchAudit:
    """The rounds of a record in their order, with what each hands on to the next.

    Args:
        table: the rules at this table.
        record: the record, or its frame alone where ``plain`` holds the rounds.
        report: to be filled.
        watched: is filled with the rounds as they were judged; then none is judged the short way.
        plain: the rounds as JSON values, and ``data`` the bytes that hold them: they are validated when one is not ordinary.
    """

    def __init__(
        self,
        table: Table,
        record: Record,
        report: Report,
        watched: list[Watched] | None = None,
        plain: list[Any] | None = None,
        data: bytes | None = None,
    ) -> None:
        self.table, self.record, self.report = table, record, report
        self.plain, self.data = plain, data
        self.place = self._first_place()
        self.match = MatchScore(table, self.place.totals)
        self.match.begin(self.place.number + 1)
        self.sheet = Sheet(list(self.place.totals))
        self.budget: Budget | None = None
        self.acts: list[list[Act]] | None = None
        self.way = None if watched is not None else short_way(table)
        self.ruled: list[Ruled] = []
        self.watched = watched

    def judge(self, names: list[Finding]) -> list[Finding]:
        """All rounds, the match, the verdict; or what makes the record ill-formed, and nothing else.

        Args:
            names: what is ill-formed already.

        Raises:
            UnreadableRecord: one of the plain rounds does not have the form of a round.
        """
        for index in range(len(self.record.rounds if self.plain is None else self.plain)):
            self._next_place()
            if not names and self._ordinary(index):
                continue
            if self.acts is None:
                self._read_whole()
                self.acts, ill = decoded_rounds(self.table, self.record)
                ill = strange_names_in_rounds(self.table, self.record) + ill
                if ill or names:
                    return ill
            self._round(self.record.rounds[index], self.acts[index])
        self._close()
        return []

    def _read_whole(self) -> None:
        """Validate what was left plain until now."""
        if self.data is None:
            return
        reading = read_record(self.data)
        if reading.record is None:
            raise UnreadableRecord(reading.findings)
        self.record, self.data = reading.record, None

    def _close(self) -> None:
        findings = self.report.findings
        self.match.close(self.record.result)
        findings += check_match(self.table, self.record.result, self.match, self.sheet)
        if not self.record.rounds and self.plain is None:
            self.match.missing.append("anything: the record holds no rounds")
        for problem in dict.fromkeys(self.match.missing):
            path = "/result" if self.record.result is not None else ""
            findings.append(Finding("DOM903", path, {"problem": problem}))
        self.report.match = self.match
        _apply_rulings(findings, self.ruled)
        numbered(findings)
        self.report.verdict = _verdict(findings)

    def _ordinary(self, index: int) -> bool:
        """Score a round that is complete and right the short way."""
        match, place = self.match, self.place
        if self.way is None or match.over_in is not None or match.unsure or self.sheet.written != place.totals:
            return False
        round_ = plain_round(self.record.rounds[index]) if self.plain is None else self.plain[index]
        judged = ordinary_round(self.table, self.way, round_, place)
        if judged is None:
            return False
        self.sheet.written = judged.totals
        match.add_ordinary(judged.number, judged.totals, judged.winner, judged.ended.target_by)
        self.report.rounds.append(judged)
        self.report.acts += len(round_["acts"])
        place.before = Before(judged.ended.leader, () if judged.winner is None else self.table.sides[judged.winner])
        place.first, place.starts = False, None
        return True

    def _round(self, round_: Round, acts: list[Act]) -> None:
        place = self.place
        place.after_match = self.match.over_in is not None
        place.last = place.index == len(self.record.rounds) - 1
        judged = self.judged(round_, acts)
        if self.watched is not None:
            self.watched.append(Watched(replace(place), round_, acts, judged))
        findings = self.report.findings
        known = len(findings)
        if self.match.over_in is not None and judged.score.counts:
            findings.append(self._after_match(place))
        findings += judged.findings
        findings += check_round(self.table, round_, judged, place, self.sheet)
        if judged.missing:
            fields = {"problem": "; ".join(dict.fromkeys(judged.missing))}
            findings.append(Finding("DOM903", place.path, fields, round=place.number))
        self.ruled += judged.ruled
        self._follow_from_winner(judged)
        self._hand_on(judged.score, judged.resigned_by, judged.acted)
        if judged.score.counts and self.place.before is not None:
            self.place.before.mistaken = _mistaken_winner(self.table, round_, self.place.before.leader, findings[known:])
            if self.table.rules.penalties is not None:
                self.place.before.penalised = _lead_by_penalty(self.table, judged)
        self.report.acts += len(acts)

    def judged(self, round_: Round, acts: list[Act]) -> Judged:
        """Judge a round by itself, where it stands in the match."""
        from domscore.infer.explained import explain
        from domscore.play.readings import Budget  # the long way is not imported where all rounds are ordinary
        from domscore.score.rounds import judge_round

        self.budget = self.budget or Budget()
        return judge_round(self.table, round_, acts, self.place, self.budget, explain)

    def _first_place(self) -> Place:
        record, recording = self.record, self.record.recording
        start = record.start
        number = 1 if start is None else start.round
        totals: list[int | None] = [0] * len(self.table.sides)
        if start is not None and start.scores is not None:
            totals = [start.scores.get(side) for side in self.table.side_ids]
        elif number > 1:
            totals = [None] * len(self.table.sides)
        return Place(
            index=-1,
            number=number - 1,
            first=number == 1,
            before=None,
            starts=None if start is None or start.leader is None else LETTERS.index(start.leader),
            totals=totals,
            last=False,
            match_how=None if record.result is None else record.result.how,
            passes_implied=recording is not None and recording.passes == "implied",
            draws_implied=recording is not None and recording.draws == "implied",
        )

    def _next_place(self) -> None:
        place = self.place
        place.index += 1
        place.number += 1
        place.totals, place.limits = self.match.totals, self.match.limits

    def _follow_from_winner(self, judged: Judged) -> None:
        """A leader who would be right if the wrong winner written for the round before were: a consequence."""
        mistaken = None if self.place.before is None else self.place.before.mistaken
        for finding in judged.findings if mistaken is not None else ():
            if finding.code == "DOM311" and finding.cause is None and mistaken and (finding.seat or "?") in mistaken[0]:
                finding.cause = mistaken[1]

    def _after_match(self, place: Place) -> Finding:
        match = self.match
        won = match.how if match.winner is None else f"{match.how}, {self.table.side_ids[match.winner]}"
        fields = {"ended": match.over_in, "how": won}
        return Finding("DOM509", place.path, fields, round=place.number)

    def _hand_on(self, score: RoundScore, resigned_by: int | None, acted: bool = True) -> None:
        """What the next round needs: totals, who led, who won (a round not played out counts as a tie)."""
        self.match.add(score, resigned_by, acted)
        self.report.rounds.append(score)
        if not score.counts:
            return
        winner: tuple[int, ...] | None = ()
        if score.how is None or score.played_out:
            known = score.winner_known and (score.how is not None or score.winner is not None)
            winner = None if not known else () if score.winner is None else self.table.sides[score.winner]
        self.place.before = Before(score.leader, winner)
        self.place.first, self.place.starts = False, None


def _lead_by_penalty(table: Table, judged: Judged) -> Penalised | None:
    from domscore.score.infractions import leads_after_stop

    return leads_after_stop(table, judged)


def _mistaken_winner(table: Table, round_: Round, leader: int | None, findings: list[Finding]) -> tuple[str, Finding] | None:
    """Who would lead next if the winner, or the end, wrongly written of a round were right; and the finding about it."""
    wrong = next((finding for finding in findings if finding.code in ("DOM504", "DOM503")), None)
    if wrong is None or round_.result is None or LaterLead.WINNER not in table.rules.later_leads:
        return None
    if round_.result.winner is not None:
        return round_.result.winner, wrong
    return None if leader is None else (LETTERS[table.following[leader]], wrong)  # nobody won: the next seat (P3.7)


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
