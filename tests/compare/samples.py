"""Records for the tests of comparing: samples, generated matches, and small changes to them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domscore import Record, Rules, read
from domscore.generate import matches
from domscore.rules.catalogue import names

SAMPLES = Path(__file__).parents[2] / "samples"


def sample(name: str) -> Record:
    """A sample by its path without the suffix: ``"disputes/partners-pips"``."""
    return read(SAMPLES / f"{name}.domino.json")


def as_record(value: dict[str, Any]) -> Record:
    """A JSON value as a record."""
    return read(json.dumps(value).encode())


def generated(rules: Rules, players: int, count: int, seed: int, sides: list[str] | None = None) -> Iterator[dict[str, Any]]:
    """Random legal matches with right claims, as JSON values."""
    for data in matches(rules, players, count, seed, sides=sides):
        yield json.loads(data)


def tables() -> list[tuple[str, int]]:
    """Every published rule set with every number of players."""
    return [(name, players) for name in names() for players in Rules.named(name).players]
