"""Readings of a round seen to their end: what tells them apart, and what they share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from domscore.findings.finding import Finding
from domscore.score.ledger import RoundScore

if TYPE_CHECKING:
    from domscore.play.replay import Replay
    from domscore.score.hidden import EndRange


class Reading(NamedTuple):
    """One of the readings that are left, seen to its end.

    Attributes:
        findings: about the acts and the end. ``missing``: what could not be decided.
        bounds: of the end of the round, where hands are hidden.
    """

    replay: Replay
    score: RoundScore
    findings: list[Finding]
    missing: list[str]
    bounds: EndRange | None


def result_of(score: RoundScore, findings: list[Finding]) -> tuple[object, ...]:
    """What readings of a round must share to be the same for all purposes."""
    lists = [tuple(values) for values in (score.points, score.in_play, score.totals)]
    made = (tuple(score.bonuses), tuple(score.adjustments))
    left = tuple(None if tiles is None else tuple(tiles) for tiles in score.left)
    found = tuple(map(_key, findings))
    return (score.how, score.winner, score.winner_known, score.leader, score.target_by, *lists, *made, left, found)


def common(found: list[list[Finding]]) -> list[Finding]:
    """The findings that all readings share."""
    keys = [{_key(finding) for finding in one} for one in found]
    shared = set.intersection(*keys)
    kept = {_key(finding): finding for finding in found[0] if _key(finding) in shared}
    for finding in kept.values():
        while finding.cause is not None and kept.get(_key(finding.cause)) is not finding.cause:
            finding.cause = kept.get(_key(finding.cause), finding.cause.cause)
    return list(kept.values())


def _key(finding: Finding) -> tuple[str, int | None, str | None, str]:
    return finding.code, finding.act, finding.seat, finding.path


def merge(score: RoundScore, readings: list[RoundScore]) -> None:
    """Keep in the score of one reading, the first, what all share; the rest is not known, though the most of it may be.

    Args:
        readings: the scores of all readings that are left; they stay with the score, for whoever has to see each by itself.
    """
    score.readings = [replace(readings[0]), *readings[1:]]
    gained = zip(*(reading.gained() for reading in readings), strict=True)
    score.limits = [(None, None if None in gains else max(gains)) for gains in gained]
    for other in readings[1:]:
        _keep_common(score, other)


def _keep_common(score: RoundScore, other: RoundScore) -> None:
    if score.how is not other.how:
        score.how = None
    if (score.winner, score.winner_known) != (other.winner, other.winner_known):
        score.winner, score.winner_known = None, False
    if score.target_by != other.target_by:
        score.target_by = None
    score.target_doubt = score.target_doubt or other.target_doubt
    for name in ("points", "in_play", "totals", "left"):
        mine, theirs = getattr(score, name), getattr(other, name)
        setattr(score, name, [one if one == two else None for one, two in zip(mine, theirs, strict=True)])


def forget(score: RoundScore) -> None:
    """Nothing about the end can be said when there are too many readings to follow."""
    score.how, score.winner, score.winner_known = None, None, False
    score.points = [None] * len(score.points)
    score.in_play = [None] * len(score.in_play)
    score.totals = [None] * len(score.totals)
    score.left = [None] * len(score.left)
    score.target_by, score.readings = None, []
    score.limits = [(None, None)] * len(score.totals)
