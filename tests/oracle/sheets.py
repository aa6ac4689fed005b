"""Score sheets: records without acts, levels 0 to 2, filled in at random, so that most of them contradict themselves."""

from __future__ import annotations

from random import Random
from typing import Any

from .picking import Round
from .rules import Rules, default_sides, rules_of
from .scoring import points_for
from .tiles import SET, spelled

TIES = 0.15
"""Share of the rounds that are blocks with a tie."""
ENDINGS = ("out", "out", "blocked", "blocked", "target", "resigned", "void", "lost", "unfinished")
HOUSES: tuple[dict[str, Any], ...] = ({"target_reached": "round-end"}, {"target": "hand", "targets": ["hand"]})


def random_sheet(name: str, players: int, sides: list[str] | None, random: Random) -> dict[str, Any]:
    """A record of one to three rounds, mostly somewhere in a match."""
    rules = {"base": name, **random.choice(HOUSES)} if random.random() < 0.2 else name
    seats = "ABCD"[:players]
    chosen = rules_of(rules)
    every = sides or default_sides(chosen, seats)
    record: dict[str, Any] = {"format": "domscore/1", "rules": rules, "players": [f"player {seat}" for seat in seats]}
    if sides is not None:
        record["sides"] = sides
    totals = dict.fromkeys(every, 10)
    if random.random() < 0.8:
        record["start"] = {"round": 3, "scores": some(totals, 0.9, random)}
    record["rounds"] = [
        a_tie(chosen, seats, every, totals, random) if random.random() < TIES else a_round(seats, every, totals, random)
        for _ in range(random.choice((1, 1, 2, 3)))
    ]
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


def a_tie(rules: Rules, seats: str, sides: list[str], totals: dict[str, int], random: Random) -> Round:
    """A block of which some sides are tied for the fewest pips, with claims that are right for one of them or just wrong."""
    tied = random.sample(sides, random.randint(2, len(sides)))
    fewest = random.choice((0, 4, 7, 10, 13))
    held: dict[str, int] = {}
    for side in sides:
        total = fewest if side in tied else fewest + random.choice((1, 3, 6))
        first = random.randint(0, total) if len(side) > 1 else total
        held |= dict(zip(side, (first, total - first), strict=False))
    winner = random.choice([*sides, *tied, None])
    points = dict.fromkeys(sides, 0)
    if winner is not None:
        points[winner] = points_for(rules, sides, winner, "blocked", held)
    result: dict[str, Any] = {"how": "blocked"}
    if random.random() < 0.5:
        result["winner"] = random.choice((winner, winner, winner, *sides, None))
    if random.random() < 0.5:
        result["points"] = wrongly(points, random)
    if rules.in_play and random.random() < 0.7:
        result["in_play"] = {random.choice(sides): 3}
    if random.random() < 0.05:
        result["bonuses"] = {random.choice(sides): 10}
    for side in sides:
        apart = [result.get(key, {}).get(side, 0) for key in ("in_play", "bonuses")]
        totals[side] += result.get("points", points).get(side, 0) + random.choice((sum(apart), sum(apart), apart[0]))
    tiles = list(SET)
    round_: Round = {"result": result, "left": {seat: a_hand(count, tiles, random) for seat, count in held.items()}}
    if random.random() < 0.6:
        round_["scores"] = some(wrongly(totals, random), 0.8, random)
    return round_


def wrongly(points: dict[str, int], random: Random) -> dict[str, int]:
    """Points by side, of which one may be wrong."""
    odd = random.choice(list(points))
    return points | {odd: points[odd] + random.choice((0, 0, 0, 0, 1, 5, 100, -3))}


def a_hand(count: int, tiles: list[tuple[int, int]], random: Random) -> int | list[str]:
    """What a seat turned up that holds so many pips: mostly the pips alone, else one of the tiles that are left."""
    fitting = [tile for tile in tiles if sum(tile) == count] if random.random() < 0.3 else []
    if not fitting:
        return count
    tiles.remove(random.choice(fitting))
    return [spelled(next(tile for tile in fitting if tile not in tiles))]


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
