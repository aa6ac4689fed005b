"""``text``: findings with their places for people; what follows from an earlier finding stands indented below it."""

from __future__ import annotations

from domscore.findings.codes import Certainty, Severity
from domscore.findings.finding import Finding
from domscore.report import Format, Totals
from domscore.report.penalty import penalty_lines
from domscore.report.report import Report
from domscore.report.visible import visible
from domscore.report.words import counted, summary_line

_DEEPEST = 3


def _record(report: Report, archived: bool) -> str:
    if archived and not report.findings:
        return ""
    source = visible(report.source)
    lines = [finding_line(source, finding) for finding in report.findings]
    place = f"{source}:{report.line}" if archived else source
    name = f" ({visible(report.id)})" if report.id else ""
    lines.append(f"{place}: {report.verdict.value}{name}{_counts(report)}")
    lines += [f"  {line}" for line in penalty_lines(report.penalties or (), visible)]
    if report.suggestions is not None:
        from domscore.report.suggestion import suggestion_lines

        lines += suggestion_lines(report.suggestions, visible)
    return "\n".join(lines) + "\n"


def _counts(report: Report) -> str:
    counts = [(report.count(severity), severity.value) for severity in Severity]
    words = [counted(number, name) for number, name in counts if number]
    return f": {', '.join(words)}" if words else ""


def finding_line(source: str, finding: Finding) -> str:
    """One finding: place in the file, code, place in the play, message, what it follows from."""
    severity = "" if finding.severity is Severity.ERROR else f" ({finding.severity.value})"
    certainty = "" if finding.certainty is Certainty.CERTAIN else f" [{finding.certainty.value}]"
    where = place_in_play(finding)
    played = f"{where}: " if where else ""
    line = (
        f"{'  ' * _depth(finding)}{source}:{finding.line}:{finding.column}: {finding.code} {finding.slug}{severity}: "
        f"{played}{visible(finding.message)}{certainty}"
    )
    if "ruled" in finding.fields:
        line += f" [ruled at act {finding.fields['ruled']}]"
    if finding.cause is not None:
        act = f" at act {finding.cause.act}" if finding.cause.act is not None else ""
        line += f" [follows from {finding.cause.code}{act}]"
    return line


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


FORMAT = Format(_record, _closing, for_people=True)
