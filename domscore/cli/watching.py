"""``--watch``: check again what changes. The files are looked at twice a second, which works on every disk there is."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from domscore.cli.output import complain

if TYPE_CHECKING:
    from domscore.batch.excluding import Exclusion

_PAUSE = 0.5
_Stamps = dict[str, tuple[int, int]]


def watched(paths: list[str], exclusion: Callable[[], Exclusion], check: Callable[[list[str]], object]) -> NoReturn:
    """Check everything, and then what changes or is new, until Ctrl-C.

    Args:
        paths: as the user names them.
        exclusion: what is left out, made anew for each look.
        check: is called with what is to be checked.
    """
    from domscore.report.words import counted

    known = _stamps(paths, exclusion())
    check(paths)
    while True:
        time.sleep(_PAUSE)
        now = _stamps(paths, exclusion())
        changed = [path for path, stamp in now.items() if known.get(path) != stamp]
        known = now
        if changed:
            complain(f"{time.strftime('%H:%M:%S')}: {counted(len(changed), 'file')} changed")
            check(changed)


def _stamps(paths: list[str], exclusion: Exclusion) -> _Stamps:
    """The files there are now, with time and size."""
    from domscore.batch.inputs import find_inputs

    stamps: _Stamps = {}
    for source in find_inputs(paths, exclusion)[0]:
        try:
            status = Path(source.path).stat()
        except (OSError, ValueError):
            continue
        stamps[source.path] = (status.st_mtime_ns, status.st_size)
    return stamps
