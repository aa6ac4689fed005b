"""``domscore penalties``, and what check and score say of penalties."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from domscore.cli import app
from domscore.rules.penalties import table_names

DISPUTES = Path(__file__).parents[2] / "samples" / "disputes"


def run(*arguments: object) -> Result:
    """The command, run."""
    return CliRunner().invoke(app, list(map(str, arguments)))


def test_all_tables_are_listed() -> None:
    """Every published table is shown with its sources, in 80 columns."""
    result = run("penalties")
    assert result.exit_code == 0
    for name in table_names():
        assert f"{name}: " in result.output
    assert "rocoh.org" in result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_one_table_as_json_can_be_put_into_a_rule_set() -> None:
    """The JSON of a table has the form that a rule set takes."""
    from domscore.rules import resolve

    table = json.loads(run("penalties", "ego", "--format", "json").output)
    assert resolve({"base": "selminha/1", "penalties": table}).penalties == resolve(
        {"base": "selminha/1", "penalties": "ego"}
    ).penalties  # fmt: skip


def test_unknown_table_is_a_usage_error() -> None:
    """Exit code 2, with the nearest name."""
    result = run("penalties", "rocho")
    assert result.exit_code == 2
    assert "did you mean rocoh?" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("name", "line", "totals"),
    [
        (
            "hand-stops",
            "30 points taken from A; the hand stops and is not counted; the next seat leads (B)",
            {"A": -30, "B": 0},
        ),
        ("to-the-other-side", "25 points given to B", {"A": 10, "B": 25}),
        ("misplay-stands", "no penalty: it stands, since the next act was made", {"A": 0, "B": 0}),
        ("ruled-already", "no penalty: the referee ruled on it (act 6)", {"A": -15, "B": 0}),
    ],
)
def test_score_with_penalties(name: str, line: str, totals: dict[str, int]) -> None:
    """Each penalty is a line with its reason, and the totals are those of the story."""
    path = DISPUTES / f"penalty-{name}.domino.json"
    assert line in " ".join(run("score", "--with-penalties", path).output.split())
    record = json.loads(run("score", "--with-penalties", "--format", "json", path).output)["records"][0]
    assert record["result"]["scores"] == totals
    assert len(record["penalties"]) == 1


def test_penalty_that_is_not_applied_is_named_as_such() -> None:
    """Without the option the score is as played, and the line says so; check names the penalty too."""
    path = DISPUTES / "penalty-hand-stops.domino.json"
    plain = run("score", path).output
    assert "match: unfinished: A 10, B 0" in plain
    assert "not in this score (--with-penalties)" in plain
    assert "30 points taken from A" in " ".join(run("check", path).output.split())


def test_record_without_a_table_says_nothing_of_penalties() -> None:
    """Where the rules know no penalties there is no line and no key."""
    path = DISPUTES / "slip-wrong-end.domino.json"
    assert "penalty" not in run("score", "--with-penalties", path).output
    assert "penalties" not in json.loads(run("score", "--with-penalties", "-f", "json", path).output)["records"][0]


def test_report_with_penalties_and_suggestions_fits_its_schema() -> None:
    """What check and score write about the disputes is what the report's schema describes."""
    schema = json.loads((DISPUTES.parents[1] / "schemas" / "report.json").read_bytes())
    files = sorted(DISPUTES.glob("slip-*.json")) + sorted(DISPUTES.glob("penalty-*.json"))
    for options in (["check", "--suggest"], ["score", "--with-penalties"]):
        report = json.loads(run(*options, "--format", "json", *files).output)
        jsonschema.Draft202012Validator(schema).validate(report)
        assert any("penalties" in record for record in report["records"])
