"""Which findings are reported, and how grave they are. Neither changes a verdict."""

from __future__ import annotations

from typing import NamedTuple

from domscore.config.patterns import PathCodes
from domscore.findings.codes import CODES, UNJUDGED, Certainty, Severity
from domscore.findings.finding import Finding

RANK = {Severity.NOTE: 0, Severity.WARNING: 1, Severity.ERROR: 2}


class Selection(NamedTuple):
    """What a user wants to be told. It travels to worker processes.

    Attributes:
        select: only codes that begin so are reported; empty for all. ``ignore``: codes that begin so are not.
        severity: how grave findings are whose codes begin so; the longest beginning decides.
        path_ignores: codes that are not reported in some files.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, Severity], ...] = ()
    path_ignores: tuple[PathCodes, ...] = ()

    def at(self, source: str) -> Selection:
        """What holds for one file."""
        if not self.path_ignores:
            return self
        here = [code for each in self.path_ignores if each.patterns.match(source) for code in each.codes]
        return Selection(self.select, (*self.ignore, *here), self.severity)

    def applied(self, findings: list[Finding]) -> list[Finding]:
        """The findings that are reported, as grave as they are to be.

        Those that say that a record was not judged always are, and stay as they are. What a ruling dealt with, and what is
        possible only, stays a note.
        """
        if self.severity:
            for finding in findings:
                if "ruled" not in finding.fields and finding.certainty is not Certainty.POSSIBLE:
                    finding.severity = self.grade(finding.code, finding.severity)
        return [finding for finding in findings if self.reports(finding.code)]

    def reports(self, code: str) -> bool:
        """Whether findings of a code are reported."""
        wanted = not self.select or code.startswith(self.select)
        return code.startswith(UNJUDGED) or (wanted and not code.startswith(self.ignore))

    def grade(self, code: str, usual: Severity) -> Severity:
        """How grave a finding is."""
        fitting = [(len(beginning), level) for beginning, level in self.severity if code.startswith(beginning)]
        return usual if not fitting or code.startswith(UNJUDGED) else max(fitting)[1]

    def can_fail(self, level: Severity) -> bool:
        """Whether any finding about a record that was judged could reach a level."""
        return any(
            self.reports(code) and RANK[self.grade(code, row.severity)] >= RANK[level]
            for code, row in CODES.items()
            if not code.startswith(UNJUDGED)
        )
