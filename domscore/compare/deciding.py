"""Which of two versions is possible on the evidence: every choice between them is audited with the rest of the game.

A version is refuted when each way to complete the record with it leaves more root errors than the best way without it, and
that way has none which the other has not, be it as a consequence: few roots may have many consequences. The
rest of the game is taken from the one and from the other record, so that neither is believed beforehand. A version that
breaks a rule counts as refuted where the other breaks none; whether somebody broke a rule, no paper can tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Any

from domscore.auditing import audit
from domscore.compare.seen import in_the_other_frame
from domscore.compare.two_records import Difference, Pairing, Unit
from domscore.compare.values import ABSENT
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.record.models import Record, Round

MOST_TOGETHER = 6
"""So many differences of one round are weighed in every combination; of more, each by itself against either record."""
MOST_BY_THEMSELVES = 24
"""Of still more, as of two different games, only the one round as a whole against the other."""
MOST_ROUNDS = 5000
"""So many rounds are judged, some seconds' worth."""
MOST_PASSES = 3


class Outcome(StrEnum):
    """What the evidence says about a difference."""

    FIRST = "first"
    SECOND = "second"
    OPEN = "open"
    NEITHER = "neither"
    FULLER = "fuller"


@dataclass(slots=True)
class Decision:
    """What the evidence says about one difference.

    Attributes:
        outcome: the record whose version is left; ``fuller``: one says more, and nothing speaks against it.
        against: by record, what is wrong with its version and not with the other.
    """

    outcome: Outcome
    against: tuple[list[Finding], list[Finding]] = field(default_factory=lambda: ([], []))

    def chosen(self, difference: Difference) -> int | None:
        """0 or 1 for the record to follow; None when the evidence does not say."""
        if self.outcome is Outcome.FULLER:
            return difference.fuller
        return {Outcome.FIRST: 0, Outcome.SECOND: 1}.get(self.outcome)


Choice = dict[Difference, int]


@dataclass(slots=True)
class Tried:
    """A way to put the record together, and what is wrong with it.

    Attributes:
        errors: those that follow from no other. ``places``: of all.
    """

    choice: Choice
    errors: list[Finding]
    places: set[tuple[str, str]]


class Deciding:
    """Weighs the differences of two records. ``decisions`` holds the outcome by difference.

    Attributes:
        stopped: not every way was tried; what depends on those is open.
    """

    def __init__(self, pairing: Pairing, most_rounds: int = MOST_ROUNDS) -> None:
        self.pairing = pairing
        self.decisions: dict[Difference, Decision] = {}
        self.stopped = False
        self._left = most_rounds
        self._errors: dict[tuple[int, ...], list[Finding]] = {}
        self._builder = Builder(pairing)
        self._order = pairing.differences

    def run(self) -> dict[Difference, Decision]:
        """Decide round by round; what is decided in one helps to decide the others."""
        for _ in range(MOST_PASSES):
            before = [decision.outcome for decision in self.decisions.values()]
            for unit in self.pairing.units:
                if unit.differences:
                    self._unit(unit)
            if before == [decision.outcome for decision in self.decisions.values()]:
                break
        return self.decisions

    def _unit(self, unit: Unit) -> None:
        tried = []
        for choice in self._choices(unit):
            errors = self._audited(choice)
            if errors is not None:
                roots = [one for one in errors if one.cause is None]
                tried.append(Tried(choice, roots, {(one.code, one.path) for one in errors}))
        for difference in unit.differences:
            self.decisions[difference] = _decided(difference, unit, tried)

    def _choices(self, unit: Unit) -> Iterator[Choice]:
        """Ways to choose in this unit, the rest following the first or the second record where it is not decided."""
        disputed = [one for one in unit.differences if one.contradicts]
        for rest in (0, 1):
            plain = {one: self._settled(one, rest) for one in self._order}
            plain |= {one: one.fuller or 0 for one in unit.differences if not one.contradicts}
            for some in _combinations(disputed):
                yield {**plain, **some}
            for side in (0, 1):
                for one in unit.differences:
                    if not one.contradicts:
                        yield {**plain, **dict.fromkeys(disputed, side), one: 1 - plain[one]}

    def _settled(self, difference: Difference, rest: int) -> int:
        decision = self.decisions.get(difference)
        if decision is None:
            return rest if difference.fuller is None else difference.fuller
        chosen = decision.chosen(difference)
        return rest if chosen is None else chosen

    def _audited(self, choice: Choice) -> list[Finding] | None:
        """All errors, what follows from others included; None where no more may be judged."""
        key = tuple(choice[one] for one in self._order)
        if key not in self._errors:
            if self._left <= 0:
                self.stopped = True
                return None
            self._left -= 1 + len(self.pairing.rounds)
            found = audit(self._builder.record(choice)).findings
            self._errors[key] = [one for one in found if one.severity is Severity.ERROR]
        return self._errors[key]


def _combinations(disputed: list[Difference]) -> Iterator[Choice]:
    if len(disputed) <= MOST_TOGETHER:
        for some in product((0, 1), repeat=len(disputed)):
            yield dict(zip(disputed, some, strict=True))
        return
    for side in (0, 1):
        plain = dict.fromkeys(disputed, side)
        yield plain
        for one in disputed if len(disputed) <= MOST_BY_THEMSELVES else ():
            yield {**plain, one: 1 - side}


def _decided(difference: Difference, unit: Unit, tried: list[Tried]) -> Decision:
    played = next((one for one in unit.differences if one.slot is not None and one.slot.way == ("acts",)), None)
    if played not in (None, difference):  # acts that one record alone has are evidence: to leave them out is no way out
        tried = [one for one in tried if one.choice[played] == played.fuller]
    ways = [[one for one in tried if one.choice[difference] == side] for side in (0, 1)]
    if not all(ways):
        return Decision(Outcome.OPEN)
    best = [min(some, key=lambda one: len(one.errors)) for some in ways]
    wrong = [len(one.errors) for one in best]
    against = _only(best[0], best[1]), _only(best[1], best[0])
    if wrong[0] == wrong[1]:
        if not difference.contradicts:
            return Decision(Outcome.FULLER)
        touched = all(_touches(one, difference, unit) for one in best)
        return Decision(Outcome.NEITHER if touched or all(against) else Outcome.OPEN, against)
    better = 0 if wrong[0] < wrong[1] else 1
    if _touches(best[better], difference, unit) or (against[better] and difference.contradicts):
        return Decision(Outcome.NEITHER, against)
    return Decision((Outcome.FIRST, Outcome.SECOND)[better], against)


def _only(one: Tried, other: Tried) -> list[Finding]:
    """What is wrong with this way and not with the other, not even as a consequence of something else."""
    return [finding for finding in one.errors if (finding.code, finding.path) not in other.places]


def _touches(tried: Tried, difference: Difference, unit: Unit) -> bool:
    """An error stands at the very place of the difference."""
    slot = difference.slot
    assert slot is not None
    if slot.column is not None:
        act = _position(unit, tried.choice, slot.column)
        return any(one.round == difference.round and one.act == act for one in tried.errors)
    if slot.way is None:
        return False
    ends = "/".join(slot.way)
    return any(one.round == difference.round and one.path.endswith(f"/{ends}") for one in tried.errors)


def _position(unit: Unit, choice: Choice, column: int) -> int:
    """The number of the act in this column, when the round is put together by this choice."""
    chosen = {one.slot.column: choice[one] for one in unit.differences if one.slot is not None}
    return sum(pair[chosen.get(place, 0)] is not None for place, pair in enumerate(unit.columns[: column + 1]))


class Builder:
    """Puts records together from two, and remembers the rounds it has made."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self._rounds: dict[tuple[int, ...], Round | None] = {}
        self._frames: dict[tuple[int, ...], Record] = {}

    def record(self, choice: Choice) -> Record:
        """The record that follows the one or the other version at every difference; elsewhere the first."""
        rounds = [self._round(number, unit, choice) for number, unit in enumerate(self.pairing.rounds)]
        frame = self.pairing.frame
        key = tuple(choice[one] for one in frame.differences)
        if key not in self._frames:
            self._frames[key] = Record.model_validate({**frame_data(frame, choice), "rounds": []})
        return self._frames[key].model_copy(update={"rounds": [one for one in rounds if one is not None]})

    def _round(self, number: int, unit: Unit, choice: Choice) -> Round | None:
        key = (number, *(choice[one] for one in unit.differences))
        if key not in self._rounds:
            data = round_data(unit, choice)
            self._rounds[key] = None if data is None else Round.model_validate(data)
        return self._rounds[key]


def frame_data(unit: Unit, choice: Choice) -> dict[str, Any]:
    """Everything but the rounds."""
    data = unit.data[0]
    assert data is not None
    kept: dict[str, Any] = {key: data[key] for key in ("$schema", "format", "id", "meta") if key in data}
    return {**kept, **_fields(unit, choice)}


def round_data(unit: Unit, choice: Choice) -> dict[str, Any] | None:
    """One round; None when it is left out."""
    if None in unit.data:
        return unit.data[choice[unit.differences[0]]]
    data = unit.data[0]
    assert data is not None
    found = {"meta": data["meta"]} if "meta" in data else {}
    chosen = {one.slot.column: choice[one] for one in unit.differences if one.slot is not None}
    acts = []
    for place, pair in enumerate(unit.columns):
        side = chosen.get(place, 0)
        act = pair[side]
        if act is not None:
            acts.append(in_the_other_frame(act) if side else act.written)
    side_by_side = ("acts",) not in unit.fields  # else one of the two wrote none, and may be followed
    if side_by_side and any("acts" in (each or {}) for each in unit.data):
        found["acts"] = acts
    return {**found, **_fields(unit, choice)}


def _fields(unit: Unit, choice: Choice) -> dict[str, Any]:
    chosen = {one.slot.way: choice[one] for one in unit.differences if one.slot is not None}
    found: dict[str, Any] = {}
    for way, pair in unit.fields.items():
        value = pair[chosen.get(way, 0)]
        if way not in chosen and value is ABSENT:
            value = pair[1]
        if value is ABSENT:
            continue
        *path, last = way
        part = found
        for key in path:
            part = part.setdefault(key, {})
        part[last] = value
    return found
