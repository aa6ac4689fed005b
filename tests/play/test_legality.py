"""Two definitions of legality: the acts that are listed, and the acts that no check objects to."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from domscore.domino.layout import Place
from domscore.play.checks import reasons
from domscore.play.legal import legal_acts
from domscore.play.state import State
from domscore.record.acts import Act, Kind, Named
from tests.play.positions import Seats, every_table, walk

Listed = list[tuple[Act, Place | None]]
ROUNDS = 2
SAMPLE = 20
LETTERS = {Named.L: "L", Named.R: "R", Named.U: "U", Named.D: "D"}


@cache
def candidates(seat: int, tiles: tuple[tuple[int, int], ...]) -> tuple[Act, ...]:
    """Every play of every tile at every name in both spellings, every draw and the pass, of a seat."""
    names = [(Named.NOT, 0), *((letter, 0) for letter in LETTERS), *((Named.NUMBER, number) for number in range(7))]
    names += [(Named.TILE, 100 * max(halves) + min(halves)) for halves in tiles]
    found = [Act(seat, Kind.PASS)]
    for first, second in tiles:
        found.append(Act(seat, Kind.DRAW, first, second))
        for halves in sorted({(first, second), (second, first)}):
            found += [Act(seat, Kind.PLAY, *halves, named, on) for named, on in names]
    return tuple(found)


def tried(state: State, listed: Listed, random: Random) -> list[Act]:
    """The legal acts, all passes, and some acts of every seat, most of them of those who may move."""
    tiles = tuple(state.table.tiles.halves)
    found = list(legal_acts(state))
    movers = {act.seat for act, _ in listed}
    for seat in range(state.table.players):
        acts = candidates(seat, tiles)
        found += [acts[0], *random.sample(acts, 4 * SAMPLE if seat in movers else SAMPLE)]
    return found


def names_place(state: State, act: Act, place: Place | None) -> bool:
    """Whether a play may mean a place; at the opening tile any name is ignored."""
    if place is None or act.place is Named.NOT:
        return True
    if act.place is Named.NUMBER:
        return act.on == place.number
    if act.place is Named.TILE:
        host = state.layout.tiles[place.host]
        return act.on == 100 * max(host.first, host.second) + min(host.first, host.second)
    return place.letter == LETTERS[act.place]


def is_listed(state: State, act: Act, listed: Listed) -> bool:
    """Whether an act is another spelling of one of the listed acts."""
    same = [(each, place) for each, place in listed if (each.seat, each.kind, each.tile) == (act.seat, act.kind, act.tile)]
    return any(act.kind is not Kind.PLAY or names_place(state, act, place) for _, place in same)


def disputed(seats: Seats, seed: int) -> list[tuple[Act, bool]]:
    """The acts about which the two definitions differ, in the positions of a random round."""
    random = Random(f"{seats} {seed}")
    found = []
    for state, listed in walk(seats, random):
        for act in tried(state, listed, random):
            legal = is_listed(state, act, listed)
            if legal is bool(reasons(state, act)) and not in_order_when_over(state, act):
                found.append((act, legal))
    return found


def in_order_when_over(state: State, act: Act) -> bool:
    """Whether an act is a pass that nobody objects to although it is not needed: the position is dead, or blocked."""
    return act.kind is Kind.PASS and (state.dead or state.over is not None)


@pytest.mark.parametrize("seats", every_table(), ids=str)
def test_listed_if_and_only_if_nothing_is_wrong(seats: Seats) -> None:
    """An act is among the legal acts if and only if no check finds a reason against it."""
    assert [found for seed in range(ROUNDS) for found in disputed(seats, seed)] == []


def test_the_sample_holds_legal_and_illegal_acts_of_every_kind() -> None:
    """The acts that are tried are legal and illegal ones, plays, draws and passes."""
    seats: Seats = ("selminha/1", 3, None)
    found = set()
    for seed in range(ROUNDS):
        random = Random(f"{seats} {seed}")
        for state, listed in walk(seats, random):
            found |= {(act.kind, is_listed(state, act, listed)) for act in tried(state, listed, random)}
    assert found == {(kind, legal) for kind in (Kind.PLAY, Kind.DRAW, Kind.PASS) for legal in (True, False)}
