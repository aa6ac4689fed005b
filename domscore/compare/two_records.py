"""Two records of one game, side by side: everything in which they differ, as differences between two versions of a place.

Free data (``meta``, ``note``, ``at``, ``id``) are not compared. Where one record only says more than the other, that is a
difference too, but no contradiction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domscore.compare.aligning import aligned, cost_of_acts
from domscore.compare.seen import Seen, in_one_frame, rounds_seen
from domscore.compare.values import ABSENT, Relation, flattened, relation
from domscore.record.acts import Kind
from domscore.record.models import Record

Way = tuple[str, ...]
_FRAME_ONLY = frozenset({"format", "id", "meta", "rounds", "$schema"})
_ROUND_ONLY = frozenset({"acts", "meta"})


@dataclass(slots=True, eq=False)
class Difference:
    """One place with two versions.

    Attributes:
        round, act: from 1, as in the record that has them (the first one, if both do); None where there is none.
        kind: ``round``, ``act``, ``tile``, ``end``, ``seat``, ``points``, or the name of a field.
        versions: what the first and the second record say, in words; None for nothing.
        contradicts: they cannot both be right; else one only says more.
        fuller: 0 or 1, the record that says more.
        slot: which choice of its unit this is.
    """

    round: int | None
    act: int | None
    kind: str
    versions: tuple[str | None, str | None]
    contradicts: bool = True
    fuller: int | None = None
    slot: Slot | None = None


class Slot(NamedTuple):
    """A place of a unit that has two versions: a column of its acts, a field, or the whole round."""

    column: int | None = None
    way: Way | None = None


@dataclass(slots=True)
class Unit:
    """Two rounds side by side, or the frames of the two records.

    Attributes:
        indexes: positions in the two records; None for a round that the record does not have.
        columns: acts side by side; None where the record has none.
        fields: all other values by their path.
        data: the two rounds (or frames) as JSON values, None for a missing one.
    """

    indexes: tuple[int | None, int | None]
    columns: list[tuple[Seen | None, Seen | None]]
    fields: dict[Way, tuple[Any, Any]]
    data: tuple[dict[str, Any] | None, dict[str, Any] | None]
    differences: list[Difference] = field(default_factory=list)


@dataclass(slots=True)
class Pairing:
    """Two records side by side. ``frame`` is what stands outside the rounds."""

    records: tuple[Record, Record]
    frame: Unit
    rounds: list[Unit]

    @property
    def units(self) -> list[Unit]:
        """The frame, and the rounds in order."""
        return [self.frame, *self.rounds]

    @property
    def differences(self) -> list[Difference]:
        """All, those of the frame first."""
        return [one for unit in self.units for one in unit.differences]

    @property
    def first_divergence(self) -> Difference | None:
        """The first place at which the game itself parts: in the rounds, else in the frame."""
        played = [one for unit in self.rounds for one in unit.differences]
        return next(iter([one for one in played if one.contradicts] or played or self.frame.differences), None)


def paired(first: Record, second: Record) -> Pairing:
    """Lay two records side by side."""
    seen = rounds_seen(first), rounds_seen(second)
    data = [_as_data(record) for record in (first, second)]
    rounds = [list(map(_Round, one["rounds"], acts)) for one, acts in zip(data, seen, strict=True)]
    frame = Unit((None, None), [], _side_by_side(data[0], data[1], _FRAME_ONLY), (data[0], data[1]))
    frame.differences = [*_of_fields(frame, None)]
    starts = [1 if record.start is None else record.start.round for record in (first, second)]
    costs = _Costs(starts)
    numbered = [list(enumerate(side)) for side in rounds]
    pairs = aligned(numbered[0], numbered[1], costs.of)
    units = []
    for one, two in pairs:
        unit = _unit((one, two), None if one is None else rounds[0][one], None if two is None else rounds[1][two])
        number = one + starts[0] if one is not None else (two or 0) + starts[1]
        implied = [_implied(record) for record in (first, second)]
        unit.differences = list(_of_round(unit, number, implied))
        units.append(unit)
    return Pairing((first, second), frame, units)


class _Round(NamedTuple):
    data: dict[str, Any]
    acts: list[Seen] | None


def _as_data(record: Record) -> dict[str, Any]:
    return record.model_dump(exclude_unset=True, by_alias=True)


def _implied(record: Record) -> set[Kind]:
    recording = record.recording
    if recording is None:
        return set()
    kinds = ((Kind.PASS, recording.passes), (Kind.DRAW, recording.draws))
    return {kind for kind, written in kinds if written == "implied"}


class _Costs:
    """How far two rounds are apart, by what they share; rounds of the same number are nearer."""

    def __init__(self, starts: list[int]) -> None:
        self.starts = starts
        self.known: dict[int, Counter[Any]] = {}

    def of(self, one: tuple[int, _Round], two: tuple[int, _Round]) -> float:
        """0 for equal rounds."""
        mine, theirs = self._tokens(one[1]), self._tokens(two[1])
        either = sum((mine | theirs).values())
        alike = sum((mine & theirs).values()) / either if either else 1.0
        same_number = one[0] + self.starts[0] == two[0] + self.starts[1]
        return max(0.0, 2.5 * (1 - alike) - 0.6) if same_number else 2.5 * (1 - alike) + 0.1

    def _tokens(self, round_: _Round) -> Counter[Any]:
        found = self.known.get(id(round_))
        if found is None:
            fields = [(way, str(value)) for way, value in flattened(round_.data, _ROUND_ONLY).items()]
            found = Counter([*((act.seat, act.kind, act.tile) for act in round_.acts or ()), *fields])
            self.known[id(round_)] = found
        return found


def _unit(indexes: tuple[int | None, int | None], one: _Round | None, two: _Round | None) -> Unit:
    if one is None or two is None:
        return Unit(indexes, [], {}, (None if one is None else one.data, None if two is None else two.data))
    if one.acts is None or two.acts is None:
        return Unit(indexes, [], _side_by_side(one.data, two.data, _ROUND_ONLY - {"acts"}), (one.data, two.data))
    mine, theirs = one.acts, in_one_frame(one.acts, two.acts)
    columns = [
        (None if a is None else mine[a], None if b is None else theirs[b]) for a, b in aligned(mine, theirs, cost_of_acts)
    ]
    return Unit(indexes, columns, _side_by_side(one.data, two.data, _ROUND_ONLY), (one.data, two.data))


def _side_by_side(one: dict[str, Any], two: dict[str, Any], without: frozenset[str]) -> dict[Way, tuple[Any, Any]]:
    mine, theirs = flattened(one, without), flattened(two, without)
    ways = [*mine, *(way for way in theirs if way not in mine)]
    return {way: (mine.get(way, ABSENT), theirs.get(way, ABSENT)) for way in ways}


def _of_round(unit: Unit, number: int, implied: list[set[Kind]]) -> Iterator[Difference]:
    if None in unit.data:
        said = ["a round" if each is not None else None for each in unit.data]
        yield Difference(number, None, "round", (said[0], said[1]), slot=Slot())
        return
    yield from _of_acts(unit, number, implied)
    yield from _of_fields(unit, number)


def _of_acts(unit: Unit, number: int, implied: list[set[Kind]]) -> Iterator[Difference]:
    positions = [0, 0]
    stops = [_stop(unit, side) for side in (0, 1)]
    for column, pair in enumerate(unit.columns):
        positions = [place + (each is not None) for place, each in zip(positions, pair, strict=True)]
        act = positions[0] if pair[0] is not None else positions[1]
        one, two = pair
        slot = Slot(column=column)
        if one is None or two is None:
            there, side = (two, 1) if one is None else (one, 0)
            assert there is not None
            silent = there.kind in implied[1 - side] or column > stops[1 - side]
            said = (None, _said(there)) if side else (_said(there), None)
            yield Difference(number, act, "act", said, not silent, side if silent else None, slot)
        elif not one.same(two):
            more = _says_more(one, two)
            texts = _said(one), _said(two)
            if texts[0] == texts[1]:
                texts = f"{one.text}, at {one.joined or 'no tile'}", f"{two.text}, at {two.joined or 'no tile'}"
            yield Difference(number, act, _kind(one, two), texts, more is None, more, slot)


def _stop(unit: Unit, side: int) -> int:
    """The column after which a scribe wrote no more; beyond all columns for one who went on to the end."""
    data = unit.data[side]
    if data is None or data.get("acts_complete", True):
        return len(unit.columns)
    return max((column for column, pair in enumerate(unit.columns) if pair[side] is not None), default=-1)


def _said(act: Seen) -> str:
    return act.text if act.points is None or act.kind is not Kind.PLAY else f"{act.text} +{act.points}"


def _kind(one: Seen, two: Seen) -> str:
    if one.kind is not two.kind or Kind.RULING in (one.kind, two.kind):
        return "act"
    for name in ("seat", "tile", "joined", "points"):
        if getattr(one, name) != getattr(two, name):
            return "end" if name == "joined" else name
    return "act"


def _says_more(one: Seen, two: Seen) -> int | None:
    """The act that agrees with the other and says more: a face that was seen, points that were called."""
    if (one.seat, one.kind) != (two.seat, two.kind):
        return None
    if one.kind is Kind.DRAW and "?" in (one.tile, two.tile):
        return 0 if two.tile == "?" else 1
    if one.key[:-1] == two.key[:-1] and None in (one.points, two.points):
        return 0 if two.points is None else 1
    return None


def _of_fields(unit: Unit, number: int | None) -> Iterator[Difference]:
    for way, (one, two) in unit.fields.items():
        found = relation(way, one, two, unit.data)
        if found.how is not Relation.SAME:
            more = found.how is Relation.MORE
            yield Difference(
                number, None, ".".join(way), found.said, not more, found.fuller if more else None, Slot(way=way)
            )
