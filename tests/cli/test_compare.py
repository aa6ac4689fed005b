"""``domscore compare``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from domscore.cli import app

SAMPLES = Path(__file__).parents[2] / "samples"
OWN_PIPS = str(SAMPLES / "disputes" / "own-pips-in-a-block.domino.json")
ARCHIVE = str(SAMPLES / "legal" / "club-evenings.domino.jsonl")


def run(*args: str) -> Result:
    """The command with these arguments."""
    return CliRunner().invoke(app, ["compare", *args])


def test_the_change_that_would_make_the_claims_right_is_named_with_its_clause() -> None:
    """The text names the field, the sets that have it so, and the clause of the set in force."""
    result = run(OWN_PIPS, "--rules", "classic-draw")
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    assert "if the winner's own pips never come off (own_pips; as in" in said
    assert "here the winning side's own pips come off in a block (P3.16)" in said
    assert "P3.16: Blocked: fewest pips wins" in said


@pytest.mark.parametrize(
    ("rule_set", "said"),
    [
        ("partners-block", "if one field were different. This would do: - if everybody's pips count"),
        ("guide-block", "if two fields were different. Both together would do: - if 7 tiles are dealt to each"),
        ("selminha", "if two fields were different. Each of these pairs would do: - if the first leader may lead"),
    ],
)
def test_one_change_and_two_that_belong_together_are_told_apart(rule_set: str, said: str) -> None:
    """Whether one change is enough, or two are needed together, is said before they are listed."""
    result = run(str(SAMPLES / "disputes" / "partners-pips.domino.json"), "--rules", rule_set)
    assert said in " ".join(result.stdout.split())


def test_claims_may_be_left_out() -> None:
    """With --no-claims nothing is said about what explains them, and the rounds are still compared."""
    result = run(OWN_PIPS, "--no-claims", "--rules", "classic-draw,selminha")
    assert result.exit_code == 0
    assert "Which rule sets explain" not in result.stdout
    assert "Where they first part from classic-draw/1" in result.stdout


def test_claims_are_not_asked_about_where_there_are_none(tmp_path: Path) -> None:
    """A record of acts alone is compared without a ranking, unless it is asked for."""
    record = {"format": "domscore/1", "rules": "selminha/1", "players": ["Ana", "Bo"], "rounds": [{"acts": ["A 6-6"]}]}
    path = tmp_path / "acts.json"
    path.write_text(json.dumps(record))
    assert "Which rule sets explain" not in run(str(path)).stdout
    assert "Which rule sets explain" in run(str(path), "--claims").stdout


def test_json_holds_sets_partings_and_claims() -> None:
    """The JSON form names the judgement of each set, what parts them, and the changes in order."""
    result = run(OWN_PIPS, "--format", "json", "--rules", "classic-draw/1,selminha/1")
    value = json.loads(result.stdout)
    assert [one["name"] for one in value["sets"]] == ["classic-draw/1", "selminha/1"]
    assert value["claims"]["ranking"][0]["rank"] == 1
    changes = value["claims"]["changes"][0]["explained"]
    assert changes[0]["changes"] == [{"field": "own_pips", "value": "ignored", "instead_of": "blocked"}]
    assert value["partings"][0]["from"] == "classic-draw/1"
    assert value["partings"][0]["fields"]


def test_markdown_has_tables() -> None:
    """The Markdown form can be pasted: headings and tables."""
    result = run(OWN_PIPS, "--format", "markdown", "--rules", "classic-draw")
    assert result.stdout.startswith("## ")
    assert "| rank | rule set | what is left |" in result.stdout
    assert "| ---: | --- | --- |" in result.stdout


@pytest.mark.parametrize("path", sorted((SAMPLES / "disputes").glob("*.json")), ids=lambda path: path.name[:-12])
def test_text_keeps_to_80_columns(path: Path) -> None:
    """Whatever is compared, no line of the text is longer than 80 characters (the path in the heading apart)."""
    result = run(str(path), "--rules", "selminha,classic-draw")
    lines = [line for line in result.stdout.splitlines() if str(SAMPLES)[:40] not in line and not line.startswith("=")]
    assert lines
    assert [line for line in lines if len(line) > 80] == []


def test_rules_of_ones_own_can_be_compared() -> None:
    """A rules file stands beside the published sets."""
    path = str(SAMPLES / "rules" / "kitchen-fives.domino.json")
    result = run(path, "--rules", f"{SAMPLES / 'rules' / 'kitchen-fives.rules.json'},muggins", "--format", "json")
    value = json.loads(result.stdout)
    assert (value["sets"][0]["name"], value["sets"][0]["report"]["verdict"]) == ("kitchen-fives/1", "verified")


def test_a_record_of_an_archive_is_named_by_place_or_id() -> None:
    """--record takes a number from 1 or an id; without it an archive of several records is refused."""
    first = json.loads(run(ARCHIVE, "--record", "1", "--format", "json", "--no-claims").stdout)
    again = json.loads(run(ARCHIVE, "--record", first["id"], "--format", "json", "--no-claims").stdout)
    assert first == again
    assert run(ARCHIVE).exit_code == 2
    assert run(ARCHIVE, "--record", "999").exit_code == 2


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ((OWN_PIPS, "--rules", "mugins"), 2),
        ((OWN_PIPS, "--rules", ","), 2),
        ((OWN_PIPS, "--format", "csv"), 2),
        (("nowhere.json",), 3),
        ((str(SAMPLES / "illegal" / "DOM101-not-json.domino.json"),), 1),
        ((str(SAMPLES / "illegal" / "DOM204-unknown-rules.domino.json"), "--no-claims"), 0),
    ],
)
def test_exit_codes(args: tuple[str, ...], code: int) -> None:
    """2 for a wrong option, 3 for what cannot be opened, 1 for what is no record, 0 for whatever can be compared."""
    assert run(*args).exit_code == code


@pytest.mark.parametrize(
    ("name", "code"),
    [("DOM101-not-json", 1), ("DOM203-bad-value", 1), ("DOM208-unknown-seat", 1), ("DOM206-wrong-player-count", 0)],
)
def test_ill_formed_record_exits_1_as_it_does_everywhere(name: str, code: int) -> None:
    """What is no record, or has a seat that no table has, fails; a set for other numbers of players is only left out."""
    assert run(str(SAMPLES / "illegal" / f"{name}.domino.json")).exit_code == code
