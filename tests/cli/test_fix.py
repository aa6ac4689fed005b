"""``domscore fix`` and ``domscore check --suggest``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from domscore.cli import app

SAMPLES = Path(__file__).parents[2] / "samples"
SLIP = SAMPLES / "disputes" / "slip-wrong-end.domino.json"


def run(*arguments: object) -> Result:
    """The command, run."""
    return CliRunner().invoke(app, list(map(str, arguments)))


def test_copy_differs_in_the_one_value(tmp_path: Path) -> None:
    """The new file is the old one with the suggestion's value in it, and the exit code says that no error is left."""
    new = tmp_path / "new.json"
    result = run("fix", SLIP, "--apply", 1, "--output", new)
    assert result.exit_code == 0
    assert new.read_bytes() == SLIP.read_bytes().replace(b"A 4-1 R", b"A 4-1 L")
    assert '"A 4-1 R" -> "A 4-1 L"' in result.output
    assert "verified, 0 errors left" in result.output


def test_input_is_not_touched_and_nothing_is_overwritten(tmp_path: Path) -> None:
    """A file that exists is refused with exit code 2, and so is the record itself; both stay as they are."""
    copy = tmp_path / "game.json"
    copy.write_bytes(SLIP.read_bytes())
    other = tmp_path / "other.json"
    other.write_text("mine")
    for target in (copy, other):
        result = run("fix", copy, "--apply", 1, "--output", target)
        assert result.exit_code == 2
        assert "nothing is ever overwritten" in " ".join(result.output.split())
    assert copy.read_bytes() == SLIP.read_bytes()
    assert other.read_text() == "mine"


def test_errors_that_are_left_show_in_the_exit_code(tmp_path: Path) -> None:
    """A correction that does not explain everything is written all the same, with exit code 1."""
    value = json.loads(SLIP.read_bytes())
    value["result"]["scores"]["B"] = 99
    record = tmp_path / "game.json"
    record.write_text(json.dumps(value))
    result = run("fix", record, "--apply", 1, "--output", tmp_path / "new.json")
    assert result.exit_code == 1
    assert "1 error left" in result.output
    assert (tmp_path / "new.json").exists()


@pytest.mark.parametrize(("name", "number"), [("disputes/slip-wrong-end", 9), ("legal/selminha-2", 1)])
def test_suggestion_that_does_not_exist_is_a_usage_error(tmp_path: Path, name: str, number: int) -> None:
    """Exit code 2, and no file, where there is no suggestion of that number."""
    result = run("fix", SAMPLES / f"{name}.domino.json", "--apply", number, "--output", tmp_path / "new.json")
    assert result.exit_code == 2
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_read_is_not_fixed(tmp_path: Path) -> None:
    """Exit code 3 for a file that is not there, 1 for one that is no record; no file is written."""
    broken = SAMPLES / "illegal" / "DOM101-not-json.domino.json"
    assert run("fix", tmp_path / "none.json", "--apply", 1, "--output", tmp_path / "new.json").exit_code == 3
    assert run("fix", broken, "--apply", 1, "--output", tmp_path / "new.json").exit_code == 1
    assert not list(tmp_path.iterdir())


def test_file_that_cannot_be_written_is_a_usage_error(tmp_path: Path) -> None:
    """Exit code 2 where the new file's directory does not exist."""
    assert run("fix", SLIP, "--apply", 1, "--output", tmp_path / "no" / "new.json").exit_code == 2


def test_byte_order_mark_and_line_ends_stay(tmp_path: Path) -> None:
    """A file with a byte-order mark and CR LF keeps both."""
    data = b"\xef\xbb\xbf" + SLIP.read_bytes().replace(b"\n", b"\r\n")
    (tmp_path / "game.json").write_bytes(data)
    assert run("fix", tmp_path / "game.json", "--apply", 1, "--output", tmp_path / "new.json").exit_code == 0
    assert (tmp_path / "new.json").read_bytes() == data.replace(b"A 4-1 R", b"A 4-1 L")


def test_record_of_an_archive_is_named(tmp_path: Path) -> None:
    """Of an archive one record is meant; the copy holds it alone."""
    line = json.dumps(json.loads(SLIP.read_bytes()))
    sound = json.dumps(json.loads((SAMPLES / "legal" / "selminha-2.domino.json").read_bytes()))
    archive = tmp_path / "games.jsonl"
    archive.write_text(f"{sound}\n{line}\n")
    assert run("fix", archive, "--apply", 1, "--output", tmp_path / "new.json").exit_code == 2
    for which in ("2", "table-wrong-end"):
        new = tmp_path / f"new-{which}.json"
        assert run("fix", archive, "--record", which, "--apply", 1, "--output", new).exit_code == 0
        assert new.read_text() == line.replace("A 4-1 R", "A 4-1 L") + "\n"


def test_check_suggest_tells_people() -> None:
    """The text names the suggestion, its evidence and that nothing was changed; without the option it does not."""
    told = run("check", "--suggest", SLIP)
    assert told.exit_code == 1
    assert '  1. round 1: perhaps "A 4-1 R" (act 12) was laid at L\n' in told.output
    assert "nothing is changed" in told.output
    assert "no other correction tried" in told.output
    assert "perhaps" not in run("check", SLIP).output


def test_check_suggest_fits_eighty_columns() -> None:
    """No line of a suggestion is longer than 80 columns."""
    lines = run("check", "--suggest", *sorted((SAMPLES / "disputes").glob("slip-*.json"))).output.splitlines()
    own = [line for line in lines if "perhaps" in line or re.match(r" {5}[a-z\"]", line)]
    assert len(own) > 20
    assert max(map(len, own)) <= 80


def test_check_suggest_in_json_adds_a_key() -> None:
    """In the JSON report a record has ``suggestions`` where they were asked for and something is wrong, and only there."""
    record = json.loads(run("check", "--suggest", "--format", "json", SLIP).output)["records"][0]
    (one,) = record["suggestions"]
    assert one["kind"] == "wrong-end"
    assert one["explains"] == [finding["number"] for finding in record["findings"]]
    assert one["edits"] == [{"op": "replace", "path": "/rounds/0/acts/11", "before": "A 4-1 R", "after": "A 4-1 L"}]
    assert (one["number"], one["finding"], one["round"], one["act"]) == (1, 1, 1, 12)
    assert (one["remaining"], one["best"], one["rivals"]) == (0, True, 0)
    for arguments in (["check", "--format", "json", SLIP], ["check", "--suggest", "-f", "json", SAMPLES / "legal"]):
        assert all("suggestions" not in record for record in json.loads(run(*arguments).output)["records"])


def test_terminal_is_not_harmed_by_a_suggestion(tmp_path: Path) -> None:
    """Escape sequences of a record are shown as such in suggestions and by fix."""
    value = json.loads(SLIP.read_bytes())
    value["rounds"][0]["acts"][11] = {"seat": "A", "play": "4-1", "end": "R", "note": "\x1b[31m"}
    (tmp_path / "game\x1b.json").write_text(json.dumps(value))
    for arguments in (
        ["check", "--suggest", tmp_path / "game\x1b.json"],
        ["fix", tmp_path / "game\x1b.json", "--apply", "1", "--output", tmp_path / "new\x1b.json"],
    ):
        result = run(*arguments)
        assert result.exit_code in (0, 1)
        assert "\x1b" not in result.output
