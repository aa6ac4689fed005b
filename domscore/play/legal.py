"""Legal acts, listed: the other definition of legality, tied to ``checks`` by a property in the tests."""

from __future__ import annotations

from domscore.domino.layout import Place
from domscore.play.replay import Replay
from domscore.play.state import State
from domscore.play.step import Setting
from domscore.record.acts import Act, Kind, Named


def legal_acts(state: State) -> list[Act]:
    """Every legal act in a position where all hands are known, each in its one spelling.

    A tile that fits several places is listed once for each name of a place. Nobody to act: an empty list.
    """
    return list(dict.fromkeys(act for act, _ in legal_choices(state)))


def legal_choices(state: State) -> list[tuple[Act, Place | None]]:
    """Every legal act with its place: once per open place, so two ends that show the same number count twice."""
    if state.over is not None:
        return []
    if state.leading:
        return [(act, None) for act in _leads(state)]
    seat = state.turn
    assert seat is not None
    if state.dead:
        return [(Act(seat, Kind.PASS), None)]
    plays = _plays(state, seat)
    drawing = _draws(state, seat) if not plays or state.table.draws_at_will else []
    return plays + drawing or [(Act(seat, Kind.PASS), None)]


def _leads(state: State) -> list[Act]:
    tiles = state.table.tiles
    if state.turn is not None:
        seats = [state.turn]
    else:
        seats = sorted(range(state.table.players) if state.lead.seats is None else state.lead.seats)
    acts = []
    for seat in seats:
        forced = state.lead.tiles.get(seat) if state.lead_open else None
        for number in tiles.listed(state.hands[seat]):
            if not forced or number in forced:
                acts.append(Act(seat, Kind.PLAY, *tiles.halves[number]))
    return acts


def _plays(state: State, seat: int) -> list[tuple[Act, Place | None]]:
    tiles = state.table.tiles
    plays: list[tuple[Act, Place | None]] = []
    for place in state.open_places():
        named, on = _name(state, place)
        fitting = state.hands[seat] & tiles.containing[place.number]
        plays += [(Act(seat, Kind.PLAY, *tiles.halves[number], named, on), place) for number in tiles.listed(fitting)]
    return plays


def _name(state: State, place: Place) -> tuple[Named, int]:
    if place.letter is not None:
        return Named[place.letter], 0
    host = state.layout.tiles[place.host]
    return Named.TILE, 100 * max(host.first, host.second) + min(host.first, host.second)


def _draws(state: State, seat: int) -> list[tuple[Act, Place | None]]:
    if not state.drawable_by(seat):
        return []
    tiles = state.table.tiles
    return [(Act(seat, Kind.DRAW, *tiles.halves[number]), None) for number in tiles.listed(state.boneyard)]


def perft(state: State, depth: int) -> int:
    """How many legal sequences of so many acts there are from a position.

    A play counts once for each open place it fits, a draw once for each tile it may bring, a pass once. Sequences that end
    earlier do not count.
    """
    if depth == 0:
        return 1
    choices = legal_choices(state)
    if depth == 1:
        return len(choices)
    total = 0
    for act, place in choices:
        total += perft(_after(state, act, place), depth - 1)
    return total


def _after(state: State, act: Act, place: Place | None) -> State:
    replay = Replay(state.copy(), [act], Setting())
    choice = 0
    if place is not None:
        same = [n for n, other in enumerate(state.layout.places) if other is place]
        meant = [n for n, other in enumerate(state.layout.places) if _name(state, other) == _name(state, place)]
        fits = [n for n in meant if state.layout.places[n].number == place.number]
        choice = fits.index(same[0])
    replay.advance(0, choice)
    return replay.state
