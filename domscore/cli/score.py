"""``domscore score``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from domscore.cli.configuring import exclusion_of, in_force, rules_of
from domscore.cli.course import Limits
from domscore.cli.options import ConfigOption, IsolatedOption, Jobs, Paths, RulesOption
from domscore.cli.running import Gate, run_job


def score(
    paths: Paths,
    format_: Annotated[
        Literal["table", "json", "csv", "markdown"], typer.Option("--format", "-f", help="How the scores are written.")
    ] = "table",
    rules: RulesOption = None,
    penalties: Annotated[
        bool, typer.Option("--with-penalties", help="Apply the rules' table of penalties to the irregularities found.")
    ] = False,
    jobs: Jobs = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> None:
    """Score matches: each round, the running totals, and the result.

    Acts that break the rules are scored as they were played, and claims that differ from the score are named. "?" stands
    for what the record does not let be known.

    --with-penalties scores as a house does whose rules hold a table of penalties (see domscore penalties): each penalty is a
    line with its reason, a hand that it stops is not counted, and an act that the record's referee ruled on gets none. The
    claims are compared with the score as played all the same.

    \b
    Exit codes:
      0  no record holds an error
      1  a record holds an error
      2  an option or a name that does not exist
      3  nothing could be scored: no input, or one that could not be opened
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore score game.domino.json
      domscore score --format csv season/ > season.csv
      domscore score --rules "partners-block/1" game.domino.json
    """
    from domscore.batch.judging import Job

    settings = in_force(config, isolated, rules=rules)
    judged_by, path_rules = rules_of(settings)
    job = Job(format=format_, rules=judged_by, path_rules=path_rules, penalties=penalties)
    raise typer.Exit(run_job(paths, job, Limits(jobs), gate=Gate(exclusion_of(settings))))
