"""What the table of penalties in force takes for irregular acts, and the score with it, as a part of an explanation."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from domscore.auditing import Watched
from domscore.domino.seat import LETTERS
from domscore.explain.lines import Line, Part
from domscore.explain.rounds import running_lines
from domscore.penalising import penalties_due
from domscore.record.models import Record
from domscore.report.penalty import Penalty
from domscore.report.report import Report
from domscore.report.scores import result as result_in_words
from domscore.report.suggestion import Suggestion
from domscore.rules.model import Rules
from domscore.rules.penalties import table_named, table_names
from domscore.score.infractions import infraction_of


def penalty_part(
    report: Report,
    after: Report,
    rounds: Sequence[Watched],
    penalties: Iterable[Penalty],
    suggestions: Iterable[Suggestion],
    shown: Container[int],
) -> Part:
    """The penalties, and what they make of the totals.

    Args:
        report: as the record was played.
        after: the same with all penalties applied.
        rounds: all rounds.
        penalties: those asked for, of ``after``.
        suggestions: what may have been written wrong, so that there may have been no infraction.
        shown: numbers of the rounds whose totals are shown.
    """
    table = report.table
    assert table is not None and table.rules.penalties is not None
    house = table.rules.penalties
    part = Part("penalties", f"Penalties by the table in force: {house.name}", [], {"table": house.name})
    listed, offered = list(penalties), list(suggestions)
    for penalty in listed:
        part.lines += _lines(penalty, offered, rounds)
    if any(penalty.applied for penalty in listed):
        part.lines += _totals(report, after, [one for one in rounds if one.place.number in shown])
    return part


def _lines(penalty: Penalty, offered: Sequence[Suggestion], rounds: Sequence[Watched]) -> list[Line]:
    finding = penalty.finding
    act = "" if finding.act is None else f", act {finding.act}"
    source = f" ({penalty.row.source})" if penalty.row.source and not penalty.waived else ""
    text = f"Round {finding.round}{act}, {finding.seat}: {penalty.what}: {penalty.verdict}{source}."
    lines = [Line("penalty", text, penalty.as_json())]
    if penalty.waived:
        return lines
    if penalty.arithmetic:
        values = {"target": penalty.target, "pips": penalty.pips, "points": penalty.points}
        lines.append(Line("amount", f"{penalty.arithmetic}.", values, depth=1))
    if penalty.leads is not None:
        lines.append(_lead(penalty, rounds))
    doubt = next((each for each in offered if finding.number in {one.number for one in each.explains} and each.best), None)
    if doubt is not None:
        text = f"Perhaps nothing was done wrong at the table: suggestion {doubt.number} would explain it."
        lines.append(Line("doubt", text, {"suggestion": doubt.number}, depth=1))
    return lines


def _lead(penalty: Penalty, rounds: Sequence[Watched]) -> Line:
    """Who leads next by the table, and who did."""
    due = " or ".join(penalty.leaders)
    number = (penalty.finding.round or 0) + 1
    led = next((one.judged.score.leader for one in rounds if one.place.number == number), None)
    did = "" if led is None else f"; round {number} was led by {LETTERS[led]}"
    values = {"due": penalty.leaders, "round": number, "led": None if led is None else LETTERS[led]}
    return Line("penalty-lead", f"To lead next by the table: {due}{did}.", values, depth=1)


def _totals(report: Report, after: Report, rounds: Sequence[Watched]) -> list[Line]:
    """The running totals of each round that the penalties change, and the match."""
    table = report.table
    assert table is not None
    lines = []
    for one in rounds:
        place = one.place.index
        score, before = after.scores[place], after.scores[place - 1].totals if place else one.place.totals
        if score.totals != report.scores[place].totals:
            how = "how it ended is not known" if score.how is None else score.how.value
            values: dict[str, Any] = {"round": score.number, "how": how}
            lines.append(Line("with-penalties", f"With the penalties, round {score.number}: {how}.", values))
            for line in running_lines(table, score, before):
                line.depth = 1
                lines.append(line)
    text = f"The match with the penalties: {result_in_words(after)}."
    values = {"scores": dict(zip(report.sides, after.match.final, strict=True))} if after.match is not None else {}
    return [*lines, Line("match-with-penalties", text, values)]


def elsewhere(record: Record, rules: Rules, report: Report, round_: int, act: int) -> Part | None:
    """What the published tables take for an act, where none is in force; None where no table speaks of it."""
    found = [f for f in report.findings if (f.round, f.act) == (round_, act) and infraction_of(f) is not None]
    part = Part("penalties", "No table of penalties is in force; what published ones take", [], {"table": None})
    for name in table_names() if found else ():
        house = rules.model_copy(update={"penalties": table_named(name)})
        for penalty in penalties_due(record, house):
            if (penalty.finding.round, penalty.finding.act) == (round_, act):
                part.lines.append(Line("penalty", f"{name}: {penalty.verdict} ({penalty.row.source}).", penalty.as_json()))
    return part if part.lines else None
