"""Faults after other faults: what they follow from."""

from __future__ import annotations

import json

import pytest

from domscore import Report, audit

LEFT_OUT, MISFIT = ("DOM407", 2), ("DOM404", 3)


def judged(hand_a: list[str], hand_b: list[str], acts: list[str]) -> Report:
    """The report of a round of classic-block that was not written to its end."""
    round_ = {"deal": {"A": hand_a, "B": hand_b}, "acts": acts, "acts_complete": False}
    record = {"format": "domscore/1", "rules": "classic-block/1", "players": ["Ana", "Bo"], "start": {"round": 3}}
    return audit(json.dumps({**record, "rounds": [round_]}).encode())


@pytest.mark.parametrize(
    ("tile", "cause"),
    [("3-3", MISFIT), ("6-0", LEFT_OUT), ("4-3", MISFIT), ("4-1", LEFT_OUT)],
    ids=str,
)
def test_a_false_pass_follows_from_the_place_that_another_tile_fits(tile: str, cause: tuple[str, int]) -> None:
    """A tile that lay nowhere (3-1) excuses a pass; where one held all along fits too, what made its place doubtful does."""
    hand_a = ["2-1", "5-3", "6-6", "6-5", "6-4", "5-5", "5-4"]
    hand_b = ["3-1", tile, "0-0", "4-0", "5-0", "6-2", "4-4"]
    report = judged(hand_a, hand_b, ["A 1-2", "B 3-1 U", "A 5-3 R", "B pass"])
    false_pass = next(finding for finding in report.findings if finding.code == "DOM411")
    assert false_pass.cause is not None
    assert (false_pass.cause.code, false_pass.cause.act) == cause


@pytest.mark.parametrize(("laid", "cause"), [("3-1 L", None), ("3-1 U", 2)])
def test_a_covered_tile_is_there_whoever_held_it(laid: str, cause: int | None) -> None:
    """Whoever names a covered tile to join makes a mistake of his own, though it was not held; one left out is not there."""
    hand_a = ["2-1", "5-3", "5-1", "6-6", "6-4", "5-5", "5-4"]
    hand_b = ["6-2", "3-3", "0-0", "4-0", "5-0", "6-0", "3-1" if cause else "4-4"]
    report = judged(hand_a, hand_b, ["A 1-2", f"B {laid}", f"A {'5-1' if cause else '5-3'} L", "B 6-2 on 3-1"])
    named = next(finding for finding in report.findings if (finding.code, finding.act) == ("DOM407", 4))
    assert (None if named.cause is None else named.cause.act) == cause
