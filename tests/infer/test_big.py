"""Rounds with the largest set: what hidden hands cost does not run away."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from domscore import audit
from domscore.generate import matches
from domscore.infer.clash import clash
from domscore.infer.facts import Fact, Facts, What, read_facts
from domscore.infer.proofs import Proofs
from domscore.rules.catalogue import resolve
from tests.infer.looking import hidden_rounds
from tests.infer.making import as_bytes

RULES: dict[str, Any] = {
    "base": "guide-draw/1",
    "set": {"highest": 18},
    "hand_size": {"2": 40, "3": 30, "4": 25},
    "draw": {"when": "at-will"},
}
SECONDS = 4
"""Of CPU for one round of nearly 300 acts; it takes a twentieth of that."""


@pytest.fixture(scope="module")
def record() -> bytes:
    """A legal round of which only the acts were seen, and how many tiles were left."""
    match = json.loads(next(matches(resolve(RULES), 3, 1, 7)))
    (one,) = match["rounds"][:1]
    left = {seat: ["?"] * len(tiles) for seat, tiles in one["left"].items()}
    rounds = [{"acts": one["acts"], "left": left, "result": one["result"]}]
    return as_bytes({key: match[key] for key in ("format", "players")} | {"rules": RULES, "rounds": rounds})


@pytest.fixture(scope="module")
def proofs(record: bytes) -> Proofs:
    """What is proven about that round."""
    (looked,) = hidden_rounds(record)
    facts = read_facts(looked.table, looked.deal, looked.replays[0], looked.shown, False)
    assert facts is not None
    return Proofs(facts, looked.replays[0], looked.place)


def test_a_large_round_is_checked_in_no_time(record: bytes) -> None:
    """Hundreds of acts with 190 tiles take a fraction of a second."""
    began = time.process_time()
    report = audit(record)
    assert time.process_time() - began < SECONDS
    assert report.acts > 250
    assert report.verdict == "undetermined"


def test_who_led_and_that_a_double_was_dealt_are_no_two_questions(proofs: Proofs) -> None:
    """Where the lead puts a double in a hand nothing more is asked: ways are added up, not multiplied."""
    assert len(proofs.ways) <= 2 * 19


def impossible(facts: Facts, proofs: Proofs) -> list[tuple[list[Fact], list[list[Fact]]]]:
    """Facts that clash: no starting hand may hold a double; one tile has no place at all; hands lack what was played."""
    doubles = Fact(What.DEALT, 0, 1, facts.table.tiles.doubles, facts.all_groups & ~facts.dealt_groups())
    nowhere = Fact(What.DEALT, 0, 1, 1 << 5, 0)
    others = facts.all_groups & ~facts.groups_of(0, 0)
    stuck = [Fact(What.STUCK, 400 + tile, 0, 1 << tile, others, 5) for tile in range(170)]
    base = [*facts.hard, *facts.stuck, *proofs.lawful]
    return [([*base, doubles], proofs.ways), ([*base, nowhere], [[]]), ([*facts.hard, *stuck], proofs.ways)]


def test_small_clashes_are_found_among_hundreds_of_facts(proofs: Proofs) -> None:
    """One fact that no way allows, a tile without a place, and a play against a pass are found at once."""
    began = time.process_time()
    found = [len(clash(proofs.facts, given, (), ways)) for given, ways in impossible(proofs.facts, proofs)]
    assert time.process_time() - began < SECONDS
    assert found == [1, 1, 2]
