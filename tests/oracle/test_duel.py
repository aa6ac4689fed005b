"""A small share of the campaign: both engines on random matches, legal ones and corrupted ones."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from domscore import audit

from . import judge, random_match
from .corrupt import claim
from .corrupt_acts import that_speak
from .duel import Seats, contests, difference, duel, opinions, tables

SEED = 7
#: At least one match each.
SOUND, CORRUPTED, SHEETS = 2, 12, 60


@pytest.mark.parametrize("seats", tables(), ids=str)
def test_legal_matches(seats: Seats) -> None:
    """Both engines judge random legal matches alike."""
    judged, _, differing = duel(seats, SOUND, SEED, "sound", roots=True)
    assert (judged >= SOUND, differing) == (True, [])


@pytest.mark.parametrize("seats", tables(), ids=str)
def test_corrupted_matches(seats: Seats) -> None:
    """Both engines judge matches with planted faults alike."""
    judged, left_out, differing = duel(seats, CORRUPTED, SEED, "corrupted")
    assert (judged + left_out >= CORRUPTED, differing) == (True, [])


@pytest.mark.parametrize("seats", tables(), ids=str)
def test_score_sheets(seats: Seats) -> None:
    """Both engines judge score sheets that contradict themselves alike."""
    judged, left_out, differing = duel(seats, SHEETS, SEED, "sheets", roots=True)
    assert (judged > left_out, differing) == (True, [])


def test_most_corrupted_matches_are_within_scope() -> None:
    """The oracle leaves few of the corrupted matches out, so that agreement means something."""
    seats: Seats = ("classic-draw/1", 2, None)
    judged, left_out, _ = duel(seats, 20 * CORRUPTED, SEED, "corrupted")
    assert judged > 4 * left_out


def test_rulings_that_speak_of_nothing_are_not_written() -> None:
    """A ruling on an act stays where an act stands before it that was not taken back; one on the round always stays."""
    back, stands, void = ({"ruling": kind} for kind in ("taken_back", "stands", "round_void"))
    assert that_speak(["A 5-3", back, stands, "A 5-4", stands, back]) == ["A 5-3", back, "A 5-4", stands, back]
    assert that_speak([stands, void]) == [void]


def test_the_verdict_on_legal_matches() -> None:
    """Legal matches are verified, not only judged alike."""
    for seats in tables():
        for record, _ in contests(seats, 4 * SOUND, SEED, "sound"):
            assert audit(json.dumps(record).encode()).as_json()["verdict"] == "verified"


def test_a_difference_is_seen() -> None:
    """Reports of different records are in dispute: a finding, a value or a verdict."""
    record: dict[str, Any] = random_match("classic-draw/1", 2, Random(SEED))
    right = opinions(judge(record), True)
    random = Random(1)
    while opinions(judge(record), True) == right:
        claim(record, random)
    wrong = opinions(judge(record), True)
    assert right["verdict"] == "verified" != wrong["verdict"]
    assert difference("findings", right["findings"], wrong["findings"]) == {"findings": ([], wrong["findings"])}
