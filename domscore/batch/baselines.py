"""Baselines: files that hold findings which are known, so that only new ones count.

A baseline is text: a head, then one finding on each line, so that it can be read in flat memory and compared by people. A
finding is known again by its fingerprint; where a record is there twice, so are its findings, and each line excuses one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple

import orjson

from domscore import __version__
from domscore.findings.finding import Finding
from domscore.findings.fingerprint import fingerprint
from domscore.report.json import dumped
from domscore.report.report import Report
from domscore.report.text import place_in_play

VERSION = 1
_FINGERPRINT = re.compile("[0-9a-f]{32}")


class BadBaseline(Exception):
    """A file that is no baseline, or cannot be read; the text says why."""


class Entry(NamedTuple):
    """One line of a baseline.

    Attributes:
        source: the file, from the directory of the baseline, with slashes.
        place: in play, for people. ``message``: for people too.
    """

    fingerprint: str
    code: str
    source: str
    place: str
    message: str

    def line(self) -> str:
        """As it stands in the file."""
        return dumped(self._asdict()) + "\n"


class Known(NamedTuple):
    """What a worker has to know of a baseline.

    Attributes:
        digests: the fingerprints of all findings in it, as numbers: they take half the memory of texts.
        sources: the files that they are in.
        root: the directory that those start at.
    """

    digests: AbstractSet[int]
    sources: AbstractSet[str]
    root: str


def head() -> str:
    """The first line of a baseline."""
    return dumped({"domscore": __version__, "baseline": VERSION}) + "\n"


def root_of(path: str) -> str:
    """The directory that the files named in a baseline start at."""
    return os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120 - links stay as they are


def placed(source: str, root: str) -> str:
    """A file as a baseline names it."""
    if source == "-":
        return source
    try:
        source = os.path.relpath(source, root)
    except ValueError:  # another drive
        source = os.path.abspath(source)  # noqa: PTH100
    return source.replace(os.sep, "/")


def entry_of(report: Report, finding: Finding, root: str) -> Entry:
    """A finding as a line of a baseline."""
    source = placed(report.source, root)
    return Entry(fingerprint(report, finding), finding.code, source, place_in_play(finding), finding.message)


def entries(path: str) -> Iterator[Entry]:
    """What a baseline holds, line by line.

    Raises:
        BadBaseline: at the start, or at the first line that is none.
    """
    try:
        with Path(path).open("rb") as file:
            first = _value(file.readline())
            if not isinstance(first, dict) or first.get("baseline") != VERSION:
                raise BadBaseline("it is no baseline that this version of domscore reads")
            for number, line in enumerate(file, 2):
                if not line.isspace():
                    yield _entry(line, number)
    except (OSError, ValueError) as error:
        raise BadBaseline((getattr(error, "strerror", None) or str(error)).lower()) from None


def _value(line: bytes) -> object:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None


def _entry(line: bytes, number: int) -> Entry:
    try:
        entry = Entry(**orjson.loads(line))
    except (TypeError, ValueError):
        raise BadBaseline(f"line {number} is no entry of a baseline") from None
    if not all(isinstance(value, str) for value in entry) or not _FINGERPRINT.fullmatch(entry.fingerprint):
        raise BadBaseline(f"line {number} is no entry of a baseline")
    return entry


def is_baseline(path: str) -> bool:
    """Whether a file begins like a baseline."""
    try:
        next(entries(path), None)
    except BadBaseline:
        return False
    return True


def known_in(path: str) -> Known:
    """What a worker has to know of a baseline (BadBaseline)."""
    digests, sources = set(), set()
    for entry in entries(path):
        digests.add(digest(entry.fingerprint))
        sources.add(entry.source)
    return Known(digests, sources, root_of(path))


def digest(fingerprint: str) -> int:
    """A fingerprint as a number (ValueError for a text that is none)."""
    return int(fingerprint, 16)


def gone(source: str, root: str) -> bool:
    """Whether the file of an entry is no more; a member of a tar is there as long as the tar is."""
    path = Path(root, source)
    return source != "-" and not path.exists() and not any(above.is_file() for above in path.parents)
