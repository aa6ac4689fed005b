"""``domscore diff``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from domscore import audit
from domscore.cli import app

DISPUTES = Path(__file__).parents[2] / "samples" / "disputes"


def pair(name: str) -> tuple[str, str]:
    """Ana's and Bo's files of a sample."""
    return str(DISPUTES / f"{name}-ana.domino.json"), str(DISPUTES / f"{name}-bo.domino.json")


def run(*args: str) -> Result:
    """The command with these arguments."""
    return CliRunner().invoke(app, ["diff", *args])


def test_equal_records_exit_0() -> None:
    """The same game from both sides of the table is the same."""
    result = run(*pair("from-both-sides"))
    assert result.exit_code == 0
    assert "They tell the same game" in result.stdout


def test_different_records_exit_1_and_name_what_holds() -> None:
    """The first divergence, both versions, and the finding against the one that does not hold."""
    result = run(*pair("other-end"))
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "First divergence: round 2, act 3 (another end): first A 4-3 L, second A 4-3 R." in said
    assert "The second holds on the evidence; against the first: DOM406 (round 2, act 3, A): 4-3 does not fit at L" in said


def test_json_says_the_same() -> None:
    """The JSON form holds each difference with its outcome and the findings against each version."""
    result = run(*pair("other-end"), "--format", "json")
    value = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (value["same"], value["first_divergence"], value["mergeable"]) == (False, 0, True)
    (one,) = value["differences"]
    assert (one["round"], one["act"], one["kind"], one["outcome"]) == (2, 3, "end", "second")
    assert one["against_first"][0]["code"] == "DOM406"
    assert one["against_second"] == []


def test_markdown_can_be_pasted() -> None:
    """The Markdown form has a heading and a list."""
    lines = run(*pair("two-sheets"), "--format", "markdown").stdout.splitlines()
    assert lines[0] == "## 3 differences between two records"
    assert sum(line.startswith("- round") for line in lines) == 3


def test_merge_writes_a_new_file_that_is_verified(tmp_path: Path) -> None:
    """Where everything is decided, the merged record is written, and nothing is wrong with it."""
    out = tmp_path / "agreed.domino.json"
    result = run(*pair("missing-act"), "--merge", str(out))
    assert result.exit_code == 1
    assert audit(out.read_bytes()).verdict == "verified"


def test_merge_never_overwrites(tmp_path: Path) -> None:
    """An existing file is a usage error, and stays as it is."""
    out = tmp_path / "mine.json"
    out.write_text("mine")
    assert run(*pair("missing-act"), "--merge", str(out)).exit_code == 2
    assert out.read_text() == "mine"


def test_nothing_is_merged_without_being_asked_for_or_while_something_is_open(tmp_path: Path) -> None:
    """Without --merge nothing is written; with it nothing either, where the evidence does not decide."""
    before = sorted(DISPUTES.iterdir())
    run(*pair("missing-act"))
    assert sorted(DISPUTES.iterdir()) == before
    out = tmp_path / "open.json"
    result = run(*pair("two-sheets"), "--merge", str(out))
    assert result.exit_code == 1
    assert "not merged: 3 of the differences are not decided" in result.output
    assert not out.exists()


def test_merge_into_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    """A place that cannot be written to is a usage error, not an internal one."""
    assert run(*pair("missing-act"), "--merge", str(tmp_path / "no" / "where.json")).exit_code == 2


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ("nowhere.json", 3),
        (str(DISPUTES.parent / "illegal" / "DOM101-not-json.domino.json"), 1),
        (str(DISPUTES.parent / "illegal" / "DOM203-bad-value.domino.json"), 1),
    ],
)
def test_a_record_that_cannot_be_read_exits_as_check_does(bad: str, code: int) -> None:
    """Either of the two may be the bad one: 3 where nothing can be opened, 1 for what is no record."""
    good = pair("other-end")[0]
    assert run(good, bad).exit_code == code
    assert run(bad, good).exit_code == code


def test_two_different_games_are_not_weighed(tmp_path: Path) -> None:
    """They are told to be different games, nothing is decided or merged, and the JSON says so too."""
    legal = DISPUTES.parent / "legal"
    files = str(legal / "selminha-2.domino.json"), str(legal / "classic-draw-2.domino.json")
    result = run(*files, "--merge", str(tmp_path / "out.json"))
    assert result.exit_code == 1
    assert "These do not tell the same game: " in result.output
    assert "not merged: the two records do not tell the same game" in result.output
    assert not (tmp_path / "out.json").exists()
    data = json.loads(run(*files, "--format", "json").stdout)
    assert (data["same"], data["same_game"], data["mergeable"]) == (False, False, False)
    assert {one["outcome"] for one in data["differences"]} == {"open"}
    assert json.loads(run(*pair("other-end"), "--format", "json").stdout)["same_game"] is True
