"""From a piece of work to its outcome: rendered text, counts, and whether anything reaches the fail level."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from domscore.auditing import audit
from domscore.batch.entries import too_long
from domscore.batch.inputs import Source, Unread
from domscore.batch.portions import BOM, Piece, Portion, lines_of, portions_of
from domscore.batch.selecting import RANK, Selection
from domscore.config.patterns import Patterns
from domscore.findings.codes import Severity
from domscore.findings.finding import numbered
from domscore.record.reading import read_record
from domscore.record.source import place_all
from domscore.report import Format, format_named
from domscore.report.report import Report, Summary, Verdict
from domscore.rules.model import Rules

if TYPE_CHECKING:
    from domscore.batch.baselines import Known
    from domscore.batch.sifting import Sieve, Sifted
    from domscore.report.suggestion import Suggestion
    from domscore.stats.tally import Tally


class PathRules(NamedTuple):
    """The rules for the files that a pattern matches."""

    patterns: Patterns
    rules: Rules


class Job(NamedTuple):
    """What is done with every record. It travels to worker processes.

    Attributes:
        format: how the report is written: a name that ``domscore.report.format_named`` knows. ``outputs``: further ones.
        rules: to use instead of those a record names. ``path_rules``: those for some files; the last that matches decides.
        quiet: render no records, where the format is for people.
        fail_level: findings of this severity and above make the run fail.
        strict: so does every record that is not ``verified``.
        selection: which findings are reported, and how grave they are.
        schema_only: read the records, judge nothing.
        suggest: look for what may have been written wrong in records with errors.
        penalties: score with the penalties of the rules' table; else they are only named.
        counting: count what the records hold, see ``domscore.stats``.
        known: the baseline: findings in it are counted, and otherwise left out.
        keep: a new baseline is written: the directory that the files in it start at. Nothing fails.
    """

    format: str
    rules: Rules | None = None
    path_rules: tuple[PathRules, ...] = ()
    quiet: bool = False
    fail_level: Severity = Severity.ERROR
    strict: bool = False
    selection: Selection = Selection()
    schema_only: bool = False
    suggest: bool = False
    penalties: bool = False
    counting: bool = False
    outputs: tuple[str, ...] = ()

    known: Known | None = None
    keep: str | None = None

    @property
    def formats(self) -> tuple[str, ...]:
        """All names of formats, the main one first."""
        return (self.format, *self.outputs)


@dataclass(slots=True)
class Outcome:
    """What came of a piece of work.

    Attributes:
        texts: for each of the job's formats the rendered records, separators between them; empty for nothing to show.
        failed: something reaches the fail level.
        size: bytes judged.
        tally: what was counted, where the job is to count.
        sifted: what a baseline had to do with it, where there is one.
    """

    texts: list[str] = field(default_factory=list)
    summary: Summary = field(default_factory=Summary)
    failed: bool = False
    unread: list[Unread] = field(default_factory=list)
    size: int = 0
    tally: Tally | None = None
    sifted: Sifted | None = None


class JudgingFailed(Exception):
    """A defect of domscore showed itself at a record."""

    def __init__(self, place: str, problem: str) -> None:
        self.place, self.problem = place, problem
        super().__init__(place, problem)

    def __str__(self) -> str:
        return f"{self.problem} (at {self.place})"


def judge_for(job: Job) -> Judge:
    """Who does a job."""
    if not job.counting:
        return Judge(job)
    from domscore.batch.counting import Counting

    return Counting(job)


def _sieve(job: Job) -> Sieve | None:
    """What a baseline needs; None where there is none."""
    if job.known is None and job.keep is None:
        return None
    from domscore.batch.sifting import Sieve

    return Sieve(job)


class Judge:
    """Judges pieces of work, always for the same job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        formats = map(format_named, job.formats)
        self.formats: list[Format | None] = [None if job.quiet and form.for_people else form for form in formats]
        self.shown = [form for form in self.formats if form is not None]
        self.excerpts = any(form.excerpts for form in self.shown)
        self.sieve = _sieve(job)
        self.fingerprints = self.sieve is not None or any(form.fingerprints for form in self.shown)
        self.source: str | None = None
        self.rules, self.selection = job.rules, job.selection
        self.selecting = job.selection != Selection()

    def outcome(self, task: list[Piece]) -> Outcome:
        """Judge all records of a task.

        Raises:
            JudgingFailed: for a defect of this program, never for a bad record.
        """
        outcome = Outcome()
        texts: list[list[str]] = [[] for _ in self.formats]
        for piece in task:
            for portion in portions_of(piece) if isinstance(piece, Source) else (piece,):
                self._portion(portion, outcome, texts)
        outcome.texts = [form.separator.join(some) if form else "" for form, some in zip(self.formats, texts, strict=True)]
        return outcome

    def _portion(self, portion: Portion, outcome: Outcome, texts: list[list[str]]) -> None:
        if portion.failure is not None:
            outcome.unread.append(Unread(portion.source, portion.failure))
            return
        if portion.source != self.source:
            self._turn_to(portion.source)
        if self.sieve is not None:
            outcome.sifted = self.sieve.begin(portion.source, outcome.sifted)
        if portion.too_long:
            self._report(too_long(), portion, portion.line, b"", outcome, texts)
            return
        try:
            data = portion.read()
        except OSError as error:
            outcome.unread.append(Unread(portion.source, (error.strerror or str(error)).lower()))
            return
        outcome.size += len(data)
        for line, record in lines_of(data, portion.line) if portion.archive else ((portion.line, data),):
            try:
                report = self._judged(record)
                self._report(report, portion, line, record, outcome, texts)
            except Exception as error:
                raise JudgingFailed(f"{portion.source}:{line}", f"{type(error).__name__}: {error}") from error

    def _turn_to(self, source: str) -> None:
        """Take up what holds for another file."""
        self.source = source
        self.selection = self.job.selection.at(source)
        fitting = [each.rules for each in self.job.path_rules if each.patterns.match(source)]
        self.rules = fitting[-1] if fitting else self.job.rules

    def _judged(self, record: bytes) -> Report:
        if not self.job.schema_only:
            report = self._penalised(record, audit(record, self.rules))
            if self.job.suggest and report.verdict is Verdict.REFUTED and report.match is not None:
                report.suggestions = _suggested(record, self.rules)
            return report
        reading = read_record(record)
        if reading.record is None:
            return Report(Verdict.REFUTED, numbered(reading.findings))
        return Report(Verdict.UNDETERMINED, [], id=reading.record.id)

    def _report(
        self, report: Report, portion: Portion, line: int, record: bytes, outcome: Outcome, texts: list[list[str]]
    ) -> None:
        report.source, report.line = portion.source, line
        report.content = record if portion.archive else None
        self._choose(report)
        outcome.summary.add(report)
        report.fails = self._fails(report)
        outcome.failed = outcome.failed or report.fails
        if report.findings and self.shown:
            text = record.removeprefix(BOM).decode(errors="replace")
            place_all(text, report.findings, line, archived=portion.archive, excerpts=self.excerpts)
        for form, some in zip(self.formats, texts, strict=True):
            if form is not None and (text := form.record(report, portion.archive)):
                some.append(text)

    def _choose(self, report: Report) -> None:
        """Leave in the report what is to be told."""
        if self.fingerprints and report.findings:
            from domscore.findings.fingerprint import fingerprint

            fingerprint(report, report.findings[0])
        if self.selecting:
            report.findings = self.selection.applied(report.findings)
        if self.sieve is not None:
            self.sieve.sift(report)

    def _fails(self, report: Report) -> bool:
        if self.sieve is not None and self.sieve.excuses(report):
            return False
        if self.job.strict and report.verdict is not Verdict.VERIFIED:
            return True
        level = RANK[self.job.fail_level]
        return any(RANK[finding.severity] >= level for finding in report.findings)

    def _penalised(self, record: bytes, report: Report) -> Report:
        """With what the rules' table of penalties says, where they have one."""
        table = report.table
        if table is None or table.rules.penalties is None or report.match is None:
            return report
        from domscore.penalising import penalties_due, with_penalties

        read = read_record(record).record
        if read is None:
            return report
        if self.job.penalties:
            return with_penalties(read, report, self.rules)
        report.penalties = penalties_due(read, self.rules)
        return report


def _suggested(record: bytes, rules: Rules | None) -> list[Suggestion]:
    from domscore.suggest import suggestions

    return suggestions(record, rules)
