"""Whether two records tell one game: scribes of one game may err much, and two games have little in common."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from domscore import Rules
from domscore.compare.likeness import likeness
from domscore.compare.two_records import paired
from tests.compare.samples import as_record, generated, tables
from tests.suggest.planting import PLANTERS, planted

TABLES = tables()


def sheet(value: dict[str, Any]) -> dict[str, Any]:
    """Only the points and totals of a record."""
    rounds = [{"result": {"points": r["result"]["points"]}, "scores": r["scores"]} for r in value["rounds"]]
    return {**value, "rounds": rounds}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_two_games_are_told_apart(name: str, players: int) -> None:
    """Different matches under one rule set, whole and their first rounds alone, and their longer score sheets."""
    games = list(generated(Rules.named(name), players, 5, 8))
    for one, two in pairwise(games):
        assert not likeness(paired(as_record(one), as_record(two))).same
        ones, twos = ({**value, "rounds": value["rounds"][:1], "result": None} for value in (one, two))
        assert not likeness(paired(as_record(ones), as_record(twos))).same
        found = likeness(paired(as_record(sheet(one)), as_record(sheet(two))))
        assert found.what == "numbers"
        assert not found.same or found.of < 10


@pytest.mark.parametrize("kind", [kind for kind in PLANTERS if kind not in ("wrong-spelling", "unknown-seat")])
def test_scribes_who_err_still_tell_one_game(kind: str) -> None:
    """Six slips of one kind in a match, and the match still is the same; so is one of which only half is written."""
    random = Random(kind)
    for name, players in random.sample(TABLES, 3):
        (value,) = generated(Rules.named(name), players, 1, 3)
        other = json.loads(json.dumps(value))
        for _ in range(6):
            other = planted(other, kind, random) or other
        assert likeness(paired(as_record(value), as_record(other))).same
        other["rounds"] = other["rounds"][: (len(other["rounds"]) + 1) // 2]
        assert likeness(paired(as_record(value), as_record(other))).same


def test_another_number_of_players_is_another_game() -> None:
    """A game of two is not one of four, whatever agrees."""
    two, four = (next(generated(Rules.named("muggins/1"), players, 1, 1)) for players in (2, 4))
    found = likeness(paired(as_record(two), as_record(four)))
    assert (found.same, found.words) == (False, "the one is a game of 2 players, the other of 4")
