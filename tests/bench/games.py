"""The games that the benchmarks run on, in their several forms."""

from __future__ import annotations

from typing import Any

import orjson

from domscore import Rules
from domscore.generate import matches


def records(name: str, players: int, count: int = 20, seed: int = 7) -> list[bytes]:
    """Legal matches with acts as strings, one record each."""
    return list(matches(Rules.named(name), players, count, seed))


def verbose(record: bytes) -> bytes:
    """The same record with every act as an object."""
    value: dict[str, Any] = orjson.loads(record)
    for round_ in value["rounds"]:
        round_["acts"] = [as_object(act) for act in round_["acts"]]
    return orjson.dumps(value)


def as_object(act: str) -> dict[str, Any]:
    """An act string as an act object.

    >>> as_object("A 6-4 L +2")
    {'seat': 'A', 'play': '6-4', 'end': 'L', 'points': 2}
    """
    words = act.split(" ")
    points = int(words.pop()[1:]) if words[-1].startswith("+") else None
    found: dict[str, Any] = {"seat": words[0]}
    if words[1] == "pass":
        found["pass"] = True
    elif words[1] == "draw":
        found["draw"] = words[2]
    else:
        found["play"] = words[1]
        if len(words) == 3:
            found["end"] = words[2]
        elif len(words) == 4:
            found["on"] = words[3]
    if points is not None:
        found["points"] = points
    return found


def rounds_of(record: bytes) -> list[dict[str, Any]]:
    """The rounds of a record as JSON values."""
    found: list[dict[str, Any]] = orjson.loads(record)["rounds"]
    return found
