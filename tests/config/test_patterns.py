"""Patterns mean what they mean to git: its own answers are compared, on idioms and on random sets of patterns."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from domscore.batch.excluding import Exclusion
from domscore.batch.inputs import find_inputs
from domscore.config.patterns import Patterns

DIRECTORIES = ["", "a", "a/b", "a/old", "b", "foo", "old", "old/a", "a/b/foo"]
FILES = ["a.json", "b c.json", "foo.json", "x.draft.json", "[x].json", "!k.json", "#h.json", "sp .json", "a\\b.json"]
PARTS = [
    "a", "b", "old", "foo", "*.json", "*.draft.json", "foo.json", "a.json", "**", "*", "?.json", "[ab].json", "[!a].json",
    r"\!k.json", r"\#h.json", r"\[x\].json", r"sp\ .json", "sp .json", "[a-c]", "x*", "*.j*n", "b c.json ", "",
]  # fmt: skip
IDIOMS = [
    ["*", "!*/", "!a.json"],
    ["a/**", "!a/a.json"],
    ["a/*", "!a/b/"],
    ["a/**", "!a/b/", "!a/b/a.json"],
    ["/*", "!/a"],
    ["*.draft.json", "!old/"],
    ["old/", "!old/a.json"],
    ["**/foo/", "a/**/b"],
    ["**/", "!old"],
    ["a/**/"],
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository in which nothing is tracked."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    root = tmp_path_factory.mktemp("tree")
    for directory in DIRECTORIES:
        (root / directory).mkdir(exist_ok=True, parents=True)
        for name in FILES:
            (root / directory / name).write_text("{}")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    return root


def kept_by_git(tree: Path, lines: list[str]) -> set[str]:
    """The files that git does not ignore."""
    (tree / ".git/info/exclude").write_text("\n".join(lines) + "\n")
    command = ["git", "-c", "core.excludesFile=", "ls-files", "-z", "--others", "--exclude-standard"]
    return set(subprocess.run(command, cwd=tree, capture_output=True, check=True).stdout.decode().split("\0")) - {""}


def kept(tree: Path, lines: list[str]) -> tuple[set[str], set[str]]:
    """The files that are judged in the directory, and those that no pattern matches when each is asked about alone."""
    patterns = Patterns(tuple(lines), str(tree))
    found = {os.path.relpath(source.path, tree) for source in find_inputs([str(tree)], Exclusion(patterns))[0]}
    alone = {f"{directory}/{name}".lstrip("/") for directory in DIRECTORIES for name in FILES}
    return found, {name for name in alone if not patterns.match(str(tree / name))}


@pytest.mark.parametrize("lines", IDIOMS, ids=" ".join)
def test_idioms(tree: Path, lines: list[str]) -> None:
    """What people write in a .gitignore to keep some of what is left out keeps the same here."""
    expected = kept_by_git(tree, lines)
    assert kept(tree, lines) == (expected, expected)


def sets_of_patterns(count: int, seed: int) -> Iterator[list[str]]:
    """Random patterns, anchored or not, of files and of directories, taken back or not."""
    chance = random.Random(seed)
    for _ in range(count):
        lines = []
        for _ in range(chance.randint(1, 4)):
            line = "/".join(chance.choice(PARTS) for _ in range(chance.choice([1, 1, 2, 3])))
            first, last = chance.random() < 0.25, chance.random() < 0.3
            lines.append("!" * (chance.random() < 0.3) + "/" * first + line + "/" * last)
        yield [line for line in lines if line not in ("!", "!/")]


def test_random_sets_of_patterns(tree: Path) -> None:
    """Whatever patterns stand together, the files that are left are those that git leaves."""
    for lines in sets_of_patterns(150, 1):
        expected = kept_by_git(tree, lines)
        assert kept(tree, lines) == (expected, expected), lines
