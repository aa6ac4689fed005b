"""What somebody wrote down about a round, compared with what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .findings import Finding
from .outcome import Outcome, Points
from .rules import Rules
from .scoring import most_points, points_for
from .tiles import SET, Tile, pips, tile_of

#: the least and the most that each side may have; a side of which nobody knows is not there.
Limits = dict[str, tuple[int, int]]


@dataclass
class Belief:
    """The running totals as they were last written, and the finding if that was wrong."""

    totals: Points
    causes: dict[str, Finding | None] = field(default_factory=dict)


@dataclass
class Checker:
    """Compares the claims of one round with its outcome and collects the findings."""

    rules: Rules
    seats: str
    claims: dict[str, Any]
    outcome: Outcome
    findings: list[Finding]
    #: irregular acts or a missing end, from which wrong claims about the end follow.
    cause: Finding | None = None
    #: hands that differ because of a tile that its seat did not hold.
    odd: dict[str, Finding] = field(default_factory=dict)
    made: dict[str, Finding] = field(default_factory=dict)
    called: dict[str, int] = field(default_factory=dict)
    found: dict[str, Finding] = field(default_factory=dict)

    @property
    def result(self) -> dict[str, Any]:
        """The claimed result of the round."""
        return dict(self.claims.get("result", {}))

    def add(self, code: str, cause: Finding | None = None, seat: str | None = None) -> Finding:
        """Note a finding about the round."""
        finding = Finding(code, self.outcome.number, None, seat, cause)
        self.findings.append(finding)
        self.found.setdefault(code, finding)
        return finding

    # -- tiles and pips shown -----------------------------------------------------------

    def check_left(self) -> None:
        """Compare the tiles or pips shown with the hands at the end (DOM502)."""
        hands = self.outcome.left
        if hands is None:
            return
        for seat, value in self.claims.get("left", {}).items():
            if not agrees(value, hands[seat]):
                self.add("DOM502", self.cause or self.odd.get(seat), seat)

    def check_possible(self, allowed: dict[str, list[Tile]]) -> None:
        """Report tiles shown that their seat cannot hold, where the end is only claimed."""
        for seat, tiles in shown_tiles(self.claims).items():
            if seat in allowed and any(t in SET and t not in allowed[seat] for t in tiles):
                self.add("DOM502", self.cause, seat)

    # -- the end of the round -----------------------------------------------------------

    def check_end(self) -> None:
        """Compare how the round ended, who won it, and its points."""
        how, end = self.result.get("how"), self.outcome
        settled = how is None or end.how is None or end.contradicted
        nobody_out = end.how is None and bool(end.left) and all((end.left or {}).values())
        if (not settled and how != end.how) or (how == "out" and nobody_out):
            self.add("DOM503", self.cause)
        if end.how == "resigned" and self.result.get("winner") is not None:
            self.check_resigned(self.result["winner"])
        elif "winner" in self.result and not self._may_win(self.result["winner"]):
            self.add("DOM504", self._winner_cause())
        self.check_impossible()
        if not end.computed:
            self.check_echoed()
        if "points" in self.result and (self._points_differ() or self._points_settle_nothing()):
            self.add("DOM505", self._points_cause())

    def _may_win(self, claimed: str | None) -> bool:
        """Say whether a side, or nobody, may have won the round."""
        end = self.outcome
        if end.winner_known:
            return claimed == end.winner
        return not end.ways or claimed in [winner for winner, _ in end.ways]

    def _points_differ(self) -> bool:
        """Say whether other points are claimed for a side than those that are known."""
        due = self.outcome.points
        return any(due[side] not in (None, claimed) for side, claimed in self._claimed("points").items())

    def _points_settle_nothing(self) -> bool:
        """Say whether an open tie cannot be worth the points claimed, or not if the claimed winner won it."""
        ways = self.outcome.ways
        won = [points for winner, points in ways if "winner" in self.result and winner == self.result["winner"]]
        return bool(ways) and self._claimed("points") not in (won or [points for _, points in ways])

    def check_resigned(self, winner: str) -> None:
        """Judge the winner written for a round that somebody gave up.

        "Resigning … the round ends without end points …; with two sides the other side wins the match; with more, the best
        score among the rest": who wins the round is not said. So nobody is wrong about it but who names the side that
        resigned and loses (P1.31); and it can be told only of the side that wins the match by that.
        """
        end = self.outcome
        if end.resigned in (None, "?"):
            self.add("DOM903")
            return
        rest = [side for side in end.sides if str(end.resigned) not in side]
        if winner not in rest:
            self.add("DOM504", self._winner_cause())
            return
        totals = {side: end.scores[side] for side in rest}
        alone = len(rest) == 1
        known = None not in totals.values()
        best = [side for side in rest if known and totals[side] == max(total or 0 for total in totals.values())]
        if not alone and best != [winner]:
            self.add("DOM903")

    def _claimed(self, key: str) -> dict[str, int]:
        """Return points claimed by side; a side that is missing is claimed at 0."""
        value = self.result.get(key, {})
        return {side: value.get(side, 0) for side in self.outcome.sides}

    def believed_pips(self) -> dict[str, int] | None:
        """Return the pips by seat as shown, and as computed where nothing is shown."""
        if self.outcome.held is None and self.outcome.acted:
            return None
        held = dict(self.outcome.held or {})
        for seat, value in self.claims.get("left", {}).items():
            if isinstance(value, int) or "?" not in value or seat in held:
                held[seat] = value if isinstance(value, int) else pips(known_tiles(value))
        return held

    def _winner_cause(self) -> Finding | None:
        """Find why another winner is claimed: an act, another ending, or other hands shown."""
        return self.cause or self._first_of("DOM503", "DOM502")

    def _points_cause(self) -> Finding | None:
        """Find why other points are claimed: an act, or another wrong claim about this round."""
        return self.cause or self._first_of("DOM512", "DOM504", "DOM503", "DOM502")

    def _first_of(self, *codes: str) -> Finding | None:
        """Return the first of some findings that was made."""
        return next((self.found[code] for code in codes if code in self.found), None)

    def _guesses(self) -> list[dict[str, int]]:
        """List the points that would follow from the other claims."""
        end = self.outcome
        believed = self.believed_pips()
        if believed is None:
            return []
        guesses = [dict.fromkeys(end.sides, 0)]
        for held in (end.held or believed, believed):
            for how in {end.how, self.result.get("how", end.how)}:
                for winner in {end.winner, self.result.get("winner", end.winner)}:
                    if winner in end.sides and all(seat in held or seat in winner for seat in self.seats):
                        everybody = {seat: held.get(seat, 0) for seat in self.seats}
                        value = points_for(self.rules, end.sides, str(winner), str(how), everybody)
                        guesses.append({**guesses[0], str(winner): value})
        return guesses

    # -- other sums ---------------------------------------------------------------------

    def check_bonuses(self) -> None:
        """Report any bonus: the eight rule sets have none."""
        if any(self.result.get("bonuses", {}).values()):
            self.add("DOM511")

    def check_in_play(self) -> None:
        """Compare the total of points made by acts."""
        if "in_play" not in self.result:
            return
        claimed = self._claimed("in_play")
        wrong = [side for side, made in self.outcome.in_play.items() if made is not None and made != claimed[side]]
        if not wrong:
            return
        self.add("DOM501", next(iter(self.made.values()), None) or self.cause)

    def check_impossible(self) -> None:
        """Report points of the end that no round of these rules is worth (DOM512)."""
        if "points" not in self.result:
            return
        claimed = self._claimed("points").values()
        if max(claimed) > most_points(self.rules) or min(claimed) < 0:
            self.add("DOM512")

    def check_echoed(self) -> None:
        """Check points that are only echoed (FORMAT, level 0): one side at most scores, the winner."""
        if "points" not in self.result:
            return
        scoring = [side for side, points in self._claimed("points").items() if points != 0]
        winner = self.result.get("winner")
        if len(scoring) > 1 or ("winner" in self.result and any(s != winner for s in scoring)):
            self.add("DOM505")

    def check_differences(self, before: Points) -> None:
        """Check totals without points: their differences are the points (FORMAT, level 0)."""
        rises = {}
        made = self.outcome.in_play
        nothing_else = all(made[side] is not None for side in self.outcome.sides)
        for side, total in self.outcome.scores.items():
            then, bonus = before[side], self._claimed("bonuses")[side]
            if total is not None and then is not None and (self.outcome.echoed or {}).get(side) is not None:
                rises[side] = total - then - bonus - (made[side] or 0)
                rises[side] -= self.outcome.adjustments.get(side, 0)
        rising = [side for side, rise in rises.items() if rise > 0]
        fell = any(rise < 0 for rise in rises.values())
        if fell or (nothing_else and len(rising) > 1):
            self.add("DOM506")
        elif nothing_else and any(r > most_points(self.rules) for r in rises.values()):
            self.add("DOM512")

    # -- running totals -----------------------------------------------------------------

    def gains(self, side: str) -> list[tuple[int, Finding | None]]:
        """List what a side may be believed to have got in the round, with the wrong claim behind it.

        The first entry is what it got; the others put one or more claimed parts in its place.
        """
        end = self.outcome
        right = end.gain(side)
        if right is None:
            return []
        points, in_play = end.points[side] or 0, end.in_play[side] or 0
        parts = [self._otherwise("points", side, points, "DOM505")]
        parts.append([(guess[side] - points, self.found.get("DOM504")) for guess in self._guesses()])
        parts.append(self._otherwise("bonuses", side, 0, "DOM511"))
        parts.append(self._otherwise("in_play", side, in_play, "DOM501"))
        if side in self.made:
            parts[-1].append((self.called[side] - in_play, self.made[side]))
        found: list[tuple[int, Finding | None]] = [(right, None)]
        for part in parts:
            changes = [(change, cause) for change, cause in part if cause is not None]
            found += [(total + change, before or cause) for total, before in found for change, cause in changes]
        return found

    def _otherwise(self, key: str, side: str, computed: int, code: str) -> list[tuple[int, Finding | None]]:
        """Return by how much a claimed part of a side's gain differs, with the finding."""
        if key not in self.result:
            return []
        return [(self._claimed(key)[side] - computed, self.found.get(code))]

    def check_scores(self, before: Points, belief: Belief, limits: Limits) -> None:
        """Compare the claimed running totals (DOM506)."""
        claimed = self.claims.get("scores", {})
        if any(self.outcome.scores[side] is None for side in claimed):
            self.add("DOM903")
        for side, value in claimed.items():
            total = self.outcome.scores[side]
            if total is not None and total != value:
                cause = self.cause or self._total_cause(side, value, before[side], belief)
                belief.causes[side] = self.add("DOM506", cause)
            elif total is not None:
                belief.causes[side] = None
            else:
                self._check_unknown(side, value, before[side], belief, limits)
            belief.totals[side] = value

        for side in self.outcome.sides:
            if side not in claimed:
                self._carry(side, belief)

    def _check_unknown(self, side: str, value: int, before: int | None, belief: Belief, limits: Limits) -> None:
        """Compare a total that nobody can work out with what was written of the round (DOM506), or its limits (DOM604)."""
        apart, wrong = self.outcome.apart(side), belief.causes.get(side)
        if before is not None and apart is not None and not self.outcome.acted:
            ends = [points[side] for _, points in self.outcome.ways]
            if "points" in self.result:
                ends = [self._claimed("points")[side]]
            if ends and value not in [before + apart + points for points in ends]:
                fits = value - self._claimed("bonuses")[side] in [before + apart + points for points in ends]
                own = self._first_of("DOM511") if fits else None
                cause = wrong or self._first_of("DOM505", "DOM504", "DOM512") or own
                belief.causes[side] = self.add("DOM506", cause)
                return
        if side in limits and not limits[side][0] <= value <= limits[side][1]:
            belief.causes[side] = self.add("DOM604", self._out_of_limits(side, value, limits[side]) or wrong)

    def _out_of_limits(self, side: str, value: int, limits: tuple[int, int]) -> Finding | None:
        """Find the wrong claim about the round by which a total would be within its limits; any, if the gain is open."""
        gain = self.outcome.gain(side)
        if gain is None:
            return self._first_of("DOM505", "DOM504", "DOM511")
        fits = [cause for claimed, cause in self.gains(side) if limits[0] <= value + gain - claimed <= limits[1]]
        return next((cause for cause in fits if cause is not None), None)

    def believe_echoed(self, belief: Belief) -> None:
        """Take totals that are only echoed for what they are; those of other sides are carried on."""
        for side, value in (self.outcome.echoed or {}).items():
            if value is None:
                self._carry(side, belief)
            else:
                belief.totals[side], belief.causes[side] = value, None

    def _carry(self, side: str, belief: Belief) -> None:
        """Carry the total of a side that is not written on, by what is claimed for the round."""
        total, end = belief.totals[side], self.outcome
        gain = end.gain(side)
        if total is None or gain is None:
            belief.totals[side] = end.scores[side]
            belief.causes[side] = belief.causes.get(side) or self._odd_part(side)
            return
        parts = (("points", end.points[side], "DOM505"), ("bonuses", 0, "DOM511"), ("in_play", end.in_play[side], "DOM501"))
        for key, computed, code in parts:
            for change, cause in self._otherwise(key, side, computed or 0, code):
                gain += change
                belief.causes[side] = belief.causes.get(side) or (cause if change else None)
        belief.totals[side] = total + gain

    def _odd_part(self, side: str) -> Finding | None:
        """Find what is wrong about the points or the bonus of a side in an open tie."""
        points, worth = self._claimed("points")[side], [points[side] for _, points in self.outcome.ways]
        if not worth:
            return None
        if "points" in self.result and points not in worth:
            return self.found.get("DOM505")
        return self.found.get("DOM511") if self._claimed("bonuses")[side] else None

    def _total_cause(self, side: str, value: int, before: int | None, belief: Belief) -> Finding | None:
        """Find the wrong claim about this round, or before, that makes the written total fit."""
        believed, earlier = belief.totals[side], belief.causes.get(side)
        gains = self.gains(side)
        if before is not None:
            for gain, cause in gains:
                if before + gain == value and cause is not None:
                    return cause
        if believed is not None and earlier is not None:
            for gain, _ in gains:
                if believed + gain == value:
                    return earlier
        return None


def known_tiles(value: list[str]) -> list[Tile]:
    """Read the tiles that were seen."""
    return [tile_of(text) for text in value if text != "?"]


def shown_tiles(claims: dict[str, Any]) -> dict[str, list[Tile]]:
    """Return the tiles shown, by seat."""
    left = claims.get("left", {})
    return {seat: known_tiles(value) for seat, value in left.items() if isinstance(value, list)}


def agrees(value: int | list[str], hand: list[Tile]) -> bool:
    """Say whether shown pips, or tiles (some face down), are those of a hand."""
    if isinstance(value, int):
        return value == pips(hand)
    seen = known_tiles(value)
    if len(value) != len(hand) or len(set(seen)) != len(seen):
        return False
    return all(tile in hand for tile in seen)
