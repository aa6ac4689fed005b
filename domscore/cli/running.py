"""What check, score and validate have in common: find the inputs, judge them, write the report, settle the exit status."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from domscore.cli.course import Course, Limits
from domscore.cli.output import complain, write
from domscore.cli.written import Written, apart

if TYPE_CHECKING:
    from domscore.batch.excluding import Exclusion
    from domscore.batch.inputs import Unread
    from domscore.batch.judging import Job, Outcome
    from domscore.cli.baselines import Baseline
    from domscore.report import Format, Totals
    from domscore.report.statistics import Counts
    from domscore.rules.model import Rules

FAILED, USAGE, NOTHING_JUDGED, INTERNAL = 1, 2, 3, 4
"""The exit codes other than 0, see FINDINGS in the documentation."""
_NO_LIMITS = Limits()


class Gate(NamedTuple):
    """What holds for a run as a whole.

    Attributes:
        exclusion: what is left out of the inputs.
        allow_empty: it is no failure when all that is named was left out.
        baseline: what to do about findings that are known.
        exit_zero: findings do not fail the run.
        verbose: tell on standard error what else there is to know.
    """

    exclusion: Exclusion | None = None
    allow_empty: bool = False
    baseline: Baseline | None = None
    exit_zero: bool = False
    verbose: bool = False


_OPEN = Gate()
_OBJECTS = 10_000
"""So many more objects than before set the garbage collector to work."""


def run_job(
    paths: list[str],
    job: Job,
    limits: Limits = _NO_LIMITS,
    files: list[str] | None = None,
    gate: Gate = _OPEN,
) -> int:
    """Judge everything that the paths name, write the report, and return the exit code.

    Args:
        paths: what the command line names.
        job: what is done; its main format goes to standard output.
        limits: of the run.
        files: for each of the job's further outputs, where it goes.
        gate: what is left out, what is excused, and what is told besides.
    """
    from domscore.batch.excluding import nothing_left_out
    from domscore.batch.inputs import find_inputs
    from domscore.cli.outputs import Outputs
    from domscore.report import Totals, format_named
    from domscore.report.report import Summary
    from domscore.report.words import counted

    forms = [format_named(name) for name in job.formats]
    exclusion = gate.exclusion or nothing_left_out()
    sources, unread = find_inputs(paths, exclusion)
    sources = apart(_written(job, limits, files or [], gate), paths, sources)
    if gate.baseline is not None:
        job = job._replace(**gate.baseline.for_job())
    result = _Result(Totals(Summary(), unread), unread)
    course = Course(job, limits, sources)
    outputs = Outputs(forms, files or [])
    outputs.open()
    for number, outcome in enumerate(course.outcomes()):
        if number == 1:  # everything is imported, and never garbage; what many records leave behind in circles is
            gc.freeze()
            gc.set_threshold(_OBJECTS, 10, 10)
        result.add(outcome)
        if gate.baseline is not None and outcome.sifted is not None:
            gate.baseline.take(outcome.sifted)
        outputs.take(outcome.texts, course.progress.clear)
    outputs.close(result.totals)
    if result.totals.cut:
        complain(f"{counted(result.totals.cut, 'finding')} not shown (--max-findings {limits.findings})")
    _tell(result, job, forms, gate)
    if gate.verbose:
        passed_over = f"; files of directories not looked at because of their names: {exclusion.other_names}"
        complain(f"inputs: {len(sources)}; findings not selected: {result.unreported}{passed_over}")
    if gate.baseline is not None:
        result.failed = gate.baseline.close(job, [source for source, _ in unread]) or result.failed
    course.complete()
    return result.exit_code(gate)


def _written(job: Job, limits: Limits, files: list[str], gate: Gate) -> Iterator[Written]:
    """The files that a run writes, and how those are known that it made itself."""
    if gate.baseline is not None:
        from domscore.batch.baselines import is_baseline

        yield Written(gate.baseline.option, gate.baseline.path, is_baseline)
    if limits.checkpoint is not None:
        from domscore.batch.checkpoint import is_checkpoint

        yield Written("--checkpoint", limits.checkpoint, is_checkpoint)
    if job.cache is not None:
        from domscore.batch.cache import is_cache

        yield Written("--cache", job.cache, is_cache)
    for file in files:
        yield Written("--output", file)


class _Result:
    """What a run comes to.

    Attributes:
        unread: inputs that could not be read, or not to their end.
        failed: something reaches the fail level.
        unreported: findings that were not selected.
        unverified: records that fail only because they are not verified.
        counts: the statistics, where they are asked for.
    """

    def __init__(self, totals: Totals, unread: list[Unread]) -> None:
        self.totals, self.unread = totals, unread
        self.failed = False
        self.unreported = self.unverified = 0
        self.counts: Counts = {}

    def add(self, outcome: Outcome) -> None:
        """Some records more."""
        self.failed = self.failed or outcome.failed
        self.unread += outcome.unread
        self.unreported += outcome.unreported
        self.unverified += outcome.unverified
        self.totals.cut += outcome.cut
        self.totals.summary.merge(outcome.summary.as_json())
        if outcome.statistics:
            from domscore.report.statistics import merge

            merge(self.counts, outcome.statistics)

    def exit_code(self, gate: Gate) -> int:
        """1 wins over 3; nothing that was judged is no pass."""
        if self.failed and not gate.exit_zero:
            return FAILED
        excused = gate.allow_empty and gate.exclusion is not None and gate.exclusion.total > 0
        return NOTHING_JUDGED if self.unread or not (self.totals.summary.records or excused) else 0


def _tell(result: _Result, job: Job, forms: list[Format], gate: Gate) -> None:
    """What stands beside the report: statistics, and on standard error what was not read or left out."""
    from domscore.report.visible import visible

    if not all(form.tells_unread for form in forms):
        for source, message in result.unread:
            complain(f"{visible(source)}: not read: {visible(message)}")
    if gate.exclusion is not None and gate.exclusion.total:
        complain(left_out(gate.exclusion, bool(result.totals.summary.records or result.unread)))
    if result.unverified:
        more = "" if gate.baseline is None else "; all that is found in a record, selected or not, has to be in the baseline"
        complain(
            f"strict: {result.unverified} {'record is' if result.unverified == 1 else 'records are'} not verified{more}"
        )
    if job.statistics:
        from domscore.report.statistics import tables

        if forms[0].for_people:
            write(f"\n{tables(result.counts)}")
        else:
            complain(tables(result.counts).rstrip())


def left_out(exclusion: Exclusion, others: bool) -> str:
    """What was excluded, in words, and whether anything was left."""
    from domscore.report.words import counted

    directories = exclusion.directories
    parts = [counted(exclusion.files, "file")] if exclusion.files else []
    if directories:
        parts.append("1 directory" if directories == 1 else f"{directories} directories")
    return f"left out, because excluded: {' and '.join(parts)}{'' if others else '; nothing else was named'}"


def rules_named(value: str | None, hint: str = "--rules") -> Rules | None:
    """What ``--rules`` means: the name of a rule set, or a JSON file of one's own.

    Args:
        value: as on the command line.
        hint: what a usage error names: there is no such set, or its file is none.
    """
    if value is None:
        return None
    from domscore.rules.catalogue import RulesError, resolve

    path = Path(value)
    try:
        if value.lower().endswith(".json") or os.path.isfile(path):  # noqa: PTH113 - never raises
            from domscore.cli.rules_file import read_rules

            return read_rules(path, hint)
        return resolve(value)
    except RulesError as error:
        from domscore.report.visible import visible

        raise typer.BadParameter(visible(str(error)), param_hint=hint) from None


def codes_named(values: list[str], *, left_out: bool = False) -> tuple[str, ...]:
    """What ``--select`` and ``--ignore`` mean: codes, beginnings of codes, slugs (usage error for what is none)."""
    from domscore.findings.codes import NoSuchCode, codes_meant

    try:
        return codes_meant(values, left_out=left_out)
    except NoSuchCode as error:
        raise typer.BadParameter(str(error)) from None
