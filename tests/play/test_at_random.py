"""Rounds played at random are those that legal acts and replay make, only faster."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from domscore import audit
from domscore.generate import matches
from domscore.play.at_random import RandomPlay
from domscore.play.legal import legal_acts
from domscore.play.replay import Replay
from domscore.play.state import State
from domscore.play.step import Setting
from domscore.play.table import Table, seated
from domscore.record.acts import Act, Kind, Named, spelled_act
from domscore.rules import Rules, resolve
from tests.play.positions import Seats, every_table, shuffled

OTHER_RULES: list[dict[str, Any]] = [
    {"base": "five-up/1", "spinner": "all-doubles"},
    {"base": "muggins/1", "spinner": "all-doubles", "draw": {"when": "at-will"}},
    {"base": "muggins/1", "spinner": "lead-double", "target": 31},
]
ROUNDS = 12


def test_places_without_a_name_of_their_own_are_rare() -> None:
    """Where ends of a double need not wait for its sides, nearly all matches are written so that nothing is left open."""
    rules = {"base": "five-up/1", "sides_first": False}
    verdicts = []
    for data in matches(resolve(rules), 3, 20, 5):
        record = json.loads(data) | {"rules": rules}
        verdicts.append(audit(json.dumps(record).encode()).verdict)
    assert verdicts.count("verified") > 15


def judged(state: State, chance: Random) -> tuple[Replay, list[str]]:
    """The same round, each act chosen from the list of all legal ones, and judged."""
    acts: list[Act] = []
    replay = Replay(state, acts, Setting())
    written = []
    while state.over is None:
        listed = legal_acts(state)
        act = listed[int(chance.random() * len(listed))]
        if state.leading and chance.random() < 0.5:
            act = act._replace(first=act.second, second=act.first)
        acts.append(act)
        points = replay.advance(len(acts) - 1).points
        lead = act.kind is Kind.PLAY and act.place is Named.NOT
        text = f"{'ABCD'[act.seat]} {act.first}-{act.second}" if lead else spelled_act(act)
        written.append(f"{text} +{points}" if points else text)
    return replay, written


def what_is_left(state: State) -> tuple[object, ...]:
    """Everything about the end of a round that a score can depend on."""
    places = sorted((place.number, place.letter or "", place.host) for place in state.layout.places)
    ended = (state.over, state.target_by, state.leader, state.last_player, state.passes, state.dead)
    return (state.hands, state.boneyard, state.boneyard_size, state.on_table, state.in_play, places, ended)


def compare(table: Table, seed: str) -> None:
    """Play a round in both ways, from the same deal with the same chances."""
    before = [table.target - 20 if table.at_once and table.target else 0] * len(table.sides)
    states = [shuffled(table, Random(seed)) for _ in range(2)]
    for state in states:
        state.before = list(before)
    fast = RandomPlay(states[0], Random(seed).random).run()
    slow, written = judged(states[1], Random(seed))
    assert fast.written == written
    assert what_is_left(fast.state) == what_is_left(slow.state)
    assert not slow.findings
    draws = [text for text in written if " draw" in text]
    assert [text for text in fast.unseen if " draw" in text] == [text.rpartition(" ")[0] for text in draws]


@pytest.mark.parametrize("seats", every_table(), ids=str)
def test_rounds_are_those_of_the_list_of_legal_acts(seats: Seats) -> None:
    """At every table the acts, the points, the end and what is left are those of legal acts that are replayed."""
    table = seated(Rules.named(seats[0]), seats[1], seats[2])
    for number in range(ROUNDS):
        compare(table, f"{seats}/{number}")


@pytest.mark.parametrize("rules", OTHER_RULES, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_other_layouts_and_drawing_at_will(rules: dict[str, Any], players: int) -> None:
    """The same where every double branches, where anybody may draw at any time, and where the target ends a round."""
    table = seated(resolve(rules), players, None)
    for number in range(2 * ROUNDS):
        compare(table, f"{rules}/{players}/{number}")


@pytest.mark.parametrize(
    ("rules", "players", "hidden", "digest"),
    [
        ("muggins/1", 3, False, "e1b5acab6c477e2d"),
        ("selminha/1", 4, True, "a9648f252ef6a8a1"),
        ("five-up/1", 4, False, "980bd85eb32ca2c1"),
        ("partners-block/1", 4, False, "83a7d36e2ffda5c8"),
    ],
)
def test_a_seed_means_the_same_bytes_for_ever(rules: str, players: int, hidden: bool, digest: str) -> None:
    """Archives that others made from a seed can be made again by any later version."""
    assert sha256(b"\n".join(matches(resolve(rules), players, 4, 9, hidden))).hexdigest()[:16] == digest


def test_matches_may_begin_anywhere() -> None:
    """A part of the matches of a seed is what stands there in the whole."""
    whole = list(matches(resolve("muggins"), 2, 5, 3))
    assert [*matches(resolve("muggins"), 2, 2, 3), *matches(resolve("muggins"), 2, 3, 3, first=2)] == whole
