"""A cache of outcomes: what was judged once and has not changed is not judged again.

An outcome is kept for each portion of an input: a record, or some lines of an archive. Its key is made of the bytes, where
they stand, the job, and the program. A cache never makes a run fail: what cannot be read from it is judged.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from domscore.batch.judging import Job, Judge, Outcome
from domscore.batch.keeping import described, packed, program, unpacked
from domscore.batch.portions import Piece, Portion

_OURS = 0x646F6D73
"""The application id that SQLite keeps in the file: "doms"."""
_OURS_AT, _HEAD_BYTES = 68, 72
"""Where the id stands in the file, in four bytes (the file format of SQLite, 1.3)."""
_PATIENCE = 10.0
"""Seconds to wait for another process that writes."""
_KEY_BYTES = 20


class CacheProblem(Exception):
    """A file that cannot be used as a cache; the text says why."""


def prepare(path: str) -> None:
    """Make the file if there is none; empty it if another version of the program filled it.

    Raises:
        CacheProblem: it cannot be written, is damaged, or is something else than a cache.
    """
    try:
        with _opened(path) as connection:
            (ours,) = connection.execute("PRAGMA application_id").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables and ours != _OURS:
                raise CacheProblem("it is a database of something else")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA application_id = {_OURS}")
            connection.execute("CREATE TABLE IF NOT EXISTS program (name TEXT)")
            connection.execute("CREATE TABLE IF NOT EXISTS outcome (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
            if connection.execute("SELECT name FROM program").fetchall() != [(program(),)]:
                connection.execute("DELETE FROM program")
                connection.execute("DELETE FROM outcome")
                connection.execute("INSERT INTO program VALUES (?)", (program(),))
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise CacheProblem(str(error)) from None


def is_cache(path: str) -> bool:
    """Whether a file is a cache: a database of SQLite with our application id."""
    try:
        with Path(path).open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return False
    return head.startswith(b"SQLite format 3\0") and head[_OURS_AT:_HEAD_BYTES] == _OURS.to_bytes(4, "big")


@contextmanager
def _opened(path: str) -> Iterator[sqlite3.Connection]:
    """A connection for a short while: none is ever open while processes are started."""
    with closing(sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = NORMAL")
        yield connection


class Remembering(Judge):
    """Judges pieces of work, and remembers what came of them."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        assert job.cache is not None
        self.path = job.cache
        self.job_key = blake2b(f"{program()}\n{json.dumps(described(job))}".encode(), digest_size=_KEY_BYTES)
        self.connection: sqlite3.Connection | None = None
        self.new: list[tuple[bytes, bytes]] = []

    def outcome(self, task: list[Piece], room: int | None = None) -> Outcome:
        """Judge the records of a task that are not known, and keep what came of them."""
        self.new = []
        if not Path(self.path).exists():  # it was taken away: making a new one is for the start of a run
            return super().outcome(task, room)
        try:
            with _opened(self.path) as self.connection:
                outcome = super().outcome(task, room)
                self._keep()
        except sqlite3.Error:
            self.connection = None
            return super().outcome(task, room)
        self.connection = None
        return outcome

    def portion(self, portion: Portion, room: int | None) -> Outcome:
        """The outcome of a portion, judged now or before."""
        if portion.failure is not None or portion.too_long or self.connection is None:
            return super().portion(portion, room)
        digest = self.job_key.copy()
        digest.update(portion.identity())
        key = digest.digest()
        known = self._known(key)
        if known is not None and (room is None or known.shown <= room):
            known.read = portion.read_for
            return known
        outcome = super().portion(portion, room)
        if known is None and not outcome.cut:
            self.new.append((key, zlib.compress(packed(outcome), 1)))
        return outcome

    def _known(self, key: bytes) -> Outcome | None:
        """What was kept, if it is whole: a compressed value carries its own check."""
        assert self.connection is not None
        try:
            row = self.connection.execute("SELECT value FROM outcome WHERE key = ?", (key,)).fetchone()
            return None if row is None else unpacked(zlib.decompress(row[0]))
        except (sqlite3.Error, zlib.error, ValueError, TypeError, KeyError):
            return None

    def _keep(self) -> None:
        """Write all at once; what cannot be written is judged again another time."""
        if not self.new or self.connection is None:
            return
        with suppress(sqlite3.Error):
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.executemany("INSERT OR REPLACE INTO outcome VALUES (?, ?)", self.new)
            self.connection.execute("COMMIT")
