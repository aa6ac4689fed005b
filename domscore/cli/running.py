"""What check, score and validate have in common: find the inputs, judge them, write the report, settle the exit status."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from domscore.cli.course import Course, Limits
from domscore.cli.output import complain

if TYPE_CHECKING:
    from domscore.batch.excluding import Exclusion
    from domscore.batch.judging import Job
    from domscore.cli.baselines import Baseline
    from domscore.rules.model import Rules

FAILED, USAGE, NOTHING_JUDGED, INTERNAL = 1, 2, 3, 4
"""The exit codes other than 0, see FINDINGS in the documentation."""
_NO_LIMITS = Limits()


def run_job(
    paths: list[str],
    job: Job,
    limits: Limits = _NO_LIMITS,
    files: list[str] | None = None,
    *,
    exclusion: Exclusion | None = None,
    allow_empty: bool = False,
    baseline: Baseline | None = None,
) -> int:
    """Judge everything that the paths name, write the report, and return the exit code.

    Args:
        paths: what the command line names.
        job: what is done; its main format goes to standard output.
        limits: of the run.
        files: for each of the job's further outputs, where it goes.
        exclusion: what is left out.
        allow_empty: it is no failure when all that is named was left out.
        baseline: what to do about findings that are known.
    """
    from domscore.batch.inputs import find_inputs
    from domscore.cli.outputs import Outputs
    from domscore.report import Totals, format_named
    from domscore.report.report import Summary
    from domscore.report.visible import visible
    from domscore.report.words import counted

    forms = [format_named(name) for name in job.formats]
    sources, unread = find_inputs(paths, exclusion)
    if baseline is not None:
        job = job._replace(**baseline.for_job())
        sources = [source for source in sources if not baseline.is_at(source.path)]
    totals = Totals(Summary(), unread, quiet=job.quiet)
    course = Course(job, limits, sources)
    failed = False
    outputs = Outputs(forms, files or [], sources)
    outputs.open()
    for outcome in course.outcomes():
        failed = failed or outcome.failed
        unread += outcome.unread
        totals.cut += outcome.cut
        totals.summary.merge(outcome.summary.as_json())
        if baseline is not None and outcome.sifted is not None:
            baseline.take(outcome.sifted)
        outputs.take(outcome.texts, course.progress.clear)
    outputs.close(totals)
    if totals.cut:
        complain(f"{counted(totals.cut, 'finding')} not shown (--max-findings {limits.findings})")
    if not forms[0].tells_unread:
        for source, message in unread:
            complain(f"{visible(source)}: not read: {visible(message)}")
    if baseline is not None:
        failed = baseline.close(job, [source for source, _ in unread]) or failed
    course.complete()
    judged = bool(totals.summary.records)
    if exclusion is not None and exclusion.total:
        complain(left_out(exclusion, judged or bool(unread)))
        judged = judged or allow_empty
    if failed:
        return FAILED
    return NOTHING_JUDGED if unread or not judged else 0


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
        if value.lower().endswith(".json") or path.is_file():
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
