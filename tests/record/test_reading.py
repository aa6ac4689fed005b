"""What is wrong with a record that cannot be read as one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domscore import audit

WRONG_ACTS: list[tuple[dict[str, Any], str, str]] = [
    ({"seat": "B", "play": "6-4", "end": "X"}, "DOM203", "/end"),
    ({"seat": "B", "play": "06-4"}, "DOM203", "/play"),
    ({"seat": "B", "play": "6-4", "ends": "L"}, "DOM202", "/ends"),
    ({"seat": "B", "play": "6-4", "on": "x"}, "DOM203", "/on"),
    ({"seat": "B", "draw": "?", "count": 0}, "DOM203", "/count"),
    ({"seat": "B", "pass": False}, "DOM203", "/pass"),
    ({"seat": "B", "play": "6-4", "auto": "robot"}, "DOM203", "/auto"),
    ({"ruling": "penalty", "side": "B", "points": 5}, "DOM203", "/points"),
    ({"play": "6-4"}, "DOM201", ""),
]


def record(act: Any, **more: Any) -> bytes:
    """A record of one round with an act."""
    head = {"format": "domscore/1", "rules": "selminha/1", "players": ["Ana", "Bo"]}
    return json.dumps({**head, "rounds": [{"acts": ["A 6-6", act], **more}]}).encode()


@pytest.mark.parametrize(("act", "code", "path"), WRONG_ACTS, ids=lambda value: value if isinstance(value, str) else "")
def test_one_mistake_in_an_act_object_is_one_finding(act: dict[str, Any], code: str, path: str) -> None:
    """What is wrong inside an act object is reported there, and only there."""
    found = [(finding.code, finding.path) for finding in audit(record(act)).findings]
    assert found == [(code, f"/rounds/0/acts/1{path}")]


@pytest.mark.parametrize(("act", "code", "path"), WRONG_ACTS, ids=lambda value: value if isinstance(value, str) else "")
def test_the_acts_before_it_are_not_at_fault(act: dict[str, Any], code: str, path: str) -> None:
    """Among acts that are all objects, only the wrong one is reported."""
    value = json.loads(record(act))
    value["rounds"][0]["acts"][0] = {"seat": "A", "play": "6-6"}
    found = [(finding.code, finding.path) for finding in audit(json.dumps(value).encode()).findings]
    assert found == [(code, f"/rounds/0/acts/1{path}")]


def test_two_mistakes_in_an_act_object_are_two_findings() -> None:
    """Each unknown field of an act object is reported."""
    found = [(finding.code, finding.path) for finding in audit(record({"seat": "B", "pass": True, "x": 1, "y": 2})).findings]
    assert found == [("DOM202", "/rounds/0/acts/1/x"), ("DOM202", "/rounds/0/acts/1/y")]


def test_one_mistake_in_a_list_of_tiles_is_one_finding() -> None:
    """A tile that is none is reported, not also the list that it stands in, which might have been a number."""
    found = [(finding.code, finding.path) for finding in audit(record("B 6-5 L", left={"A": ["5-5", "five"]})).findings]
    assert found == [("DOM203", "/rounds/0/left/A/1")]


def test_a_value_of_no_allowed_type_is_one_finding() -> None:
    """Neither tiles nor pips: said once."""
    found = [(finding.code, finding.path) for finding in audit(record("B 6-5 L", left={"A": {"pips": 5}})).findings]
    assert found == [("DOM203", "/rounds/0/left/A")]
