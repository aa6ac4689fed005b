"""Penalties: what the table of penalties in force says about a record's root irregularities, and the score with them.

A penalty is entered as the ruling that a referee following the table would give, and the record is judged again with these
rulings in it. What the record holds of rulings wins: an act that was ruled on gets no penalty by the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, cast

from domscore.auditing import Watched, audit
from domscore.domino.seat import LETTERS
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.play.replay import Replay, Setting
from domscore.play.table import Table
from domscore.record.acts import Kind
from domscore.record.models import ActObject, Record, Round
from domscore.report.penalty import Penalty
from domscore.report.report import Report
from domscore.rules.model import Rules
from domscore.rules.penalties import Goes, Hand, Infraction, Late, PenaltyRow, PenaltyTable
from domscore.score.ledger import Why

INFRACTIONS = {
    "DOM411": Infraction.FALSE_PASS,
    "DOM602": Infraction.FALSE_PASS,
    "DOM421": Infraction.DREW_AND_COULD_PLAY,
    "DOM603": Infraction.DREW_AND_COULD_PLAY,
    "DOM404": Infraction.MISPLAY,
    "DOM406": Infraction.MISPLAY,
    "DOM407": Infraction.MISPLAY,
    "DOM501": Infraction.WRONG_COUNT,
    "DOM303": Infraction.TOO_MANY_TILES,
    "DOM426": Infraction.TOO_MANY_TILES,
}
"""Which findings, where they are root causes, are which infraction."""


def penalties_due(record: Record, rules: Rules | None = None) -> list[Penalty]:
    """What the table in force says about each root irregularity, in the order of the record; nothing is applied.

    Args:
        record: a record.
        rules: to use instead of those it names.

    Returns:
        Nothing where the rules have no penalty table, or the record cannot be replayed.
    """
    return _Bench(record, rules).penalties()


def with_penalties(record: Record, report: Report, rules: Rules | None = None) -> Report:
    """The report with the score as the table of penalties in force makes it.

    The findings, and so the verdict, stay those of the record as it was written.

    Args:
        record: a record.
        report: its audit.
        rules: to use instead of those it names.
    """
    bench = _Bench(record, rules)
    penalties = bench.penalties()
    if not penalties:
        return replace(report, penalties=penalties)
    bench.apply(penalties)
    after = bench.judged()
    return replace(report, rounds=after.rounds, match=after.match, penalties=penalties)


@dataclass(slots=True)
class _Sheet:
    """What is added to one round: rulings behind its acts, or in place of the acts behind the one that ended it."""

    rulings: list[ActObject] = field(default_factory=list)
    about: list[int | None] = field(default_factory=list)
    stopped_at: int | None = None


class _Bench:
    """One record before the referee."""

    def __init__(self, record: Record, rules: Rules | None) -> None:
        self.record, self.rules = record, rules
        self.watched: list[Watched] = []
        self.report = audit(record, rules, self.watched)
        self.sheets: dict[int, _Sheet] = {}

    @property
    def table(self) -> Table:
        assert self.report.table is not None
        return self.report.table

    def penalties(self) -> list[Penalty]:
        """Those due, and those waived."""
        report = self.report
        house = None if report.table is None else report.table.rules.penalties
        if house is None or report.match is None:
            return []
        found = []
        for finding in report.findings:
            row = _row(house, finding)
            if row is not None and finding.path.startswith("/rounds/"):
                found.append(self._penalty(house, row, finding))
        return [penalty for penalty in found if penalty is not None]

    def _penalty(self, house: PenaltyTable, row: PenaltyRow, finding: Finding) -> Penalty | None:
        watched = self.watched[_index(finding)]
        seat = finding.seat
        if seat is None or (row.infraction is Infraction.TOO_MANY_TILES and not _other_number(row, finding)):
            return None
        side = self.table.side_ids[self.table.side_of[LETTERS.index(seat)]]
        penalty = Penalty(finding, house.name, row, side, {})
        penalty.waived = _waived(row, finding, watched)
        if row.amount is not None and not penalty.waived:
            amount = row.amount.points(self.table.target, _pips(watched, finding))
            penalty.points = None if amount is None else self._by_side(row.goes, side, amount)
        return penalty

    def _by_side(self, goes: Goes, side: str, amount: int) -> dict[str, int]:
        if goes is Goes.GIVEN:
            return {other: amount for other in self.table.side_ids if other != side}
        return {side: -amount}

    # applying

    def apply(self, penalties: list[Penalty]) -> None:
        """Enter the rulings that the penalties come to, one by one: a hand that was stopped knows no later ones."""
        for penalty in penalties:
            if penalty.waived or penalty.points is None:
                continue
            index, act = _index(penalty.finding), penalty.finding.act
            sheet = self.sheets.setdefault(index, _Sheet())
            if sheet.stopped_at is not None:
                penalty.waived, penalty.points = "the hand had been stopped before", {}
                continue
            if penalty.row.goes is Goes.TAKEN_OR_GIVEN:
                penalty.points = self._taken_or_given(index, penalty.side, penalty.points)
            for side, points in penalty.points.items():
                self._enter(sheet, act, "penalty" if points < 0 else "award", penalty, side=side, points=points)
            if penalty.row.hand is not Hand.PLAYS_ON:
                sheet.stopped_at = act or 0
                lost = {"side": penalty.side} if penalty.row.hand is Hand.LOST else {}
                self._enter(sheet, act, "round_lost" if lost else "round_void", penalty, **lost)
            penalty.applied = True

    def _taken_or_given(self, index: int, side: str, points: dict[str, int]) -> dict[str, int]:
        """A side that has fewer points than it would lose keeps them, and the others get as many."""
        amount = -points[side]
        total = self.judged().scores[index].totals[self.table.side_number[side]]
        return self._by_side(Goes.GIVEN, side, amount) if total is not None and total < amount else points

    def _enter(self, sheet: _Sheet, act: int | None, ruling: str, penalty: Penalty, **more: Any) -> None:  # noqa: ANN401
        sheet.rulings.append(cast(ActObject, {"ruling": ruling, "reason": penalty.reason, **more}))
        sheet.about.append(act)

    def judged(self) -> Report:
        """The record judged with the rulings entered; the ledger names the acts that they are about."""
        rounds = [self._ruled(index, round_) for index, round_ in enumerate(self.record.rounds)]
        report = audit(self.record.model_copy(update={"rounds": rounds}), self.rules)
        for index, sheet in self.sheets.items():
            start = len(rounds[index].acts or ()) - len(sheet.rulings)
            score = report.scores[index]
            score.entries = [
                entry._replace(act=sheet.about[entry.act - 1 - start])
                if entry.why in (Why.PENALTY, Why.AWARD) and entry.act is not None and entry.act > start
                else entry
                for entry in score.entries
            ]
        return report

    def _ruled(self, index: int, round_: Round) -> Round:
        sheet = self.sheets.get(index)
        if sheet is None or not sheet.rulings:
            return round_
        acts = list(round_.acts or ())
        if sheet.stopped_at is None:
            return round_.model_copy(update={"acts": [*acts, *sheet.rulings]})
        acts = acts[: sheet.stopped_at or len(acts)]
        return round_.model_copy(update={"acts": [*acts, *sheet.rulings], "left": None, "result": None})


def _row(house: PenaltyTable, finding: Finding) -> PenaltyRow | None:
    infraction = INFRACTIONS.get(finding.code)
    grave = finding.severity is Severity.ERROR or "ruled" in finding.fields
    if infraction is None or finding.cause is not None or not grave:
        return None
    if infraction in (Infraction.WRONG_COUNT, Infraction.MISPLAY) and finding.act is None:
        return None
    return house.row(infraction)


def _other_number(row: PenaltyRow, finding: Finding) -> bool:
    """A hand of too many tiles; of too few where the row says so."""
    if finding.code != "DOM303":
        return True
    return row.too_few or finding.fields["dealt"] > finding.fields["due"]


def _index(finding: Finding) -> int:
    return int(finding.path.split("/")[2])


def _waived(row: PenaltyRow, finding: Finding, watched: Watched) -> str:
    """Why the table gives nothing for this act."""
    if finding.act is None:
        return ""
    if "ruled" in finding.fields:
        return f"the referee ruled on it (act {finding.fields['ruled']})"
    later = watched.acts[finding.act :]
    if later and later[0].kind is Kind.RULING:
        return f"the referee ruled on it (act {finding.act + 1})"
    if row.late is Late.STANDS and any(act.kind in (Kind.PLAY, Kind.DRAW, Kind.PASS) for act in later):
        return "it stands, since the next act was made"
    return ""


def _pips(watched: Watched, finding: Finding) -> int | None:
    """The pips in the offender's hand before the act; None when they are not known."""
    start = watched.judged.start
    if start is None or finding.act is None or finding.seat is None:
        return None
    place, seat = watched.place, LETTERS.index(finding.seat)
    replay = Replay(start.copy(), watched.acts, Setting(place.path, place.number, place.passes_implied, place.draws_implied))
    for index in range(finding.act - 1):
        replay.advance(index)
    state = replay.state
    return None if state.hidden(seat) else state.table.tiles.pips_of(state.hands[seat])
