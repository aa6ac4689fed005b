"""Judging records only to count what they hold."""

from __future__ import annotations

from domscore.auditing import audit
from domscore.batch.judging import Job, Judge, Outcome
from domscore.batch.portions import Piece
from domscore.findings.finding import numbered
from domscore.record.models import Record
from domscore.record.reading import read_record
from domscore.report.report import Report, Verdict
from domscore.stats.tally import Tally


class Counting(Judge):
    """Judges pieces of work and tallies the records."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self.tally = Tally()
        self.record: Record | None = None

    def outcome(self, task: list[Piece], room: int | None = None) -> Outcome:
        """Judge all records of a task, and count them."""
        self.tally = Tally()
        outcome = super().outcome(task, room)
        outcome.tally = self.tally
        return outcome

    def _judged(self, record: bytes) -> Report:
        reading = read_record(record)
        self.record = reading.record
        if reading.record is None:
            return Report(Verdict.REFUTED, numbered(reading.findings))
        return audit(reading.record, self.rules)

    def _report(self, report: Report, *rest: object) -> None:
        self.tally.add(report, self.record)
        self.record = None
        super()._report(report, *rest)  # type: ignore[arg-type] # handed on as they are
