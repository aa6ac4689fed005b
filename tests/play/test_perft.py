"""Counts of legal continuations from fixed deals, by both engines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domscore.play.legal import perft
from domscore.play.table import seated
from domscore.rules import Rules
from tests import oracle
from tests.play.positions import dealt, every_table

DATA = sorted((Path(__file__).parents[1] / "perft").glob("*.json"))
#: What each engine counts in a fraction of a second.
QUICK, QUICK_FOR_THE_ORACLE = 1500, 120


def counted(limit: int) -> list[Any]:
    """Rules, players, deal, depth, count; where there are more sequences than the limit, marked as slow."""
    found = []
    for path in DATA:
        content = json.loads(path.read_bytes())
        for position in content["positions"]:
            for depth, count in enumerate(position["counts"], start=1):
                name = f"{content['rules']} {position['players']} {depth}"
                marks = [pytest.mark.slow] if count > limit else []
                parts = (content["rules"], position["players"], position["deal"], depth, count)
                found.append(pytest.param(*parts, id=name, marks=marks))
    return found


def test_every_table_is_counted() -> None:
    """There are counts for every rule set at every number of players."""
    found = set()
    for path in DATA:
        content = json.loads(path.read_bytes())
        found |= {(content["rules"], position["players"]) for position in content["positions"]}
    assert found == {(name, players) for name, players, _ in every_table()}


@pytest.mark.parametrize(("rules", "players", "deal", "depth", "count"), counted(QUICK))
def test_perft(rules: str, players: int, deal: dict[str, list[str]], depth: int, count: int) -> None:
    """The engine finds as many legal sequences of acts as are written down."""
    state = dealt(seated(Rules.named(rules), players, None), deal)
    assert perft(state, depth) == count


@pytest.mark.parametrize(("rules", "players", "deal", "depth", "count"), counted(QUICK_FOR_THE_ORACLE))
def test_perft_of_the_oracle(rules: str, players: int, deal: dict[str, list[str]], depth: int, count: int) -> None:
    """The independent engine finds as many legal sequences of acts as are written down."""
    assert oracle.perft(rules, players, deal, depth) == count
