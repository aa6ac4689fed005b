"""``domscore check``."""

# annotations are not deferred here: typer would have to evaluate them one by one, each time the command starts

from typing import Annotated, Literal

import typer

from domscore.cli.configuring import Prepared, exclusion_of, in_force, rules_of, selection_of, settings_files
from domscore.cli.course import Limits
from domscore.cli.options import (
    BaselineOption,
    ColorOption,
    ConfigOption,
    ExcludeOption,
    FailLevelOption,
    ForceExcludeOption,
    IgnoreOption,
    IsolatedOption,
    Jobs,
    Paths,
    Quiet,
    RulesOption,
    SelectOption,
    SeverityOption,
    StrictOption,
    UpdateBaselineOption,
    WriteBaselineOption,
    named_file,
)
from domscore.cli.output import complain
from domscore.cli.running import Gate, run_job


def check(
    paths: Paths,
    format_: Annotated[
        Literal["text", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab", "markdown", "auto"],
        typer.Option("--format", "-f", help="How the findings are written; auto is github in GitHub Actions, else text."),
    ] = "text",
    output: Annotated[
        list[str] | None,
        typer.Option("--output", "-o", metavar="FORMAT=FILE", help="Write a report to a file too; may be given again."),
    ] = None,
    rules: RulesOption = None,
    fail_level: FailLevelOption = None,
    strict: StrictOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    severity: SeverityOption = None,
    baseline: BaselineOption = None,
    write_baseline: WriteBaselineOption = None,
    update_baseline: UpdateBaselineOption = False,
    exclude: ExcludeOption = None,
    force_exclude: ForceExcludeOption = None,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Exit code 0, not 3, when all that is named is excluded.")
    ] = False,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    suggest: Annotated[
        bool,
        typer.Option(
            "--suggest", help="Say what may have been written wrong (text, json, jsonl, markdown); see domscore fix."
        ),
    ] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count findings by code, and records by rule set.")
    ] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit code 0, not 1, whatever is found.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on: check what changes, or all if settings do, until Ctrl-C.")
    ] = False,
    color: ColorOption = "auto",
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Tell which settings are in force, and what is not selected.")
    ] = False,
    quiet: Quiet = False,
    jobs: Jobs = None,
    max_findings: Annotated[
        int | None,
        typer.Option("--max-findings", min=0, metavar="N", help="Show so many findings; how many more there are is said."),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            callback=named_file,
            help="Keep in FILE how far it has come; if killed, go on from there.",
        ),
    ] = None,
    cache: Annotated[
        str | None,
        typer.Option(
            "--cache", metavar="FILE", callback=named_file, help="Keep results in FILE; judge only what has changed since."
        ),
    ] = None,
) -> None:
    """Check game records: illegal acts, wrong scores, wrong claims.

    A record is one JSON file; an archive holds one record on each line (JSON Lines). Both may be compressed (.gz, .zst),
    and lie in a tar.

    --write-baseline puts down what makes the run fail today; with --baseline, those findings are counted and otherwise left
    out, new ones fail, and entries that are no longer found are named. Findings are known again though files, lines and acts
    move. Under --strict all findings of a record that is not verified count, also those that are not selected: all of them
    have to be in the baseline.

    --select, --ignore and --severity take codes, their beginnings or their names, also several with commas; they change
    what is reported and the exit code, not the verdicts; --max-findings changes neither. DOM1 and DOM2, which say that a
    record was not judged at all, are always reported.

    Settings come from the nearest domscore.toml, or pyproject.toml with [tool.domscore], in the current directory or above
    it; the command line wins over them, and domscore config shows what is in force. A file that you name is checked even if
    exclude matches it, as ruff does; --force-exclude is for programs that name files for you.

    --format says how standard output is written, --output FORMAT=FILE writes files too, from the same run: sarif, junit,
    gitlab and so on. No file that is to be checked is written to, by this or any other option. github annotates ten findings
    of a kind, errors first, and adds all of them to the job summary.

    A run with --checkpoint that was killed is started again with the same command: it writes the whole report anew, from
    the start, the same bytes as if nothing had happened, without judging again what was judged. The file is removed when
    the report is complete, and refused if inputs, options or domscore have changed.

    \b
    Exit codes:
      0  nothing at or above the fail level
      1  findings at or above the fail level; with --strict, any record
         that is not verified
      2  an option or a name that does not exist
      3  nothing could be judged: no input, or one that could not be opened
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore check game.domino.json
      domscore check --format concise logs/
      domscore check "archive/2026-*.jsonl.gz" --fail-level warning
      domscore check --baseline known.txt exports/
      domscore check --output sarif=out.sarif --output junit=out.xml exports/
      zcat games.jsonl.gz | domscore check --format json -
      domscore check --checkpoint run.part --format jsonl archive/ > all.jsonl
      domscore check --cache .domscore.cache logs/
    """
    from domscore.batch.judging import Job
    from domscore.cli.baselines import baseline_meant
    from domscore.cli.outputs import format_meant, in_colours, outputs_named
    from domscore.findings.codes import Severity

    files = outputs_named(output)

    def prepared() -> Prepared:
        settings = in_force(
            config,
            isolated,
            rules=rules,
            fail_level=fail_level,
            strict=strict,
            select=select,
            ignore=ignore,
            severity=severity,
            baseline=baseline,
            exclude=exclude,
            force_exclude=force_exclude,
        )
        judged_by, path_rules = rules_of(settings)
        job = Job(
            format=in_colours(format_meant(format_), color),
            outputs=tuple(named.form for named in files),
            rules=judged_by,
            path_rules=path_rules,
            quiet=quiet,
            fail_level=Severity(settings.fail_level),
            strict=settings.strict,
            selection=selection_of(settings),
            suggest=suggest,
            statistics=statistics,
            cache=cache,
        )
        if not job.strict and not job.selection.can_fail(job.fail_level):
            complain(
                f"nothing that is selected reaches the fail level {job.fail_level}: only records that cannot be judged fail"
            )
        if verbose:
            complain(f"configuration file: {settings.file or 'none'}; baseline: {settings.baseline or 'none'}")

        def run(some: list[str]) -> int:
            gate = Gate(
                exclusion=exclusion_of(settings),
                allow_empty=allow_empty,
                baseline=baseline_meant(write_baseline, settings.baseline, update_baseline),
                exit_zero=exit_zero,
                verbose=verbose,
            )
            return run_job(some, job, Limits(jobs, max_findings, checkpoint), [named.file for named in files], gate)

        return Prepared(run, lambda: exclusion_of(settings), settings_files(settings, config, isolated))

    if watch:
        from domscore.cli.watching import watched

        if files or write_baseline is not None or checkpoint is not None or "-" in paths:
            raise typer.BadParameter("it takes no standard input, and writes no files", param_hint="--watch")
        watched(paths, prepared)
    raise typer.Exit(prepared().run(paths))
