"""The short way along a line with two ends (P1.14, P2.6, P3.9, P4.B3).

The open ends are a state, an act string leads from one to the next, and each such step is worked out once: afterwards an act
costs one look-up.
"""

from __future__ import annotations

from domscore.play.quick_ended import Ended, Gain, ended
from domscore.play.table import Table
from domscore.record.acts import Act, ActProblem, Kind, Named, decoded
from domscore.record.models import LONGEST_ACT

_LIMIT = 50_000
"""Steps that are remembered for a table."""


class Line:
    """The line of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.known = 0
        self.states: dict[tuple[int, int, int, int, bool], Ends] = {}
        self.start = Ends(self, -1, -1, 0, 0, False)

    def ends(self, left: int, right: int, left_count: int, right_count: int, lone: bool) -> Ends:
        """The state with these ends; where nothing scores, counts make no difference."""
        key = (left, right, left_count, right_count, lone) if self.table.scores else (left, right, 0, 0, False)
        found = self.states.get(key)
        if found is None:
            found = self.states[key] = Ends(self, *key)
        return found

    def count_step(self) -> None:
        """One more step is remembered; too many are forgotten."""
        self.known += 1
        if self.known > _LIMIT:
            self.known = 0
            for state in (self.start, *self.states.values()):
                state.clear()

    def lead(self, act: str) -> tuple[int, int] | None:
        """Seat and tile's bit of a first act."""
        seat, _, bit, _, _ = self.start[act]
        return None if seat < 0 else (seat, bit)

    def through(self, hands: list[int], acts: list[str], totals: list[int]) -> Ended | None:  # noqa: C901
        """The end of a round whose lead is in order. One loop: no call and no object for an ordinary act."""
        table, ends = self.table, self.start
        may_draw, most = table.may_draw, table.most_draws
        held = sum(hands)
        rest = table.tiles.everything ^ held
        gains: list[Gain] = []
        target_by, target, have = None, table.target_at_once, [*totals]
        turn = leader = last_player = ends[acts[0]][0]
        number = draws = 0
        for act in acts:
            seat, after, bit, ends, points = ends[act]
            if seat != turn:
                return None
            number += 1
            if bit > 0:
                hand = hands[seat]
                if not hand & bit:
                    return None
                hands[seat] = hand = hand ^ bit
                held ^= bit
                last_player, turn, draws = seat, after, 0
                if points:
                    side = table.side_of[seat]
                    gains.append((number, side, points, ends.count))
                    have[side] += points
                    if have[side] >= target:
                        target_by = side
                        break
                if not hand:
                    break
            elif hands[seat] & ends.fitting:
                return None
            elif not bit:
                if may_draw > 0:
                    if draws < most:
                        return None
                elif not held & ends.fitting:
                    number -= 1
                    break
                turn, draws = after, 0
            elif may_draw <= 0 or draws >= most or not rest & -bit:
                return None
            else:
                rest += bit
                held -= bit
                hands[seat] -= bit
                may_draw -= 1
                draws += 1
        passes = self._passes(ends, acts[number:]) if number < len(acts) else 0
        dead = may_draw <= 0 and not held & ends.fitting
        return ended(table, hands, passes, dead, leader, gains, last_player, target_by)

    @staticmethod
    def _passes(ends: Ends, closing: list[str]) -> int | None:
        steps = [ends[act] for act in closing]
        return len(steps) if all(seat >= 0 and not bit for seat, _, bit, _, _ in steps) else None


Step = tuple[int, int, int, "Ends", int]
"""Seat, the seat after it, the tile's bit (0 for a pass, negative for a draw), the ends afterwards, points made."""


class Ends(dict[str, Step]):
    """The open ends of a line, and the steps from here by act string; seat -1 for an act that needs a closer look.

    Attributes:
        left, right: the open numbers; -1 before the lead.
        left_count, right_count: what each end counts; a lone double is counted once, at the left.
        fitting: mask of the tiles that fit.
    """

    __slots__ = ("count", "fitting", "left", "left_count", "line", "lone", "right", "right_count")

    def __init__(self, line: Line, left: int, right: int, left_count: int, right_count: int, lone: bool) -> None:
        super().__init__()
        containing = line.table.tiles.containing
        self.line, self.left, self.right = line, left, right
        self.left_count, self.right_count, self.lone = left_count, right_count, lone
        self.count = left_count + right_count
        self.fitting = containing[left] | containing[right] if left >= 0 else 0

    def __missing__(self, text: str) -> Step:
        """Work out a step that was not met before; what is too long for an act is not remembered."""
        if len(text) > LONGEST_ACT:
            return -1, -1, 0, self, 0
        self.line.count_step()
        step = self[text] = self._step(text) or (-1, -1, 0, self, 0)
        return step

    def _step(self, text: str) -> Step | None:
        table = self.line.table
        try:
            act = decoded(text)
        except ActProblem:
            return None
        if act.seat >= table.players:
            return None
        after = table.following[act.seat]
        if act.kind is Kind.PASS:
            return None if self.left < 0 else (act.seat, after, 0, self, 0)
        bit = table.tiles.rows[act.first][act.second] if act.first >= 0 else 0
        if not bit or act.number != 1:
            return None
        if act.kind is Kind.DRAW:
            return None if self.left < 0 else (act.seat, after, -bit, self, 0)
        ends = self._after(act) if act.kind is Kind.PLAY else None
        if ends is None:
            return None
        points = table.points_by_count[ends.count]
        return None if act.points not in (None, points) else (act.seat, after, bit, ends, points)

    def _after(self, act: Act) -> Ends | None:
        """The ends after a play; None where it does not fit, or its place is open or unusual."""
        first, second = act.first, act.second
        twice = 2 if first == second else 1
        if self.left < 0:
            lone = first == second
            return self.line.ends(first, second, twice * first, 0 if lone else second, lone)
        at_left = self._at_left(act)
        if at_left is None:
            return None
        joined = self.left if at_left else self.right
        if joined not in (first, second):
            return None
        outer = first + second - joined
        if at_left:
            other = self.left_count if self.lone else self.right_count
            return self.line.ends(outer, self.right, twice * outer, other, False)
        return self.line.ends(self.left, outer, self.left_count, twice * outer, False)

    def _at_left(self, act: Act) -> bool | None:
        if act.place in (Named.L, Named.R):
            return act.place is Named.L
        if self.left == self.right:
            return None
        if act.place is Named.NOT:
            fits = [side for side in (True, False) if (self.left if side else self.right) in (act.first, act.second)]
            return fits[0] if len(fits) == 1 else None
        if act.place is Named.NUMBER and act.on in (self.left, self.right):
            return act.on == self.left
        return None
