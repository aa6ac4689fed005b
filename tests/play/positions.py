"""Positions of the engine: from the deal of a first round, and from there on by legal acts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from domscore.domino.layout import Place
from domscore.play.deal import read_deal
from domscore.play.lead import first_lead
from domscore.play.legal import legal_choices
from domscore.play.replay import Replay
from domscore.play.state import State
from domscore.play.step import Setting
from domscore.play.table import Table, seated
from domscore.record.acts import Act
from domscore.rules import Rules
from domscore.rules.catalogue import names

Seats = tuple[str, int, list[str] | None]


def every_table() -> list[Seats]:
    """Every rule set at every number of players, alone and in pairs."""
    found: list[Seats] = []
    for name in names():
        rules = Rules.named(name)
        for players in rules.players:
            found.append((name, players, None))
            if any((number, pairs) == (str(players), "optional") for number, pairs in rules.pairs.items()):
                found.append((name, players, ["AC", "BD"]))
    return found


def dealt(table: Table, deal: dict[str, list[str]]) -> State:
    """The first round of a match, from a full deal."""
    read = read_deal(table, deal, "")
    lead = first_lead(table, read.hands, read.unseen, read.boneyard, read.boneyard_size)
    return State.dealt(table, lead, read, [0] * len(table.sides))


def shuffled(table: Table, random: Random) -> State:
    """The first round of a match, from a random deal."""
    tiles = list(table.tiles.names)
    random.shuffle(tiles)
    size = table.hand_size
    deal = {letter: tiles[seat * size : (seat + 1) * size] for seat, letter in enumerate(table.letters)}
    return dealt(table, deal | {"boneyard": tiles[table.players * size :]})


def after(state: State, act: Act) -> State:
    """The position after an act; of several places that it names, the first."""
    replay = Replay(state.copy(), [act], Setting())
    replay.advance(0, 0)
    return replay.state


def walk(seats: Seats, random: Random) -> Iterator[tuple[State, list[tuple[Act, Place | None]]]]:
    """The positions of a random legal round, with the legal acts and their places; the last has none."""
    state = shuffled(seated(Rules.named(seats[0]), seats[1], seats[2]), random)
    while True:
        choices = legal_choices(state)
        yield state, choices
        if not choices:
            return
        state = after(state, random.choice(choices)[0])
