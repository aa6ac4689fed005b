"""Doing the work: here, or in worker processes once there is enough of it. The outcomes come in the order of the inputs."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from domscore.batch.inputs import Source
from domscore.batch.judging import Job, Judge, Outcome, judge_for
from domscore.batch.portions import Piece, Portion

if TYPE_CHECKING:
    from concurrent.futures import Future

WORTHWHILE = 4 * 2**20
"""Bytes judged in this process before others are started."""
_TRICKLE = 2**15
"""A piece as small as this comes from a slow pipe, or is the last one: it is judged at once."""
_AHEAD = 3
"""Pieces handed out per worker at a time, so that none waits and few outcomes are held."""


def all_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def outcomes(work: Iterable[list[Piece]], job: Job, workers: int, worthwhile: int = WORTHWHILE) -> Iterator[Outcome]:
    """The outcome of each task, in order.

    Args:
        work: what to judge, taken only as fast as it is judged.
        workers: processes to use at most; 1 means this one.
        worthwhile: bytes judged in this process before others are started.
    """
    judge = judge_for(job)
    done = 0
    remaining = iter(work)
    for task in remaining:
        outcome = judge.outcome(task)
        done += outcome.size
        yield outcome
        if workers > 1 and done >= worthwhile:
            yield from _in_parallel(remaining, job, judge, workers)


def _in_parallel(work: Iterator[list[Piece]], job: Job, judge: Judge, workers: int) -> Iterator[Outcome]:
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(workers, initializer=_start_worker, initargs=(job,))
    waiting: deque[Future[Outcome]] = deque()
    try:
        for task in work:
            if not waiting and _is_small(task):
                yield judge.outcome(task)
                continue
            waiting.append(pool.submit(_work, [_light(piece) for piece in task]))
            while waiting and (len(waiting) > _AHEAD * workers or waiting[0].done()):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _is_small(task: list[Piece]) -> bool:
    return len(task) == 1 and isinstance(task[0], Portion) and task[0].data is not None and len(task[0].data) < _TRICKLE


def _light(piece: Piece) -> Piece:
    return piece if isinstance(piece, Source) else piece.light()


_judge: Judge | None = None


def _start_worker(job: Job) -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    import signal

    global _judge
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _judge = judge_for(job)


def _work(task: list[Piece]) -> Outcome:
    assert _judge is not None
    return _judge.outcome(task)
