"""``domscore count``: the worked examples of the rule pages and other books, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from domscore.cli import app

VECTORS = {vector["id"]: vector for vector in json.loads((Path(__file__).parent / "vectors.json").read_bytes())}
SPINNER = {"extends": "muggins/1", "name": "all-fives/1", "spinner": "first-double"}
BOTH = {"extends": "muggins/1", "name": "fives-and-threes/1", "in_play": {"divisors": [3, 5]}}
BY_PIPS = {"extends": "muggins/1", "name": "threes-and-fives/1", "in_play": {"divisors": [3, 5], "unit": "pips"}}
EVERY_TILE = {"extends": "partners-block/1", "name": "san-juan/1", "counted_pips": "all"}
Rules = str | dict[str, Any]

ENDS: list[tuple[str, Rules, str, int, int]] = [
    ("C01", "muggins", "1 4", 5, 1),
    ("C02", "muggins", "6-6 3", 15, 3),
    ("C03", "muggins", "6-6", 12, 0),
    ("C05", "muggins", "5-5 0", 10, 2),
    ("C07", "muggins", "6 0-0", 6, 0),
    ("C08", "muggins", "6 4", 10, 2),
    ("C09", "muggins", "6 4", 10, 2),
    ("C09", "muggins", "5 0", 5, 1),
    ("C09", "muggins", "4 1", 5, 1),
    ("C09", "muggins", "3 2", 5, 1),
    ("C09", "muggins", "5-5", 10, 2),
    ("C10", "muggins", "2 3", 5, 1),
    ("C11", "muggins", "2 4-4", 10, 2),
    ("C12", "muggins", "6-6 4-4", 20, 4),
    ("C14", "muggins", "3 1", 4, 0),
    ("C15", "muggins", "3 5-5", 13, 0),
    ("C16", "muggins", "3 1", 4, 0),
    ("C17", "muggins", "0-0", 0, 0),
    ("C18", SPINNER, "6-6", 12, 0),
    ("C18", SPINNER, "6-6 3", 15, 3),
    ("C18", SPINNER, "3 2", 5, 1),
    ("C19", SPINNER, "3 2 5", 10, 2),
    ("C20", SPINNER, "3 2 0", 5, 1),
    ("C26", SPINNER, "6 1", 7, 0),
    ("C28", SPINNER, "6 1 5 0", 12, 0),
    ("C31", "five-up", "4 1-1", 6, 0),
    ("C35", "five-up", "6 5 4 0", 15, 3),
    ("C36", "five-up", "2-2", 4, 0),
    ("C36", "five-up", "2-2 6", 10, 2),
    ("C36", "five-up", "6 5", 11, 0),
    ("C36", "five-up", "6 5 4", 15, 3),
    ("C37", "five-up", "6-6 1", 13, 0),
    ("C37", "five-up", "6-6 1-1", 14, 0),
    ("C37", "five-up", "1-1 4", 6, 0),
    ("C37", "five-up", "5 4 0 3 5", 17, 0),
    ("C41", BOTH, "3 0", 3, 1),
    ("C41", BOTH, "5 0", 5, 1),
    ("C41", BOTH, "6 0", 6, 2),
    ("C41", BOTH, "6 3", 9, 3),
    ("C41", BOTH, "6 4", 10, 2),
    ("C41", BOTH, "6-6 0", 12, 4),
    ("C41", BOTH, "6-6 3", 15, 8),
    ("C41", BOTH, "6-6 3-3", 18, 6),
    ("C41", BOTH, "6-6 4-4", 20, 4),
    ("C42", BOTH, "3 6", 9, 3),
    ("C43", BOTH, "4 6", 10, 2),
    ("C44", BOTH, "4-4 0", 8, 0),
    ("C48", BY_PIPS, "6 4", 10, 10),
    ("C48", BY_PIPS, "6-6 0", 12, 12),
]
"""Vector, rules, ends, what they count, what that is worth."""

HANDS: list[tuple[str, Rules, str, dict[str, int]]] = [
    *(
        ("C51", "muggins", f"out=A B:{pips}", {"A": points, "B": 0})
        for pips, points in ((10, 2), (11, 2), (12, 2), (13, 3), (14, 3))
    ),
    *(
        ("C52", "five-up", f"out=B A:{pips}", {"A": 0, "B": points})
        for pips, points in ((1, 0), (2, 0), (3, 1), (4, 1), (7, 1), (8, 2))
    ),
    ("C54", "muggins", "out=A B:2 C:2 D:2", {"A": 1, "B": 0, "C": 0, "D": 0}),
    ("C55", "muggins", "out=A B:3 C:3 D:3", {"A": 2, "B": 0, "C": 0, "D": 0}),
    ("C59", "muggins", "blocked A:4 B:9 C:10", {"A": 4, "B": 0, "C": 0}),
    ("C61", "classic-draw", "out=A B:6-3,5-1", {"A": 15, "B": 0}),
    ("C62", "selminha", "out=A B:6-4 C:5-5,1-0", {"A": 21, "B": 0, "C": 0}),
    ("C63", "selminha", "out=A B:9 C:12 D:4", {"AC": 13, "BD": 0}),
    ("C65", "selminha", "blocked A:0-5,0-2 B:1-6 C:6-6", {"A": 19, "B": 0, "C": 0}),
    ("C68", "selminha", "blocked A:5 B:9 C:10 D:6", {"AC": 0, "BD": 0}),
    ("C70", "partners-block", "blocked A:5 B:9 C:10 D:6 --last D", {"AC": 0, "BD": 15}),
    ("C71", "partners-block", "out=A B:7 C:18 D:0-0", {"AC": 7, "BD": 0}),
    ("C72", "classic-draw", "blocked A:5 B:9 C:11", {"A": 15, "B": 0, "C": 0}),
    ("C73", "classic-draw", "blocked A:5 B:5 C:9", {"A": 0, "B": 0, "C": 0}),
    ("C74", "guide-block", "blocked A:0-3,1-4 B:2-6", {"A": 0, "B": 0}),
    ("C76", "partners-block", "blocked A:12 B:40 C:18 D:6", {"AC": 46, "BD": 0}),
    ("C77", EVERY_TILE, "out=B A:2-3,1-3,1-2 C:4-4,0-2 D:3-3,0-0,2-2", {"AC": 0, "BD": 32}),
    ("C78", EVERY_TILE, "out=D A:0-1 B:1-5,0-5 C:0-4", {"AC": 0, "BD": 16}),
    ("C81", "selminha", "blocked A:7 B:8 C:3 D:2", {"AC": 0, "BD": 0}),
]
"""Vector, rules, hands, points by side."""


def count(rules: Rules, words: str, tmp_path: Path, *more: str) -> Result:
    """The command, run."""
    if isinstance(rules, dict):
        (tmp_path / "own.json").write_text(json.dumps(rules))
        rules = str(tmp_path / "own.json")
    return CliRunner().invoke(app, ["count", "--rules", rules, *more, *words.split(" ")])


def counted(rules: Rules, words: str, tmp_path: Path) -> dict[str, Any]:
    """Its JSON output."""
    result = count(rules, words, tmp_path, "--format", "json")
    assert result.exit_code == 0, result.output
    value: dict[str, Any] = json.loads(result.output)
    return value


@pytest.mark.parametrize(("vector", "rules", "ends", "total", "points"), ENDS)
def test_ends_count_as_the_sources_say(
    vector: str, rules: Rules, ends: str, total: int, points: int, tmp_path: Path
) -> None:
    """Open ends count and score as in the worked example, and the sum is shown with its parts."""
    value = counted(rules, f"ends {ends}", tmp_path)
    assert value["points"] == {"": points}
    worths = [line["values"]["worth"] for line in value["parts"][0]["lines"] if line["kind"] == "place"]
    assert sum(worths) == total
    assert str(total) in re.findall(r"\d+", VECTORS[vector]["answer"] + " " + VECTORS[vector]["state"])
    shown = value["parts"][0]["lines"][-1]["text"]
    assert f"{total}" in shown
    assert f"-> {points} point" in shown


@pytest.mark.parametrize(("vector", "rules", "words", "points"), HANDS)
def test_hands_score_as_the_sources_say(
    vector: str, rules: Rules, words: str, points: dict[str, int], tmp_path: Path
) -> None:
    """The end of a round is worth what the worked example says, to every side."""
    assert counted(rules, words, tmp_path)["points"] == points
    said = re.findall(r"\d+", VECTORS[vector]["answer"])
    assert str(max(points.values())) in said or re.search(r"nobody|none", VECTORS[vector]["answer"])


def test_every_vector_copied_is_used() -> None:
    """No worked example lies unused beside the tests."""
    assert {row[0] for row in ENDS} | {row[0] for row in HANDS} == set(VECTORS)


def test_rounding_is_shown_step_by_step(tmp_path: Path) -> None:
    """Pips, rounded pips and points stand in one line."""
    output = count("muggins", "out=A B:6 C:7", tmp_path).output
    assert "6 + 7 = 13 pips -> 15 -> 3 points for A (P4.M7)." in output


def test_own_pips_that_come_off_are_shown(tmp_path: Path) -> None:
    """The winner's own pips stand as what comes off, once."""
    output = count("classic-draw", "blocked A:5 B:9 C:11", tmp_path).output
    assert "9 + 11 = 20 pips, less 5 of the winner's own -> 15 points for A (P3.16)." in output


def test_tie_is_settled_tile_by_tile(tmp_path: Path) -> None:
    """Equal lowest tiles are named, and the next ones decide."""
    output = count("selminha", "blocked A:1-0,4-2,3-3 B:1-0,5-1,3-3", tmp_path).output
    assert "1-0 is in two places" in output
    output = count("selminha", "blocked A:1-1,4-3 B:2-0,5-2 C:6-6", tmp_path).output
    assert "Lowest tile: A 1-1 = 2, B 2-0 = 2: equal." in output
    assert "Next tile: A 4-3 = 7, B 5-2 = 7: equal." in output
    assert "Nobody wins the round" in output


def test_partner_of_the_winner_does_not_count(tmp_path: Path) -> None:
    """The partner's hand is listed, with the reason why it does not count."""
    output = count("selminha", "out=A B:9 C:12 D:4", tmp_path).output
    assert "C: 12 pips, does not count: a partner's never does" in output
    assert "P1.28: Partner's pips never count" in output


def test_other_reading_of_the_going_out_clause(tmp_path: Path) -> None:
    """Muggins pairs: the clause is named, and what the other reading would give."""
    output = " ".join(count("muggins", "--pairs out=A B:1-0 C:6-5 D:1-1", tmp_path).output.split())
    assert "Out: BD wins, 2 points" in output
    assert "(P4.M7). Read otherwise (end_winner = out:" in output
    assert "AC would win the round, with 1 point." in output


def test_markdown_is_a_heading_and_a_list(tmp_path: Path) -> None:
    """The Markdown form begins with a heading, and every line is an item."""
    lines = count("muggins", "ends 6-6 3", tmp_path, "--format", "markdown").output.splitlines()
    assert lines[0] == "### The open ends count 15: 3 points"
    assert lines[2] == "- end: 6-6, double, both halves: 12"
    assert all(line.lstrip().startswith(("-", "#")) for line in lines if line)


REFUSED = [
    ("muggins", "ends 6-3 2", "6-3 is no double"),
    ("muggins", "ends 7 1", "no tile shows 7"),
    ("muggins", "ends 9-9 1", "9-9 is not in the set"),
    ("muggins", "ends 1 2 3", "muggins/1 has two"),
    ("muggins", "ends 3", "a line has two ends"),
    ("muggins", "ends 6-6 6-6", "6-6 stands there twice"),
    ("muggins", "ends", "no end is given"),
    ("muggins", "ends x", "'x' is no end"),
    ("muggins", "nothing", "begin with ends, with out=A"),
    ("muggins", "out=Z B:3", "out=Z names no seat"),
    ("muggins", "out=A", "no hand is given"),
    ("muggins", "out=A A:3", "A went out and holds nothing"),
    ("muggins", "out=A B:3 B:4", "the hand of B is given twice"),
    ("muggins", "out=A B:6-3,3-6", "6-3 is twice in the hand of B"),
    ("muggins", "out=A B:7-1", "'7-1' is not in the set"),
    ("muggins", "out=A C:3", "the hand of B is not given: as tiles (B:6-3,5-1) or as pips (B:15)"),
    ("muggins", "blocked A:3 B:-", "B holds nothing, so it went out"),
    ("muggins", "out=A B:200", "the whole set has 168"),
    ("muggins", "out=A E:2", "muggins/1 is for 2, 3 or 4 players, not 5"),
    ("classic-draw", "blocked A:3", "the hand of B is not given"),
    ("guide-block", "blocked A:8 B:8", "equal, and the tiles of those hands settle it"),
    (
        "partners-block",
        "blocked A:5 B:9 C:10 D:6",
        "the pips are equal, and who laid the last tile settles it: name that seat with --last",
    ),
    ("partners-block", "blocked A:5 B:9 C:10 D:6 --last E", "not 5"),
    ("classic-draw", "--pairs out=A B:3", "classic-draw/1 has no pairs"),
    ("selminha", "--sides AB,CD out=A B:3 C:1 D:2", "partners sit opposite"),
    ("selminha", "out=B A:5,B:0", "between seats stand spaces"),
    ("mugins", "ends 1 2", "did you mean muggins"),
]


@pytest.mark.parametrize(("rules", "words", "said"), REFUSED)
def test_what_cannot_be_counted_is_a_usage_error(rules: str, words: str, said: str, tmp_path: Path) -> None:
    """A count that makes no sense exits 2 with a sentence that says why."""
    result = count(rules, words, tmp_path)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
