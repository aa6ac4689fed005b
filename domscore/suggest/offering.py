"""From a record with findings to suggestions: propose, weigh, rank. Nothing is changed, and nothing is called certain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pydantic_core import from_json, to_json

from domscore.findings.finding import Finding, numbered
from domscore.play.table import Table
from domscore.record.edits import changed
from domscore.record.models import Record
from domscore.record.reading import read_record, without_bom
from domscore.report.suggestion import Suggestion
from domscore.rules.model import Rules
from domscore.suggest import claims
from domscore.suggest.hypothesis import Hypothesis
from domscore.suggest.illformed import ill_formed
from domscore.suggest.misread import misread_dealt_tile, misread_shown_tile, misread_tile, wrong_end, wrong_seat
from domscore.suggest.order import (
    act_too_many,
    act_twice,
    draw_not_written,
    pass_not_written,
    play_not_written,
    swapped_acts,
)
from domscore.suggest.scene import Scene
from domscore.suggest.weighing import Scales, Weighed

HYPOTHESES: tuple[Callable[[Scene], Iterator[Hypothesis]], ...] = (
    wrong_end,
    swapped_acts,
    pass_not_written,
    draw_not_written,
    play_not_written,
    act_too_many,
    act_twice,
    wrong_seat,
    misread_tile,
    misread_dealt_tile,
    misread_shown_tile,
)
"""What is tried at a round with root causes; of equally good ones the earlier is offered first."""

KINDS = {
    "wrong-number": "a number was misadded, misread, or its digits swapped",
    "carried-number": "a wrong total was carried on",
    "wrong-claim": "a claim is not what the record comes to",
    "wrong-end": "a tile was written with the wrong end",
    "swapped-acts": "two acts were swapped",
    "pass-not-written": "a pass was not written",
    "draw-not-written": "a draw was not written",
    "play-not-written": "a play was not written",
    "pass-too-many": "a pass was written that did not happen",
    "draw-too-many": "a draw was written that did not happen",
    "written-twice": "a play was written twice",
    "wrong-seat": "the seat was written wrong",
    "misread-tile": "a pip of a tile played or drawn was misread",
    "misread-deal": "a pip of a dealt tile was misread",
    "misread-shown": "a pip of a tile shown was misread",
    "wrong-spelling": "an act or a value is not in its spelling",
    "unknown-seat": "a seat or a side was named that the table does not have",
}
"""All kinds of slips, in the order in which equally good ones are offered."""

TRIED = 900
"""Hypotheses weighed for one round."""
ROUNDS = 20
"""Rounds with root causes that are looked at in one record."""
OFFERED = 5
"""Suggestions for one root cause."""
_RANK = {kind: rank for rank, kind in enumerate(KINDS)}


def suggestions(record: Record | bytes, rules: Rules | None = None) -> list[Suggestion]:
    """What may have been written wrong in a record, for each root cause the best explanations first.

    Args:
        record: a record, or the bytes of one.
        rules: to use instead of those the record names.

    Returns:
        Suggestions, numbered, in the order of the root causes. For a record that cannot be replayed: how acts, values and
        names may have been meant.
    """
    if isinstance(record, bytes):
        offers = _of_bytes(record, rules)
    else:
        offers = _offers(record, record.model_dump(mode="json", by_alias=True, exclude_unset=True), rules)
    for number, offer in enumerate(offers, 1):
        offer.number = number
    return offers


def _of_bytes(data: bytes, rules: Rules | None) -> list[Suggestion]:
    reading = read_record(data)
    if reading.record is not None:
        return _offers(reading.record, from_json(without_bom(data)), rules)
    try:
        raw = from_json(without_bom(data))
    except ValueError:
        return []
    return ill_formed(raw, numbered(reading.findings), rules) if isinstance(raw, dict) else []


def _offers(record: Record, raw: dict[str, Any], rules: Rules | None) -> list[Suggestion]:
    scales = Scales(record, raw, rules)
    if not scales.judged:
        return ill_formed(raw, scales.findings, rules)
    assert scales.table is not None
    return _Offers(scales, scales.table).offers()


class _Offers:
    """The suggestions of one record, round by round."""

    def __init__(self, scales: Scales, table: Table) -> None:
        self.scales, self.table, self.cut = scales, table, False
        self.by_round: dict[str, list[Finding]] = {}
        for finding in scales.findings:
            self.by_round.setdefault(_round_path(finding.path), []).append(finding)

    def offers(self) -> list[Suggestion]:
        """For each root cause, unless the first suggestion for an earlier one explains it too."""
        found: dict[bytes, Suggestion] = {}
        settled: set[int] = set()
        for path in list(self.by_round)[:ROUNDS]:
            roots = [finding for finding in self.by_round[path] if finding.cause is None]
            weighed = self._weighed(path, roots) if roots else []
            for root in roots:
                if id(root) not in settled:
                    offered = self._offered(root, [each for each in weighed if root in each.explains])
                    settled |= {id(finding) for finding in offered[0].explains} if offered else set()
                    for offer in offered:
                        _enter(found, offer)
        return list(found.values())

    def _weighed(self, path: str, roots: list[Finding]) -> list[Weighed]:
        tried: dict[bytes, Weighed | None] = {}
        self.cut = False
        for hypothesis in self._hypotheses(path, roots):
            if self.scales.stopped or len(tried) >= TRIED:
                self.cut = True
                break
            key = to_json([edit.as_json() for edit in hypothesis.edits])
            if key not in tried:
                tried[key] = self.scales.weigh(hypothesis)
        return [weighed for weighed in tried.values() if weighed is not None]

    def _hypotheses(self, path: str, roots: list[Finding]) -> Iterator[Hypothesis]:
        index = int(path.split("/")[2]) if path else None
        watched = None if index is None else self.scales.watched[index]
        sheet = claims.Sheet(self.scales.raw, self.table.side_ids, None if watched is None else watched.judged.score)
        for root in roots:
            followers = [f for f in self.scales.findings if f is not root and f.root is root]
            yield from claims.corrected(sheet, root, followers)
        if index is not None and watched is not None:
            scene = Scene(self.table, self.scales.raw["rounds"][index], watched, self.by_round[path], roots)
            for hypothesis in HYPOTHESES:
                yield from hypothesis(scene)

    def _offered(self, root: Finding, weighed: list[Weighed]) -> list[Suggestion]:
        """The best for one root cause: those that explain most, and some that explain at least half as much."""
        if not weighed:
            return []
        most = max(len(each.explains) for each in weighed)
        ranked = self._distinct(sorted(weighed, key=lambda each: _standing(root, each)))
        rivals = sum(len(each.explains) == most for each in ranked) - 1
        return [
            self._suggestion(root, each, rivals if len(each.explains) == most else 0, len(each.explains) == most)
            for each in ranked[:OFFERED]
            if 2 * len(each.explains) >= most
        ]

    def _distinct(self, ranked: list[Weighed]) -> list[Weighed]:
        """Without those that come to the same record, or to another order of the tiles drawn in one turn."""
        found: dict[object, Weighed] = {}
        for each in ranked:
            same = each.hypothesis.same or to_json(changed(self.scales.raw, each.hypothesis.edits))
            found.setdefault(same, each)
        return list(found.values())

    def _suggestion(self, root: Finding, weighed: Weighed, rivals: int, best: bool) -> Suggestion:
        hypothesis = weighed.hypothesis
        return Suggestion(
            finding=root,
            kind=hypothesis.kind,
            words=hypothesis.words,
            edits=hypothesis.edits,
            explains=weighed.explains,
            remaining=weighed.remaining,
            round=root.round,
            act=None if hypothesis.act is None else hypothesis.act + 1,
            rivals=rivals,
            best=best,
            stopped=self.cut,
        )


def _enter(found: dict[bytes, Suggestion], offer: Suggestion) -> None:
    """Add a suggestion to those found by what it changes: one that is offered already stays where it is the best."""
    change = to_json([edit.as_json() for edit in offer.edits])
    earlier = found.get(change)
    if earlier is None or (offer.best and not earlier.best):
        found.pop(change, None)
        found[change] = offer


def _round_path(path: str) -> str:
    parts = path.split("/")
    return "/".join(parts[:3]) if parts[1:2] == ["rounds"] and len(parts) > 2 else ""


def _standing(root: Finding, weighed: Weighed) -> tuple[int, ...]:
    """How good: findings explained; then how plain a slip, and how near to the root cause."""
    hypothesis = weighed.hypothesis
    at = root.act - 1 if root.act is not None else 10_000
    distance = 0 if hypothesis.act is None else abs(hypothesis.act - at)
    swapped = any(claims.digits_swapped(edit) for edit in hypothesis.edits)
    return -len(weighed.explains), _RANK[hypothesis.kind], not swapped, distance, len(hypothesis.edits)
