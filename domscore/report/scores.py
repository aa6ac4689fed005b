"""A match as a table of rounds, for the formats of ``score``: headings, rows of texts, and what stands around them."""

from __future__ import annotations

from collections.abc import Callable

from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.report.names import seated_names
from domscore.report.penalty import penalty_lines
from domscore.report.report import Report
from domscore.report.text import place_in_play
from domscore.report.words import counted
from domscore.score.ledger import RoundScore

UNKNOWN = "?"
_Numbers = Callable[[RoundScore], list[int | None] | list[int]]
_COLUMNS: tuple[tuple[str, bool, _Numbers], ...] = (
    ("in play", False, lambda score: score.in_play),
    ("end", True, lambda score: score.points),
    ("bonus", False, lambda score: score.bonuses),
    ("ruled", False, lambda score: score.adjustments),
    ("total", True, lambda score: score.totals),
)
"""What is shown for each side: heading, whether also where it is 0 all through, and the numbers."""


def heading(report: Report, archived: bool, clean: Callable[[str], str]) -> str:
    """Which match this is."""
    place = f"{clean(report.source)}:{report.line}" if archived else clean(report.source)
    name = f" ({clean(report.id)})" if report.id else ""
    return f"{place}{name}"


def seating(report: Report, clean: Callable[[str], str]) -> str:
    """Who sits where and under which rules: ``"A Ana, B Bo; rules selminha/1"``."""
    if report.table is None:
        return ""
    return f"{seated_names(report.players, report.sides, clean)}; rules {clean(rules_name(report))}"


def rules_name(report: Report) -> str:
    """The rule set's name; of a record that overrides something, its base."""
    if isinstance(report.rules, dict):
        base = report.rules.get("base")
        return f"{base} with changes" if base else "of the record"
    return report.rules or UNKNOWN


def columns(report: Report) -> list[str]:
    """The headings of the rounds' table."""
    return ["round", "leader", "ended", "winner", *(f"{name} {side}" for name, _ in _shown(report) for side in report.sides)]


def rows(report: Report) -> list[list[str]]:
    """One row for each round."""
    shown = _shown(report)
    return [[*_facts(report, score), *(known(n) for _, numbers in shown for n in numbers(score))] for score in report.scores]


def _shown(report: Report) -> list[tuple[str, _Numbers]]:
    scores = report.scores
    return [(name, numbers) for name, always, numbers in _COLUMNS if always or any(any_points(numbers(s)) for s in scores)]


def any_points(numbers: list[int | None] | list[int]) -> bool:
    """Something other than 0 stands there, or something that is not known."""
    return any(number != 0 for number in numbers)


def _facts(report: Report, score: RoundScore) -> list[str]:
    table = report.table
    assert table is not None
    leader = UNKNOWN if score.leader is None else table.letters[score.leader]
    return [str(score.number), leader, UNKNOWN if score.how is None else score.how.value, round_winner(report, score)]


def round_winner(report: Report, score: RoundScore) -> str:
    """The winning side's id, ``"nobody"``, or ``"?"``."""
    if score.winner is None:
        return "nobody" if score.winner_known and score.how is not None else UNKNOWN
    return report.sides[score.winner]


def known(number: int | None) -> str:
    """A number, or that it is not known."""
    return UNKNOWN if number is None else str(number)


def unscored(report: Report) -> str:
    """Why a match was not scored, in a few words; the findings say it in full."""
    codes = {finding.code for finding in report.findings if finding.severity is Severity.ERROR}
    if codes & {"DOM206", "DOM207"}:
        return "the rules do not fit this table"
    if codes & {"DOM204", "DOM205"}:
        return "its rules are not known"
    return "the record cannot be understood as it is written"


def result(report: Report) -> str:
    """How the match stands, in one line."""
    match = report.match
    if match is None:
        return f"not scored: {unscored(report)}"
    scores = ", ".join(f"{side} {known(total)}" for side, total in zip(report.sides, match.final, strict=True))
    if match.winner is not None:
        won = f", {report.sides[match.winner]} wins"
    elif match.winner_known:
        won = "" if match.how == "unfinished" else ", nobody wins"
    else:
        won = ", the winner is not known"
    how = match.how or "how it ended is not known"
    return f"{how}{won}: {scores}"


def differing(report: Report) -> list[Finding]:
    """The claims that are wrong."""
    return [f for f in report.findings if f.code.startswith("DOM5") and f.severity is Severity.ERROR]


def remarks(report: Report, clean: Callable[[str], str]) -> list[str]:
    """What must be known to read the table: wrong claims one by one, other findings by number, what is not certain."""
    wrong = differing(report) if report.match is not None else report.findings
    lines = penalty_lines(report.penalties or (), clean)
    for finding in wrong:
        where = place_in_play(finding)
        said = "claims differ: " if finding.code.startswith("DOM5") else ""
        lines.append(f"{said}{finding.code} {finding.slug}: {f'{where}: ' if where else ''}{clean(finding.message)}")
    others = report.count(Severity.ERROR) - sum(finding.severity is Severity.ERROR for finding in wrong)
    if others:
        played = "as played, but for the penalties" if any(p.applied for p in report.penalties or ()) else "as played"
        lines.append(f"{counted(others, 'further error')}: the score is {played}; see domscore check")
    return lines
