"""From a piece of work to its outcome: rendered text, counts, and whether anything reaches the fail level."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from domscore.auditing import audit
from domscore.batch.entries import too_long
from domscore.batch.inputs import Unread
from domscore.batch.portions import BOM, Piece, Portion, lines_of, loaded
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
    from domscore.report.statistics import Counts
    from domscore.report.suggestion import Suggestion
    from domscore.stats.tally import Tally

_MARK = 16


class PathRules(NamedTuple):
    """The rules for the files that a pattern matches."""

    patterns: Patterns
    rules: Rules


class Job(NamedTuple):
    """What is done with every record. It travels to worker processes.

    Attributes:
        format: how the report is written: a name that ``domscore.report.format_named`` knows. ``outputs``: further ones.
        rules: to use instead of those a record names. ``path_rules``: those for some files; the last that matches decides.
        quiet: render no records for standard output, where its format is for people.
        fail_level: findings of this severity and above make the run fail.
        strict: so does every record that is not ``verified``, whatever is selected.
        selection: which findings are reported, and how grave they are.
        schema_only: read the records, judge nothing.
        suggest: look for what may have been written wrong in records with errors.
        penalties: score with the penalties of the rules' table; else they are only named.
        counting: count what the records hold, see ``domscore.stats``.
        known: the baseline: findings in it are counted, and otherwise left out.
        statistics: count findings and records by code and rule set.
        keep: a new baseline is written: the directory that the files in it start at. Nothing fails.
        marks: give each outcome its mark.
        cache: a file that outcomes are kept in and taken from, see ``domscore.batch.cache``.
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
    marks: bool = False
    cache: str | None = None
    outputs: tuple[str, ...] = ()

    known: Known | None = None
    keep: str | None = None
    statistics: bool = False

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
        size: bytes judged. ``read``: bytes of the inputs as they lie on disk.
        shown, cut: findings that the texts hold, and that they leave out for want of room.
        mark: tells the task's records and their places from any others, where the job asks for it.
        tally: what was counted, where the job is to count.
        sifted: what a baseline had to do with it, where there is one.
        unreported: findings that the selection leaves out.
        unverified: records that fail only because they are not verified.
        statistics: counts by rule set, where the job asks for them.
    """

    texts: list[str] = field(default_factory=list)
    summary: Summary = field(default_factory=Summary)
    failed: bool = False
    unread: list[Unread] = field(default_factory=list)
    size: int = 0
    read: int = 0
    shown: int = 0
    cut: int = 0
    mark: str = ""
    tally: Tally | None = None
    sifted: Sifted | None = None
    unreported: int = 0
    unverified: int = 0
    statistics: Counts = field(default_factory=dict)

    def add(self, part: Outcome) -> None:
        """Add the numbers of a part of the work, and what could not be read of it; texts are put together by the judge."""
        self.summary.merge(part.summary.as_json())
        self.failed = self.failed or part.failed
        self.unread += part.unread
        for name in ("size", "read", "shown", "cut", "unreported", "unverified"):
            setattr(self, name, getattr(self, name) + getattr(part, name))
        if part.sifted is not None:
            self.sifted = part.sifted if self.sifted is None else self.sifted.and_also(part.sifted)
        if part.statistics:
            from domscore.report.statistics import merge

            merge(self.statistics, part.statistics)


class JudgingFailed(Exception):
    """A defect of domscore showed itself at a record."""

    def __init__(self, place: str, problem: str) -> None:
        self.place, self.problem = place, problem
        super().__init__(place, problem)

    def __str__(self) -> str:
        return f"{self.problem} (at {self.place})"


def judge_for(job: Job) -> Judge:
    """Who does a job."""
    if job.counting:
        from domscore.batch.counting import Counting

        return Counting(job)
    if job.cache is not None:
        from domscore.batch.cache import Remembering

        return Remembering(job)
    return Judge(job)


def mark_of(task: list[Piece]) -> str:
    """What tells the records of a task and their places from any others."""
    digest = blake2b(digest_size=_MARK)
    for portion in loaded(task):
        digest.update(portion.identity())
    return digest.hexdigest()


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
        main, *further = map(format_named, job.formats)
        self.formats: list[Format | None] = [None if job.quiet and main.for_people else main, *further]
        self.shown = [form for form in self.formats if form is not None]
        self.excerpts = any(form.excerpts for form in self.shown)
        self.sieve = _sieve(job)
        self.fingerprints = self.sieve is not None or any(form.fingerprints for form in self.shown)
        self.source: str | None = None
        self.rules, self.selection = job.rules, job.selection
        self.selecting = job.selection != Selection()

    def outcome(self, task: list[Piece], room: int | None = None) -> Outcome:
        """Judge all records of a task.

        Args:
            task: the pieces.
            room: so many findings may be shown; the others are counted. None for any number.

        Raises:
            JudgingFailed: for a defect of this program, never for a bad record.
        """
        outcome = Outcome()
        texts: list[list[str]] = [[] for _ in self.formats]
        digest = blake2b(digest_size=_MARK) if self.job.marks else None
        for portion in loaded(task):
            if digest is not None:
                digest.update(portion.identity())
            part = self.portion(portion, None if room is None else room - outcome.shown)
            outcome.add(part)
            for some, text in zip(texts, part.texts, strict=True):
                if text:
                    some.append(text)
        outcome.texts = self._joined(texts)
        outcome.mark = "" if digest is None else digest.hexdigest()
        return outcome

    def portion(self, portion: Portion, room: int | None) -> Outcome:
        """Judge the records of a portion that holds its data."""
        outcome = Outcome(read=portion.read_for)
        texts: list[list[str]] = [[] for _ in self.formats]
        self._portion(portion, outcome, texts, room)
        outcome.texts = self._joined(texts)
        return outcome

    def _joined(self, texts: list[list[str]]) -> list[str]:
        return [form.separator.join(some) if form else "" for form, some in zip(self.formats, texts, strict=True)]

    def _portion(self, portion: Portion, outcome: Outcome, texts: list[list[str]], room: int | None) -> None:
        if portion.failure is not None:
            outcome.unread.append(Unread(portion.source, portion.failure))
            return
        if portion.source != self.source:
            self._turn_to(portion.source)
        if self.sieve is not None:
            outcome.sifted = self.sieve.begin(portion.source, outcome.sifted)
        if portion.too_long:
            self._report(too_long(), portion, portion.line, b"", outcome, texts, room)
            return
        data = portion.data or b""
        outcome.size = len(data)
        for line, record in lines_of(data, portion.line) if portion.archive else ((portion.line, data),):
            try:
                report = self._judged(record)
                self._report(report, portion, line, record, outcome, texts, room)
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
            if self.job.suggest and report.verdict is Verdict.REFUTED:
                offered = _suggested(record, self.rules)
                report.suggestions = offered if offered or report.match is not None else None
            return report
        reading = read_record(record)
        if reading.record is None:
            return Report(Verdict.REFUTED, numbered(reading.findings))
        return Report(Verdict.UNDETERMINED, [], id=reading.record.id)

    def _report(
        self,
        report: Report,
        portion: Portion,
        line: int,
        record: bytes,
        outcome: Outcome,
        texts: list[list[str]],
        room: int | None,
    ) -> None:
        report.source, report.line = portion.source, line
        report.content = record if portion.archive else None
        everything = report.findings
        excused = self._choose(report)
        outcome.unreported += len(everything) - len(report.findings) - report.known
        outcome.summary.add(report)
        if self.job.statistics:
            from domscore.report.statistics import count

            count(outcome.statistics, report)
        self._settle(report, excused, outcome)
        if room is not None:
            report.cut_to(room - outcome.shown)
            outcome.cut += sum(report.cut.values())
        outcome.shown += len(report.findings)
        if report.findings and self.shown:
            text = record.removeprefix(BOM).decode(errors="replace")
            place_all(text, report.findings, line, archived=portion.archive, excerpts=self.excerpts)
        for form, some in zip(self.formats, texts, strict=True):
            if form is not None and (text := form.record(report, portion.archive)):
                some.append(text)

    def _choose(self, report: Report) -> bool:
        """Leave in the report what is to be told; whether a baseline excuses that it is not verified."""
        everything = report.findings
        if self.fingerprints and report.findings:
            from domscore.findings.fingerprint import fingerprint

            fingerprint(report, report.findings[0])
        if self.selecting:
            report.findings = self.selection.applied(report.findings)
        return self.sieve is not None and self.sieve.sift(report, everything)

    def _settle(self, report: Report, excused: bool, outcome: Outcome) -> None:
        """Whether the record fails, and the run with it."""
        if self.job.keep is not None:
            return
        level = RANK[self.job.fail_level]
        report.fails = any(RANK[finding.severity] >= level for finding in report.findings)
        if not report.fails and self.job.strict and report.verdict is not Verdict.VERIFIED and not excused:
            report.fails = True
            outcome.unverified += 1
        outcome.failed = outcome.failed or report.fails

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
