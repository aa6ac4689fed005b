"""A rule set of one's own: whatever is wrong with its file is told with file, line, column and key; the exit code is 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

PRETTY = '{\n  "extends": "selminha/1",\n  "name": "club/1",\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PRETTY + '  "target": 55\n}\n', "club.json:4:13: target: 55 is not offered; offered: 50, 100"),
        (PRETTY + '  "hand_size": 7\n}\n', "club.json:4:16: hand_size: should be an object, {…}"),
        (
            '{"extends": "selminha/1", "name": "Club"}',
            "club.json:1:35: name: should be a name and a version, such as club/1",
        ),
        (PRETTY + '  "Target": 50\n}\n', "club.json:4:3: the rules have no field Target; did you mean target?"),
        (PRETTY + '  "draw": {"when": "Stuck"}\n}\n', "club.json:4:20: draw.when"),
        (
            PRETTY + '  "target": 50,\n}\n',
            "club.json:5:1: not JSON: a key, a text in double quotes, is missing; the comma before this }",
        ),
        (PRETTY + '  "target": 50,\n  "target": 100\n}\n', "club.json:5:3: the key target stands twice"),
        (
            '{\r\n"extends": "selmina/1", "name": "club/1"}',
            "club.json:2:12: no rule set selmina/1; did you mean selminha/1?",
        ),
        ('\ufeff{"name": "club/1"}', "club.json:1:1: the field title is missing"),
        ("[]", "club.json: a rule set is a JSON object"),
        ("", "club.json:1:1: not JSON: there is nothing here"),
    ],
)
def test_errors_name_file_line_column_and_key(text: str, said: str, run: Run, tmp_path: Path) -> None:
    """Wherever a rule set can be named, its file's faults are usage errors with their place."""
    file = tmp_path / "club.json"
    file.write_bytes(text.encode())
    for arguments in (("check", "--rules", file, "x.json"), ("rules", file), ("count", "--rules", file, "ends", "5", "5")):
        result = run(*arguments)
        assert result.exit_code == 2
        assert said in " ".join(result.stderr.split())
        assert not result.stdout


def test_files_that_are_none(run: Run, tmp_path: Path) -> None:
    """A missing file, a directory, and bytes that are no text are usage errors too."""
    (tmp_path / "directory.json").mkdir()
    (tmp_path / "binary.json").write_bytes(b"PK\x03\x04\xff")
    for name, said in (("none.json", "no such file"), ("directory.json", "directory"), ("binary.json", "is not UTF-8")):
        result = run("rules", tmp_path / name)
        assert result.exit_code == 2
        assert said in " ".join(result.stderr.split())


def test_all_that_is_wrong_is_said_at_once(run: Run, tmp_path: Path) -> None:
    """Each fault has its place and its line, in the order of the file."""
    file = tmp_path / "club.json"
    file.write_text(PRETTY + '  "Spinner": 1,\n  "draw": {"when": "Stuck", "wen": 3}\n}\n')
    for arguments in (("rules", file), ("check", "--rules", file, "x.json")):
        said = run(*arguments).stderr
        found = [line.partition(f"{file}:")[2] for line in said.splitlines() if f"{file}:" in line]
        assert [one.partition(": ")[0] for one in found] == ["4:3", "5:20", "5:29"]
    file.write_text('{"extends": "selminha/1", "extends": "muggins/1", "name": "a/1", "name": "b/1"}')
    assert run("rules", file).stderr.count("stands twice") == 2
