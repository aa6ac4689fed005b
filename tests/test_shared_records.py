"""Games recorded elsewhere: looked for beside the checkout, and skipped where they are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domscore import audit

RECORDS = Path(__file__).parents[2] / "shared" / "records"
HAND = RECORDS / "published-hand-r1.domino.json"
present = pytest.mark.skipif(not RECORDS.is_dir(), reason="the recorded games are not here")


def recorded() -> list[Any]:
    """Every record in this format, one by one."""
    found = []
    for path in sorted(RECORDS.rglob("*.json*")):
        lines = path.read_bytes().splitlines() if path.suffix == ".jsonl" else [path.read_bytes()]
        for number, line in enumerate(lines, start=1):
            if json.loads(line).get("format") == "domscore/1":
                found.append(pytest.param(line, id=f"{path.name}:{number}"))
    return found


@present
@pytest.mark.parametrize("record", recorded())
def test_recorded_games_are_verified(record: bytes) -> None:
    """A game that was really played, and rightly recorded, is verified."""
    report = audit(record).as_json()
    assert (report["verdict"], [f for f in report["findings"] if f["severity"] == "error"]) == ("verified", [])


@present
def test_there_are_recorded_games() -> None:
    """The published hand, ten games of programs and three playthroughs are in this format."""
    assert len(recorded()) == 14


@present
@pytest.mark.parametrize("ends", [True, False])
def test_the_published_hand(ends: bool) -> None:
    """The published hand is worth 46 to A and C, with its ends and without any."""
    record = json.loads(HAND.read_bytes())
    if not ends:
        acts = record["rounds"][0]["acts"]
        record["rounds"][0]["acts"] = [" ".join(act.split()[:2]) for act in acts]
    report = audit(json.dumps(record).encode()).as_json()
    assert report["verdict"] == "verified"
    assert report["rounds"][0]["points"] == {"AC": 46, "BD": 0}
