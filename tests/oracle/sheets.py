"""Score sheets: records without acts, levels 0 to 2, filled in at random, so that most of them contradict themselves."""

from __future__ import annotations

from random import Random
from typing import Any

from .picking import Round
from .rules import default_sides, rules_of
from .tiles import SET, spelled

ENDINGS = ("out", "out", "blocked", "blocked", "target", "resigned", "void", "lost", "unfinished")
HOUSES: tuple[dict[str, Any], ...] = ({"target_reached": "round-end"}, {"target": "hand", "targets": ["hand"]})


def random_sheet(name: str, players: int, sides: list[str] | None, random: Random) -> dict[str, Any]:
    """A record of one to three rounds, mostly somewhere in a match."""
    rules = {"base": name, **random.choice(HOUSES)} if random.random() < 0.2 else name
    seats = "ABCD"[:players]
    every = sides or default_sides(rules_of(rules), seats)
    record: dict[str, Any] = {"format": "domscore/1", "rules": rules, "players": [f"player {seat}" for seat in seats]}
    if sides is not None:
        record["sides"] = sides
    totals = dict.fromkeys(every, 10)
    if random.random() < 0.8:
        record["start"] = {"round": 3, "scores": some(totals, 0.9, random)}
    record["rounds"] = [a_round(seats, every, totals, random) for _ in range(random.choice((1, 1, 2, 3)))]
    if random.random() < 0.3:
        how = random.choice(("target", "unfinished", "resigned"))
        record["result"] = {"how": how, "winner": random.choice([*every, None]), "scores": dict(totals)}
    return record


def some(values: dict[str, Any], share: float, random: Random) -> dict[str, Any]:
    """Some of the entries."""
    return {key: value for key, value in values.items() if random.random() < share}


def a_round(seats: str, sides: list[str], totals: dict[str, int], random: Random) -> Round:
    """What somebody wrote down of a round; ``totals`` is carried on by it."""
    result: dict[str, Any] = {}
    if random.random() < 0.7:
        result["how"] = random.choice(ENDINGS)
    if random.random() < 0.5:
        result["winner"] = random.choice([*sides, None])
    if random.random() < 0.4:
        result["points"] = some({side: random.choice((0, 3, 7, 12, -3, 170)) for side in sides}, 0.5, random)
    if random.random() < 0.4:
        result["in_play"] = some({side: random.choice((0, 3)) for side in sides}, 0.6, random)
    if random.random() < 0.15:
        result["bonuses"] = {random.choice(sides): 10}
    round_: Round = {"result": result} if result or random.random() < 0.5 else {}
    if random.random() < 0.6:
        for side in sides:
            totals[side] += random.choice((0, 0, 0, 7, 12, 30, 180, -2))
        round_["scores"] = some(totals, 0.85, random)
    if random.random() < 0.5:
        round_["left"] = left(seats, random)
    if random.random() < 0.1:
        round_["acts"] = [a_ruling(random.choice(sides), random)]
    return round_


def left(seats: str, random: Random) -> dict[str, Any]:
    """What some seats turned up: pips, or tiles."""
    tiles = [spelled(tile) for tile in random.sample(SET, len(SET))]
    shown: dict[str, Any] = {}
    for seat in seats:
        match random.randrange(6):
            case 0:
                shown[seat] = random.choice((0, 0, 3, 7, 12))
            case 1:
                shown[seat] = []
            case 2 | 3:
                shown[seat] = [tiles.pop() for _ in range(random.choice((1, 1, 2)))]
                if random.random() < 0.1:
                    shown[seat][0] = "?"
    return shown


def a_ruling(side: str, random: Random) -> dict[str, Any]:
    """A ruling that may stand on a score sheet."""
    return random.choice(
        (
            {"ruling": "round_lost", "side": side},
            {"ruling": "round_void"},
            {"ruling": "penalty", "side": side, "points": -5},
            {"ruling": "award", "side": side, "points": 5},
        )
    )
