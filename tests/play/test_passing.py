"""False passes after other faults: what they follow from."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domscore import audit

LEFT_OUT, MISFIT = ("DOM407", 2), ("DOM404", 3)


@pytest.mark.parametrize(
    ("tile", "cause"),
    [("3-3", MISFIT), ("6-0", LEFT_OUT), ("4-3", MISFIT), ("4-1", LEFT_OUT)],
    ids=str,
)
def test_a_false_pass_follows_from_the_place_that_another_tile_fits(tile: str, cause: tuple[str, int]) -> None:
    """A tile that lay nowhere (3-1) excuses a pass; where one held all along fits too, what made its place doubtful does."""
    hand_a = ["2-1", "5-3", "6-6", "6-5", "6-4", "5-5", "5-4"]
    hand_b = ["3-1", tile, "0-0", "4-0", "5-0", "6-2", "4-4"]
    round_: dict[str, Any] = {"deal": {"A": hand_a, "B": hand_b}, "acts_complete": False}
    round_["acts"] = ["A 1-2", "B 3-1 U", "A 5-3 R", "B pass"]
    record = {"format": "domscore/1", "rules": "classic-block/1", "players": ["Ana", "Bo"], "start": {"round": 3}}
    report = audit(json.dumps({**record, "rounds": [round_]}).encode())
    false_pass = next(finding for finding in report.findings if finding.code == "DOM411")
    assert false_pass.cause is not None
    assert (false_pass.cause.code, false_pass.cause.act) == cause
