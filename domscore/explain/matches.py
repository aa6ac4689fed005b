"""A whole match explained: every round, how the match stands, and the wording of the clauses."""

from __future__ import annotations

from functools import cached_property

from domscore.auditing import Watched, audit
from domscore.explain.acts import explained_act
from domscore.explain.claims import match_claim_lines
from domscore.explain.lines import Line, Part, cited, clause_part, clauses, plural, rounds_in_words
from domscore.explain.penalised import elsewhere, penalty_part
from domscore.explain.rounds import explained_round, finding_line
from domscore.explain.suggested import about_act, about_round, suggestion_part
from domscore.findings.codes import Severity
from domscore.findings.finding import causes_first
from domscore.penalising import with_penalties
from domscore.play.table import Table
from domscore.record.reading import read_record, without_bom
from domscore.record.source import place_all
from domscore.report.names import seated_names
from domscore.report.report import Report, Verdict
from domscore.report.scores import result as result_in_words
from domscore.report.scores import rules_name, unscored
from domscore.report.suggestion import Suggestion
from domscore.rules.model import Rules
from domscore.score.match import MatchScore
from domscore.suggest import suggestions


class NotThere(LookupError):
    """The record has no such round or act; the text says what there is."""


def explained(
    data: bytes,
    rules: Rules | None = None,
    round_: int | None = None,
    act: int | None = None,
    *,
    source: str = "",
    line: int = 1,
) -> tuple[Report, list[Part]]:
    """A record's report and the explanation asked for: the match, one round, or one act.

    Args:
        data: the record.
        rules: to use instead of those the record names.
        round_: number of the round. ``act``: of the act, from 1.
        source, line: where the record comes from.

    Raises:
        NotThere: the record has no such round or act.
    """
    explainer = Explainer(data, rules, source, line)
    if explainer.report.match is None or (round_ is None and act is None):
        return explainer.report, explainer.match()
    if act is not None:
        return explainer.report, explainer.act(round_, act)
    assert round_ is not None
    return explainer.report, explainer.round(round_)


class Explainer:
    """A record, audited so that every round can be looked into.

    Attributes:
        report: what ``audit`` says about it.
        rounds: the rounds as they were judged; empty for an ill-formed record.
        record: the record; None for what cannot be read as one.
    """

    def __init__(self, data: bytes, rules: Rules | None = None, source: str = "", line: int = 1) -> None:
        self.rounds: list[Watched] = []
        self.data, self.rules = data, rules
        self.record = read_record(data).record
        self.report: Report = audit(self.record or data, rules, self.rounds)
        self.report.source, self.report.line = source, line
        if self.report.findings:
            place_all(without_bom(data).decode(errors="replace"), self.report.findings, line)

    def match(self) -> list[Part]:
        """All rounds and the end of the match."""
        if self.report.match is None:
            return [self.head(), ill_formed(self.report), *self._suggestions(self.suggestions)]
        rounds = [explained_round(self.report, one) for one in self.rounds]
        remedies = [*self._suggestions(self.suggestions), *self._penalties(self.rounds, None)]
        return self.closed([self.head(), *rounds, self._match(), *remedies])

    def round(self, number: int) -> list[Part]:
        """One round, by its number (NotThere)."""
        watched = self._round(number)
        wrong = any(f.round == number and f.severity is Severity.ERROR for f in self.report.findings)
        offered = self._suggestions(about_round(self.suggestions, number)) if wrong else []
        part = explained_round(self.report, watched)
        return self.closed([self.head(), part, *offered, *self._penalties([watched], None)])

    def act(self, number: int | None, act: int) -> list[Part]:
        """One act, by its number and that of its round, which may be left out where there is only one (NotThere)."""
        if number is None:
            if len(self.rounds) != 1:
                raise NotThere(f"the record has {plural(len(self.rounds), 'round')}: say which one, with --round")
            number = self.rounds[0].place.number
        watched = self._round(number)
        count = len(watched.acts)
        if not 1 <= act <= count:
            raise NotThere(f"round {number} has {f'acts 1 to {count}' if count else 'no acts'}, not act {act}")
        offered = about_act(self.suggestions, number, act)
        remedies = [*(self._suggestions(offered) if offered else ()), *self._penalties([watched], act)]
        return self.closed([self.head(), *explained_act(self.report, watched, act), *remedies])

    @cached_property
    def suggestions(self) -> list[Suggestion]:
        """What may have been written wrong; looked for only where something is."""
        return suggestions(self.data, self.rules) if self.report.verdict is Verdict.REFUTED else []

    def _suggestions(self, offered: list[Suggestion]) -> list[Part]:
        tried = offered or self.report.match is not None
        return [suggestion_part(offered)] if tried and self.report.verdict is Verdict.REFUTED else []

    def _penalties(self, rounds: list[Watched], act: int | None) -> list[Part]:
        """What the table of penalties takes in some rounds, or for one act of one round."""
        record, table = self.record, self.report.table
        if record is None or table is None:
            return []
        if table.rules.penalties is None:
            found = None if act is None else elsewhere(record, table.rules, self.report, rounds[0].place.number, act)
            return [] if found is None else [found]
        after = with_penalties(record, self.report, self.rules)
        numbers = {one.place.number for one in rounds}
        asked = [one for one in after.penalties or () if one.finding.round in numbers and act in (None, one.finding.act)]
        return [penalty_part(self.report, after, self.rounds, asked, self.suggestions, numbers)] if asked else []

    def _round(self, number: int) -> Watched:
        found = next((one for one in self.rounds if one.place.number == number), None)
        if found is None:
            there = rounds_in_words([one.place.number for one in self.rounds])
            raise NotThere(f"the record has {there}, not round {number}")
        return found

    def closed(self, parts: list[Part]) -> list[Part]:
        """With the wording of the clauses that the parts cite."""
        wording = clause_part(parts)
        return parts if wording is None else [*parts, wording]

    def head(self) -> Part:
        """What the record is, who plays, and under which rules."""
        report = self.report
        title = report.source or "record"
        part = Part("record", f"{title}{f' ({report.id})' if report.id else ''}: {report.verdict.value}")
        table = report.table
        if table is None:
            return part
        names = dict(zip(table.letters, report.players, strict=True))
        sides = {side: [names[letter] for letter in side] for side in table.side_ids}
        seats = seated_names(report.players, table.side_ids)
        target = "a single hand" if table.target is None else f"to {table.target}"
        text = f"{seats}; rules {rules_name(report)}, {target}."
        part.lines.append(Line("table", text, {"sides": sides, "target": table.rules.target}))
        return part

    def _match(self) -> Part:
        report, match = self.report, self.report.match
        assert match is not None and report.table is not None
        lines = [_outcome(report, report.table, match)]
        claimed = None if self.record is None else self.record.result
        lines += match_claim_lines(report.table, match, claimed, report.findings)
        others = [f for f in report.findings if f.round is None and not f.code.startswith("DOM5")]
        lines += [finding_line(finding) for finding in causes_first(others)]
        return Part("match", f"Match: {result_in_words(report)}", lines)


def _outcome(report: Report, table: Table, match: MatchScore) -> Line:
    scores = dict(zip(table.side_ids, match.final, strict=True))
    named = clauses(table.rules, "target") if match.how == "target" else ()
    winner = None if match.winner is None else table.side_ids[match.winner]
    values = {"how": match.how, "winner": winner, "scores": scores, "round": match.over_in}
    if match.how == "target" and winner is not None:
        goal = "the single hand" if table.target is None else f"the target of {table.target} with {scores[winner]}"
        verb = "won" if table.target is None else "reached"
        text = f"{winner} {verb} {goal} in round {match.over_in}{cited(named)}."
    elif match.how == "target":
        text = f"The match was over in round {match.over_in}, and nobody has won it{cited(named)}."
    elif match.how == "unfinished" and table.target is not None:
        text = f"Nobody has won it: the target is {table.target}."
    else:
        text = f"The match: {match.how or 'how it ended is not known'}."
    return Line("match", text, values, clauses=named)


def ill_formed(report: Report) -> Part:
    """Why there is nothing to explain."""
    lines = [finding_line(finding) for finding in report.findings]
    return Part("ill-formed", f"Nothing was replayed: {unscored(report)}", lines)
