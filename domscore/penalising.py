"""Penalties: what the table of penalties in force says about a record's root irregularities, and the score with them.

A penalty is entered as the ruling that a referee following the table would give, and the record is judged again with these
rulings in it. What the record holds of rulings wins: an act that was ruled on gets no penalty by the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, cast

from domscore.auditing import Watched, audit
from domscore.domino.seat import LETTERS
from domscore.findings.codes import Certainty, Severity
from domscore.findings.finding import Finding
from domscore.play.replay import Replay
from domscore.play.step import Setting
from domscore.play.table import Table
from domscore.record.acts import Act, Kind
from domscore.record.models import ActObject, Record, Round
from domscore.report.penalty import Penalty
from domscore.report.report import Report
from domscore.rules.model import Rules
from domscore.rules.penalties import Goes, Hand, Infraction, Late, PenaltyRow, PenaltyTable
from domscore.score.infractions import INFRACTIONS, leads_after, row_of
from domscore.score.ledger import Why

_OF_THE_HAND = frozenset({Infraction.FALSE_PASS, Infraction.DREW_AND_COULD_PLAY})
"""Infractions that rest on what a hand held."""
_IMPOSSIBLE = frozenset({"DOM301", "DOM302", "DOM402", "DOM403", "DOM424", "DOM425"})
"""What cannot have happened as it is written: from there on the record is wrong about who held what."""
_INCOMPLETE = frozenset({"DOM401", "DOM432"})
"""Signs that an act was not written: a turn that came too early, acts that stop too early."""


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
        found: list[Penalty] = []
        for finding in report.findings:
            row = row_of(house, finding)
            if row is not None and finding.path.startswith("/rounds/"):
                found.append(self._penalty(house, row, finding, found[-1] if found else None))
        return found

    def _penalty(self, house: PenaltyTable, row: PenaltyRow, finding: Finding, before: Penalty | None) -> Penalty:
        watched = self.watched[_index(finding)]
        assert finding.seat is not None
        side = self.table.side_ids[self.table.side_of[LETTERS.index(finding.seat)]]
        penalty = Penalty(finding, house.name, row, side, {}, target=self.table.target)
        penalty.waived = (
            _waived(row, finding, watched) or _same_turn(finding, before, watched) or self._uncertain(row, finding)
        )
        if penalty.waived:
            return penalty
        if row.amount is not None:
            penalty.pips = _pips(watched, finding)
            amount = row.amount.points(self.table.target, penalty.pips)
            penalty.points = None if amount is None else self._by_side(row.goes, side, amount)
        penalty.leads = leads_after(self.table, row, finding, watched.judged.score.leader)
        return penalty

    def _uncertain(self, row: PenaltyRow, finding: Finding) -> str:
        """Why it is not certain that it was an infraction: the record may be wrong about who held what, or could play."""
        if row.infraction not in _OF_THE_HAND or finding.certainty is not Certainty.CERTAIN:
            return ""
        acts = self.watched[_index(finding)].acts
        for other in self.report.findings:
            same_round = other.round == finding.round and other.severity is Severity.ERROR and other is not finding
            doubt = _doubt(finding, other, acts) if same_round else ""
            if doubt:
                at = "" if other.act is None else f" at act {other.act}"
                return f"it is not certain, since {other.code}{at} shows that {doubt}"
        return ""

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


def _doubt(finding: Finding, other: Finding, acts: list[Act]) -> str:
    """What another error of the round shows against a false pass or draw; empty where it shows nothing."""
    assert finding.act is not None
    earlier = other.act is None or other.act < finding.act
    mine = other.seat == finding.seat
    if other.code in _IMPOSSIBLE and not (other.act is None and "/left" in other.path):
        tile = acts[finding.act - 1].tile
        about = other.code == "DOM403" or (tile != "" and other.fields.get("tile") == tile)
        return "the record is wrong about who held what" if earlier or mine or about else ""
    if other.code == "DOM502" and mine:
        return "the record is wrong about who held what"
    if other.code in _INCOMPLETE and other.cause is None and earlier:
        return "an act may not be written"
    if other.code == "DOM401" and mine and other.act == finding.act + 1:
        return f"{finding.seat} went on in the same turn"
    if INFRACTIONS.get(other.code) in _OF_THE_HAND and not mine and _same_ends(finding, other, acts):
        return f"{other.seat} could have gone on at the same ends: one of them may be written wrong"
    return ""


def _same_ends(one: Finding, two: Finding, acts: list[Act]) -> bool:
    """No tile was laid between two acts."""
    if one.act is None or two.act is None:
        return False
    first, last = sorted((one.act, two.act))
    return not any(act.kind is Kind.PLAY for act in acts[first - 1 : last])


def _index(finding: Finding) -> int:
    return int(finding.path.split("/")[2])


def _same_turn(finding: Finding, before: Penalty | None, watched: Watched) -> str:
    """Drawing on and on in one turn is one infraction."""
    if before is None or finding.act is None or before.finding.act is None:
        return ""
    first = before.finding
    between = watched.acts[before.finding.act - 1 : finding.act]
    same = (first.round, first.seat, INFRACTIONS[first.code]) == (finding.round, finding.seat, INFRACTIONS[finding.code])
    drawn = all(
        act.kind is Kind.DRAW and LETTERS[act.seat] == finding.seat for act in between if act.kind is not Kind.RULING
    )
    return f"it belongs to the same turn as act {first.act}" if same and drawn else ""


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
