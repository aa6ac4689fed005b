"""Claims that no possible deal allows: winners, points, running totals, final scores, the winner of the match."""

from __future__ import annotations

from typing import Any

import pytest

from domscore import audit
from domscore.findings.codes import Severity
from domscore.report.report import Report
from tests.infer.making import as_bytes

ACTS = ["A 6-6", "B 6-5 L", "A 5-5 L", "B 5-4 L", "A 4-4 L", "B 4-3 L", "A 3-3 L", "B 3-2 L"]
ACTS += ["A 2-2 L", "B 2-1 L", "A 1-1 L", "B 1-0 L", "A 0-0 L"]
"""A goes out; B holds one tile of 2 to 10 pips."""


def judged(totals: dict[str, int] | None = None, result: dict[str, Any] | None = None, **claims: Any) -> Report:
    """The report of a round of classic-block whose loser holds one hidden tile."""
    record: dict[str, Any] = {"format": "domscore/1", "players": ["Ana", "Bo"], "rules": "classic-block/1"}
    if totals is not None:
        record["start"] = {"round": 4, "scores": totals}
    return audit(as_bytes({**record, "rounds": [{"acts": ACTS, **claims}], "result": result or {"how": "unfinished"}}))


def told(report: Report) -> list[tuple[str, str, str]]:
    """Code, path and certainty of the errors."""
    return [(f.code, f.path, f.certainty.value) for f in report.findings if f.severity is Severity.ERROR]


def test_a_running_total_that_no_deal_gives() -> None:
    """A running total outside what any deal gives is proven wrong, and the final score that repeats it follows from it."""
    report = judged(scores={"A": 40}, result={"how": "unfinished", "scores": {"A": 40}})
    assert told(report) == [("DOM604", "/rounds/0/scores/A", "proven"), ("DOM604", "/result/scores/A", "proven")]
    first, second = (f for f in report.findings if f.code == "DOM604")
    assert first.message == "every possible deal gives a running total of 2 to 10 for A, 40 was written"
    assert second.cause is first


def test_a_total_that_some_deal_gives_is_not_accused() -> None:
    """A running total that some deal gives is left open."""
    report = judged(scores={"A": 10, "B": 0}, result={"how": "unfinished", "scores": {"A": 10, "B": 0}})
    assert told(report) == []
    assert report.verdict == "undetermined"


def test_totals_are_bounded_over_rounds() -> None:
    """The bounds of two rounds add up: the second total is told to be wrong although neither round is known."""
    record = {"format": "domscore/1", "players": ["Ana", "Bo"], "rules": "classic-block/1"}
    for total, wrong in ((20, False), (4, False), (21, True), (3, True)):
        rounds = [{"acts": ACTS}, {"acts": ACTS, "scores": {"A": total}}]
        found = told(audit(as_bytes({**record, "rounds": rounds})))
        assert (("DOM604", "/rounds/1/scores/A", "proven") in found) == wrong


@pytest.mark.parametrize(
    ("start", "how", "winner"),
    [(85, "unfinished", None), (89, "unfinished", None), (92, None, None), (98, "target", 0)],
)
def test_the_target_is_reached_as_far_as_bounds_tell(start: int, how: str | None, winner: int | None) -> None:
    """With 2 to 10 points to come the target of 100 is missed, perhaps reached, or reached in every deal."""
    match = judged({"A": start, "B": 20}).match
    assert match is not None
    assert (match.how, match.winner) == (how, winner)


def test_a_match_that_nobody_can_have_won() -> None:
    """A claimed end is wrong where nobody can have reached the target, and the message says how far they can be."""
    report = judged({"A": 85, "B": 20}, {"how": "target", "winner": "A"})
    (finding,) = (f for f in report.findings if f.severity is Severity.ERROR)
    assert (finding.code, finding.path) == ("DOM510", "/result/how")
    assert finding.message == "the match is claimed over, but nobody has won it (at most 95 to A, 20 to B)"


@pytest.mark.parametrize(("start", "certainty"), [(92, "proven"), (98, "certain")])
def test_a_match_winner_that_no_deal_has(start: int, certainty: str) -> None:
    """Who cannot have reached the target has not won the match; who may have is not accused."""
    assert told(judged({"A": start, "B": 20}, {"how": "target", "winner": "B"})) == [("DOM507", "/result/winner", certainty)]
    assert told(judged({"A": start, "B": 20}, {"how": "target", "winner": "A"})) == []


BLOCK = ["A 6-1", "B 3-1 R", "C 6-2 L", "A 3-0 R", "B 2-2 L", "C 2-1 L", "A 2-0 R", "B 1-1 L"]
LEFT = {"A": ["?", "?"], "B": ["6-5", "6-3"], "C": ["6-4", "5-5", "6-0"]}
"""Blocked; A holds two tiles that nobody saw, and has fewer pips than B or more, but not more than C."""


def blocked(**result: Any) -> list[tuple[str, str, str]]:
    """The errors about a claimed end of that round."""
    record = {"format": "domscore/1", "players": ["Ana", "Bo", "Cy"], "rules": "guide-block/1"}
    one = {"acts": BLOCK, "left": LEFT, "result": {"how": "blocked", **result}}
    return told(audit(as_bytes({**record, "rounds": [one]})))


def test_a_winner_of_the_round_that_no_deal_has() -> None:
    """Who holds more than another in every deal has not won; who holds less in some deal is not accused."""
    assert blocked(winner="C") == [("DOM504", "/rounds/0/result/winner", "proven")]
    assert blocked(winner="A", points={"A": 30}) == []
    assert blocked(winner="B", points={"B": 20}) == []


def test_points_of_a_side_that_cannot_win() -> None:
    """Points for a side that wins in no deal are wrong, points beyond the greatest are out of bounds."""
    assert blocked(points={"C": 5}) == [("DOM505", "/rounds/0/result/points/C", "proven")]
    assert blocked(points={"A": 35}) == [("DOM604", "/rounds/0/result/points/A", "proven")]


def test_points_that_are_the_same_in_every_deal_are_known() -> None:
    """Where every deal gives the same points after rounding, they are the points of the round, and are compared."""
    acts = ["A 1-0", "B 1-1 L", "A 2-1 L", "B 2-2 L", "A 6-1 U", "B 4-2 L", "A 6-3 U", "B 3-1 D", "A draw 4-1"]
    acts += ["A 4-1 L", "B 3-2 on 2-2"]
    record = {"format": "domscore/1", "players": ["Ana", "Bo"], "rules": "five-up/1"}
    report = audit(as_bytes({**record, "rounds": [{"acts": acts}]}))
    (score,) = report.scores
    assert (score.points, score.bounds) == ([0, 2], [(10, 12), (0, 0)])
    wrong = {"how": "out", "winner": "B", "points": {"B": 3}}
    found = told(audit(as_bytes({**record, "rounds": [{"acts": acts, "result": wrong}]})))
    assert found == [("DOM505", "/rounds/0/result/points/B", "proven")]
