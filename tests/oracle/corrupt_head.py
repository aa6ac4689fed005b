"""Changes at the head of a record: where it begins, what was not written, how the house plays."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from .picking import a_side, seats_of


def implied(record: dict[str, Any], random: Random) -> None:
    """Passes are not written."""
    record["recording"] = {"passes": "implied"}
    for round_ in record["rounds"]:
        if "acts" in round_ and random.random() < 0.8:
            round_["acts"] = [act for act in round_["acts"] if not (isinstance(act, str) and act.endswith(" pass"))]


def later_start(record: dict[str, Any], random: Random) -> None:
    """The record begins in mid-match, or says who ought to lead its first round."""
    if "start" in record:
        return
    if random.random() < 0.3:
        record["start"] = {"leader": random.choice(seats_of(record))}
        return
    if len(record["rounds"]) > 1 and "scores" in record["rounds"][0]:
        first = record["rounds"].pop(0)
        record["start"] = {"round": 2, "scores": dict(first["scores"])}
        if random.random() < 0.5:
            record["start"]["leader"] = random.choice(seats_of(record))
        if random.random() < 0.3:
            record["start"]["scores"].pop(a_side(record, random), None)


def a_double_or_so(random: Random) -> str:
    """A tile that a house may name to lead the first round."""
    number = random.randrange(7)
    return random.choice((f"{number}-{number}", f"6-{number}"))


def house_rule(random: Random) -> dict[str, Any]:
    """A way in which a house plays otherwise."""
    changes: dict[str, Any] = random.choice(
        (
            {"first_lead": "lot"},
            {"first_lead": [a_double_or_so(random)]},
            {"first_lead": [a_double_or_so(random), random.choice(("highest-double", "heaviest"))]},
            {"own_pips": "ignored"},
            {"own_pips": "blocked"},
            {"later_lead": random.choice(("next-seat", "winner", "highest-double", "any"))},
            {"later_lead": ["next-seat", "winner"]},
            {"end_winner": random.choice(("lowest", "out"))},
            {"sides_first": False},
            {"double_count": "edges"},
            {"target_reached": random.choice(("at-once", "round-end"))},
            {"first_tile": random.choice(("forced", "free"))},
            {"end_points": {"rounded": "each-hand"}},
            {"target": random.choice((30, 75, 250)), "targets": "any"},
            {"block": {"tie": random.choice(("nobody", "lowest-tile", "last-to-play"))}},
            {"block": {"tie_of_pairs": random.choice(("nobody", "lowest-tile", "last-to-play"))}},
            {"block": {"reached": random.choice(("at-once", "after-passes"))}},
            {"draw": {"when": random.choice(("at-will", "stuck", "never"))}},
            {"draw": {"when": random.choice(("at-will", "stuck")), "most": random.choice((1, 2))}},
            {"end_points": {"per_point": 5}},
            {"target": "hand", "targets": ["hand"]},
        )
    )
    return changes


def override(record: dict[str, Any], random: Random) -> None:
    """The house plays otherwise, by the record that somebody wrote of an ordinary match."""
    changes = house_rule(random)
    base = record["rules"]
    record["rules"] = {"base": base, **changes} if isinstance(base, str) else {**base, **changes}


CHANGES: tuple[Callable[[dict[str, Any], Random], None], ...] = (implied, later_start, override, override)
