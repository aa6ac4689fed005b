"""Records as plain JSON values, for whoever looks at every value of a round anyway.

The frame of a record is validated as ever. Its rounds are left as they were written: a round that is judged to be ordinary
has been looked at value by value, and one that is not is validated first, with the whole record.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson

from domscore.record.models import MAX_POINTS, MAX_ROUNDS, Record, Round
from domscore.record.source import MAX_BYTES

_DEEP = 20

PlainRound = dict[str, Any]
"""A round by its keys, as in the record or with those that are missing at None."""


class Plain(NamedTuple):
    """A record whose rounds nobody has looked at.

    Attributes:
        frame: the record without its rounds.
        rounds: as they are written, JSON values of any kind.
    """

    frame: Record
    rounds: list[Any]


def read_plain(data: bytes) -> Plain | None:
    """The record that these bytes hold, if it can be read without a closer look; at least one round."""
    if len(data) > MAX_BYTES:
        return None
    try:
        value = orjson.loads(data)
        if value.__class__ is not dict or not _nothing_lost(data, value):
            return None
        rounds = value.get("rounds")
        if rounds.__class__ is not list or not 0 < len(rounds) <= MAX_ROUNDS:
            return None
        frame = Record.model_validate({**value, "rounds": []})
    except (ValueError, TypeError):  # not JSON, not the frame of a record, or too deep to be written again
        return None
    if not is_simple(frame.meta) or not is_simple(frame.rules) or _may_pass_limit(frame):
        return None
    return Plain(frame, rounds)


def _nothing_lost(data: bytes, value: object) -> bool:
    """Whether no object of the record holds a key twice: written again, it has as many colons as before.

    Every key has one, and the texts keep theirs, except those that are written as an escape.
    """
    again = orjson.dumps(value)
    return again == data or (again.count(b":") == data.count(b":") and b"\\u003" not in data)


def _may_pass_limit(frame: Record) -> bool:
    """Whether right running totals may become larger than the format lets any be."""
    scores = None if frame.start is None else frame.start.scores
    return scores is not None and any(total > MAX_POINTS // 2 for total in scores.values())


def is_simple(value: object, depth: int = 0) -> bool:
    """Whether a JSON value of any kind keeps far from all limits, and holds no fractions, whose digits are lost."""
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return depth < _DEEP and all(is_simple(part, depth + 1) for part in inside)
    return not isinstance(value, float)


def plain_round(round_: Round) -> PlainRound:
    """A validated round as it would stand in a record."""
    fields, result = round_.__dict__, round_.result
    if result is None:
        return fields
    return {**fields, "result": {name: result.__dict__[name] for name in result.__pydantic_fields_set__}}
