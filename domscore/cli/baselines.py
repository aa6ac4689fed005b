"""``--write-baseline``, ``--baseline`` and ``--update-baseline``: what they do before, during and after a run."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import finalize

import typer

from domscore.cli.output import complain

if TYPE_CHECKING:
    from domscore.batch.baselines import Entry, Known
    from domscore.batch.judging import Job
    from domscore.batch.sifting import Sifted

_SHOWN = 20
"""Entries that are shown one by one."""


class Baseline(ABC):
    """What takes part in a run.

    Args:
        path: the file.

    Attributes:
        option: what names it.
    """

    option: ClassVar[str]

    def __init__(self, path: str) -> None:
        self.path = path

    @abstractmethod
    def for_job(self) -> dict[str, Any]:
        """What the job has to know, by names of its fields; the run begins."""

    @abstractmethod
    def take(self, sifted: Sifted) -> None:
        """What came of a piece of work."""

    @abstractmethod
    def close(self, job: Job, unread: Iterable[str]) -> bool:
        """Say what came of it all, and write the file; whether that fails the run.

        Args:
            job: what was done.
            unread: inputs that were not read, or not to their end.
        """


def baseline_meant(write: str | None, path: str | None, update: bool) -> Baseline | None:
    """What the options mean; exit code 2 where they exclude one another, or the file is no baseline."""
    if write is not None:
        if update:
            raise typer.BadParameter("a new baseline is not updated", param_hint="--update-baseline")
        return _New(write)
    if path is None:
        if update:
            raise typer.BadParameter("name the file with --baseline", param_hint="--update-baseline")
        return None
    return _Old(path, update)


class _Text:
    """A file that takes the place of another one when it is whole, and is gone if it never is."""

    def __init__(self, path: str) -> None:
        self._path, self._draft = path, Path(f"{path}.{os.getpid()}.tmp")
        if os.path.lexists(path) and not os.path.isfile(path):  # noqa: PTH113 - never raises
            raise _unusable(path, "is not a regular file")  # it would be replaced
        try:
            self._file = self._draft.open("w", encoding="utf-8", errors="surrogatepass", newline="\n")
        except (OSError, ValueError) as error:
            raise _unusable(path, (getattr(error, "strerror", None) or str(error)).lower()) from None
        finalize(self, self._draft.unlink, missing_ok=True)

    def write(self, lines: Iterable[str]) -> None:
        self._file.writelines(lines)

    def close(self) -> None:
        self._file.close()
        if os.path.exists(self._path):  # noqa: PTH110 - never raises
            from shutil import copymode

            copymode(self._path, self._draft)
        self._draft.replace(self._path)


class _New(Baseline):
    """A baseline that is being written."""

    option = "--write-baseline"

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._written, self._judged = 0, False

    def for_job(self) -> dict[str, Any]:
        from domscore.batch.baselines import head, root_of

        self._text = _Text(self.path)
        self._text.write([head()])
        return {"keep": root_of(self.path)}

    def take(self, sifted: Sifted) -> None:
        self._judged = True
        self._text.write(sifted.lines)
        self._written += len(sifted.lines)

    def close(self, job: Job, unread: Iterable[str]) -> bool:
        from domscore.report.words import counted

        if not self._judged:
            complain(f"baseline: {self.path} is left as it is: nothing was judged")
            return False
        self._text.close()
        complain(f"baseline: {counted(self._written, 'finding')} written to {self.path}")
        return False


class _Old(Baseline):
    """A baseline that findings are compared with."""

    option = "--baseline"

    def __init__(self, path: str, update: bool) -> None:
        from domscore.batch.baselines import BadBaseline, known_in

        super().__init__(path)
        self._update = update
        self._found: Counter[int] = Counter()
        self._more: Counter[int] = Counter()
        self._judged: set[str] = set()
        self._asked: dict[tuple[str, str], bool] = {}
        try:
            self._known: Known = known_in(path)
        except BadBaseline as problem:
            raise _unusable(path, f"{problem}; --write-baseline writes one") from None

    def for_job(self) -> dict[str, Any]:
        return {"known": self._known}

    def take(self, sifted: Sifted) -> None:
        from domscore.batch.baselines import digest

        for counter, times in ((self._found, sifted.found), (self._more, sifted.counted)):
            for fingerprint, number in times.items():
                counter[digest(fingerprint)] += number
        self._judged.update(sifted.judged)

    def close(self, job: Job, unread: Iterable[str]) -> bool:
        from domscore.batch.baselines import digest, entries, head, placed

        self._judged -= {placed(source, self._known.root) for source in unread}
        text = _Text(self.path) if self._update else None
        if text is not None:
            text.write([head()])
        stale = 0
        for entry in entries(self.path):
            mark = digest(entry.fingerprint)
            if mark in self._more:
                self._more[mark] -= 1
            found = self._found[mark] > 0
            if found:
                self._found[mark] -= 1
            if found or not self._settled(entry, job):
                if text is not None:
                    text.write([entry.line()])
                continue
            stale += 1
            if stale <= _SHOWN:
                complain(f"baseline: no longer found: {_told(entry)}")
        if text is not None:
            text.close()
        if stale:
            done = "taken out of" if self._update else "to be taken out with --update-baseline, in"
            entries_ = "1 entry" if stale == 1 else f"{stale} entries"
            complain(f"baseline: {entries_} {done} {self.path}")
        return self._too_many()

    def _settled(self, entry: Entry, job: Job) -> bool:
        """Whether this run would have met a finding, were it still there."""
        from domscore.batch.baselines import gone

        key = (entry.source, entry.code)
        if key not in self._asked:
            judged = entry.source in self._judged or gone(entry.source, self._known.root)
            place = str(Path(self._known.root, entry.source))
            self._asked[key] = judged and job.selection.at(place).reports(entry.code)
        return self._asked[key]

    def _too_many(self) -> bool:
        """Whether what would fail was found more often than it is known, as when a record stands in the input twice."""
        from domscore.batch.baselines import digest, entries

        more = {mark: number for mark, number in self._more.items() if number > 0}
        for entry in entries(self.path) if more else ():
            if number := more.pop(digest(entry.fingerprint), 0):
                complain(f"baseline: found {number} more than it holds: {_told(entry)}")
        return any(number > 0 for number in self._more.values())


def _told(entry: Entry) -> str:
    from domscore.report.visible import visible

    place = f"{entry.place}: " if entry.place else ""
    return visible(f"{entry.source}: {entry.code} {place}{entry.message}")


def _unusable(path: str, problem: str) -> typer.BadParameter:
    from domscore.report.visible import visible

    return typer.BadParameter(visible(f"{path}: {problem}"), param_hint="--baseline")
