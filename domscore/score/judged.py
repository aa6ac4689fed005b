"""A round's place in its match, and what comes of judging it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from domscore.findings.finding import Finding
from domscore.play.lead import Before
from domscore.play.table import Table
from domscore.score.ledger import Entry, Limits, RoundScore, Why, added

if TYPE_CHECKING:
    from domscore.play.replay import Replay
    from domscore.play.state import State
    from domscore.play.step import Ruled
    from domscore.score.evidence import Shown
    from domscore.score.hidden import EndRange, Explained
    from domscore.score.round_end import End


@dataclass(slots=True)
class Place:
    """Where a round stands in its match.

    Attributes:
        index: position in the record's list.
        number: the round's number.
        first: the first-round rules are in force.
        before: what the round before hands on; None before any round.
        starts: the seat that the record says ought to lead, for its first round.
        totals: running totals before it, by side; None when not known. ``limits``: how far they are known.
        last: no further round follows.
        match_how: how the match is claimed to have ended.
        after_match: the match was over before it: there is no target left to reach.
        passes_implied, draws_implied: the record leaves them out.
    """

    index: int
    number: int
    first: bool
    before: Before | None
    starts: int | None
    totals: list[int | None]
    last: bool
    match_how: str | None
    limits: Limits = field(default_factory=list)
    after_match: bool = False
    passes_implied: bool = False
    draws_implied: bool = False

    @property
    def most(self) -> list[int | None]:
        """The most that each side may have."""
        return [most for _, most in self.limits] or self.totals

    @property
    def path(self) -> str:
        """JSON Pointer of the round."""
        return f"/rounds/{self.index}"


@dataclass(slots=True)
class Judged:
    """A round judged.

    Attributes:
        score: what it is worth.
        findings: about the deal, the lead and the acts.
        missing: what could not be decided, in words.
        unverified: claims that could not be decided: JSON Pointer within the round -> in words.
        disturbed: the first finding that makes the table of the replay differ from the table of the players.
        acted: the record holds acts; ``complete``: all of them. ``ruled_over``: a ruling ended a round without acts.
        went_out: without acts, the seat that must have gone out; None when that is not known.
        resigned_by: a seat that resigned the match.
        start: before the first act. ``replay``: of all acts, in the first of the readings that are left.
        state: after the last act; None without acts.
        undetermined: a place was left open and it matters.
        hidden: some hands are not known.
        ways: the ends that a tie may have which what is written does not settle; else empty.
        explained: what hidden hands come to; None where nothing can be concluded. ``bounds``: of the end of the round.
    """

    score: RoundScore
    findings: list[Finding] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    unverified: dict[str, str] = field(default_factory=dict)
    disturbed: Finding | None = None
    acted: bool = False
    ruled_over: bool = False
    complete: bool = True
    went_out: int | None = None
    resigned_by: int | None = None
    start: State | None = None
    replay: Replay | None = None
    state: State | None = None
    shown: Shown | None = None
    ruled: list[Ruled] = field(default_factory=list)
    undetermined: bool = False
    hidden: bool = False
    explained: Explained | None = None
    bounds: EndRange | None = None
    ways: list[End] = field(default_factory=list)


def finish(
    table: Table,
    score: RoundScore,
    place: Place,
    end: End,
    in_play: list[int | None] | list[int],
    adjustments: list[tuple[int, str, int, str]],
    entries: list[Entry] | None = None,
) -> None:
    """Enter the end of a round, its points in play and its rulings into its score, and add up."""
    score.winner, score.winner_known = end.winner, end.known
    score.points = list(end.points)
    score.in_play = list(in_play)
    score.bonuses = [0] * len(table.sides)
    score.adjustments = [0] * len(table.sides)
    score.entries = list(entries or [])
    if end.entry is not None:
        score.entries.append(end.entry)
    for act, name, points, reason in adjustments:
        side = table.side_number[name]
        score.adjustments[side] += points
        why = Why.PENALTY if points < 0 else Why.AWARD
        score.entries.append(Entry(side, points, why, act, {"reason": reason}))
    score.totals = added(place.totals, score.points, score.in_play, score.bonuses, score.adjustments)
