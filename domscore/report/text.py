"""``text``: for people: findings with their places and lines; what follows from an earlier finding is indented below it."""

from __future__ import annotations

from domscore.findings.codes import Certainty, Severity
from domscore.findings.finding import Finding, followed
from domscore.report import Format, Totals
from domscore.report.ink import PLAIN, Ink
from domscore.report.penalty import penalty_lines
from domscore.report.report import Report
from domscore.report.visible import visible
from domscore.report.words import counted, summary_line

_DEEPEST = 3


def record(report: Report, archived: bool, ink: Ink = PLAIN) -> str:
    """One record: its findings, and what it comes to; nothing for a clean line of an archive."""
    if archived and not report.findings:
        return ""
    source = visible(report.source)
    lines = []
    for finding in report.findings:
        lines.append(finding_line(source, finding, ink))
        lines += excerpt_lines(finding, ink)
    place = f"{source}:{report.line}" if archived else source
    name = f" ({visible(report.id)})" if report.id else ""
    lines.append(f"{place}: {ink.verdict(report.verdict)}{name}{counts(report)}")
    lines += [f"  {line}" for line in penalty_lines(report.penalties or (), visible)]
    if report.suggestions is not None:
        from domscore.report.suggestion import suggestion_lines

        lines += suggestion_lines(report.suggestions, visible)
    return "\n".join(lines) + "\n"


def counts(report: Report) -> str:
    """``": 2 errors, 1 note"``, or nothing."""
    numbers = [(report.count(severity), severity.value) for severity in Severity]
    words = [counted(number, name) for number, name in numbers if number]
    words += [f"{report.known} known"] * bool(report.known)
    return f": {', '.join(words)}" if words else ""


def finding_line(source: str, finding: Finding, ink: Ink = PLAIN) -> str:
    """One finding: place in the file, code, place in the play, message, what it follows from."""
    severity = "" if finding.severity is Severity.ERROR else f" ({finding.severity.value})"
    indent = "  " * _depth(finding)
    place = ink.place(f"{source}:{finding.line}:{finding.column}:")
    return f"{place} {indent}{ink.code(f'{finding.code} {finding.slug}', finding.severity)}{severity}: {told(finding)}"


def told(finding: Finding) -> str:
    """What a finding says, harmless in a terminal: place in the play, message, in brackets what else there is to know."""
    where = place_in_play(finding)
    text = f"{where}: {visible(finding.message)}" if where else visible(finding.message)
    if finding.certainty is not Certainty.CERTAIN:
        text += f" [{finding.certainty.value}]"
    if "ruled" in finding.fields:
        text += f" [ruled at act {finding.fields['ruled']}]"
    return text + followed(finding)


def excerpt_lines(finding: Finding, ink: Ink = PLAIN) -> list[str]:
    """The line of the file that a finding begins in, and below it a mark under what the finding is about."""
    if finding.excerpt is None or not finding.excerpt[0].strip():
        return []
    text, start, end = finding.excerpt
    text = text.replace("\t", " ")
    margin = f"{finding.line:>6} | "
    mark = " " * _cells(visible(text[:start])) + ink.mark("^" * max(1, _cells(visible(text[start:end]))))
    return [f"{margin}{visible(text)}".rstrip(), f"{' ' * (len(margin) - 2)}| {mark}"]


def _cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def place_in_play(finding: Finding) -> str:
    """``"round 2, act 6, B"``, as far as the finding has a place."""
    parts = [
        f"{name}{value}"
        for name, value in (("round ", finding.round), ("act ", finding.act), ("", finding.seat))
        if value is not None
    ]
    return ", ".join(parts)


def _depth(finding: Finding) -> int:
    depth, cause = 0, finding.cause
    while cause is not None and depth < _DEEPEST:
        depth, cause = depth + 1, cause.cause
    return depth


def _closing(totals: Totals) -> str:
    return summary_line(totals.summary, len(totals.unread)) + "\n"


FORMAT = Format(record, _closing, for_people=True, excerpts=True)
