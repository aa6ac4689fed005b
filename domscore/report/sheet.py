"""A score sheet's report: findings by row and column, the rounds as a table, how the match stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tabulate import tabulate

from domscore.findings.codes import Severity
from domscore.findings.finding import Finding, followed
from domscore.report.columns import narrow, wrapped
from domscore.report.names import called, with_names
from domscore.report.report import Report
from domscore.report.scores import known, result, round_winner, seating
from domscore.score.ledger import RoundScore

Clean = Callable[[str], str]
Places = Callable[[Finding], str]
_Numbers = Callable[[RoundScore], Sequence[int | None]]
_COLUMNS: tuple[tuple[str, bool, _Numbers], ...] = (
    ("end", True, lambda score: score.points),
    ("in play", False, lambda score: score.in_play),
    ("ruled", False, lambda score: score.adjustments),
    ("total", True, lambda score: score.totals),
)
"""What is shown for each side: heading, whether also where it is 0 all through, and the numbers."""
_WORDS = 3
ABOUT_SIDES = frozenset(f"DOM{number}" for number in (*range(501, 514), 604))
"""Findings whose messages name seats and sides, and quote nothing of what somebody wrote."""


def finding_lines(report: Report, place: Places, clean: Clean) -> list[str]:
    """A line for each finding; notes that say the same of several rows stand once."""
    lines = []
    names = called(list(map(clean, report.players)), report.sides, beside=True)
    told: dict[str, list[str]] = {}
    for finding in report.findings:
        if finding.code == "DOM903":
            told.setdefault(finding.message, []).append(clean(place(finding)))
    for finding in report.findings:
        if finding.code != "DOM903":
            lines.append(f"{_where(clean(place(finding)))}{_said(finding, clean, names)}")
        elif finding.message in told:
            rows = told.pop(finding.message)
            where = rows[0] if len(rows) == 1 else f"{rows[0]} to {rows[-1].removeprefix('row ')}" if len(rows) > 1 else ""
            lines.append(
                f"{_where(where.replace('row', 'rows', 1) if len(rows) > 1 else where)}{_said(finding, clean, names)}"
            )
    return lines


def _where(place: str) -> str:
    return f"{place}: " if place else ""


def _said(finding: Finding, clean: Clean, names: Mapping[str, str]) -> str:
    severity = "" if finding.severity is Severity.ERROR else f" ({finding.severity.value})"
    message = clean(finding.message)
    if finding.code in ABOUT_SIDES:
        message = with_names(message, names)
    return f"{finding.code} {finding.slug}{severity}: {message}{followed(finding)}"


def table_of_rounds(report: Report, form: str) -> str:
    """The rounds with what they are worth: points of the end, points in play and by rulings where there are any, totals."""
    kept = [(name, numbers) for name, always, numbers in _COLUMNS if always or _worth_showing(report, numbers)]
    between = " " if form == "github" else "\n"
    heads = ["round", "ended", "winner", *(f"{name}{between}{side}" for name, _ in kept for side in report.sides)]
    rows = []
    for score in report.scores:
        how = "?" if score.how is None else score.how.value
        cells = [known(value) for _, numbers in kept for value in numbers(score)]
        rows.append([str(score.number), how, round_winner(report, score), *cells])
    if form != "github":
        return narrow(heads, rows, _WORDS)
    align = ["left"] * _WORDS + ["right"] * (len(heads) - _WORDS)
    return tabulate(rows, heads, tablefmt=form, disable_numparse=True, colalign=align)


def _worth_showing(report: Report, numbers: _Numbers) -> bool:
    return any(value != 0 for score in report.scores for value in numbers(score))


def as_text(report: Report, place: Places, clean: Clean, *, markdown: bool = False) -> str:
    """The whole report, for a terminal or a message."""
    source = clean(report.source)
    parts = [f"### {source}" if markdown else source]
    if seats := seating(report, clean):
        parts.append(seats)
    if report.scores:
        parts.append(table_of_rounds(report, "github" if markdown else "simple"))
    if lines := finding_lines(report, place, clean):
        parts.append("\n".join(f"- {line}" if markdown else wrapped(line) for line in lines))
    stands = f"match: {result(report)}" if report.match is not None else "nothing was scored"
    parts.append(f"{report.verdict.value}; {stands}")
    return ("\n\n" if markdown else "\n").join(parts) + "\n"
