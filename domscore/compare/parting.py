"""Where two judgements of one record first part, and which rule fields make them.

The fields are not looked up in a table: they are put from the one set into the other until the judgements agree at that
point, so that what is named is what does it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from domscore.auditing import audit
from domscore.compare.changes import differing_fields, with_fields_of
from domscore.compare.rule_sets import Comparison, Judgement, outcome_in_words
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.record.models import Record
from domscore.report.report import Report
from domscore.rules.model import Rules
from domscore.score.ledger import RoundScore, Why

DEAL, END = 0, 1_000_000
"""Where in a round something stands that is no act: before the first act, after the last."""


class Point(NamedTuple):
    """A point in a record.

    Attributes:
        round: from 1; one more than the last for the end of the match.
        act: from 1; ``DEAL`` before and ``END`` after the acts.
        what: ``acts`` (findings about deal, lead and acts), ``in play``, ``end``, ``total``, ``claims`` or ``match``.
    """

    round: int
    act: int
    what: str


@dataclass(slots=True)
class Parting:
    """Two sets part here.

    Attributes:
        name: the other set.
        here, there: what the first and the other set say at that point, in words.
        fields: each of these alone makes the difference; with ``together`` all of them do.
    """

    name: str
    point: Point
    here: str
    there: str
    fields: list[str] = field(default_factory=list)
    together: bool = False


def partings(comparison: Comparison) -> list[Parting]:
    """Where each of the other sets first parts from the first one; sets that agree with it throughout have none."""
    if not comparison.judged:
        return []
    first, *others = comparison.judged
    found = [_parting(comparison.record, first, other) for other in others]
    return [one for one in found if one is not None]


def _parting(record: Record, first: Judgement, other: Judgement) -> Parting | None:
    mine, theirs = _views(first.report), _views(other.report)
    differing = [point for point in {**mine, **theirs} if mine.get(point) != theirs.get(point)]
    if not differing:
        return None
    order = ("acts", "in play", "end", "claims", "total", "match")
    point = min(differing, key=lambda one: (one.round, one.act, order.index(one.what)))
    parting = Parting(other.name, point, _said(first.report, point), _said(other.report, point))
    parting.fields, parting.together = _fields(record, first.rules, other, point)
    return parting


def _views(report: Report) -> dict[Point, Hashable]:
    """What a judgement says at every point where it says something."""
    views: dict[Point, Hashable] = {}
    for point, findings in _placed(report).items():
        views[point] = tuple(sorted((one.code, one.seat or "") for one in findings))
    for score in report.scores:
        for entry in score.entries:
            if entry.why is Why.IN_PLAY and entry.act is not None:
                views[Point(score.number, entry.act, "in play")] = (entry.side, entry.points)
        views[Point(score.number, END, "end")] = _end(report, score)
        views[Point(score.number, END, "total")] = tuple(zip(report.sides, score.totals, strict=True))
    if report.match is not None and report.scores:
        match = report.match
        views[Point(report.scores[-1].number + 1, END, "match")] = (
            match.how,
            None if match.winner is None else report.sides[match.winner],
            match.over_in,
        )
    return views


def _placed(report: Report) -> dict[Point, list[Finding]]:
    """Errors and warnings by the point they stand at; those about the match as a whole are left out."""
    found: dict[Point, list[Finding]] = {}
    for one in report.findings:
        if one.round is None or one.severity is Severity.NOTE:
            continue
        if one.code.startswith("DOM5") and one.act is None:
            point = Point(one.round, END, "claims")
        elif one.act is None:
            point = Point(one.round, DEAL if one.code.startswith("DOM3") else END, "acts")
        else:
            point = Point(one.round, one.act, "acts" if one.code < "DOM500" else "claims")
        found.setdefault(point, []).append(one)
    return found


def _end(report: Report, score: RoundScore) -> Hashable:
    winner = None if score.winner is None else report.sides[score.winner]
    return score.how, winner, score.winner_known, tuple(zip(report.sides, score.points, strict=True))


def _said(report: Report, point: Point) -> str:
    """What a judgement says at a point, in words."""
    score = next((one for one in report.scores if one.number == point.round), None)
    if point.what in ("acts", "claims"):
        findings = _placed(report).get(point, [])
        said = [f"{one.code} {one.message}" for one in findings if one.cause is None or len(findings) == 1]
        return "; ".join(said) or "in order"
    if point.what == "match" or score is None:
        match = report.match
        assert match is not None
        winner = "nobody has won" if match.winner is None else f"{report.sides[match.winner]} has won"
        return f"{winner}, in round {match.over_in}" if match.winner is not None else winner
    if point.what == "in play":
        made = [entry for entry in score.entries if entry.act == point.act and entry.why is Why.IN_PLAY]
        side = made[0].side if made else None
        return "no points" if side is None else f"{report.sides[side]} makes {made[0].points}"
    if point.what == "total":
        return ", ".join(
            f"{side} {'?' if total is None else total}" for side, total in zip(report.sides, score.totals, strict=True)
        )
    return outcome_in_words(report, score)


def _fields(record: Record, rules: Rules, other: Judgement, point: Point) -> tuple[list[str], bool]:
    """The fields that make the difference: each alone, or a smallest set found by leaving out one after another."""
    wanted = _views(other.report).get(point)
    fields = differing_fields(rules, other.rules)
    beginning = _until(record, other.report, point)

    def does(some: list[str]) -> bool:
        mixed = with_fields_of(rules, other.rules, some)
        return mixed is not None and _views(audit(beginning, mixed)).get(point) == wanted

    alone = [one for one in fields if does([one])]
    if alone:
        return alone, False
    if not does(fields):
        return fields, True
    for one in list(fields):
        without = [other_field for other_field in fields if other_field != one]
        if does(without):
            fields = without
    return fields, True


def _until(record: Record, report: Report, point: Point) -> Record:
    """The record as far as the point needs."""
    last = next((index for index, score in enumerate(report.scores) if score.number == point.round), None)
    if last is None or last + 1 >= len(record.rounds):
        return record
    return record.model_copy(update={"rounds": record.rounds[: last + 1], "result": None})
