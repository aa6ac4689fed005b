"""How a match ends, and what is claimed about that."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from .claims import Belief, Limits
from .findings import Finding
from .outcome import Outcome, Points
from .rules import Rules


@dataclass
class Match:
    """How the match ended, and the scores when it did."""

    how: str | None
    winner: str | None
    scores: Points
    winner_known: bool = True
    #: the seat that resigned, if acts or the record say so.
    by: str | None = None


@dataclass
class Referee:
    """Says when a match is over. ``claim`` is the record's ``result``."""

    rules: Rules
    sides: list[str]
    claim: dict[str, Any]
    #: some side of unknown total may have won the match by now: "a value that cannot be determined is null".
    perhaps_over: bool = False
    #: the sides that may have won it by then; None: any.
    able: set[str] | None = field(default_factory=set)

    def before(self, totals: Points) -> Match | None:
        """Say whether the match was over where the record begins: totals that have won leave nothing (DOM509)."""
        return (
            None
            if isinstance(self.rules.target, str) or None in totals.values()
            else self.over_target(Outcome(0, self.sides, scores=dict(totals)))
        )

    def after(self, end: Outcome, most: Points) -> Match | None:
        """Say whether the match ended with this round. ``most``: the most that each side may have after it."""
        same = self.in_every_reading(end, most)
        if same is not None:
            return Match("target", same, dict(end.scores))
        if end.reached is not None:
            known = end.reached != "?" and not self.perhaps_over
            return Match("target", end.reached if known else None, dict(end.scores), known)
        ahead = None if self.perhaps_over else self.ahead(end, most)
        if ahead is not None:
            return Match("target", ahead, dict(end.scores))
        self.note_doubt(end, most)
        if end.resigned is not None and end.how == "resigned":
            return self.resigned(end.resigned, end.scores)
        over = self.single_hand(end) if self.rules.target == "hand" else self.over_target(end)
        if over is None and end.resigned is not None:
            return self.resigned(end.resigned, end.scores)
        return over

    def in_every_reading(self, end: Outcome, most: Points) -> str | None:
        """Find the side that wins the match in each reading of a round, whichever of them is right."""
        over = [replace(self, able=set(self.able or ())).after(each, most) for each in end.readings]
        winners = {match.winner if match is not None and match.how == "target" else None for match in over}
        return winners.pop() if len(winners) == 1 else None

    def ahead(self, end: Outcome, most: Points) -> str | None:
        """Find the side that is over the target and above all that a side of unknown total may have."""
        target, unknown = self.rules.target, [side for side, total in end.scores.items() if total is None]
        if isinstance(target, str) or not unknown or end.how == "resigned" or not end.acted:
            return None
        for side, total in end.scores.items():
            others = [most[other] for other in self.sides if other != side]
            if total is not None and total >= target and all(value is not None and value < total for value in others):
                return side
        return None

    def note_doubt(self, end: Outcome, most: Points) -> None:
        """Note whether a side of unknown total may be at or over the target, and who may have won then."""
        target = self.rules.target
        if isinstance(target, str):
            return
        able = {side for side in self.sides if most[side] is None or (most[side] or 0) >= target}
        self.perhaps_over = self.perhaps_over or any(end.scores[side] is None for side in able)
        if self.perhaps_over and self.able is not None:
            self.able |= able

    def single_hand(self, end: Outcome) -> Match | None:
        """End a match of one hand with the first that is played out (P3.18).

        Where only the score is written, it was if somebody is said to have won the end of it, or to have scored it.
        """
        won = end.how is None and not end.acted and (any(end.points.values()) or end.winner is not None)
        if end.how not in ("out", "blocked") and not won:
            if end.how is None and not end.decided:
                self.perhaps_over, self.able = True, None
            return None
        return Match("target", end.winner, dict(end.scores), end.winner_known)

    def over_target(self, end: Outcome) -> Match | None:
        """Find the side at or over the target at the end of a round (P1.29, P2.15, P3.18).

        Of two sides over it the higher total wins, equal totals play on. Without acts nobody
        can say which of two sides reached a target first that ends the match at once.
        """
        target = self.rules.target
        assert isinstance(target, int)
        if self.perhaps_over:
            return None
        totals = {side: total or 0 for side, total in end.scores.items()}
        over = [side for side in self.sides if totals[side] >= target]
        best = [side for side in over if totals[side] == max(totals.values())]
        at_once = self.rules.in_play and self.rules.target_reached == "at-once"
        if len(over) > 1 and at_once and not end.decided:
            gains = {side: (end.gain(side), end.in_play[side]) for side in over}
            known = all(gain is not None and made is not None for gain, made in gains.values())
            reached = [side for side, (gain, made) in gains.items() if totals[side] - (gain or 0) + (made or 0) >= target]
            if known and len(reached) == 1:  # "whatever the end adds"
                return Match("target", reached[0], dict(end.scores))
            if not known and len(best) > 1:
                self.perhaps_over = True
                self.able = None if self.able is None else self.able | set(over)
                return None
            if not known or reached:
                return Match("target", None, dict(end.scores), False)
        return Match("target", best[0], dict(end.scores)) if len(best) == 1 else None

    def resigned(self, who: str, scores: Points) -> Match:
        """End the match by resignation: the other side, or the best of the rest, wins (P1.31).

        ``who`` is "?" where only a round's ``how`` says that somebody resigned.
        """
        seat = str(self.claim.get("by", "?")) if who == "?" else who
        if seat == "?":
            echoed = self.claim.get("winner") if self.claim.get("how") == "resigned" else None
            return Match("resigned", echoed, dict(scores), False)
        rest = [side for side in self.sides if seat not in side]
        totals = [scores[side] for side in rest]
        if len(rest) > 1 and None in totals:
            return Match("resigned", None, dict(scores), False, seat)
        best = max(total or 0 for total in totals)
        leading = [side for side in rest if len(rest) == 1 or scores[side] == best]
        winner = leading[0] if len(leading) == 1 else None
        return Match("resigned", winner, dict(scores), True, seat)

    def without_end(self, totals: Points) -> Match:
        """End a match that nobody won: as claimed, or unfinished."""
        how = self.claim.get("how")
        if how == "resigned":
            return self.resigned("?", totals)
        if how == "abandoned":
            return Match("abandoned", None, dict(totals))
        if how == "inactive":
            known = "winner" not in self.claim
            return Match("inactive", self.claim.get("winner"), dict(totals), known)
        if self.perhaps_over:
            return Match(None, None, dict(totals), False)
        return Match("unfinished", None, dict(totals))


@dataclass
class MatchChecker:
    """Compares the claimed end of the match with how it ended."""

    rules: Rules
    claim: dict[str, Any]
    match: Match
    #: the last wrong running total of all.
    last_wrong: Finding | None
    #: the running totals as they were last written, or follow from what was written since, with what is wrong about them:
    #: final scores that only repeat them are no new mistake.
    belief: Belief
    #: the sides that may have won a match of which that is not known; None: any.
    able: set[str] | None = None
    #: the least and the most that the sides may have in the end.
    limits: Limits = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def check(self) -> list[Finding]:
        """Compare how, winner, ``by`` and the scores."""
        winner, match = self.claim.get("winner"), self.match
        over = self.claim.get("how", "target" if winner is not None else None) == "target"
        if match.how == "unfinished" and over:
            self.findings.append(Finding("DOM510", cause=self.last_wrong))
        elif self.differs():
            follows = self.ends_differ() and match.how != "abandoned"  # such a match has no winner, whatever the totals
            self.findings.append(Finding("DOM507", cause=self.last_wrong if follows else None))
        elif match.how is None and over and winner is not None and self.able is not None and winner not in self.able:
            self.findings.append(Finding("DOM507", cause=self.last_wrong))  # whoever has won, this side has not
        elif not match.winner_known and ("winner" in self.claim or match.how is None):
            self.findings.append(Finding("DOM903"))
        self.check_scores()
        return self.findings

    def ends_differ(self) -> bool:
        """Say whether another ``how`` or winner is claimed: wrong totals may be the reason."""
        claim, match = self.claim, self.match
        if "how" in claim and match.how is not None and claim["how"] != match.how:
            return True
        return "winner" in claim and match.winner_known and claim["winner"] != match.winner

    def differs(self) -> bool:
        """Say whether the claimed end of the match is another one, or names another seat."""
        claim, match = self.claim, self.match
        if self.ends_differ():
            return True
        by = claim.get("by")
        if by is None or match.how is None:
            return False
        if match.how == "resigned":
            return match.by not in (None, by)
        return match.how not in ("inactive", "abandoned")

    def check_scores(self) -> None:
        """Compare the final scores (DOM508)."""
        claimed: dict[str, int] = self.claim.get("scores", {})
        if any(self.match.scores[side] is None for side in claimed):
            self.findings.append(Finding("DOM903"))
        for side, (least, most) in self.limits.items():
            if side in claimed and self.match.scores[side] is None and not least <= claimed[side] <= most:
                self.findings.append(Finding("DOM604", cause=self.belief.causes.get(side)))
        wrong = [
            side
            for side, value in claimed.items()
            if self.match.scores[side] is not None and self.match.scores[side] != value
        ]
        for side in wrong:
            fits = self.belief.totals.get(side) == claimed[side]
            self.findings.append(Finding("DOM508", cause=self.belief.causes.get(side) if fits else None))
