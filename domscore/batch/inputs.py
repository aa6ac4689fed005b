"""What the user named on the command line, as a list of inputs: files, directories, patterns, standard input."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from domscore.batch.excluding import Exclusion, nothing_left_out

STDIN = "-"
_PLAIN_SUFFIXES = (".json", ".jsonl", ".ndjson", ".tar")
_PACKED_SUFFIXES = (".gz", ".zst")
_SHORT = {".tgz": ".tar.gz", ".tzst": ".tar.zst"}
_MAGIC = frozenset("*?[")
SUFFIXES = (*(plain + packed for plain in _PLAIN_SUFFIXES for packed in ("", *_PACKED_SUFFIXES)), *_SHORT)
"""What is read in a directory; a file that is named itself may be called anything."""


class Source(NamedTuple):
    """One input.

    Attributes:
        path: to open it; ``"-"`` is the standard input.
        name: the path as it is shown, always printable as UTF-8.
        member: it lies in an archive, and ``path`` opens nothing.
    """

    path: str
    name: str
    member: bool = False

    @property
    def standard_input(self) -> bool:
        """It is not a file."""
        return self.path == STDIN

    @property
    def size(self) -> int | None:
        """Bytes on disk; None when that is not known or means nothing."""
        if self.standard_input or self.member:
            return None
        try:
            status = Path(self.path).stat()
        except (OSError, ValueError):
            return None
        return status.st_size if os.path.isfile(self.path) else None  # noqa: PTH113 - never raises

    @property
    def plain_name(self) -> str:
        """The name without the suffix of a compression."""
        return self._spelled.removesuffix(".gz").removesuffix(".zst")

    @property
    def packed_by_name(self) -> str | None:
        """The suffix that says how the file is compressed."""
        return next((suffix for suffix in _PACKED_SUFFIXES if self._spelled.endswith(suffix)), None)

    @property
    def _spelled(self) -> str:
        path = self.path.lower()
        return next((path.removesuffix(short) + long for short, long in _SHORT.items() if path.endswith(short)), path)


class Unread(NamedTuple):
    """An input that could not be opened, and why; or one in which nothing was found."""

    source: str
    message: str


def find_inputs(paths: list[str], exclusion: Exclusion | None = None) -> tuple[list[Source], list[Unread]]:
    """The inputs in the order named, directories sorted, each file once; and what could not be found.

    Args:
        paths: as the user names them.
        exclusion: decides what is left out, and counts it.
    """
    exclusion = nothing_left_out() if exclusion is None else exclusion
    sources: list[Source] = []
    unread: list[Unread] = []
    seen: set[str] = set()
    for path in paths:
        for found in _expanded(path, exclusion):
            if isinstance(found, Unread):
                unread.append(found)
                continue
            real = found if found == STDIN else os.path.realpath(found)
            if real not in seen:
                seen.add(real)
                sources.append(Source(found, shown_path(found)))
    return sources, unread


def shown_path(path: str) -> str:
    """A path as text that can be written as UTF-8, whatever bytes it holds."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _expanded(path: str, exclusion: Exclusion) -> Iterator[str | Unread]:
    if path == STDIN:
        yield path
    elif "\0" in path:
        yield Unread(shown_path(path), "a path has no NUL in it")
    elif not path:
        yield Unread("''", "a path is empty")
    elif (directory := os.path.isdir(path)) or _MAGIC.isdisjoint(path) or os.path.exists(path):  # noqa: PTH110, PTH112 - never raise
        if exclusion.force and exclusion.leaves_out(path, directory=directory):
            return
        if directory:
            yield from _in_directory(path, exclusion, spared=exclusion.spares(path))
        else:
            yield path
    else:
        yield from _matching(path, exclusion)


def _matching(pattern: str, exclusion: Exclusion) -> Iterator[str | Unread]:
    from glob import glob

    matches = sorted(glob(pattern, recursive=True))  # noqa: PTH207 - Path.glob takes no absolute patterns
    if not matches:
        yield Unread(shown_path(pattern), "no file matches this pattern")
    for match in matches:
        directory = os.path.isdir(match)  # noqa: PTH112 - never raises
        if exclusion.leaves_out(match, directory=directory):
            continue
        if directory:
            yield from _in_directory(match, exclusion)
        else:
            yield match


def _in_directory(root: str, whole_run: Exclusion, *, spared: bool = False) -> Iterator[str | Unread]:
    """The records below a directory. Hidden directories are left out; a directory that links lead back to is read once."""
    exclusion = nothing_left_out() if spared else whole_run
    found: list[str] = []
    unread: list[Unread] = []
    seen: set[tuple[int, int]] = set()
    left_out = exclusion.total
    for here, directories, files in os.walk(root, followlinks=True, onerror=lambda error: unread.append(_refused(error))):
        identity = _identity(here)
        if identity in seen:
            directories.clear()
            continue
        seen.add(identity)
        visible = sorted(name for name in directories if not name.startswith("."))
        directories[:] = exclusion.kept(here, visible, directory=True)
        called_so = [name for name in files if name.lower().endswith(SUFFIXES)]
        whole_run.other_names += len(files) - len(called_so)
        records = exclusion.kept(here, called_so)
        for path in (Path(here) / name for name in records):
            if path.exists() and not path.is_file():  # a pipe or a socket would be waited for, for ever
                unread.append(Unread(shown_path(str(path)), "not a regular file"))
            else:
                found.append(str(path))
    yield from sorted(found)
    yield from unread
    if not found and not unread and exclusion.total == left_out:
        yield Unread(shown_path(root), f"the directory holds no records ({', '.join(f'*{suffix}' for suffix in SUFFIXES)})")


def _identity(directory: str) -> tuple[int, int]:
    status = Path(directory).stat()
    return status.st_dev, status.st_ino


def _refused(error: OSError) -> Unread:
    return Unread(shown_path(str(error.filename)), (error.strerror or str(error)).lower())
