"""Picking a place in a record to change."""

from __future__ import annotations

from random import Random
from typing import Any

from .rules import default_sides, rules_of

Round = dict[str, Any]


def a_round(record: dict[str, Any], random: Random) -> Round:
    """Some round."""
    chosen: Round = random.choice(record["rounds"])
    return chosen


def some_acts(record: dict[str, Any], random: Random) -> tuple[list[Any], int]:
    """The acts of some round, and the position of one that is a string; -1 when there is none."""
    acts = a_round(record, random).get("acts") or []
    strings = [index for index, act in enumerate(acts) if isinstance(act, str)]
    return acts, random.choice(strings) if strings else -1


def seats_of(record: dict[str, Any]) -> str:
    """The letters of the seats."""
    return "ABCDEFGHIJ"[: len(record["players"])]


def a_side(record: dict[str, Any], random: Random) -> str:
    """The id of some side."""
    sides: list[str] = record.get("sides") or default_sides(rules_of(record["rules"]), seats_of(record))
    return random.choice(sides)
