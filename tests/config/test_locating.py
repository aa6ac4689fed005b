"""Which configuration file counts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from domscore.config.locating import ConfigError, named, nearest


def written(path: Path, text: str) -> Path:
    """A file with this text, in a directory made for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_nearest_directory_wins(tmp_path: Path) -> None:
    """A file further up does not count, nor is it mixed in."""
    written(tmp_path / "domscore.toml", "strict = true")
    below = written(tmp_path / "a/pyproject.toml", '[tool.domscore]\nignore = ["DOM9"]')
    (tmp_path / "a/b/c").mkdir(parents=True)
    found = nearest(str(tmp_path / "a/b/c"))
    assert found is not None
    assert (found.path, found.table) == (str(below), {"ignore": ["DOM9"]})


def test_in_one_directory_the_file_of_its_own_wins(tmp_path: Path) -> None:
    """Beside a domscore.toml, a pyproject.toml does not count."""
    written(tmp_path / "pyproject.toml", "[tool.domscore]\nstrict = true")
    own = written(tmp_path / "domscore.toml", "")
    found = nearest(str(tmp_path))
    assert found is not None
    assert (found.path, found.table) == (str(own), {})


def test_a_project_without_our_table_is_passed_over(tmp_path: Path) -> None:
    """The search goes on above a pyproject.toml that says nothing about domscore, even one that is broken."""
    top = written(tmp_path / "domscore.toml", "strict = true")
    written(tmp_path / "a/pyproject.toml", '[project]\nname = "domscore-club"\n[tool.ruff]\nline-length = 90')
    written(tmp_path / "a/b/pyproject.toml", "= broken")
    found = nearest(str(tmp_path / "a/b"))
    assert found is not None
    assert found.path == str(top)


@pytest.mark.parametrize(
    "text",
    [
        "[tool.domscore]\nstrict = true",
        '[ tool . "domscore" ]\nstrict = true',
        "tool.domscore.strict = true",
        "[tool]\ndomscore.strict = true",
        "[tool]\nruff.line-length = 90\n[tool.ruff.lint]\n[tool.domscore]\nstrict = true",
        '["tool"]\n"domscore" = {strict = true}',
        "tool = {domscore = {strict = true}}",
        "\ufeff['tool'.'domscore']\nstrict = true",
    ],
)
def test_the_table_is_seen_in_every_spelling(tmp_path: Path, text: str) -> None:
    """The quick look that saves reading other projects' files overlooks no way that TOML has to write the table."""
    written(tmp_path / "pyproject.toml", text)
    found = nearest(str(tmp_path))
    assert found is not None
    assert found.table == {"strict": True}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.domscore]\nstrict = ", "not TOML"),
        ("[tool]\ndomscore = 3", "tool.domscore is a table"),
        ("[tool.domscore]\nstrict = true\nstrict = true", "not TOML"),
    ],
)
def test_a_broken_file_is_an_error(tmp_path: Path, text: str, said: str) -> None:
    """A file that means us and cannot be read ends the search with an error that names it."""
    written(tmp_path / "pyproject.toml", text)
    with pytest.raises(ConfigError, match=f"pyproject.toml: {said}"):
        nearest(str(tmp_path))


def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    """A configuration that was meant to be there is not passed over for one above it."""
    written(tmp_path / "domscore.toml", "strict = false")
    (tmp_path / "below").mkdir()
    (tmp_path / "below/domscore.toml").symlink_to("gone.toml")
    with pytest.raises(ConfigError, match="no such file"):
        nearest(str(tmp_path / "below"))


def test_marks_and_line_ends_of_other_systems(tmp_path: Path) -> None:
    """A byte order mark, CRLF, and nothing at all are no trouble; an empty domscore.toml is the nearest file too."""
    path = tmp_path / "domscore.toml"
    path.write_bytes(b"\xef\xbb\xbfstrict = true\r\nignore = [\r\n]\r\n")
    assert nearest(str(tmp_path)) == (str(path), {"strict": True, "ignore": []})
    (tmp_path / "below").mkdir()
    empty = written(tmp_path / "below/domscore.toml", "")
    assert nearest(str(tmp_path / "below")) == (str(empty), {})


def test_a_file_that_is_named(tmp_path: Path) -> None:
    """A file named by the user may have any name; a pyproject.toml must have the table."""
    assert named(str(written(tmp_path / "strict.toml", "strict = true"))).table == {"strict": True}
    with pytest.raises(ConfigError, match="no table"):
        named(str(written(tmp_path / "pyproject.toml", "[tool.ruff]")))
    with pytest.raises(ConfigError, match="no such file"):
        named(str(tmp_path / "nowhere.toml"))


def test_looking_loads_no_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no file is about domscore, the TOML reader is not even imported."""
    monkeypatch.setitem(sys.modules, "tomllib", None)
    written(tmp_path / "pyproject.toml", '[project]\nname = "x"\n[project.scripts]\ndomscore = "domscore.__main__:main"')
    (tmp_path / "a").mkdir()
    assert nearest(str(tmp_path / "a")) is None
