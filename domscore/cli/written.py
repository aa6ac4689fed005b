"""The files that a run writes: each of them is for one thing, and none is an input, which would be lost."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

import typer

if TYPE_CHECKING:
    from domscore.batch.inputs import Source


class Written(NamedTuple):
    """A file that an option names.

    Attributes:
        option: which one.
        is_ours: whether what lies there is what domscore put there for this option. Found in a directory, such a file is no
            input; an input is never left out for anything else.
    """

    option: str
    path: str
    is_ours: Callable[[str], bool] = lambda _: False


def apart(written: Iterable[Written], named: list[str], sources: list[Source]) -> list[Source]:
    """The inputs without what the program itself put among them.

    Args:
        written: all files that the run writes.
        named: what the user named as inputs.
        sources: the inputs that were found there.

    Raises:
        typer.BadParameter: a file is named for two things, or is an input.
    """
    users: dict[str, Written] = {}
    for one in written:
        for identity in _identities(one.path):
            if identity in users:
                raise _refused(one, f"is the file of {users[identity].option} too")
        users |= dict.fromkeys(_identities(one.path), one)
    if not users:
        return sources
    asked = {identity for path in named for identity in _identities(path)}
    kept = []
    for source in sources:
        met = () if source.standard_input else _identities(source.path)
        user = next((users[identity] for identity in met if identity in users), None)
        if user is None:
            kept.append(source)
        elif not asked.isdisjoint(met) or not user.is_ours(user.path):
            raise _refused(user, "is also to be checked, and would be lost")
    return kept


def _identities(path: str) -> tuple[str, ...]:
    """What a file is known by: where it is, and what the system knows it by, for it may have several names."""
    try:
        status = os.stat(path)  # noqa: PTH116 - every input comes here
    except (OSError, ValueError):
        return (os.path.realpath(path),) if "\0" not in path else ()
    known = (f"{status.st_dev}:{status.st_ino}",) if status.st_ino else ()
    return (os.path.realpath(path), *known)


def _refused(written: Written, problem: str) -> typer.BadParameter:
    from domscore.report.visible import visible

    return typer.BadParameter(visible(f"{written.path} {problem}"), param_hint=written.option)
