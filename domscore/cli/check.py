"""``domscore check``."""

# annotations are not deferred here: typer would have to evaluate them one by one, each time the command starts

from typing import Annotated, Literal

import typer

from domscore.cli.running import codes_named, rules_named, run_job

Paths = Annotated[list[str], typer.Argument(help="Files, directories, quoted patterns, or - for standard input.")]
RulesOption = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME|FILE", help="Judge by this rule set instead of the one a record names."),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes to use.  [default: all cores]", show_default=False),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Leave out the records.")]
Codes = list[str] | None


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
    fail_level: Annotated[
        Literal["error", "warning", "note"],
        typer.Option("--fail-level", help="What makes the exit code 1: findings this grave."),
    ] = "error",
    strict: Annotated[bool, typer.Option("--strict", help="Exit code 1 for any record that is not verified.")] = False,
    select: Annotated[
        Codes, typer.Option("--select", metavar="CODE", help="Report only these findings: DOM411, DOM4, false-pass.")
    ] = None,
    ignore: Annotated[Codes, typer.Option("--ignore", metavar="CODE", help="Do not report these findings.")] = None,
    suggest: Annotated[
        bool, typer.Option("--suggest", help="Say what may have been written wrong, with the evidence; see domscore fix.")
    ] = False,
    quiet: Quiet = False,
    jobs: Jobs = None,
) -> None:
    """Check game records: illegal acts, wrong scores, wrong claims.

    A record is one JSON file; an archive holds one record on each line (JSON Lines). Both may be compressed (.gz, .zst),
    and lie in a tar.
    --select and --ignore take codes, their beginnings or their names, also several with commas; they change what is
    reported and the exit code, not the verdicts.

    \b
    Exit codes:
      0  nothing at or above the fail level
      1  findings at or above the fail level
      2  an option or a name that does not exist
      3  nothing could be judged: no input, or one that could not be opened
      4  an internal error

    \b
    Examples:
      domscore check game.domino.json
      domscore check --format concise logs/
      domscore check "archive/2026-*.jsonl.gz" --fail-level warning
      zcat games.jsonl.gz | domscore check --format json -
    """
    from domscore.batch.judging import Job
    from domscore.cli.outputs import format_meant, outputs_named
    from domscore.findings.codes import Severity

    files = outputs_named(output)
    job = Job(
        format=format_meant(format_),
        outputs=tuple(named.form for named in files),
        rules=rules_named(rules),
        quiet=quiet,
        fail_level=Severity(fail_level),
        strict=strict,
        select=codes_named(select),
        ignore=codes_named(ignore),
        suggest=suggest,
    )
    raise typer.Exit(run_job(paths, job, jobs, [named.file for named in files]))
