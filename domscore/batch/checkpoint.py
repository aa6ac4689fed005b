"""A checkpoint: a file that grows with a run, so that one that was killed goes on where it was.

It holds a head, which says what the run is, and after it the outcome of each task with its mark, one on each line behind a
checksum. A run that goes on writes the whole report anew: first what the checkpoint holds, then what it judges itself. A
last line that was cut off does not count.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

from domscore.batch.inputs import Source
from domscore.batch.judging import Job, Outcome, mark_of
from domscore.batch.keeping import described, packed, program, unpacked
from domscore.batch.portions import Piece

_KIND = "domscore checkpoint 1"
_CHECK_BYTES = 8
_MANY = 3


class Refused(Exception):
    """A checkpoint of another run, or a file that is none; the text says what differs."""


class Checkpoint:
    """The checkpoint of a run.

    Args:
        path: the file; it is made if there is none.
        job: what is done; it must ask for marks.
        sources: the inputs; all of them are files.
        most: so many findings are shown at most.

    Raises:
        Refused: the file belongs to another run, or another process is using it.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: str, job: Job, sources: list[Source], most: int | None = None) -> None:
        self.path = Path(path)
        head = _head(job, sources, most)
        there = os.path.lexists(path)
        if there and not self.path.is_file():
            raise OSError(errno.EINVAL, "it is not a regular file")  # a device would be replaced, and removed in the end
        if not there or not self.path.stat().st_size:
            _write_whole(self.path, _line(json.dumps(head).encode()))
        self._file = self.path.open("r+b")
        try:
            _lock(self._file)
            if not os.path.samestat(os.fstat(self._file.fileno()), self.path.stat()):
                raise Refused("another run is using it")  # which has put its own there just now
            self._compare(head)
            self.records = 0
            self._end = self._file.tell()
        except BaseException:
            self._file.close()
            raise

    def _compare(self, head: dict[str, Any]) -> None:
        data = _checked(self._file.readline())
        if data is None or _kind(data) != _KIND:
            raise Refused("it is not a checkpoint")
        found = json.loads(data)
        if found["program"] != head["program"]:
            raise Refused("it was written by another version of domscore")
        if options := [name for name, value in head["options"].items() if found["options"].get(name) != value]:
            raise Refused(f"it is of a run with another {' and '.join(options).replace('_', '-')}")
        if found["inputs"] != head["inputs"]:
            raise Refused(f"the inputs are not those it was written for: {_differing(found['inputs'], head['inputs'])}")

    def finished(self, work: Iterator[list[Piece]]) -> Iterator[Outcome]:
        """The outcomes of the tasks that are done, which are taken from the work. Nothing is given before all are verified.

        Raises:
            Refused: a task does not hold what it held.
        """
        start = self._end
        for outcome in self._outcomes():
            task = next(work, None)
            if task is None or mark_of(task) != outcome.mark:
                raise Refused("an input has changed")
            self.records += outcome.summary.records
            self._end = self._file.tell()
        self._file.truncate(self._end)
        return self._again(start)

    def _again(self, start: int) -> Iterator[Outcome]:
        self._file.seek(start)
        yield from self._outcomes()
        self._file.seek(self._end)

    def _outcomes(self) -> Iterator[Outcome]:
        while (data := _checked(self._file.readline())) is not None:
            yield unpacked(data)

    def add(self, outcome: Outcome) -> None:
        """Keep the outcome of the next task."""
        self._file.write(_line(packed(outcome)))
        self._file.flush()

    def close(self) -> None:
        """Remove the file: the report is complete."""
        self._file.close()
        self.path.unlink(missing_ok=True)


def is_checkpoint(path: str) -> bool:
    """Whether a file begins like a checkpoint."""
    try:
        with Path(path).open("rb") as file:
            return _kind(_checked(file.readline())) == _KIND
    except OSError:
        return False


def _kind(data: bytes | None) -> object:
    head = None if data is None else json.loads(data)
    return head.get("kind") if isinstance(head, dict) else None


def _head(job: Job, sources: list[Source], most: int | None) -> dict[str, Any]:
    """What makes a run the same run."""
    options = {**described(job), "max_findings": most}
    return {"kind": _KIND, "program": program(), "options": options, "inputs": [_input(source) for source in sources]}


def _input(source: Source) -> list[Any]:
    """A file as it lies there: name, size, and when it was changed."""
    try:
        status = Path(source.path).stat()
    except (OSError, ValueError):
        return [source.name, None, None]
    return [source.name, status.st_size, status.st_mtime_ns]


def _differing(before: list[list[Any]], now: list[list[Any]]) -> str:
    old, new = ({name: rest for name, *rest in inputs} for inputs in (before, now))
    found = [f"{name} is gone" for name in old if name not in new]
    found += [f"{name} is new" for name in new if name not in old]
    found += [f"{name} has changed" for name in new if name in old and old[name] != new[name]]
    more = f" and {len(found) - _MANY} more" if len(found) > _MANY else ""
    return f"{', '.join(found[:_MANY])}{more}" if found else "their order is another"


def _line(data: bytes) -> bytes:
    return blake2b(data, digest_size=_CHECK_BYTES).hexdigest().encode() + b" " + data + b"\n"


def _checked(line: bytes) -> bytes | None:
    """What a line holds; None for one that is not whole."""
    check, _, data = line.rstrip(b"\n").partition(b" ")
    whole = line.endswith(b"\n") and blake2b(data, digest_size=_CHECK_BYTES).hexdigest().encode() == check
    return data if whole else None


def _write_whole(path: Path, data: bytes) -> None:
    """A new file appears with all its bytes or not at all; one that another run has begun in the meantime stays."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    try:
        if path.exists():
            beside.replace(path)  # it is empty
        else:
            path.hardlink_to(beside)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _lock(file: BinaryIO) -> None:
    """Keep other processes out, where the system can: the lock ends with the process, and is not inherited."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Refused("another run is using it") from None
