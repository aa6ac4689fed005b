"""Rounds with hidden hands for the tests: played at random, legally or with faults, then seen through a scribe's eyes."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import orjson

from domscore.domino.seat import LETTERS
from domscore.generate import _deal
from domscore.play.deal import Deal
from domscore.play.lead import ANYBODY, Before, first_lead, later_lead
from domscore.play.legal import legal_acts
from domscore.play.replay import Replay
from domscore.play.state import State
from domscore.play.step import Setting
from domscore.play.table import Table, seated
from domscore.record.acts import Act, Kind, Named, spelled_act
from domscore.rules.catalogue import resolve
from domscore.rules.model import Rules
from domscore.score.round_end import Hands, end_of_round

SMALL: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "selminha/1": [
        (2, {"set": {"highest": 2}, "hand_size": {"2": 2, "3": 1, "4": 1}, "redeal": {"doubles_in_hand": 2}}),
        (2, {"set": {"highest": 3}, "hand_size": {"2": 3, "3": 2, "4": 2}, "redeal": {"doubles_in_hand": 3}}),
        (3, {"set": {"highest": 3}, "hand_size": {"2": 3, "3": 2, "4": 2}, "redeal": {"doubles_in_hand": 2}}),
        (4, {"set": {"highest": 3}, "hand_size": {"2": 3, "3": 2, "4": 2}, "redeal": {"doubles_in_hand": 2}}),
    ],
    "partners-block/1": [(4, {"set": {"highest": 3}, "hand_size": {"4": 2}, "first_lead": ["3-3"]})],
    "classic-draw/1": [
        (2, {"set": {"highest": 3}, "hand_size": {"2": 3, "3": 2, "4": 2}, "reserve": {"2": 1, "3": 1, "4": 1}}),
        (3, {"set": {"highest": 3}, "hand_size": {"2": 3, "3": 2, "4": 2}, "reserve": {"2": 1, "3": 1, "4": 1}}),
    ],
    "classic-block/1": [
        (2, {"set": {"highest": 3}, "hand_size": {"2": 4, "3": 3, "4": 2}}),
        (3, {"set": {"highest": 3}, "hand_size": {"2": 4, "3": 3, "4": 2}}),
    ],
    "guide-block/1": [
        (2, {"set": {"highest": 3}, "hand_size": {"2": 4, "3": 3, "4": 2}}),
        (4, {"set": {"highest": 3}, "hand_size": {"2": 4, "3": 3, "4": 2}}),
    ],
    "guide-draw/1": [
        (2, {"set": {"highest": 3}, "hand_size": {"2": 3, "3": 3, "4": 2}}),
        (3, {"set": {"highest": 3}, "hand_size": {"2": 3, "3": 2, "4": 2}}),
    ],
    "muggins/1": [(2, {"set": {"highest": 3}, "hand_size": {"2": 3, "3": 2, "4": 2}})],
    "five-up/1": [(2, {"set": {"highest": 3}, "hand_size": {"2": 3, "3": 2, "4": 2}})],
}
"""Rule sets on small sets of tiles, where every deal can be tried: number of players, overrides."""


@dataclass
class Made:
    """A round as it was played: the record with everything in it, and the same as a scribe saw it."""

    full: dict[str, Any]
    seen: dict[str, Any]


def small_table(name: str, number: int) -> tuple[Table, dict[str, Any]]:
    """One of the small tables, and the record's ``rules``."""
    players, overrides = SMALL[name][number]
    spec = {"base": name, **overrides}
    return seated(resolve(spec), players, None), spec


def big_table(rules: Rules, players: int) -> tuple[Table, str]:
    """A table of a published rule set."""
    return seated(rules, players, None), rules.name


def made(table: Table, rules: Any, random: Random, faulty: bool, rounds: int = 1) -> Made:
    """A match of some rounds. ``faulty``: a few acts are false passes, false draws, wrong leads, or the deal is void."""
    before: Before | None = None
    full: list[dict[str, Any]] = []
    seen: list[dict[str, Any]] = []
    for _ in range(rounds):
        wrong_lead = faulty and random.random() < 0.2
        first = before is None
        deal = _any_deal(table, random) if faulty and random.random() < 0.3 else _deal(table, random, first)
        known = (deal.hands, deal.unseen, deal.boneyard, deal.boneyard_size)
        lead = first_lead(table, *known) if before is None else later_lead(table, before, *known)
        state = State.dealt(table, ANYBODY if wrong_lead else lead, deal, [0] * len(table.sides))
        replay = Replay(state, acts := [], Setting())
        while replay.state.over is None and len(acts) < 200:
            act = _act(replay.state, random, 0.15 if faulty else 0.0)
            acts.append(act)
            replay.advance(len(acts) - 1)
        end = _end(table, replay.state)
        full.append({**_round(table, deal, acts, replay.state), **end})
        seen.append({**_as_seen(table, deal, acts, replay.state, random), **end})
        before = Before(replay.state.leader, () if end["won"] is None else table.sides[end["won"]])
    for one in (*full, *seen):
        one.pop("won")
    record = {"format": "domscore/1", "rules": rules, "players": [f"P{n}" for n in range(table.players)]}
    return Made({**record, "rounds": full}, {**record, "rounds": seen})


def _any_deal(table: Table, random: Random) -> Deal:
    order = random.sample(range(table.tiles.size), table.tiles.size)
    size = table.hand_size
    hands = [sum(1 << n for n in order[seat * size : (seat + 1) * size]) for seat in range(table.players)]
    boneyard = sum(1 << n for n in order[table.players * size :])
    return Deal(hands, [0] * table.players, boneyard, table.boneyard)


def _act(state: State, random: Random, fault: float) -> Act:
    legal = legal_acts(state)
    seat = state.turn
    if seat is not None and not state.leading and random.random() < fault:
        if random.random() < 0.6 or not state.drawable():
            return Act(seat, Kind.PASS)
        tile = random.choice(list(state.table.tiles.listed(state.boneyard)))
        return Act(seat, Kind.DRAW, *state.table.tiles.halves[tile])
    return random.choice(legal)


def _end(table: Table, state: State) -> dict[str, Any]:
    hands = Hands([table.tiles.pips_of(hand) for hand in state.hands], list(state.hands))
    if state.over is None:
        return {"result": {"how": "unfinished"}, "won": None}
    out = next((table.side_of[seat] for seat in range(table.players) if not state.hands[seat]), None)
    end = end_of_round(table, state.over, hands, out=out, last_player=state.last_player)
    winner = None if end.winner is None else table.side_ids[end.winner]
    points = {side: value for side, value in zip(table.side_ids, end.points, strict=True) if value}
    return {"result": {"how": state.over.value, "winner": winner, "points": points}, "won": end.winner}


def _round(table: Table, deal: Deal, acts: list[Act], state: State) -> dict[str, Any]:
    return {
        "deal": {letter: table.tiles.names_of(deal.hands[seat]) for seat, letter in enumerate(table.letters)},
        "acts": [_text(act) for act in acts],
        "left": {letter: table.tiles.names_of(state.hands[seat]) for seat, letter in enumerate(table.letters)},
    }


def _as_seen(table: Table, deal: Deal, acts: list[Act], state: State, random: Random) -> dict[str, Any]:
    """What a scribe may have seen: some hands, some faces, some of what was turned up."""
    found: dict[str, Any] = {}
    faces, hands, left = random.choice([0, 0, 0.5, 1]), random.choice([0, 0, 0.3]), random.choice([0, 0.5, 1, 1])
    dealt = {
        letter: _half_seen(table.tiles.names_of(deal.hands[seat]), random)
        for seat, letter in enumerate(table.letters)
        if random.random() < hands
    }
    if random.random() < 0.05:
        dealt["boneyard"] = _half_seen(table.tiles.names_of(deal.boneyard), random)
    if dealt:
        found["deal"] = dealt
    found["acts"] = [
        f"{LETTERS[act.seat]} draw" if act.kind is Kind.DRAW and random.random() >= faces else _text(act) for act in acts
    ]
    shown = {
        letter: _half_seen(table.tiles.names_of(state.hands[seat]), random)
        for seat, letter in enumerate(table.letters)
        if random.random() < left
    }
    if shown:
        found["left"] = shown
    return found


def _half_seen(names: list[str], random: Random) -> list[str]:
    if random.random() < 0.75:
        return names
    return [name if random.random() < 0.5 else "?" for name in names]


def _text(act: Act) -> str:
    if act.kind is Kind.PLAY and act.place is Named.NOT:
        return f"{LETTERS[act.seat]} {act.first}-{act.second}"
    return spelled_act(act)


def as_bytes(record: dict[str, Any]) -> bytes:
    """The record as it is read."""
    return orjson.dumps(record)
