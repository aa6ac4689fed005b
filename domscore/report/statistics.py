"""Counts over a run: findings by code, and records by rule set."""

from __future__ import annotations

from collections import Counter

from domscore.findings.codes import CODES
from domscore.report.report import Report
from domscore.report.scores import rules_name
from domscore.report.visible import visible

Counts = dict[str, dict[str, int]]
"""By rule set, by verdict and code, how many. ``"muggins/1 with changes"``: records change it; ``""``: there is none."""

_VERDICTS = ("verified", "refuted", "undetermined")


def count(counts: Counts, report: Report) -> None:
    """Count one report in."""
    here = counts.setdefault("" if report.rules is None else rules_name(report), {})
    for key in (report.verdict.value, *(finding.code for finding in report.findings)):
        here[key] = here.get(key, 0) + 1


def merge(counts: Counts, others: Counts) -> None:
    """Add the counts of another part of a run."""
    for rules, numbers in others.items():
        here = counts.setdefault(rules, {})
        for key, number in numbers.items():
            here[key] = here.get(key, 0) + number


def tables(counts: Counts) -> str:
    """Two tables: by code, the most frequent first; by rule set."""
    from tabulate import tabulate

    codes: Counter[str] = Counter()
    for numbers in counts.values():
        codes.update({key: number for key, number in numbers.items() if key in CODES})
    by_code = [
        [code, CODES[code].slug, number] for code, number in sorted(codes.items(), key=lambda item: (-item[1], item[0]))
    ]
    by_rules = [
        [
            visible(rules) or "none that is known",
            *(numbers.get(verdict, 0) for verdict in _VERDICTS),
            sum(number for key, number in numbers.items() if key in CODES),
        ]
        for rules, numbers in sorted(counts.items())
    ]
    parts = [
        tabulate(by_code, ["code", "name", "findings"], tablefmt="simple") if by_code else "no findings",
        tabulate(by_rules, ["rule set", *_VERDICTS, "findings"], tablefmt="simple"),
    ]
    return "\n\n".join(parts) + "\n"
