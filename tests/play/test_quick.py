"""The short way through ordinary rounds, against the long way that every other round takes."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from domscore import audit
from domscore.generate import match
from domscore.play.table import seated
from domscore.rules import Rules
from domscore.score.ordinary import ordinary_round
from tests.oracle.corrupt import corrupted
from tests.play.positions import Seats, every_table

MATCHES = 6


def records(seats: Seats, faults: bool) -> list[bytes]:
    """Random matches, legal or with planted faults."""
    name, players, sides = seats
    random = Random(f"{seats} {faults}")
    table = seated(Rules.named(name), players, sides)
    found = []
    for number in range(MATCHES):
        record: dict[str, Any] = match(table, random, f"{name}-{number}", sides=sides)
        record["rounds"] = record["rounds"][:4]
        found.append(json.dumps(corrupted(record, random) if faults else record).encode())
    return found


@pytest.mark.parametrize("faults", [False, True], ids=["sound", "corrupted"])
@pytest.mark.parametrize("seats", every_table(), ids=str)
def test_the_short_way_says_the_same(seats: Seats, faults: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match is reported alike, whether its ordinary rounds are judged the short way or the long way."""
    given = records(seats, faults)
    quick = [audit(record).as_json() for record in given]
    monkeypatch.setattr("domscore.auditing.ordinary_round", lambda *_: None)
    assert [audit(record).as_json() for record in given] == quick


def test_the_short_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most rounds of legal matches are judged the short way, so that the comparison means something."""
    taken: list[bool] = []
    short = ordinary_round

    def watched(*arguments: Any) -> Any:
        found = short(*arguments)
        taken.append(found is not None)
        return found

    monkeypatch.setattr("domscore.auditing.ordinary_round", watched)
    for record in records(("classic-block/1", 2, None), False):
        audit(record)
    assert sum(taken) > len(taken) / 2 > 0
