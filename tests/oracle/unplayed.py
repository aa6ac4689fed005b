"""Rounds without acts (levels 0 to 2): what the claims say, computed as far as they allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .dealing import at_once
from .outcome import Outcome, Points, lost_round
from .rules import Rules
from .scoring import by_lowest_tile, lightest, out_winner, points_for, side_of, tie_rule
from .tiles import pips, tile_of


@dataclass
class Shown:
    """What a seat showed at the end: its pips and whether its hand was empty, if that is known."""

    pips: int | None
    empty: bool | None


def shown_by(value: Any) -> Shown:
    """Read one entry of ``left``; 0 pips may be the 0-0, an absent hand may be anything."""
    if value is None:
        return Shown(None, None)
    if isinstance(value, int):
        return Shown(value, None if value == 0 else False)
    if "?" in value:
        return Shown(None, False)
    return Shown(pips([tile_of(text) for text in value]), not value)


@dataclass
class Unplayed:
    """Works out one round from its claims alone."""

    rules: Rules
    seats: str
    sides: list[str]
    claims: dict[str, Any]
    #: the side of a ``round_lost`` ruling.
    lost: str | None
    #: codes of what contradicts itself.
    wrong: list[str]

    def __post_init__(self) -> None:
        """Read what was shown."""
        left = self.claims.get("left", {})
        self.result: dict[str, Any] = self.claims.get("result", {})
        self.shown = {seat: shown_by(left.get(seat)) for seat in self.seats}
        self.all_tiles = all(isinstance(left.get(seat), list) for seat in self.seats)
        self.computed = False
        #: a ruling voided the round.
        self.voided = False
        #: the seat that is taken to have gone out, to see what then.
        self.assumed: str | None = None
        #: the running totals before the round.
        self.before: Points = {}

    # -- how it ended -------------------------------------------------------------------

    def how(self) -> str | None:
        """Return how the round ended: as claimed, unless what was shown says otherwise."""
        claimed = self.result.get("how")
        empty = [seat for seat in self.seats if self.shown[seat].empty]
        seen = "out" if self.all_tiles and len(empty) == 1 else None
        if self.lost is not None or self.voided:
            return "void" if self.voided else "lost"
        if claimed is None:
            return seen
        nobody = all(self.shown[seat].empty is False for seat in self.seats)
        if (claimed == "out" and nobody) or (claimed == "blocked" and empty):
            self.wrong.append("DOM503")
            return seen
        if claimed == "target" and not at_once(self.rules):
            self.wrong.append("DOM503")
            return seen
        return str(claimed)

    def outs(self) -> list[str]:
        """List the seats that may have gone out."""
        empty = [seat for seat in self.seats if self.shown[seat].empty]
        if self.assumed is not None:
            return [self.assumed]
        return empty or [seat for seat in self.seats if self.shown[seat].empty is None]

    def held(self, out: str | None) -> dict[str, int | None]:
        """Return the pips by seat; a seat that is out holds nothing."""
        held = {seat: self.shown[seat].pips for seat in self.seats}
        if out is not None:
            held[out] = 0
        return held

    # -- the outcome --------------------------------------------------------------------

    def outcome(self, number: int, adjustments: dict[str, int]) -> Outcome:
        """Work out the round as far as the claims allow."""
        end = Outcome(number, self.sides, self.claims.get("leader"), adjustments=adjustments)
        end.how, end.decided, end.acted = self.how(), False, False
        end.contradicted = "DOM503" in self.wrong
        end.in_play = self.in_play()
        end.shown = self.show()
        if end.how in ("void", "resigned", "unfinished", "target"):
            self.settle(end, None, dict.fromkeys(self.sides, 0))
            end.resigned = "?" if end.how == "resigned" else None
        elif end.how == "lost":
            self.lose(end)
        elif end.how == "out":
            self.go_out(end)
        elif end.how == "blocked":
            self.block(end)
        elif end.contradicted and self.claims.get("left"):
            self.open_to(end, None)
        elif end.how is None and not end.contradicted and self.claims.get("left"):
            self.either_way(end)
        else:
            self.echo(end)
        end.computed = self.computed
        return end

    def settle(self, end: Outcome, winner: str | None, points: Points) -> None:
        """Take a computed winner and points."""
        self.computed = True
        end.winner, end.points = winner, points

    def score(self, end: Outcome, winner: str, held: dict[str, int | None], how: str) -> bool:
        """Compute the points of a winner, if the pips that count are known."""
        own = how == "blocked" and self.rules.own_pips == "blocked"
        counted = [s for s in self.seats if s not in winner or own]
        if any(held[seat] is None for seat in counted):
            return False
        known = {seat: value or 0 for seat, value in held.items()}
        if None not in held.values():
            end.held = known
        points: Points = dict.fromkeys(self.sides, 0)
        points[winner] = points_for(self.rules, self.sides, winner, how, known)
        self.settle(end, winner, points)
        return True

    def either_way(self, end: Outcome) -> None:
        """Work out an end of which hands were shown, but not said how it came: whatever is the same in every way."""
        ways = [self.judged_as("out", seat) for seat in self.seats if self.shown[seat].empty is not False]
        if not any(shown.empty for shown in self.shown.values()):
            ways.append(self.judged_as("blocked", None))
        nobody = (None, True, tuple(0 for _ in self.sides))
        if (self.rules.in_play and self.rules.target_reached == "at-once") or not self.said_to_be_won():
            ways.append(nobody)
        points = self.result.get("points")
        claimed = None if points is None else tuple(points.get(side, 0) for side in self.sides)
        if len(self.sides) == 2:  # or a ruling gave the round away, if that is what it was worth
            given = [self.judged_as("lost", None, side) for side in self.sides]
            ways += [way for way in given if way[2] == claimed]
        worth = {way[2] for way in ways}
        known = not any(None in points for points in worth)
        if len(set(ways)) == 1 and known:
            self.settle(end, ways[0][0], dict(zip(self.sides, ways[0][2], strict=True)))
            return
        if claimed is not None and any(claimed) and known and claimed not in worth:
            self.wrong.append("DOM505")
        self.echo(end)

    def judged_as(
        self, how: str, out: str | None, lost: str | None = None
    ) -> tuple[str | None, bool, tuple[int | None, ...]]:
        """Judge the round as if it had ended in some way: winner, whether that is known, points."""
        claims = {"left": self.claims["left"], "result": {"how": how}}
        trial = Unplayed(self.rules, self.seats, self.sides, claims, lost, [])
        trial.assumed = out
        end = trial.outcome(0, {})
        return end.winner, end.winner_known, tuple(end.points[side] for side in self.sides)

    def said_to_be_won(self) -> bool:
        """Say whether the claims give somebody the round: a winner, points, or a total that nothing else explains."""
        if self.result.get("winner") is not None or any(self.result.get("points", {}).values()):
            return True
        if self.rules.in_play or self.claims.get("acts") or self.result.get("bonuses"):
            return False
        totals = self.claims.get("scores", {})
        return any(then is not None and totals.get(side, then) > then for side, then in self.before.items())

    def lose(self, end: Outcome) -> None:
        """Score a round lost by ruling: one that is written, or that the claims speak of."""
        held, lost = self.held(None), self.lost
        if len(self.sides) > 2:
            self.settle(end, None, dict.fromkeys(self.sides, 0))
            return
        if lost is None and not self.claims.get("left"):
            self.echo(end)
            return
        if lost is None:
            lost = next((side for side in self.sides if self.result.get("winner") not in (None, side)), None)
        if lost is None:
            self.open_to(end, None)
        elif any(held[seat] is None for seat in lost):
            winner, _ = lost_round(self.rules, self.sides, lost, dict.fromkeys(self.seats, 0))
            self.open_to(end, winner)  # the ruling says who scores, and the other side does not
            self.echo_totals(end)
        else:
            known = {seat: value or 0 for seat, value in held.items()}
            self.settle(end, *lost_round(self.rules, self.sides, lost, known))

    def go_out(self, end: Outcome) -> None:
        """Score a round in which somebody went out."""
        outs = self.outs()
        out = outs[0] if len(outs) == 1 else None
        held = self.held(out)
        winner = self.out_side(out, held)
        if winner is None:
            winner = self.claimed_out(outs)
        if winner is None or not self.score(end, winner, held, "out"):
            self.cannot_tell(end, winner)

    def out_side(self, out: str | None, held: dict[str, int | None]) -> str | None:
        """Return the side that wins for going out, where what was shown tells."""
        if out is None:
            return None
        mine = side_of(self.sides, out)
        if self.rules.end_winner == "out" or len(self.sides) == len(self.seats):
            return mine
        if any(value is None for value in held.values()):
            return None
        return out_winner(self.rules, self.sides, out, {s: v or 0 for s, v in held.items()})

    def claimed_out(self, outs: list[str]) -> str | None:
        """Return the claimed winner, if one of its seats may have gone out."""
        claimed = self.result.get("winner")
        lowest = self.rules.end_winner != "out" and len(self.sides) < len(
            self.seats
        )  # alone, who is out has the fewest pips
        if claimed is None or lowest or len(outs) == 1:
            return None
        if not any(seat in claimed for seat in outs):
            self.wrong.append("DOM504")
            return None
        return str(claimed)

    def block(self, end: Outcome) -> None:
        """Score a blocked round."""
        held = self.held(None)
        if any(value is None for value in held.values()):
            self.cannot_tell(end, None)
            return
        tied = lightest(self.sides, {seat: value or 0 for seat, value in held.items()})
        if len(tied) == 1:
            self.score(end, tied[0], held, "blocked")
        else:
            self.tie(end, tied, held)

    def tie(self, end: Outcome, tied: list[str], held: dict[str, int | None]) -> None:
        """Settle equal totals, where that needs neither unseen tiles nor the last player."""
        rule = tie_rule(self.rules, self.sides)
        left = self.claims["left"]
        if rule == "nobody":
            self.settle(end, None, dict.fromkeys(self.sides, 0))
        elif rule == "lowest-tile" and all(isinstance(left[s], list) for t in tied for s in t):
            hands = {s: [tile_of(x) for x in left[s]] for t in tied for s in t}
            winner = by_lowest_tile(tied, hands)
            if winner is None:
                self.settle(end, None, dict.fromkeys(self.sides, 0))
            else:
                self.score(end, winner, held, "blocked")
        else:
            self.computed, end.winner_known = True, False
            end.points = {side: None if side in tied else 0 for side in self.sides}
            end.leave_open(self.ways(tied, {seat: value or 0 for seat, value in held.items()}, rule))

    def ways(self, tied: list[str], held: dict[str, int], rule: str) -> list[tuple[str | None, dict[str, int]]]:
        """List the ends that an open tie may have: each tied side may win it.

        Nobody may where all the tiles can be equal (P1.27, P4.B5), or a side not tied can have laid the last (P2.13).
        """
        nothing = dict.fromkeys(self.sides, 0)
        found: list[tuple[str | None, dict[str, int]]] = [
            (side, nothing | {side: points_for(self.rules, self.sides, side, "blocked", held)}) for side in tied
        ]
        return found if rule == "last-to-play" and len(tied) == len(self.sides) else [*found, (None, nothing)]

    def cannot_tell(self, end: Outcome, winner: str | None) -> None:
        """Take an end of which not all that counts was shown; ``winner`` may be known all the same.

        With nothing shown the claims are all there is (level 0) and are echoed; else it is "computed as far as ``left``
        allows", and what it does not allow is null.
        """
        if not self.claims.get("left"):
            self.echo(end)
            if winner is not None:
                end.winner, end.winner_known = winner, True
            return
        self.open_to(end, winner)

    def open_to(self, end: Outcome, winner: str | None) -> None:
        """Leave open what the winner scores, or, where that is open too, who does."""
        self.computed = True
        end.winner, end.winner_known = winner, winner is not None
        end.points = {side: None if winner in (None, side) else 0 for side in self.sides}

    def echo(self, end: Outcome) -> None:
        """Repeat the claimed winner and points; with neither, totals speak for themselves."""
        end.winner, end.winner_known = self.result.get("winner"), "winner" in self.result
        if "points" in self.result:
            end.points = {side: self.result["points"].get(side, 0) for side in self.sides}
        else:
            end.points = dict.fromkeys(self.sides, None)
            self.echo_totals(end)

    def echo_totals(self, end: Outcome) -> None:
        """Repeat totals that are all there is: no points of the round, nothing shown."""
        claimed = self.claims.get("scores")
        if claimed and "points" not in self.result and not self.claims.get("left"):
            end.echoed = {side: claimed.get(side) for side in self.sides}

    def in_play(self) -> Points:
        """Return the in-play points: as claimed, nothing where nothing is made in play."""
        if not self.rules.in_play:
            return dict.fromkeys(self.sides, 0)
        if "in_play" not in self.result:
            return dict.fromkeys(self.sides, None)
        return {side: self.result["in_play"].get(side, 0) for side in self.sides}

    def show(self) -> dict[str, Any] | None:
        """Return the tiles shown, by seat, "?" for one that stayed face down; None where only pips were written."""
        left = self.claims.get("left", {})
        if not any(isinstance(value, list) for value in left.values()):
            return None
        return {seat: sorted(left[seat], reverse=True) if isinstance(left.get(seat), list) else None for seat in self.seats}


def split_differences(end: Outcome, before: Points, bonuses: dict[str, int]) -> None:
    """Read the points off totals that are only echoed: the end and in play together."""
    for side, total in end.scores.items():
        then, made = before[side], end.in_play[side]
        end.bonuses[side] = bonuses.get(side, 0) if (end.echoed or {}).get(side) is not None else 0
        if total is not None and then is not None and made is not None:
            taken = made + end.adjustments.get(side, 0) + end.bonuses[side]
            end.points[side] = total - then - taken
