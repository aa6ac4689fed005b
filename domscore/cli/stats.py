"""``domscore stats``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from domscore.cli.configuring import exclusion_of, in_force, rules_of
from domscore.cli.course import Course, Limits
from domscore.cli.options import ConfigOption, IsolatedOption, Jobs, Paths, RulesOption, named_file
from domscore.cli.output import complain, write
from domscore.cli.running import NOTHING_JUDGED, left_out
from domscore.cli.written import Written, apart

if TYPE_CHECKING:
    from domscore.batch.inputs import Source, Unread
    from domscore.batch.judging import Job
    from domscore.report.report import Summary
    from domscore.stats.tally import Tally


def stats(
    paths: Paths,
    format_: Annotated[
        Literal["table", "json", "csv", "parquet"], typer.Option("--format", "-f", help="How the statistics are written.")
    ] = "table",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", callback=named_file, help="Write to a file instead of standard output."
        ),
    ] = None,
    rules: RulesOption = None,
    players: Annotated[int, typer.Option("--players", min=0, metavar="N", help="So many players in the table.")] = 20,
    jobs: Jobs = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> None:
    """Count what records hold: matches, rounds, acts, endings, points, findings, and what leading and blocking are worth.

    Everything is counted by rule set and number of players; findings, matches and rounds also by player. Points and
    advantages are taken from rounds that were played out and hold no error. An advantage is given with its counts, a 95 %
    interval, and p, how probable it is by chance alone. CSV and Parquet hold every count as a row, so that tables of several
    archives add up; Parquet needs the package pyarrow (pip install pyarrow).

    \b
    Exit codes:
      0  counted, whatever the records hold
      2  an option or a name that does not exist
      3  nothing could be counted, an input could not be opened,
         or pyarrow is missing
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore stats archive.domino.jsonl.gz
      domscore stats season/ --format csv > season.csv
      domscore stats season/ --format parquet --output season.parquet
    """
    from domscore.batch.inputs import find_inputs
    from domscore.batch.judging import Job
    from domscore.cli.outputs import opened
    from domscore.report.visible import visible

    if format_ == "parquet":
        _settle_parquet(output)
    settings = in_force(config, isolated, rules=rules)
    judged_by, path_rules = rules_of(settings)
    exclusion = exclusion_of(settings)
    job = Job(format="text", rules=judged_by, path_rules=path_rules, quiet=True, counting=True)
    sources, unread = find_inputs(paths, exclusion)
    file = None
    if output is not None:
        apart([Written("--output", str(output))], paths, sources)
        file = opened(str(output))
    tally, summary = _counted(sources, job, jobs, unread)
    for source, message in unread:
        complain(f"{visible(source)}: not read: {visible(message)}")
    if exclusion.total:
        complain(left_out(exclusion, bool(summary.records or unread)))
    data = _written(tally, summary, unread, format_, players)
    if file is None:
        write(data.decode("utf-8", "surrogatepass"), exact=format_ != "table")
    else:
        file.write(data)
        file.close()
    raise typer.Exit(NOTHING_JUDGED if unread or not summary.records else 0)


def _settle_parquet(output: Path | None) -> None:
    """Whether Parquet can be written is known before anything is counted."""
    from domscore.stats.files import ParquetMissing, parquet

    if output is None:
        raise typer.BadParameter("parquet needs --output FILE", param_hint="--format")
    try:
        parquet()
    except ParquetMissing as problem:
        complain(str(problem))
        raise typer.Exit(NOTHING_JUDGED) from None


def _counted(sources: list[Source], job: Job, jobs: int | None, unread: list[Unread]) -> tuple[Tally, Summary]:
    """What the inputs hold; what could not be read is added to ``unread``."""
    from domscore.report.report import Summary
    from domscore.stats.tally import Tally

    tally, summary = Tally(), Summary()
    for outcome in Course(job, Limits(jobs), sources).outcomes():
        if outcome.tally is not None:
            tally.merge(outcome.tally)
        summary.merge(outcome.summary.as_json())
        unread += outcome.unread
    return tally, summary


def _written(tally: Tally, summary: Summary, unread: list[Unread], form: str, players: int) -> bytes:
    from domscore.stats import files

    if form == "parquet":
        return files.as_parquet(tally)
    if form == "table":
        from domscore.stats.page import page

        return page(tally, summary, len(unread), players).encode()
    return (files.as_csv(tally) if form == "csv" else files.as_json(tally, summary, unread)).encode("utf-8", "surrogatepass")
