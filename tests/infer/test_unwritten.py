"""Draws that were not written, together with hidden tiles."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from domscore import audit
from domscore.generate import NoDealStands, matches
from domscore.rules.catalogue import resolve
from tests.infer.making import as_bytes
from tests.infer.truth import contradictions, thinned

DRAWS = [{"when": "stuck", "most": 1}, {"when": "stuck", "most": 2}, {"when": "at-will"}, {"when": "at-will", "most": 1}]


def without_draws(record: dict[str, Any]) -> dict[str, Any]:
    """The record with no draw written."""
    rounds = [{**one, "acts": [act for act in one["acts"] if "draw" not in act]} for one in record["rounds"]]
    return {**record, "rounds": rounds, "recording": {"draws": "implied"}}


@pytest.mark.parametrize("draw", DRAWS, ids=str)
@pytest.mark.parametrize("name", ["selminha/1", "classic-draw/1", "guide-draw/1", "five-up/1"])
def test_unwritten_draws_that_are_limited_or_free_accuse_nobody(name: str, draw: dict[str, Any]) -> None:
    """Where only a few tiles, or any number, may be drawn in a turn, a pass does not tell that nothing was left to draw."""
    rules = {"base": name, "draw": draw}
    for players in (2, 3):
        for number, line in enumerate(_lines(rules, players)):
            record = {**json.loads(line), "rules": rules}
            record["rounds"] = record["rounds"][:6]
            record.pop("result", None)
            truth = audit(as_bytes(record))
            assert truth.verdict == "verified"
            random = Random(f"{name}/{players}/{number}")
            for seen in (without_draws(record), thinned(without_draws(record), random)):
                assert contradictions(truth, audit(as_bytes(seen))) == []


def _lines(rules: dict[str, Any], players: int) -> list[bytes]:
    try:
        return list(matches(resolve(rules), players, 3, 17))
    except NoDealStands:
        return []


def test_open_ends_and_unwritten_draws_together() -> None:
    """Readings that differ in what fits at the end are kept apart: the seat to move may have drawn all there was."""
    rules = {"base": "guide-draw/1", "set": {"highest": 3}, "hand_size": {"2": 3, "3": 3, "4": 2}}
    one = {"deal": {"A": ["2-1", "2-0", "0-0"], "B": ["3-1", "3-0", "1-1"]}, "acts": ["B 3-0", "A 2-0", "B 3-1", "A 2-1"]}
    record = {"format": "domscore/1", "rules": rules, "players": ["Ana", "Bo"], "recording": {"draws": "implied"}}
    report = audit(
        as_bytes({**record, "rounds": [{**one, "result": {"how": "blocked", "winner": "A", "points": {"A": 9}}}]})
    )
    assert report.verdict == "undetermined"
