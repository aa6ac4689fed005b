"""The course of a run over many records: how far it has come, what is kept of it, and where it goes on after a kill."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import typer

from domscore.cli.output import Progress, complain

if TYPE_CHECKING:
    from domscore.batch.checkpoint import Checkpoint
    from domscore.batch.inputs import Source
    from domscore.batch.judging import Job, Outcome


class Limits(NamedTuple):
    """What holds for a run, and not for a record.

    Attributes:
        jobs: processes to use at most; None for one for each core.
        findings: so many findings are shown; None for all.
        checkpoint: the file by which a run that was killed goes on.
    """

    jobs: int | None = None
    findings: int | None = None
    checkpoint: str | None = None


class Course:
    """One run. What the checkpoint and the cache are good for is settled when it is made, before anything is written.

    Args:
        job: what is done.
        limits: of the run.
        sources: the inputs.
    """

    def __init__(self, job: Job, limits: Limits, sources: list[Source]) -> None:
        from domscore.batch.portions import tasks

        self._limits = limits
        self._job = _with_cache(job)
        self.progress = Progress(_total_size(sources))
        self._work = tasks(sources)
        self._checkpoint: Checkpoint | None = None
        self._finished: Iterator[Outcome] = iter(())
        if limits.checkpoint is not None:
            self._open(limits.checkpoint, sources)

    def _open(self, path: str, sources: list[Source]) -> None:
        from domscore.batch.checkpoint import Checkpoint, Refused

        if any(source.standard_input for source in sources):
            _refuse("standard input cannot be read again: name files")
        self._job = self._job._replace(marks=True)
        try:
            self._checkpoint = Checkpoint(path, self._job, sources, self._limits.findings)
            self._finished = self._checkpoint.finished(self._work)
        except Refused as problem:
            _refuse(f"{path} cannot be used: {problem}; remove it to start anew")
        except OSError as error:
            _refuse(f"{path} cannot be used: {(error.strerror or str(error)).lower()}")
        if self._checkpoint.records:
            complain(f"going on after {self._checkpoint.records} records ({path})")

    def outcomes(self) -> Iterator[Outcome]:
        """The outcomes of all tasks in order, those that the checkpoint holds first."""
        from domscore.batch.running import all_cores, outcomes

        room = self._limits.findings
        for outcome in self._finished:
            room = None if room is None else room - outcome.shown
            yield outcome
            self.progress.skip(outcome.read, outcome.summary.records)
        for outcome in outcomes(self._work, self._job, self._limits.jobs or all_cores(), room=room):
            self._keep(outcome)
            yield outcome
            self.progress.add(outcome.read, outcome.summary.records)
        self.progress.clear()

    def _keep(self, outcome: Outcome) -> None:
        if self._checkpoint is None:
            return
        try:
            self._checkpoint.add(outcome)
        except OSError as error:
            self.progress.clear()
            complain(f"the checkpoint is not written any more: {(error.strerror or str(error)).lower()}")
            self._checkpoint = None

    def complete(self) -> None:
        """The whole report is written."""
        if self._checkpoint is not None:
            self._checkpoint.close()


def _refuse(text: str) -> NoReturn:
    from domscore.report.visible import visible

    raise typer.BadParameter(visible(text), param_hint="--checkpoint")


def _with_cache(job: Job) -> Job:
    """The job with its cache ready; without one, and a word about it, where the file is not good for that."""
    if job.cache is None:
        return job
    from domscore.batch.cache import CacheProblem, prepare
    from domscore.report.visible import visible

    try:
        prepare(job.cache)
    except CacheProblem as problem:
        complain(f"{visible(job.cache)}: not used as a cache: {visible(str(problem))}")
        return job._replace(cache=None)
    return job


def _total_size(sources: list[Source]) -> int | None:
    """Bytes on disk; None when some input has no size."""
    sizes = [source.size for source in sources]
    known = [size for size in sizes if size is not None]
    return sum(known) if len(known) == len(sizes) else None
