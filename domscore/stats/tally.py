"""Counting records. Every number is a count of something, so tallies of parts add up to the tally of the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from domscore.findings.codes import Severity
from domscore.play.state import How
from domscore.record.models import Record, Round
from domscore.report.report import Report
from domscore.report.scores import rules_name
from domscore.score.ledger import RoundScore

UNKNOWN = "?"


class Group(NamedTuple):
    """Games that can be compared.

    Attributes:
        rules: the rule set, ``"muggins/1 with changes"`` where records change it, ``"?"`` where there is none.
        players, sides: how many; 0 where the record is ill-formed.
    """

    rules: str
    players: int
    sides: int


class Section(StrEnum):
    """What is counted; the words after it are the keys. Of those of players the key is one of ``PlayerKey`` or a code."""

    RECORDS = "records"  # verdicts
    PLAYED = "played"  # rounds, acts
    MATCHES = "matches"  # how a match ended
    ROUNDS = "rounds"  # how a round ended
    POINTS = "points"  # rounds by points of their end
    IN_PLAY = "in-play"  # rounds by points made in play, where the rules have such points
    FINDINGS = "findings"  # codes
    LEAD = "lead"  # whose round it was, for the side that led
    LEAD_BLOCKED = "lead-blocked"  # the same of blocked rounds
    BLOCK = "block"  # whose round a blocked round was, for the side that laid the last tile
    PLAYER = "player"  # what a player played, won, and did wrong


class Won(StrEnum):
    """Whose a round was."""

    WON = "won"
    LOST = "lost"
    NOBODY = "nobody"


class Cell(NamedTuple):
    """What a count is of. ``player`` is a name, and empty where the count is of no single player."""

    section: Section
    group: Group
    key: str
    player: str = ""


class Tally:
    """Counts of an archive, or of a part of it.

    Points, in play and the shares are counted of rounds that were played out, are known, and hold no error.
    """

    def __init__(self, counts: Iterable[tuple[Cell, int]] = ()) -> None:
        self.counts: Counter[Cell] = Counter(dict(counts))

    def merge(self, other: Tally) -> None:
        """Add the counts of another part."""
        self.counts.update(other.counts)

    def add(self, report: Report, record: Record | None) -> None:
        """Count one record.

        Args:
            report: what was found.
            record: what was judged; None where it cannot be read.
        """
        group = Group(UNKNOWN, 0, 0)
        if report.match is not None:
            group = Group(rules_name(report), len(report.players), len(report.sides))
        self.counts.update(_cells(group, report, record))
        self.counts[Cell(Section.PLAYED, group, "rounds")] += len(report.scores)
        self.counts[Cell(Section.PLAYED, group, "acts")] += report.acts


def _cells(group: Group, report: Report, record: Record | None) -> Iterator[Cell]:
    yield Cell(Section.RECORDS, group, report.verdict.value)
    for finding in report.findings:
        yield Cell(Section.FINDINGS, group, finding.code)
        if finding.seat is not None and report.table is not None:
            name = report.players[report.table.letters.index(finding.seat)]
            yield Cell(Section.PLAYER, group, finding.code, name)
    if report.match is None or record is None:
        return
    yield Cell(Section.MATCHES, group, report.match.how or UNKNOWN)
    wrong = {finding.round for finding in report.findings if finding.severity is Severity.ERROR}
    for score, round_ in zip(report.scores, record.rounds, strict=True):
        yield Cell(Section.ROUNDS, group, UNKNOWN if score.how is None else score.how.value)
        if score.played_out and score.number not in wrong:
            yield from _round(group, report, score, round_)
    yield from _players(group, report)


def _round(group: Group, report: Report, score: RoundScore, round_: Round) -> Iterator[Cell]:
    table = report.table
    assert table is not None
    if (points := _sum(score.points)) is not None:
        yield Cell(Section.POINTS, group, str(points))
    if table.scores and (in_play := _sum(score.in_play)) is not None:
        yield Cell(Section.IN_PLAY, group, str(in_play))
    if not score.winner_known:
        return
    if score.leader is not None:
        led = _won(score, table.side_of[score.leader])
        yield Cell(Section.LEAD, group, led)
        if score.how is How.BLOCKED:
            yield Cell(Section.LEAD_BLOCKED, group, led)
    last = last_player(round_) if score.how is How.BLOCKED else None
    if last is not None:
        yield Cell(Section.BLOCK, group, _won(score, table.side_of[table.letters.index(last)]))


def _sum(points: list[int | None]) -> int | None:
    known = [number for number in points if number is not None]
    return sum(known) if len(known) == len(points) else None


def _won(score: RoundScore, side: int) -> Won:
    return Won.NOBODY if score.winner is None else Won.WON if score.winner == side else Won.LOST


def last_player(round_: Round) -> str | None:
    """The seat that laid the last tile; None where no act says so, or a ruling may have undone it."""
    for act in reversed(round_.acts or ()):
        if not isinstance(act, str):
            if "ruling" in act:
                return None
            if "play" in act:
                return act["seat"]
        elif act[2].isdigit():
            return act[0]
    return None


def _players(group: Group, report: Report) -> Iterator[Cell]:
    """What each player played and won; a name that sits twice at a table is counted at each seat."""
    table, match = report.table, report.match
    assert table is not None
    assert match is not None
    for seat, name in enumerate(report.players):
        side = table.side_of[seat]
        yield Cell(Section.PLAYER, group, "matches", name)
        if match.winner == side:
            yield Cell(Section.PLAYER, group, "matches won", name)
        for score in report.scores:
            if score.played_out:
                yield Cell(Section.PLAYER, group, "rounds", name)
                if score.winner == side:
                    yield Cell(Section.PLAYER, group, "rounds won", name)
