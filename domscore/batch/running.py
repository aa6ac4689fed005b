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


def outcomes(
    work: Iterable[list[Piece]], job: Job, workers: int, worthwhile: int = WORTHWHILE, room: int | None = None
) -> Iterator[Outcome]:
    """The outcome of each task, in order.

    Args:
        work: what to judge, taken only as fast as it is judged.
        workers: processes to use at most; 1 means this one.
        worthwhile: bytes judged in this process before others are started.
        room: so many findings may be shown, all tasks together; None for any number.
    """
    crew = _Crew(job, workers, room)
    done = 0
    remaining = iter(work)
    for task in remaining:
        outcome = crew.alone(task)
        done += outcome.size
        yield outcome
        if workers > 1 and done >= worthwhile:
            yield from crew.together(remaining)


class _Crew:
    """This process and its workers, and how many findings they may still show."""

    def __init__(self, job: Job, workers: int, room: int | None) -> None:
        self.job, self.workers, self.room = job, workers, room
        self.judge = judge_for(job)

    def alone(self, task: list[Piece]) -> Outcome:
        """Judge a task here."""
        outcome = self.judge.outcome(task, self.room)
        if self.room is not None:
            self.room -= outcome.shown
        return outcome

    def together(self, work: Iterator[list[Piece]]) -> Iterator[Outcome]:
        """Judge tasks in worker processes, and what trickles in here."""
        from concurrent.futures import ProcessPoolExecutor

        pool = ProcessPoolExecutor(self.workers, initializer=_start_worker, initargs=(self.job,))
        waiting: deque[tuple[list[Piece], Future[Outcome]]] = deque()
        done = False
        try:
            for task in work:
                if not waiting and _is_small(task):
                    yield self.alone(task)
                    continue
                light = [_light(piece) for piece in task]
                waiting.append((light, pool.submit(_work, light, self.room)))
                while waiting and (len(waiting) > _AHEAD * self.workers or waiting[0][1].done()):
                    yield self._taken(*waiting.popleft())
            while waiting:
                yield self._taken(*waiting.popleft())
            done = True
        finally:  # a pool left behind can be closed twice when the interpreter ends: "bad file descriptor"
            pool.shutdown(wait=done, cancel_futures=True)

    def _taken(self, task: list[Piece], future: Future[Outcome]) -> Outcome:
        """What a worker made; once more where the tasks before it have left less room than the worker thought."""
        outcome = future.result()
        if self.room is None:
            return outcome
        if outcome.shown > self.room:
            return self.alone(task)
        self.room -= outcome.shown
        return outcome


def _is_small(task: list[Piece]) -> bool:
    return len(task) == 1 and isinstance(task[0], Portion) and task[0].data is not None and len(task[0].data) < _TRICKLE


def _light(piece: Piece) -> Piece:
    return piece if isinstance(piece, Source) else piece.light()


_judge: Judge | None = None


def _start_worker(job: Job) -> None:
    global _judge
    depend_on_parent()
    _judge = judge_for(job)


def depend_on_parent() -> None:
    """A worker leaves Ctrl-C to the process that started it, and ends with it, however that ends."""
    import signal
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _work(task: list[Piece], room: int | None) -> Outcome:
    assert _judge is not None
    return _judge.outcome(task, room)
