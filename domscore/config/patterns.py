"""Patterns of paths, as in a .gitignore."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathspec.pattern import RegexPattern


class BadPattern(ValueError):
    """No pattern; the text says which."""


class _Rule(NamedTuple):
    """One pattern.

    Attributes:
        meant: whether what it matches is meant; not, where it begins with an exclamation mark.
        directories: it matches nothing else.
        pattern: without the slash at its end.
    """

    meant: bool
    directories: bool
    pattern: RegexPattern

    def matches(self, path: str, directory: bool) -> bool:
        """Whether it matches a path itself. Where it matches a directory above, the expression captures the slash behind."""
        if self.directories and not directory:
            return False
        found = self.pattern.match_file(path)
        return found is not None and found.match.lastindex is None


def _rule(line: str) -> _Rule | None:
    """A pattern; None for an empty line or a comment (BadPattern)."""
    import re
    import warnings

    from pathspec import GitIgnoreSpec

    text = line.rstrip()
    directories = text.endswith("/")
    if re.search(r"\\\w", text.replace("\\\\", "")):
        raise BadPattern(f"{line!r}: directories are separated by /; a backslash only takes away what a sign means")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # such as [[:alpha:]], which would match something else
            found = GitIgnoreSpec.from_lines([text[:-1] if directories else line]).patterns
    except FutureWarning:
        raise BadPattern(f"{line!r}: a set of signs within another is not known") from None
    except re.error as error:
        raise BadPattern(f"{line!r} is no pattern: {error}") from None
    except ValueError:
        raise BadPattern(f"{line!r} is no pattern") from None
    return next((_Rule(each.include, directories, each) for each in found if each.include is not None), None)


class Patterns:
    """Patterns that belong together: a later one, with ``!``, can take back what an earlier one matches.

    Args:
        lines: the patterns.
        root: the directory that they start at. Nothing outside of it is ever matched.
    """

    def __init__(self, lines: tuple[str, ...], root: str) -> None:
        self.lines, self.root = lines, root

    @cached_property
    def rules(self) -> list[_Rule]:
        """The patterns, ready for use, the last one first (BadPattern)."""
        return [rule for line in reversed(self.lines) if (rule := _rule(line)) is not None]

    @cached_property
    def _meant(self) -> dict[str, bool]:
        """The directories that were asked about, and whether they are meant."""
        return {}

    def match(self, path: str, *, directory: bool = False) -> bool:
        """Whether a file, or a directory, is meant: as git does it, from above, where the last pattern that matches decides.

        What lies in a directory that is meant is meant too, whatever else matches it.

        >>> patterns = Patterns(("old/", "*.draft.json", "!kept.draft.json"), "/games")
        >>> [patterns.match(f"/games/{path}") for path in ("old/a.json", "b.draft.json", "kept.draft.json", "old")]
        [True, True, False, False]
        >>> patterns.match("/games/old", directory=True), patterns.match("/elsewhere/b.draft.json")
        (True, False)
        """
        if not self.lines or path == "-":
            return False
        parts = self._from_root(path)
        for at in range(1, len(parts)):
            above = "/".join(parts[:at])
            if above not in self._meant:
                self._meant[above] = self._decided(above, directory=True)
            if self._meant[above]:
                return True
        return bool(parts) and self._decided("/".join(parts), directory=directory)

    def _decided(self, path: str, *, directory: bool) -> bool:
        """By the patterns alone, not by the directories above."""
        return next((rule.meant for rule in self.rules if rule.matches(path, directory)), False)

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
