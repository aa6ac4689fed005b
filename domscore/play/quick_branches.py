"""The short way through a layout in which every double branches, sides first, and counts until they are covered (P4.F3)."""

from __future__ import annotations

from domscore.play.quick_ended import Ended, Gain, ended
from domscore.play.table import Table
from domscore.record.acts import ActProblem, Kind, Named, decoded
from domscore.record.models import LONGEST_ACT

Double = list[int]
"""A double on the table: how many sides are covered, how many ends open, its tile as a place."""

Open = tuple[int, Double | None]
"""What is at an open place: the number, and its double, None at a single tile."""

Short = tuple[int, int, int, Open, Open, int, int, int | None]
"""An act in short: seat, the seat after it, the tile's bit (0 for a pass, negative for a draw), both halves as they would be
open (one object where they are equal), the tile as a place, the place, the points called.

The place is 1 to 4 for L R U D and ``_TILE`` and the tile for ``on`` a tile; 0 for anything else.
"""

_TILE = 1000
_NO_HALF: Open = (0, None)
_ODD: Short = (-1, -1, 0, _NO_HALF, _NO_HALF, 0, 0, None)
_LIMIT = 100_000


class Branches(dict[str, Short]):
    """The branching layout of one table, and its acts in short, worked out once each; seat -1 for those of another kind."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    def __missing__(self, text: str) -> Short:
        """Work out an act that was not met before; what is too long for one is not remembered."""
        if len(text) > LONGEST_ACT:
            return _ODD
        if len(self) >= _LIMIT:
            self.clear()
        short = self[text] = self._short(text)
        return short

    def _short(self, text: str) -> Short:
        table = self.table
        try:
            act = decoded(text)
        except ActProblem:
            return _ODD
        if act.seat >= table.players:
            return _ODD
        after = table.following[act.seat]
        if act.kind is Kind.PASS:
            return act.seat, after, 0, _NO_HALF, _NO_HALF, 0, 0, None
        bit = table.tiles.rows[act.first][act.second] if act.first >= 0 else 0
        if not bit or act.number != 1 or act.kind not in (Kind.PLAY, Kind.DRAW):
            return _ODD
        if act.kind is Kind.DRAW:
            return act.seat, after, -bit, _NO_HALF, _NO_HALF, 0, 0, None
        place: int = act.place if act.place <= Named.D else 0
        if act.place is Named.TILE:
            place = _as_place(*divmod(act.on, 100))
        first: Open = (act.first, None)
        second = first if act.second == act.first else (act.second, None)
        return act.seat, after, bit, first, second, _as_place(act.first, act.second), place, act.points

    def lead(self, act: str) -> tuple[int, int] | None:
        """Seat and tile's bit of a first act."""
        seat, _, bit, *_ = self[act]
        return None if seat < 0 or bit <= 0 else (seat, bit)

    def through(self, hands: list[int], acts: list[str], totals: list[int]) -> Ended | None:  # noqa: C901, PLR0911, PLR0912, PLR0915
        """The end of a round whose lead is in order. One long loop, whose steps depend on the whole layout.

        ``places`` maps an open place to what is there. A place is a letter, by number, or the tile that ends an arm without
        a letter.
        """
        table = self.table
        by_count, may_draw, most = table.points_by_count, table.may_draw, table.most_draws
        containing = table.tiles.containing
        rest = table.tiles.everything ^ sum(hands)
        places: dict[int, Open] = {}
        take = places.pop
        spinner: Double | None = None
        gains: list[Gain] = []
        target_by, target, have = None, table.target_at_once, [*totals]
        turn = leader = last_player = self[acts[0]][0]
        count = number = draws = fitting = 0
        for seat, after, bit, first, second, tile, place, called in map(self.__getitem__, acts):
            if seat != turn:
                return None
            number += 1
            if bit > 0:
                hand = hands[seat]
                if not hand & bit:
                    return None
                hands[seat] = hand = hand ^ bit
                last_player, turn = seat, after
                if fitting:
                    draws = fitting = 0
                if number == 1:
                    count = first[0] + second[0]
                    if first is second:
                        spinner = [0, 0, tile]
                        first = second = first[0], spinner
                    places[1], places[2] = first, second
                else:
                    found = take(place, None)
                    if found is None:
                        return None
                    shown, host = found
                    if first[0] == shown:
                        outer = second
                    elif second[0] == shown:
                        outer = first
                    else:
                        return None
                    if host is None:
                        count -= shown
                    elif host[0] < 2:
                        host[0] += 1
                        if host[0] == 2:
                            count -= 2 * shown
                            if host is spinner:
                                places[3] = places[4] = found
                            else:
                                host[1] = 2
                                places[host[2]] = found
                    elif host is not spinner:
                        host[1] -= 1
                        if host[1]:
                            places[place] = found
                    count += outer[0]
                    if first is second:
                        count += outer[0]
                        double = [1, 0, tile]
                        spinner = spinner or double
                        outer = outer[0], double
                    places[place if place < _TILE else tile] = outer
                points = by_count[count]
                if called is not None and called != points:
                    return None
                if points:
                    side = table.side_of[seat]
                    gains.append((number, side, points, count))
                    have[side] += points
                    if have[side] >= target:
                        target_by = side
                        break
                if not hand:
                    break
                continue
            if not fitting:
                for shown, _ in places.values():
                    fitting |= containing[shown]
            if hands[seat] & fitting or number == 1:
                return None
            if not bit:
                if may_draw > 0:
                    if draws < most:
                        return None
                elif not sum(hands) & fitting:
                    number -= 1
                    break
                turn, draws = after, 0
            elif may_draw <= 0 or draws >= most or not rest & -bit:
                return None
            else:
                rest += bit
                hands[seat] -= bit
                may_draw -= 1
                draws += 1
        closing = [self[act] for act in acts[number:]]
        passes = len(closing) if all(short[0] >= 0 and not short[2] for short in closing) else None
        if may_draw <= 0 and not fitting:
            for shown, _ in places.values():
                fitting |= containing[shown]
        dead = may_draw <= 0 and not sum(hands) & fitting
        return ended(table, hands, passes, dead, leader, gains, last_player, target_by)


def _as_place(first: int, second: int) -> int:
    return _TILE + (100 * first + second if first >= second else 100 * second + first)
