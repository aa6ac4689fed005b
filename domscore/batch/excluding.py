"""What is left out of the inputs, and how much that was: nothing is left out silently."""

from __future__ import annotations

import os

from domscore.config.patterns import Patterns


class Exclusion:
    """Leaves out of directories, and of what a pattern on the command line matches, what is excluded.

    What is named itself is judged all the same, a directory with all that is in it, unless that is forced too.

    Attributes:
        patterns: what is excluded.
        force: also where it is named.
        files, directories: how many were left out so far; what is in such a directory is not looked at.
        other_names: files of directories that are not called like records.
    """

    def __init__(self, patterns: Patterns, force: bool = False) -> None:
        self.patterns, self.force = patterns, force
        self.files = self.directories = self.other_names = 0

    @property
    def total(self) -> int:
        """How much was left out so far."""
        return self.files + self.directories

    def leaves_out(self, path: str, *, directory: bool = False) -> bool:
        """Whether something that was found is left out; it is counted."""
        if not self.patterns.match(path, directory=directory):
            return False
        self.directories += directory
        self.files += not directory
        return True

    def kept(self, here: str, names: list[str], *, directory: bool = False) -> list[str]:
        """Those of the names found in a directory that are not left out."""
        if not self.patterns.lines:
            return names
        return [name for name in names if not self.leaves_out(os.path.join(here, name), directory=directory)]  # noqa: PTH118

    def spares(self, path: str) -> bool:
        """Whether a directory was named although it is excluded, so that everything in it is judged."""
        return not self.force and self.patterns.match(path, directory=True)


def nothing_left_out() -> Exclusion:
    """Leaves out nothing."""
    return Exclusion(Patterns((), ""))
