"""The match: running totals, the target, resignation, and who has won."""

from __future__ import annotations

from dataclasses import dataclass, field

from domscore.play.state import How
from domscore.play.table import Table
from domscore.record.models import MatchResult
from domscore.score.ledger import Limits, RoundScore, limits_after


@dataclass(slots=True)
class MatchScore:
    """The match so far.

    Attributes:
        totals: by side; None when not known.
        limits: least and most that each side may have, where a total is not known, else empty: one of unknown total stood
            below the target where the record begins. ``final_limits``: the same of ``final``.
        how: ``target``, ``resigned``, ``inactive``, ``abandoned``, ``unfinished``; None when it cannot be determined.
        winner: a side number, or None. ``winner_known``: it is determined.
        over_in: the round's number in which the match was won or resigned.
        by: the seat that resigned.
        unsure: whether the target was reached cannot be determined any more.
        may_win: the sides that may have reached the target while ``unsure``; None for any.
        missing: what could not be decided.
    """

    table: Table
    totals: list[int | None]
    how: str | None = "unfinished"
    winner: int | None = None
    winner_known: bool = True
    over_in: int | None = None
    by: int | None = None
    unsure: bool = False
    missing: list[str] = field(default_factory=list)
    final: list[int | None] = field(default_factory=list)
    limits: Limits = field(default_factory=list)
    final_limits: Limits = field(default_factory=list)
    may_win: set[int] | None = field(default_factory=set)

    def begin(self, number: int) -> None:
        """Enter where the record begins: totals that have won already mean that every round of it came after the match.

        Args:
            number: the number of the first round.
        """
        target, totals = self.table.target, self.totals
        if None in totals:
            below = None if target is None else target - 1
            self.limits = [(None, below) if total is None else (total, total) for total in totals]
        if target is None or None in totals:
            return
        best = max(total for total in totals if total is not None)
        if best >= target and totals.count(best) == 1:
            self.final = list(totals)
            self._won(number - 1, totals.index(best))

    def add(self, score: RoundScore, resigned_by: int | None, acted: bool = True) -> None:
        """Enter a round. Later rounds leave the result as it is.

        Args:
            score: the round.
            resigned_by: a seat that resigned in it.
            acted: its acts are written, so that it is known who reached the target first.
        """
        self.limits = limits_after(self.totals, self.limits, score) if None in score.totals else []
        self.totals = score.totals
        if self.over_in is not None:
            return
        self.final, self.final_limits = score.totals, self.limits
        if (same := self._in_every_reading(score, resigned_by)) is not None:
            self._won(score.number, same)
        elif score.target_by is not None:
            sure = not (self.unsure or score.target_doubt)
            self._won(score.number, score.target_by if sure else None, known=sure)
            if not sure:
                self.missing.append("who reached the target first: not all totals before are known")
        elif resigned_by is not None:
            if score.how is not How.RESIGNED:
                self._reached(score, acted)
            if self.over_in is None:
                self._resigned(score.number, resigned_by)
        elif score.how is How.RESIGNED:
            self.how, self.winner_known, self.over_in = "resigned", False, score.number
        elif self.table.target is None:
            self._single_hand(score)
        else:
            self._reached(score, acted)

    def add_ordinary(self, number: int, totals: list[int | None], winner: int | None, target_by: int | None) -> None:
        """Enter a round played out or to the target, all totals known, into a match that goes on: ``add`` for most rounds.

        Args:
            number, totals, winner, target_by: as in ``RoundScore``.
        """
        self.totals = self.final = totals
        best, target = max(totals), self.table.target  # type: ignore[type-var]
        if target_by is not None:
            self._won(number, target_by)
        elif target is None:
            self._won(number, winner)
        elif best >= target and totals.count(best) == 1:  # type: ignore[operator]
            self._won(number, totals.index(best))

    def _won(self, number: int, winner: int | None, *, known: bool = True) -> None:
        self.how, self.winner, self.winner_known, self.over_in = "target", winner, known, number

    def _single_hand(self, score: RoundScore) -> None:
        """A match of one round ends with the first that was played out (P3.18): any that somebody is said to have won."""
        said_to_be_won = score.how is None and score.counts and (any(score.points) or score.winner is not None)
        if score.played_out or said_to_be_won:
            self._won(score.number, score.winner, known=score.winner_known)
        elif score.how is None and score.counts:
            self.unsure, self.may_win = True, None

    def _reached(self, score: RoundScore, acted: bool) -> None:
        """At or over the target wins (P1.29, P2.15, P3.18, P4.B6, P4.M8); of several the highest; equal ones play on."""
        target = self.table.target
        if target is None:
            return
        able = [side for side, (_, most) in enumerate(self.limits) if most is None or most >= target]
        if any(self.totals[side] is None for side in able):
            ahead = self._ahead(target) if acted and not (self.unsure or score.target_doubt) else None
            if ahead is not None:
                self._won(score.number, ahead)
                return
            self.unsure = True
        if self.unsure and self.may_win is not None:
            known = [side for side, total in enumerate(self.totals) if total is not None and total >= target]
            self.may_win.update(able, known)
        best = max((total for total in self.totals if total is not None), default=0)
        if self.unsure or best < target:
            return
        over = [side for side, total in enumerate(self.totals) if total is not None and total >= target]
        first = over if self.table.at_once and not acted and len(over) > 1 else []
        alone = self.totals.count(best) == 1
        if first and (reached := self._reached_in_play(score, over, target)) is not None:
            first = reached
        elif first and not alone:  # equal totals play on, unless one of them was reached in play
            self.unsure = True
            self.missing.append("whether the target was reached in play: no acts are written")
            if self.may_win is not None:
                self.may_win.update(over)
            return
        if first:
            self._won(score.number, first[0] if len(first) == 1 else None, known=len(first) == 1)
            if len(first) > 1:
                self.missing.append("who reached the target first: no acts are written")
        elif alone:
            self._won(score.number, self.totals.index(best))

    def _in_every_reading(self, score: RoundScore, resigned_by: int | None) -> int | None:
        """The side that has reached the target and won in each reading of the round, whichever of them is right."""
        winners = {self._won_if_so(reading, resigned_by is not None) for reading in score.readings}
        return winners.pop() if len(winners) == 1 else None

    def _won_if_so(self, reading: RoundScore, resigned: bool) -> int | None:
        target, totals = self.table.target, [total for total in reading.totals if total is not None]
        if target is None or self.unsure or reading.target_doubt or len(totals) < len(reading.totals):
            return None
        if reading.target_by is not None or (resigned and reading.how is How.RESIGNED):
            return reading.target_by
        best = max(totals)
        return totals.index(best) if best >= target and totals.count(best) == 1 else None

    def _reached_in_play(self, score: RoundScore, over: list[int], target: int) -> list[int] | None:
        """Those sides over the target that reached it in play, whatever the end of the round added; None: not known."""
        reached, gains = [], score.gained()
        for side in over:
            total, gained, made = self.totals[side], gains[side], score.in_play[side]
            if total is None or gained is None or made is None:
                return None
            if total - gained + made >= target:
                reached.append(side)
        return reached

    def _ahead(self, target: int) -> int | None:
        """The side that has reached the target, and is ahead of all others, whatever the hidden hands were."""
        for side, (least, _) in enumerate(self.limits):
            others = [most for other, (_, most) in enumerate(self.limits) if other != side]
            if least is not None and least >= target and all(most is not None and most < least for most in others):
                return side
        return None

    def _resigned(self, number: int, seat: int) -> None:
        """Who resigns loses; with more than two sides the best of the others wins, equal bests: nobody (P1.31)."""
        self.how, self.by, self.over_in = "resigned", seat, number
        self.winner, self.winner_known = best_of_others(self.table, self.final, seat)

    def close(self, claimed: MatchResult | None) -> None:
        """After the last round: an end that only the record's ``result`` tells is taken as what happened."""
        if not self.final:
            self.final = list(self.totals)
        if self.over_in is not None:
            if self.how == "resigned" and self.by is None:
                self._told(claimed or MatchResult(), "resigned")
            return
        if self.unsure:
            self.how, self.winner_known = None, False
            self.missing.append("whether the target was reached: the running totals are not known")
        how = None if claimed is None else claimed.how
        if how in ("resigned", "inactive", "abandoned"):
            assert claimed is not None
            self._told(claimed, how)

    def _told(self, claimed: MatchResult, how: str) -> None:
        self.how = how
        self.winner, self.winner_known = None, True
        self.by = None if claimed.by is None else self.table.letters.index(claimed.by)
        if how == "abandoned":
            return
        if how == "resigned" and self.by is not None:
            self.winner, self.winner_known = best_of_others(self.table, self.final, self.by)
            if not self.winner_known:
                self.missing.append("who wins after the resignation: the totals are not known")
            return
        if claimed.winner is not None and claimed.how == how:
            self.winner = self.table.side_number[claimed.winner]
        if how == "inactive":
            self.missing.append("who wins after inactivity: the rules do not say")
        else:
            self.missing.append("who resigned")


def best_of_others(table: Table, totals: list[int | None], seat: int) -> tuple[int | None, bool]:
    """The side that wins the match when this seat gives up, and whether that is determined (P1.31)."""
    others = [side for side in range(len(table.sides)) if side != table.side_of[seat]]
    if len(others) == 1:
        return others[0], True
    left = [totals[side] for side in others]
    if any(total is None for total in left):
        return None, False
    best = max(total for total in left if total is not None)
    winners = [side for side, total in zip(others, left, strict=True) if total == best]
    return (winners[0], True) if len(winners) == 1 else (None, True)
