"""What a round is worth whose acts can be read in several ways."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domscore import Report, audit

LEFT_SCORES = ["A 0-3", "B 5-3 R", "A 5-0"]
"""The last tile makes 2 points at the left end (5 and 5), none at the right end (0 and 0)."""
RIGHT_SCORES = ["A 5-3", "B 3-0 R", "A 5-0"]
"""The same with the ends changed over."""


def judged(acts: list[str], before: int = 0, rest: str = "1-0", dealt: int = 2, rules: Any = None, **claims: Any) -> Report:
    """The ninth round of a match of Muggins. A lays all but ``dealt`` - 2 of the tiles dealt, B is left with ``rest``."""
    other = acts[1][2:5]
    hands = {"A": ["3-0" if other == "5-3" else "5-3", "5-0", "4-2"][:dealt], "B": [other, rest, "2-2"][:dealt]}
    rules = {"base": "muggins/1", "hand_size": {"2": dealt}, **(rules or {})}
    start = {"round": 9, "scores": {"A": before, "B": 0}}
    rounds = [{"deal": hands, "acts": acts, **claims}]
    record = {"format": "domscore/1", "rules": rules, "players": ["Ana", "Bo"], "start": start, "rounds": rounds}
    return audit(json.dumps(record).encode())


def codes(report: Report) -> list[str]:
    """The codes of the findings, DOM903 apart."""
    return [finding.code for finding in report.findings if finding.code != "DOM903"]


@pytest.mark.parametrize("acts", [LEFT_SCORES, RIGHT_SCORES], ids=["left", "right"])
@pytest.mark.parametrize(
    ("before", "rest", "result"),
    [
        (59, "1-0", (None, None)),  # 61 in play, or 59
        (59, "6-6", ("target", "A")),  # 61 in play, or 59 and 2 for the end
        (58, "6-6", (None, None)),  # 60 in play and 2 for the end, or 60 in all
        (57, "1-0", ("unfinished", None)),  # 59 or 57
    ],
    ids=str,
)
def test_a_match_is_won_only_by_who_wins_it_in_every_reading(
    acts: list[str], before: int, rest: str, result: tuple[str | None, str | None]
) -> None:
    """Who reaches the target in one reading of the last tile, and does not in another, is not said to have won."""
    report = judged(acts, before, rest)
    match = report.as_json()["result"]
    assert codes(report) == ["DOM405"]
    assert (match["how"], match["winner"]) == result


def test_an_end_that_no_reading_allows_is_wrong() -> None:
    """A round that reached the target in one reading and is blocked in the other is out in neither."""
    report = judged(RIGHT_SCORES, 59, "5-1", 3, {"draw": {"when": "never"}}, result={"how": "out"})
    assert (codes(report), report.as_json()["rounds"][0]["how"]) == (["DOM405", "DOM503"], None)


def test_points_made_so_far_do_not_matter_where_the_scribe_stopped() -> None:
    """The end of a round broken off in writing is judged by its claims, and only points called tell."""
    claims = {"acts_complete": False, "result": {"how": "out", "winner": "A", "in_play": {"A": 2, "B": 1}}}
    assert codes(judged(RIGHT_SCORES, dealt=3, **claims)) == []
    called = [*RIGHT_SCORES[:2], "A 5-0 +2"]
    assert codes(judged(called, dealt=3, **claims)) == ["DOM405"]


def test_a_contradiction_is_reported_once_for_all_readings() -> None:
    """A block with an empty hand is one mistake, in however many ways the acts before it can be read."""
    claims = {"acts_complete": False, "result": {"how": "blocked"}, "left": {"A": []}}
    assert codes(judged([*RIGHT_SCORES[:2], "A 5-0 +2"], dealt=3, **claims)).count("DOM503") == 1


@pytest.mark.parametrize("end", ["L", "R"])
def test_a_tile_that_does_not_fit_lies_at_any_open_place_of_the_number_named(end: str) -> None:
    """Where two places show the number, later acts tell at which a tile lies that does not match it."""
    deal = {"A": ["4-4", "5-2", "1-0"], "B": ["6-5", "3-0", "2-2"]}
    rounds = [{"deal": deal, "acts": ["A 4-4", "B 6-5 on 4", f"A 5-2 {end}"], "acts_complete": False}]
    rules = {"base": "muggins/1", "hand_size": {"2": 3}}
    record = {"format": "domscore/1", "rules": rules, "players": ["Ana", "Bo"], "start": {"round": 9}, "rounds": rounds}
    report = audit(json.dumps(record).encode())
    assert [(finding.code, finding.act) for finding in report.findings if finding.code < "DOM9"] == [("DOM404", 2)]
