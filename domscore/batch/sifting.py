"""What a baseline does to the reports of a run: known findings are taken out, or those that count are put down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from domscore.batch.baselines import digest, entry_of, placed
from domscore.batch.selecting import RANK
from domscore.findings.finding import Finding
from domscore.findings.fingerprint import fingerprint
from domscore.report.report import Report, Verdict

if TYPE_CHECKING:
    from domscore.batch.judging import Job


@dataclass(slots=True)
class Sifted:
    """What a baseline had to do with a piece of work.

    Attributes:
        found: how often known findings were met, by fingerprint. ``counted``: those that would make the run fail.
        judged: files, as the baseline names them, that were judged and have entries in it.
        lines: for a new baseline.
    """

    found: dict[str, int] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)
    judged: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def and_also(self, other: Sifted) -> Sifted:
        """The same with what came of further work."""
        for mine, others in ((self.found, other.found), (self.counted, other.counted)):
            for mark, times in others.items():
                mine[mark] = mine.get(mark, 0) + times
        self.judged += other.judged
        self.lines += other.lines
        return self


class Sieve:
    """Sifts the reports of a job, for a baseline that is there or one that is to be written."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.sifted = Sifted()

    def begin(self, source: str, sifted: Sifted | None) -> Sifted:
        """Records of a file come next; what comes of them is added to ``sifted``, or to the new one that is returned."""
        self.sifted = sifted = Sifted() if sifted is None else sifted
        known = self.job.known
        if known is not None and (place := placed(source, known.root)) in known.sources:
            sifted.judged.append(place)
        return sifted

    def sift(self, report: Report, everything: list[Finding]) -> bool:
        """Take out of a report what is known, or put down what counts.

        Args:
            report: with the findings that are selected.
            everything: all findings of the record, those that are not selected too. Where records must be verified, each of
                one that is not has to be known.

        Returns:
            Whether the record is excused, though it is not verified.
        """
        strict = self.job.strict and report.verdict is not Verdict.VERIFIED
        asked = everything if strict else report.findings
        if self.job.keep is not None:
            self._put_down(report, asked, strict, self.job.keep)
            return True
        new = {finding for finding in asked if not self._is_known(report, finding, strict)}
        before = len(report.findings)
        report.findings = [finding for finding in report.findings if finding in new]
        report.known = before - len(report.findings)
        return not new and bool(asked)

    def _put_down(self, report: Report, asked: list[Finding], strict: bool, root: str) -> None:
        counting = [finding for finding in asked if strict or self._counts(finding)]
        self.sifted.lines += [entry_of(report, finding, root).line() for finding in counting]

    def _is_known(self, report: Report, finding: Finding, strict: bool) -> bool:
        """Whether a finding is in the baseline; it is counted."""
        mark = fingerprint(report, finding)
        if self.job.known is None or digest(mark) not in self.job.known.digests:
            return False
        self.sifted.found[mark] = self.sifted.found.get(mark, 0) + 1
        if strict or self._counts(finding):
            self.sifted.counted[mark] = self.sifted.counted.get(mark, 0) + 1
        return True

    def _counts(self, finding: Finding) -> bool:
        """Whether a finding that is selected would make the run fail by itself."""
        return RANK[finding.severity] >= RANK[self.job.fail_level]
