"""Where a finding stands, for programs that know the files of a project: paths from its root, starts and ends."""

from __future__ import annotations

import os

from domscore.findings.finding import Finding

_ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
"""The variables by which continuous integration says where the project lies."""


def project_path(source: str) -> str:
    """A path from the root of the project, else from the working directory, with slashes; absolute if it leads elsewhere."""
    path, root = _path_and_root(source)
    return (os.path.relpath(path, root) if _within(path, root) else path).replace(os.sep, "/")


def relative_path(source: str) -> str:
    """The same, but relative in any case."""
    return os.path.relpath(*_path_and_root(source)).replace(os.sep, "/")


def _path_and_root(source: str) -> tuple[str, str]:
    here = os.getcwd()  # noqa: PTH109 - as a string
    path = os.path.normpath(os.path.join(here, source))  # noqa: PTH118 - a name with a NUL or so in it is no reason to fail
    return path, next((root for root in map(os.environ.get, _ROOTS) if root and _within(here, root)), here)


def _within(path: str, root: str) -> bool:
    root = os.path.normpath(root)
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


def extent(finding: Finding) -> str:
    """Start and end: ``"14:51-14:59"``."""
    return f"{finding.line}:{finding.column}-{finding.end_line}:{finding.end_column}"
