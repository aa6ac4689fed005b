"""Patterns of paths, as in a .gitignore."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class BadPattern(ValueError):
    """No pattern; the text says which."""


class Patterns:
    """Patterns that belong together: a later one, with ``!``, can take back what an earlier one matches.

    Args:
        lines: the patterns.
        root: the directory that they start at. Nothing outside of it is ever matched.
    """

    def __init__(self, lines: tuple[str, ...], root: str) -> None:
        self.lines, self.root = lines, root

    @cached_property
    def spec(self) -> GitIgnoreSpec:
        """The patterns, ready for use (BadPattern)."""
        import re

        from pathspec import GitIgnoreSpec

        try:
            return GitIgnoreSpec.from_lines(self.lines)
        except (ValueError, re.error) as error:
            raise BadPattern(str(error)) from None

    def match(self, path: str, *, directory: bool = False) -> bool:
        """Whether a file, or a directory, is meant: by its own path, or by that of a directory above it.

        >>> patterns = Patterns(("old/", "*.draft.json", "!kept.draft.json"), "/games")
        >>> [patterns.match(f"/games/{path}") for path in ("old/a.json", "b.draft.json", "kept.draft.json", "old")]
        [True, True, False, False]
        >>> patterns.match("/games/old", directory=True), patterns.match("/elsewhere/b.draft.json")
        (True, False)
        """
        if not self.lines or path == "-":
            return False
        parts = self._from_root(path)
        ends = [*("/" for _ in parts[:-1]), "/" if directory else ""]
        return any(self.spec.match_file("/".join(parts[: at + 1]) + end) for at, end in enumerate(ends))

    def _from_root(self, path: str) -> list[str]:
        """The parts of the path below the root; none for the root itself and for what lies elsewhere."""
        try:
            below = os.path.relpath(os.path.abspath(path), self.root)  # noqa: PTH100 - links stay as they are
        except ValueError:  # another drive
            return []
        parts = below.split(os.sep)  # noqa: PTH206 - half the time of a Path
        return [] if parts[0] in (os.pardir, os.curdir) else parts


class PathCodes(NamedTuple):
    """Codes that are not reported where a pattern matches."""

    patterns: Patterns
    codes: tuple[str, ...]
