"""The nearest configuration file: in the current directory, or in the first one above it that has one."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

NAMES = ("domscore.toml", "pyproject.toml")
"""In one directory the first of these wins."""
_TABLE = re.compile(
    rb"""\btool["']?\s*\.\s*["']?domscore\b"""
    rb"""|^\s*(?:\[\s*["']?tool["']?\s*\]|["']?tool["']?\s*=)[\s\S]*domscore""",
    re.MULTILINE,
)
"""What a pyproject.toml shows that may have our table: the TOML reader is not loaded for the others."""


class ConfigError(Exception):
    """A configuration file that cannot be read, or says what it may not say; the text names the file."""


class Found(NamedTuple):
    """A configuration file.

    Attributes:
        path: where it is, absolute.
        table: what it says about domscore, as it stands there.
    """

    path: str
    table: dict[str, Any]

    @property
    def shown(self) -> str:
        """The path as it is shown: from the current directory, where that is possible."""
        return shown(self.path)


def shown(path: str) -> str:
    """A path from the current directory, always printable as UTF-8."""
    with suppress(ValueError):  # it may be on another drive
        path = os.path.relpath(path)
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def candidates(start: str) -> list[str]:
    """Where a configuration file may lie, the nearest place first."""
    above = [start, *map(str, Path(start).parents)]
    return [os.path.join(directory, name) for directory in above for name in NAMES]  # noqa: PTH118


def nearest(start: str) -> Found | None:
    """The first directory's file, from ``start`` upwards; a pyproject.toml without ``[tool.domscore]`` does not count.

    Raises:
        ConfigError: the file is not TOML, or cannot be read.
    """
    directory = start
    while True:
        for name in NAMES:
            path = os.path.join(directory, name)  # noqa: PTH118 - half the time of a Path, and every run comes here
            if (os.path.isfile(path) or os.path.islink(path)) and (found := _found(path)) is not None:  # noqa: PTH113, PTH114
                return found
        above = os.path.dirname(directory)  # noqa: PTH120
        if above == directory:
            return None
        directory = above


def named(path: str) -> Found:
    """The file that the user names; any other name than pyproject.toml means a file like domscore.toml.

    Raises:
        ConfigError: it is not TOML, cannot be read, or is a pyproject.toml without ``[tool.domscore]``.
    """
    path = os.path.abspath(path)  # noqa: PTH100 - links stay as they are
    found = _found(path)
    if found is None:
        raise ConfigError(f"{shown(path)}: it has no table tool.domscore")
    return found


def _found(path: str) -> Found | None:
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise ConfigError(f"{shown(path)}: {(getattr(error, 'strerror', None) or str(error)).lower()}") from None
    if Path(path).name != NAMES[1]:
        return Found(path, _parsed(path, data))
    if not _TABLE.search(data):
        return None
    table = _parsed(path, data).get("tool", {})
    if not isinstance(table, dict) or "domscore" not in table:
        return None
    own = table["domscore"]
    if not isinstance(own, dict):
        raise ConfigError(f"{shown(path)}: tool.domscore is a table")
    return Found(path, own)


def _parsed(path: str, data: bytes) -> dict[str, Any]:
    from tomllib import TOMLDecodeError, loads

    try:
        return loads(data.decode("utf-8-sig"))
    except (TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{shown(path)}: not TOML: {error}") from None
