"""Random legal matches, written down as complete records."""

from __future__ import annotations

import random
from typing import Any

from .dealing import first_lead, goals, holders, is_void, leading_tile, set_up
from .outcome import Points
from .rules import Rules, default_sides, rules_of
from .scoring import round_end
from .table import Move, Table, written
from .tiles import SET, spelled

MOST_ROUNDS = 400


def dealt(rules: Rules, seats: str, rng: random.Random, first: bool) -> dict[str, list[Any]]:
    """Shuffle and deal until the deal is not void."""
    while True:
        tiles = list(SET)
        rng.shuffle(tiles)
        size = rules.hand_size[len(seats)]
        hands = {seat: tiles[i * size : (i + 1) * size] for i, seat in enumerate(seats)}
        if not is_void(rules, hands, first):
            return {**hands, "boneyard": tiles[len(seats) * size :]}


def later_leads(rules: Rules, seats: str, hands: dict[str, Any], leader: str, winner: str | None) -> frozenset[str]:
    """Return the seats that may lead after a round."""
    following = frozenset(seats[(seats.index(leader) + 1) % len(seats)])
    allowed: frozenset[str] = frozenset()
    for reading in rules.later_lead:
        if reading == "any":
            return frozenset(seats)
        if reading == "highest-double":
            tile = leading_tile(reading, [t for hand in hands.values() for t in hand])
            allowed |= holders(tile, hands) if tile is not None else frozenset()
        elif reading == "winner" and winner is not None:
            allowed |= frozenset(winner)
        else:
            allowed |= following
    return allowed or frozenset(seats)


def choose(table: Table, rng: random.Random) -> tuple[Move, str]:
    """Choose a legal move that can be spelled exactly; sometimes the lead is turned round."""
    moves = table.moves()
    spellings = [(move, written(move, table)) for move in moves]
    exact = [(move, text) for move, text in spellings if text is not None]
    if not exact:
        move = rng.choice(moves)
        assert move.tile is not None and move.edge is not None
        return move, f"{move.seat} {spelled(move.tile)} on {spelled(move.edge.tile)}"
    return rng.choice(exact)


def play_round(table: Table, rng: random.Random) -> list[str]:
    """Play a round to its end and return its acts."""
    acts = []
    while not table.over:
        move, text = choose(table, rng)
        opening = not table.layout.tiles and move.tile is not None
        if opening and rng.random() < 0.5:
            assert move.tile is not None
            high, low = move.tile
            text = f"{move.seat} {low}-{high}"
            table.do_play(move.seat, (low, high), None)
        else:
            table.make(move)
        if move.kind == "play" and table.made and rng.random() < 0.8:
            text += f" +{table.made}"
        acts.append(text)
    return acts


def match_winner(rules: Rules, sides: list[str], totals: dict[str, int], reached: str | None) -> str | None:
    """Return the winner of the match, once there is one."""
    if reached is not None:
        return reached
    assert isinstance(rules.target, int)
    over = [side for side in sides if totals[side] >= rules.target]
    best = [side for side in over if totals[side] == max(totals.values())]
    return best[0] if len(best) == 1 else None


def play_one(
    rules: Rules,
    seats: str,
    sides: list[str],
    totals: dict[str, int],
    lead: tuple[str, str | None] | None,
    rng: random.Random,
) -> tuple[dict[str, Any], Table, str | None]:
    """Deal and play one round; return its record, the table at the end and the winner."""
    deal = dealt(rules, seats, rng, lead is None)
    hands = {seat: list(deal[seat]) for seat in seats}
    table = set_up(rules, seats, sides, hands, deal["boneyard"])
    if lead is None:
        table.leaders, table.lead_tile = first_lead(rules, hands)
    else:
        table.leaders = later_leads(rules, seats, hands, *lead)
    known: Points = dict(totals)
    table.goal = goals(rules, known)
    acts = play_round(table, rng)
    winner, points = None, dict.fromkeys(sides, 0)
    if table.over in ("out", "blocked"):
        who = table.out if table.over == "out" else table.last
        winner, points = round_end(rules, sides, table.hands, table.over, who)
    for side in sides:
        totals[side] += points[side] + table.in_play[side]
    claims: dict[str, Any] = {
        "deal": {place: [spelled(t) for t in tiles] for place, tiles in deal.items()},
        "acts": acts,
        "left": {seat: [spelled(t) for t in table.hands[seat]] for seat in seats},
        "result": {
            "how": table.over,
            "winner": winner,
            "points": points,
            "in_play": dict(table.in_play),
        },
        "scores": dict(totals),
    }
    return claims, table, winner


def random_match(rules_name: str, players: int, rng: random.Random, **overrides: Any) -> dict[str, Any]:
    """Play a random legal match and return its complete record.

    ``overrides`` are fields of the rules; ``sides`` is put into the record instead. Void deals
    are dealt again and not recorded. Every play names its end.
    """
    chosen_sides = overrides.pop("sides", None)
    value: Any = {"base": rules_name, **overrides} if overrides else rules_name
    rules = rules_of(value)
    seats = "ABCD"[:players]
    sides = chosen_sides or default_sides(rules, seats)
    totals = dict.fromkeys(sides, 0)
    record: dict[str, Any] = {
        "format": "domscore/1",
        "rules": value,
        "players": [f"player {seat}" for seat in seats],
        "rounds": [],
    }
    if chosen_sides:
        record["sides"] = chosen_sides
    lead: tuple[str, str | None] | None = None
    over, winner = False, None
    while not over and len(record["rounds"]) < MOST_ROUNDS:
        claims, table, won = play_one(rules, seats, sides, totals, lead, rng)
        record["rounds"].append(claims)
        assert table.leader is not None
        lead = (table.leader, won)
        if rules.target == "hand":
            over, winner = True, won
        else:
            winner = match_winner(rules, sides, totals, table.reached)
            over = winner is not None
    how = "target" if over else "unfinished"
    record["result"] = {"how": how, "winner": winner, "scores": dict(totals)}
    return record
