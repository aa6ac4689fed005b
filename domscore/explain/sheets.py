"""A score sheet explained: each thing that is wrong, by its row and column, with the arithmetic and the clause behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from domscore.explain.lines import Line, Part, cited, clauses
from domscore.explain.matches import Explainer, ill_formed
from domscore.explain.rounds import explained_round
from domscore.explain.suggested import suggestion_part
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.report.names import called, with_names
from domscore.report.report import Report
from domscore.report.scores import result as result_in_words
from domscore.report.sheet import ABOUT_SIDES
from domscore.rules.model import Rules

Places = Callable[[Finding], str]
_TOTALS = ("DOM506", "DOM508", "DOM604")
"""Findings about totals: their arithmetic is that of the totals."""
_NOT_THE_END = frozenset({"lead", "next-lead", "claims-right", "claims-open", "claim-wrong", "finding", "running"})
"""Lines of a round that say nothing of what its end is worth."""
_QUOTING = frozenset({"ruling", "clause"})
"""Lines in which somebody else is quoted."""


def explained_sheet(data: bytes, rules: Rules, place: Places, source: str) -> tuple[Report, list[Part]]:
    """The report on a sheet's record, and the explanation of what is wrong with the sheet, or of its sums.

    Args:
        data: the record that the sheet makes.
        place: where on the sheet a finding stands.
        source: the sheet.
    """
    explainer = Explainer(data, rules, source)
    report = explainer.report
    if report.match is None:
        return report, [explainer.head(), ill_formed(report)]
    sheet = _Sheet(explainer, place)
    wrong = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    parts = [sheet.about(root, wrong) for root in wrong if root.cause is None]
    parts = [*(parts or [sheet.sums()]), Part("match", f"Match: {result_in_words(report)}")]
    parts += [suggestion_part(explainer.suggestions)] if explainer.suggestions else []
    named = [sheet.named(part) for part in parts]
    return report, explainer.closed([explainer.head(), *named])


class _Sheet:
    """A sheet and what its cells come to."""

    def __init__(self, explainer: Explainer, place: Places) -> None:
        self.report, self.rounds, self.place = explainer.report, explainer.rounds, place
        assert self.report.table is not None
        self.table = self.report.table
        self.names = called(self.report.players, self.report.sides)

    def about(self, root: Finding, wrong: list[Finding]) -> Part:
        """A root cause, its arithmetic, and what follows from it."""
        where = self.place(root)
        part = Part("finding", f"{where[:1].upper()}{where[1:]}: {root.slug}" if where else root.slug)
        part.values = {"number": root.number, "code": root.code}
        part.lines += [self._said(root), *self._arithmetic(root)]
        for finding in wrong:
            if finding is not root and finding.root is root:
                part.lines += [self._said(finding), *(replace(line, depth=1) for line in self._arithmetic(finding))]
        return part

    def _said(self, finding: Finding) -> Line:
        values = {"number": finding.number, "code": finding.code}
        values |= {key: finding.fields[key] for key in ("due", "claimed") if key in finding.fields}
        follows = "" if finding.cause is None else f"This follows: {self.place(finding)}: "
        message = finding.message
        first = message if follows else f"{message[:1].upper()}{message[1:]}"
        return Line("finding", f"{follows}{first} ({finding.code}).", values)

    def _arithmetic(self, finding: Finding) -> list[Line]:
        if finding.code == "DOM508":
            return list(self._final(finding))
        watched = next((one for one in self.rounds if one.place.number == finding.round), None)
        if watched is None:
            return []
        lines = explained_round(self.report, watched).lines
        if finding.code in _TOTALS:
            return [self._total(line, finding) for line in lines if line.kind == "running" and _is_about(finding, line)]
        told = finding.cause is not None and finding.cause.round == finding.round
        return [] if told else [line for line in lines if line.kind not in _NOT_THE_END]

    def _total(self, line: Line, finding: Finding) -> Line:
        """A total as a sum, and what was written instead."""
        written = finding.fields["claimed"]
        written = written[line.values["side"]] if isinstance(written, dict) else written
        sum_, _, _ = line.text.partition(",")
        named = clauses(self.table.rules, "target")
        said = f"{sum_.rstrip('.')}; {written} was written"
        return Line("running", f"{said}{cited(named)}.", {**line.values, "written": written}, clauses=named)

    def _final(self, finding: Finding) -> Iterator[Line]:
        """What a side made in each round, added up."""
        side = finding.fields["side"]
        number = self.table.side_number[side]
        scores = [score for score in self.report.scores if score.counts]
        gains = [score.gained()[number] for score in scores]
        if not scores or any(gain is None for gain in gains):
            return
        before = self.rounds[0].place.totals[number]
        terms = [*([before] if before else []), *(gain for gain in gains if gain)]
        due, claimed = finding.fields["due"], finding.fields["claimed"]
        text = f"{side}: {' + '.join(map(str, terms)) or 0} = {due}; {claimed} was written."
        yield Line("final", text.replace("+ -", "- "), {"side": side, "terms": terms, "total": due, "written": claimed})

    def sums(self) -> Part:
        """The totals of every round, where nothing is wrong with them."""
        part = Part("sums", "No error was found; the sums are")
        for watched in self.rounds:
            number = watched.judged.score.number
            lines = [line for line in explained_round(self.report, watched).lines if line.kind == "running"]
            part.lines += [replace(line, text=f"Round {number}, {line.text}") for line in lines]
        return part

    def named(self, part: Part) -> Part:
        """With names for the letters of seats and sides."""
        lines = [line if line.kind in _QUOTING else replace(line, text=self._with_names(line)) for line in part.lines]
        return Part(
            part.kind, with_names(part.title, self.names) if part.kind == "match" else part.title, lines, part.values
        )

    def _with_names(self, line: Line) -> str:
        if line.kind == "finding" and line.values["code"] not in ABOUT_SIDES:
            return line.text
        return with_names(line.text, self.names)


def _is_about(finding: Finding, line: Line) -> bool:
    """The line is of a side that the finding is about."""
    claimed, side = finding.fields["claimed"], line.values["side"]
    return side in claimed if isinstance(claimed, dict) else side == finding.path.rpartition("/")[2]
