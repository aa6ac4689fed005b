"""What a baseline does to the reports of a run: known findings are taken out, or those that count are put down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from domscore.batch.baselines import entry_of, placed
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

    def sift(self, report: Report) -> None:
        """Take out of a report what is known, or put down what counts."""
        if self.job.keep is not None:
            counting = [finding for finding in report.findings if self._counts(report, finding)]
            self.sifted.lines += [entry_of(report, finding, self.job.keep).line() for finding in counting]
        elif self.job.known is not None:
            new = []
            for finding in report.findings:
                mark = fingerprint(report, finding)
                if mark in self.job.known.fingerprints:
                    self.sifted.found[mark] = self.sifted.found.get(mark, 0) + 1
                    if self._counts(report, finding):
                        self.sifted.counted[mark] = self.sifted.counted.get(mark, 0) + 1
                else:
                    new.append(finding)
            report.known = len(report.findings) - len(new)
            report.findings = new

    def excuses(self, report: Report) -> bool:
        """Whether a report does not fail, whatever its verdict: all of it is known, or is put down."""
        return self.job.keep is not None or (report.known > 0 and not report.findings)

    def _counts(self, report: Report, finding: Finding) -> bool:
        """Whether a finding would make the run fail; where records must be verified, any of one that is not."""
        strict = self.job.strict and report.verdict is not Verdict.VERIFIED
        return strict or RANK[finding.severity] >= RANK[self.job.fail_level]
