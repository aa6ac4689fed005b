"""``domscore validate``."""

from __future__ import annotations

import typer

from domscore.cli.configuring import exclusion_of, in_force
from domscore.cli.course import Limits
from domscore.cli.options import ConfigOption, IsolatedOption, Jobs, Paths, Quiet
from domscore.cli.running import Gate, run_job


def validate(
    paths: Paths,
    quiet: Quiet = False,
    jobs: Jobs = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> None:
    """Tell whether files have the form of records: the schema only, no rules and no play.

    \b
    Exit codes:
      0  every record has the form of one
      1  something has not
      2  an option or a name that does not exist
      3  nothing was read: no input, or one that could not be opened
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore validate game.domino.json
      domscore validate -q archive.domino.jsonl.gz
    """
    from domscore.batch.judging import Job

    exclusion = exclusion_of(in_force(config, isolated))
    job = Job(format="validity", quiet=quiet, schema_only=True)
    raise typer.Exit(run_job(paths, job, Limits(jobs), gate=Gate(exclusion)))
