"""``--watch``: check again what changes. The files are looked at twice a second, which works on every disk there is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from domscore.cli.output import complain

if TYPE_CHECKING:
    from domscore.batch.excluding import Exclusion
    from domscore.cli.configuring import Prepared

_PAUSE = 0.5
_Stamps = dict[str, tuple[int, int]]


def watched(paths: list[str], prepare: Callable[[], Prepared]) -> NoReturn:
    """Check everything, and then what changes or is new, until Ctrl-C; everything again when the settings change.

    Args:
        paths: as the user names them.
        prepare: settles everything for a run; it ends a command whose settings are wrong, but not one that goes on.
    """
    prepared = prepare()
    settings, known = _stamps(prepared.files), _inputs(paths, prepared.exclusion())
    prepared.run(paths)
    while True:
        time.sleep(_PAUSE)
        if (now := _stamps(prepared.files)) != settings:
            _say("the settings have changed")
            settings = now
            with _going_on():
                prepared = prepare()
                settings, known = _stamps(prepared.files), _inputs(paths, prepared.exclusion())
                prepared.run(paths)
            continue
        now = _inputs(paths, prepared.exclusion())
        changed = [path for path, stamp in now.items() if known.get(path) != stamp]
        gone = known.keys() - now.keys()
        known = now
        if gone:
            _say(f"{_files(len(gone))} gone")
        if changed:
            _say(f"{_files(len(changed))} changed")
            with _going_on():
                prepared.run(changed)


@contextmanager
def _going_on() -> Iterator[None]:
    """What would end another command is told, and ends nothing here: it may be mended in a moment."""
    try:
        yield
    except typer.BadParameter as problem:
        complain(problem.format_message())
    except typer.Exit:
        pass


def _say(what: str) -> None:
    complain(f"{time.strftime('%H:%M:%S')}: {what}")


def _files(number: int) -> str:
    from domscore.report.words import counted

    return counted(number, "file")


def _inputs(paths: list[str], exclusion: Exclusion) -> _Stamps:
    """The inputs that there are now."""
    from domscore.batch.inputs import find_inputs

    return _stamps(source.path for source in find_inputs(paths, exclusion)[0])


def _stamps(paths: Iterable[str]) -> _Stamps:
    """The files among these that are there, with time and size."""
    stamps: _Stamps = {}
    for path in paths:
        with suppress(OSError, ValueError):
            status = Path(path).stat()
            stamps[path] = (status.st_mtime_ns, status.st_size)
    return stamps
