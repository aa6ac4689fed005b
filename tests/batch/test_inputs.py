"""Finding inputs: files, directories, patterns, standard input."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from domscore.batch.inputs import find_inputs, shown_path


def found(*paths: str | Path) -> list[str]:
    """The names of the inputs, without their directories."""
    return [Path(source.path).name for source in find_inputs([str(path) for path in paths])[0]]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A directory with records at several depths, and other things."""
    for name in ("b.json", "a.jsonl", "sub/c.json.gz", "sub/deep/d.jsonl.zst", "sub/notes.txt", ".git/e.json", "F.JSON"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{}")
    return tmp_path


def test_a_directory_is_read_in_order_of_names(tree: Path) -> None:
    """Records at every depth are found, sorted; other files and hidden directories are left out."""
    assert found(tree) == ["F.JSON", "a.jsonl", "b.json", "c.json.gz", "d.jsonl.zst"]


def test_a_file_that_is_named_may_be_called_anything(tree: Path) -> None:
    """The suffix matters only where nobody named the file."""
    assert found(tree / "sub/notes.txt") == ["notes.txt"]


def test_every_file_is_read_once(tree: Path) -> None:
    """Naming a file twice, by itself and by its directory, does not count it twice."""
    assert found(tree / "b.json", tree, tree / "sub" / ".." / "b.json").count("b.json") == 1


def test_a_quoted_pattern_is_expanded(tree: Path) -> None:
    """Patterns that the shell left alone are expanded, across directories with two stars."""
    assert found(tree / "*.json") == ["b.json"]
    assert found(tree / "**" / "*.json*") == ["a.jsonl", "b.json", "c.json.gz", "d.jsonl.zst"]


def test_a_file_with_marks_of_a_pattern_in_its_name(tmp_path: Path) -> None:
    """A file that exists is that file, whatever its name looks like."""
    (tmp_path / "a[1].json").write_text("{}")
    assert found(tmp_path / "a[1].json") == ["a[1].json"]


def test_what_matches_nothing_is_said(tmp_path: Path) -> None:
    """A pattern without a match and a directory without records are unread, with a reason."""
    sources, unread = find_inputs([str(tmp_path / "*.json"), str(tmp_path)])
    assert sources == []
    assert [u.message.split(" (")[0] for u in unread] == ["no file matches this pattern", "the directory holds no records"]


def test_links_that_lead_back_do_not_hang(tree: Path) -> None:
    """A directory that contains itself by a link is read once."""
    try:
        (tree / "sub" / "loop").symlink_to(tree, target_is_directory=True)
    except OSError:
        pytest.skip("links are not allowed here")
    assert found(tree) == ["F.JSON", "a.jsonl", "b.json", "c.json.gz", "d.jsonl.zst"]


def test_standard_input_once() -> None:
    """The minus is standard input, however often it is written."""
    assert [source.standard_input for source in find_inputs(["-", "-"])[0]] == [True]


def test_a_path_that_cannot_be() -> None:
    """A path with a NUL in it is unread, not an exception."""
    assert len(find_inputs(["a\0b"])[1]) == 1


def test_undecodable_names_can_be_shown() -> None:
    """A name that is not UTF-8 is shown with escapes."""
    shown = shown_path(os.fsdecode(b"caf\xe9.json"))
    assert shown.encode("utf-8")


def test_archives_by_their_other_name_are_found_too(tmp_path: Path) -> None:
    """Lines of JSON called .ndjson are read in a directory, packed or not."""
    for name in ("a.ndjson", "b.ndjson.gz", "c.txt"):
        (tmp_path / name).write_bytes(b"")
    assert found(tmp_path) == ["a.ndjson", "b.ndjson.gz"]
