"""Rounds judged before: by what they were judged, and how they were."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

from domscore.findings.codes import Certainty, Severity
from domscore.findings.finding import Finding
from domscore.infer.explained import explain
from domscore.play.lead import Lead
from domscore.play.readings import Budget
from domscore.play.table import Table
from domscore.recalling.asked import Asked, AskedTable, Known, Log
from domscore.record.acts import Act, Kind
from domscore.record.models import Round
from domscore.score.judged import Judged, Place
from domscore.score.ledger import added
from domscore.score.rounds import Opening, Played, judge_played, opened, play, was_acted

HIDDEN = 2
"""An act of a round with hidden hands costs as much as so many others."""
_ADDED_TO = frozenset({"totals", "limits", "most", "after_match"})
"""What of a place is not compared where totals are only added to: whether they reach the target is asked of the table."""
_Kept = list[tuple[Finding, Finding | None, Severity, Certainty, dict[str, Any]]]
"""Findings, with what later rounds, claims and rulings may change in them."""


class _Question:
    """What a round, or the play of one, is being judged by."""

    def __init__(self, table: Table, place: Place, *, apart: bool) -> None:
        self.log: Log = []
        self.table, self.apart, self.closed = AskedTable(table, self.log, apart=apart), apart, place.after_match
        self.place = cast(Place, Asked(replace(place), ("place",), self.log))

    def asked(self) -> Log:
        """What matters of what was asked."""
        return [each for each in self.log if not (self.apart and each[0][0] == "place" and each[0][-1] in _ADDED_TO)]

    def ends_alike(self, table: Table, place: Place) -> bool:
        """The target is reached in play here just as it was: by nobody; or nothing went by that."""
        if not self.apart or (self.closed and place.after_match):
            return True
        if place.after_match:
            return not self.table.reached
        return not self.closed and self.table.reaches_nowhere(table, place.totals)


class _Play(NamedTuple):
    """The acts of a round, replayed; ``steps``: acts judged for readings."""

    question: _Question
    played: Played
    steps: int
    kept: _Kept


class _Judging(NamedTuple):
    """A round, judged; ``questions``: by what it was replayed, and by what it was scored."""

    questions: tuple[_Question, ...]
    judged: Judged
    steps: int
    kept: _Kept
    missing: list[str]

    def again(self) -> Judged:
        """As it was when just judged."""
        _put_back(self.kept)
        self.judged.missing = list(self.missing)
        return self.judged


@dataclass(slots=True)
class Remembered:
    """What is known of one round.

    Attributes:
        round: kept alive, as it is known again by identity.
        plays, judgings: by its opening, then by what else was asked.
        cost: acts judged for it so far.
    """

    round: Round
    plays: dict[str, Known[_Play]] = field(default_factory=dict)
    judgings: dict[str, Known[_Judging]] = field(default_factory=dict)
    cost: int = 0

    def judged(self, table: Table, place: Place, acts: list[Act], budget: Budget) -> Judged:
        """The round as ``judge_round`` judges it, judged now or known from before."""
        apart = was_acted(self.round, acts) and self.round.acts_complete and None not in place.totals
        opening = opened(table, self.round, place) if apart else None
        key = "" if opening is None else _key(opening, table, acts)
        known = self.judgings.setdefault(key, Known())
        for one in known.under({"table": table, "place": place}):
            if one.steps <= budget.left and all(each.ends_alike(table, place) for each in one.questions):
                budget.left -= one.steps
                judged = one.again()
                break
        else:
            judged = self._afresh(table, place, acts, budget, opening, key)
        for state in (judged.start, judged.state):
            if state is not None:
                state.table = table
        if not apart:
            return judged
        score = judged.score
        return replace(judged, score=replace(score, totals=added(place.totals, score.gained())))

    def _afresh(
        self, table: Table, place: Place, acts: list[Act], budget: Budget, opening: Opening | None, key: str
    ) -> Judged:
        question = _Question(table, place, apart=opening is not None)
        opening = opening or opened(question.table, self.round, question.place)
        questions: tuple[_Question, ...] = (question,)
        played, steps = None, 0
        if was_acted(self.round, acts):
            one = self._played(table, place, acts, budget, opening, key)
            played, steps = one.played, one.steps
            if key and _scored_apart(one):
                questions = (one.question, question)
                for replay in played.resolution.replays:
                    replay.state.table = question.table
            else:  # hidden hands, and other readings, ask the table of the replay
                one.question.log[:0] = question.log
                question = one.question
                questions = (question,)
        judged = judge_played(question.table, self.round, acts, question.place, opening, played)
        if budget.left >= 0:
            log = [each for question in questions for each in question.asked()]
            judging = _Judging(questions, judged, steps, _kept(_findings(judged)), list(judged.missing))
            self.judgings[key].keep(log, judging)
        return judged

    def _played(self, table: Table, place: Place, acts: list[Act], budget: Budget, opening: Opening, key: str) -> _Play:
        """The acts, replayed now or known from before."""
        known = self.plays.setdefault(key, Known())
        for one in known.under({"table": table, "place": place}):
            if one.steps <= budget.left and one.question.ends_alike(table, place):
                budget.left -= one.steps
                _put_back(one.kept)
                return one
        before, question = budget.left, _Question(table, place, apart=bool(key))
        played = play(question.table, self.round, acts, question.place, opening, budget, explain)
        replay, steps = played.resolution.replays[0], before - budget.left
        self.cost += steps + len(acts) * (HIDDEN if replay.hidden else 1)
        one = _Play(question, played, steps, _kept(replay.findings))
        if key and _scored_apart(one) and budget.left >= 0:
            known.keep(question.asked(), one)
        return one


def _scored_apart(one: _Play) -> bool:
    """Scoring the round leaves its replay as it is: there is one reading, and no hidden hands are looked into."""
    replays = one.played.resolution.replays
    return len(replays) == 1 and one.played.explained is None and not replays[0].setting.draws_implied


def _key(opening: Opening, table: Table, acts: list[Act]) -> str:
    """What of an opening the rest of a round depends on."""
    deal, shown, lead = opening.deal, opening.shown, opening.lead
    found = [*deal.findings, *shown.findings, *([] if opening.misled is None else [opening.misled])]
    led = None if _obeyed(lead, table, acts) else (lead.seats and sorted(lead.seats), sorted(lead.tiles.items()))
    return repr(
        (
            (deal.hands, deal.unseen, deal.boneyard, deal.boneyard_size, list(deal.faults)),
            (shown.tiles, shown.known, shown.pips, shown.count),
            (opening.void, led),
            [(finding.code, finding.path, finding.fields) for finding in found],
        )
    )


def _obeyed(lead: Lead, table: Table, acts: list[Act]) -> bool:
    """The first act is a rightful lead, and is not taken back: who else might have led, and with what, matters no more."""
    if not acts or acts[0].kind is not Kind.PLAY or any(act.kind is Kind.RULING for act in acts):
        return False
    seat, due = acts[0].seat, lead.tiles.get(acts[0].seat)
    return (lead.seats is None or seat in lead.seats) and (not due or table.tiles.number.get(acts[0].tile) in due)


def _findings(judged: Judged) -> list[Finding]:
    found = [*judged.findings, *(finding for ruled in judged.ruled for finding in ruled.findings)]
    return found if judged.replay is None else found + judged.replay.findings


def _kept(findings: Iterable[Finding]) -> _Kept:
    """The findings, and those they follow from, each once."""
    found: dict[int, Finding] = {}
    more = list(findings)
    while more:
        finding = more.pop()
        if id(finding) not in found:
            found[id(finding)] = finding
            more += [] if finding.cause is None else [finding.cause]
    return [(one, one.cause, one.severity, one.certainty, one.fields) for one in found.values()]


def _put_back(kept: _Kept) -> None:
    for finding, cause, severity, certainty, fields in kept:
        finding.cause, finding.severity, finding.certainty, finding.fields = cause, severity, certainty, fields
