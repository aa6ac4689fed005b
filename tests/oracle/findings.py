"""Findings, their causes, and the verdict that they add up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

NOTES = frozenset({"DOM605", "DOM901", "DOM902", "DOM903", "DOM904", "DOM905"})
WARNINGS = frozenset({"DOM405", "DOM441"})


@dataclass(eq=False)
class Finding:
    """One finding; two findings are the same only if they are one object."""

    code: str
    round: int | None = None
    act: int | None = None
    seat: str | None = None
    cause: Finding | None = None
    severity: str = "error"
    number: int = 0

    def __post_init__(self) -> None:
        """Derive the severity from the code."""
        if self.code in NOTES:
            self.severity = "note"
        elif self.code in WARNINGS:
            self.severity = "warning"

    def root(self) -> Finding:
        """Follow the causes back to the first."""
        return self if self.cause is None else self.cause.root()

    def key(self) -> tuple[Any, ...]:
        """Say what it states, apart from its number, for comparing readings."""
        return (self.code, self.act, self.seat, self.severity)

    def report(self) -> dict[str, Any]:
        """Return the finding as the report shows it."""
        return {
            "number": self.number,
            "code": self.code,
            "severity": self.severity,
            "certainty": "certain",
            "cause": None if self.cause is None else self.cause.number,
            "round": self.round,
            "act": self.act,
            "seat": self.seat,
        }


def excuse_followers(findings: list[Finding]) -> None:
    """Make notes of what follows from findings that a ruling dealt with."""
    for finding in findings:
        cause = finding.cause
        if finding.severity == "error" and cause is not None and cause.severity == "note":
            finding.severity = "note"


def number(findings: list[Finding]) -> None:
    """Number the findings from 1, in their order."""
    for position, finding in enumerate(findings, start=1):
        finding.number = position


def verdict(findings: list[Finding], decided: bool) -> str:
    """Sum up: an error refutes; a doubt, or an unclear end, leaves it undetermined."""
    if any(finding.severity == "error" for finding in findings):
        return "refuted"
    doubt = any(finding.code in ("DOM405", "DOM903") for finding in findings)
    return "verified" if decided and not doubt else "undetermined"
