"""A round played at random. Only legal acts are chosen, so they are applied without being judged.

What an act does is what ``replay`` makes of it; a property in the tests ties the two together.
"""

from __future__ import annotations

from collections.abc import Callable

from domscore.domino.layout import Place
from domscore.play.legal import legal_acts
from domscore.play.state import PLACE_ORDER, How, State


class RandomPlay:
    """The round.

    Args:
        state: before the lead, with all hands known; it is played on.
        chance: a number from 0 to 1, 1 left out; it is asked once for each act, and twice for a lead.

    Attributes:
        written: the acts as strings, with their points. ``unseen``: the same without the faces of tiles drawn.
    """

    def __init__(self, state: State, chance: Callable[[], float]) -> None:
        self.state, self.chance = state, chance
        self.table, self.tiles, self.layout = state.table, state.table.tiles, state.layout
        self.written: list[str] = []
        self.unseen: list[str] = []

    def run(self) -> RandomPlay:
        """Play to the end of the round."""
        if self.state.over is None:
            self._lead()
        while self.state.over is None:
            self._act()
        return self

    def _lead(self) -> None:
        acts = legal_acts(self.state)
        act = acts[int(self.chance() * len(acts))]
        first, second = (act.second, act.first) if self.chance() < 0.5 else (act.first, act.second)
        self.state.leader = act.seat
        self.layout.lead(first, second)
        self._laid(act.seat, self.tiles.number[act.tile], f"{first}-{second}")

    def _act(self) -> None:
        """One act of the seat whose turn it is."""
        state = self.state
        seat = state.turn
        assert seat is not None
        plays = [] if state.dead else self._plays(seat)
        draws = [] if state.dead or (plays and not self.table.draws_at_will) else self._draws(seat)
        chosen = int(self.chance() * (len(plays) + len(draws) or 1))
        if chosen < len(plays):
            self._play(seat, *plays[chosen])
        elif draws:
            self._draw(seat, draws[chosen - len(plays)])
        else:
            self._pass(seat)

    def _plays(self, seat: int) -> list[tuple[int, Place]]:
        """The tiles that fit with their places, once for each name of a place.

        Where a double may be played at its ends before its sides are covered, its name does not tell them apart: such places
        are chosen only where nothing else fits.
        """
        hand, containing = self.state.hands[seat], self.tiles.containing
        fitting = [place for place in self.layout.places if hand & containing[place.number]]
        if len(fitting) > 1:
            fitting.sort(key=lambda place: PLACE_ORDER[place.letter])
        plays: list[tuple[int, Place]] = []
        unnamed: list[tuple[int, Place]] = []
        last = None
        for place in fitting:
            named = plays
            if place.letter is None:
                if place.host == last:
                    continue  # the other end of the same double
                last = place.host
                if any(other.host == last and other.end is not place.end for other in fitting):
                    named = unnamed
            named += [(number, place) for number in self.tiles.listed(hand & containing[place.number])]
        return plays or unnamed

    def _draws(self, seat: int) -> list[int]:
        state = self.state
        return list(self.tiles.listed(state.boneyard)) if state.drawable_by(seat) else []

    def _play(self, seat: int, number: int, place: Place) -> None:
        high, low = self.tiles.halves[number]
        name = place.letter
        if name is None:
            host = self.layout.tiles[place.host]
            name = f"on {max(host.first, host.second)}-{min(host.first, host.second)}"
            place = next(one for one in self.layout.places if one.host == place.host and one.number in (high, low))
        touching, outer = (high, low) if high == place.number else (low, high)
        self.layout.lay(place, touching, outer)
        self._laid(seat, number, f"{self.tiles.names[number]} {name}")

    def _laid(self, seat: int, number: int, text: str) -> None:
        state = self.state
        bit = 1 << number
        state.hands[seat] ^= bit
        state.on_table |= bit
        state.lead_open = state.dead = False
        state.draws = state.passes = 0
        state.turn = self.table.following[seat]
        state.last_player = seat
        points = self._points(self.table.side_of[seat]) if self.table.divisors else 0
        text = f"{self.table.letters[seat]} {text}"
        self._write(f"{text} +{points}" if points else text)
        if not state.hands[seat]:
            state.over = How.OUT
        if state.over is not How.OUT:
            self._look_for_block()

    def _points(self, side: int) -> int:
        """In-play points (P4.M3, P4.F4), and the target in mid-round."""
        state, table = self.state, self.table
        points = table.points_of_count(self.layout.count())
        if points:
            state.in_play[side] += points
            before = state.before[side]
            assert before is not None
            if table.at_once and state.target_by is None and table.reaches(before, state.in_play[side], side):
                state.target_by = side
                state.over = How.TARGET
        return points

    def _draw(self, seat: int, number: int) -> None:
        state = self.state
        bit = 1 << number
        state.drew, state.draws = seat, state.drawn_by(seat) + 1
        state.passes = 0
        state.boneyard_size -= 1
        state.boneyard ^= bit
        state.hands[seat] |= bit
        letter = self.table.letters[seat]
        self._write(f"{letter} draw {self.tiles.names[number]}", f"{letter} draw")
        self._look_for_block()

    def _pass(self, seat: int) -> None:
        self.state.pass_on(seat)
        self._write(f"{self.table.letters[seat]} pass")
        self._look_for_block(passed=True)

    def _look_for_block(self, *, passed: bool = False) -> None:
        if self.state.look_for_block(passed):
            self.state.over = How.BLOCKED

    def _write(self, text: str, unseen: str | None = None) -> None:
        self.written.append(text)
        self.unseen.append(unseen or text)
