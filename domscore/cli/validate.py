"""``domscore validate``."""

from __future__ import annotations

import typer

from domscore.cli.check import Jobs, Paths, Quiet
from domscore.cli.running import run_job


def validate(paths: Paths, quiet: Quiet = False, jobs: Jobs = None) -> None:
    """Tell whether files have the form of records: the schema only, no rules and no play.

    The exit code is 1 when a record has not.

    \b
    Examples:
      domscore validate game.domino.json
      domscore validate -q archive.domino.jsonl.gz
    """
    from domscore.batch.judging import Job

    raise typer.Exit(run_job(paths, Job(format="validity", quiet=quiet, schema_only=True), jobs))
