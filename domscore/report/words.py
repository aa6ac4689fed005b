"""Counts in words."""

from __future__ import annotations

from domscore.report.report import Summary


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "error"), counted(2, "error")
    ('1 error', '2 errors')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def summary_line(summary: Summary, unread: int) -> str:
    """All totals in one line."""
    verdicts = ", ".join(f"{getattr(summary, name)} {name}" for name in ("verified", "refuted", "undetermined"))
    played = f"{counted(summary.rounds, 'round')}, {counted(summary.acts, 'act')}"
    found = ", ".join(counted(getattr(summary, f"{name}s"), name) for name in ("error", "warning", "note"))
    known = f", {summary.known} known" if summary.known else ""
    lost = f"; {counted(unread, 'input')} not read" if unread else ""
    return f"{counted(summary.records, 'record')}: {verdicts}; {played}; {found}{known}{lost}"
