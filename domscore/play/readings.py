"""Acts that leave their place open: every reading is followed, and those that later acts refute are dropped.

Readings are chosen by acts only, never by called points. One with an illegal act is refuted if another has none; if all have
one, those whose first illegal act comes latest are kept; one that merely stops too early is refuted if another ends
properly. Readings that have come to the same position, with the same points and findings, are followed as one.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from domscore.findings.codes import Severity
from domscore.play.replay import Replay, Setting
from domscore.play.state import How, State
from domscore.record.acts import Act, Kind, Named

MAX_READINGS = 256
"""Readings followed at once in one round."""
MAX_APART = 64
"""Beyond so many, readings that differ only in what fitted when somebody passed or drew are followed as one."""
MAX_OPEN_ACTS = 1_000
"""A round of more acts is not read in several ways: no set has so many tiles."""
MAX_READING_STEPS = 20_000
"""Acts judged for readings in one record; beyond that a place left open is simply unclear."""


class Budget:
    """Acts that may still be judged for the readings of a record."""

    __slots__ = ("left",)

    def __init__(self, steps: int = MAX_READING_STEPS) -> None:
        self.left = steps


@dataclass(slots=True)
class Reading:
    """One way to read the acts so far.

    Attributes:
        first_bad: number of its first illegal act.
        places: by act number, the places chosen in the readings that have come together here.
    """

    replay: Replay
    first_bad: int | None = None
    places: dict[int, set[str]] = field(default_factory=dict)


@dataclass(slots=True)
class Resolution:
    """The readings that are left, all legal or all equally illegal.

    Attributes:
        replays: one, unless they differ in legality or score.
        act: the number of the first act whose place is open and matters; None when the record is clear.
        places: what that act may mean.
        exhausted: there were too many readings to follow.
        seen: a replay for each way in which the readings left differ in what fitted when somebody passed or drew; none where
            there were too many ways.
    """

    replays: list[Replay]
    act: int | None = None
    places: list[str] = field(default_factory=list)
    exhausted: bool = False
    seen: list[Replay] = field(default_factory=list)


def resolve(start: State, acts: list[Act], setting: Setting, budget: Budget, complete: bool = True) -> Resolution:
    """Replay the acts under every reading that is left.

    Args:
        start: the state before the first act; not changed.
        complete: the acts are all there were, so that a reading that ends properly refutes one that does not.
    """
    plain = Replay(start.copy(), acts, setting)
    for index in range(len(acts)):
        if plain.options(index) > 1:
            break
        plain.advance(index)
    else:
        return Resolution([plain], seen=[plain])
    readings, apart = [Reading(plain)], True
    if len(acts) > MAX_OPEN_ACTS:
        plain.advance(index)
        return _exhausted(readings[0], index, acts, index + 1)
    for position in range(index, len(acts)):
        readings = _followed(readings, position, acts, budget, apart)
        apart = apart and len(readings) <= MAX_APART
        if len(readings) > MAX_READINGS or budget.left < 0:
            return _exhausted(readings[0], position, acts, index + 1)
    resolution = _chosen(readings, complete)
    resolution.seen = resolution.seen if apart else []
    return resolution


def _exhausted(reading: Reading, position: int, acts: list[Act], act: int) -> Resolution:
    for later in range(position + 1, len(acts)):
        reading.replay.advance(later)
    return Resolution([reading.replay], act, sorted(reading.places.get(act, ())), exhausted=True)


def _followed(readings: list[Reading], position: int, acts: list[Act], budget: Budget, apart: bool) -> list[Reading]:
    letters, tiles = _names_used(acts, position + 1)
    merged: dict[Hashable, Reading] = {}
    for reading in readings:
        options = reading.replay.options(position)
        for choice in range(options):
            budget.left -= 1
            last = choice == options - 1
            child = reading if last else Reading(reading.replay.copy(), reading.first_bad, _copied(reading.places))
            step = child.replay.advance(position, choice)
            if options > 1 and step.place is not None:
                child.places[step.number] = {step.place}
            if child.first_bad is None and any(_illegal(finding.severity, finding.code) for finding in step.findings):
                child.first_bad = step.number
            key = (child.first_bad, _position(child.replay, letters, tiles), _seen(child.replay) if apart else ())
            known = merged.get(key)
            if known is None:
                merged[key] = child
            else:
                for number, places in child.places.items():
                    known.places.setdefault(number, set()).update(places)
    latest = max(_lasts(reading) for reading in merged.values())
    left = [reading for reading in merged.values() if _lasts(reading) == latest]
    if len(left) == 1:
        left[0].first_bad = None  # what is illegal in every reading refutes none
    return left


def _copied(places: dict[int, set[str]]) -> dict[int, set[str]]:
    return {number: set(names) for number, names in places.items()}


def _illegal(severity: Severity, code: str) -> bool:
    return severity is Severity.ERROR and code[:4] in ("DOM3", "DOM4")


def _lasts(reading: Reading) -> float:
    return float("inf") if reading.first_bad is None else reading.first_bad


def _names_used(acts: list[Act], start: int) -> tuple[bool, frozenset[int]]:
    """Whether later acts name letters, and which tiles they join: only then do those tell positions apart."""
    letters, tiles = False, set()
    for act in acts[start:]:
        if act.kind is Kind.PLAY:
            letters = letters or Named.L <= act.place <= Named.D
            if act.place is Named.TILE:
                tiles.add(min(act.on, act.on % 100 * 100 + act.on // 100))
    return letters, frozenset(tiles)


def _position(replay: Replay, letters: bool, tiles: frozenset[int]) -> Hashable:
    state = replay.state
    places = []
    for place in state.layout.places:
        host = state.layout.tiles[place.host]
        name = min(host.first, host.second) * 100 + max(host.first, host.second)
        places.append(
            (
                place.number,
                (host.double, host.spinner, host.sides, host.ends, place.end),
                place.letter or "" if letters else "",
                name if name in tiles else -1,
                place.fault is not None,
            )
        )
    return (tuple(sorted(places)), *_outcome(replay))


def _seen(replay: Replay) -> Hashable:
    """What fitted at each pass and draw, which tells readings apart where hands are hidden."""
    return tuple(moment.fitting for moment in replay.moments) if replay.hidden else ()


def _open_end(replay: Replay) -> int:
    """What fits at the end, where only tiles turned up can tell whether that was the end of the round."""
    state = replay.state
    return state.fitting() if replay.hidden and not state.dead and state.over in (None, How.TARGET) else 0


def _outcome(replay: Replay) -> tuple[Hashable, ...]:
    state = replay.state
    found = tuple((finding.code, finding.act, finding.seat) for finding in replay.findings)
    return (
        tuple(state.in_play),
        tuple(state.hands),
        tuple(state.unseen),
        state.turn,
        state.over,
        state.target_by,
        state.dead,
        state.leader,
        state.last_player,
        found,
    )


def _chosen(readings: list[Reading], complete: bool) -> Resolution:
    if complete and any(_ends(reading) for reading in readings):
        readings = [reading for reading in readings if _ends(reading) or reading.replay.state.nobody_can_move() is None]
    results: dict[Hashable, Reading] = {}
    groups: dict[int, dict[str, set[Hashable]]] = {}
    for reading in readings:
        result = (_outcome(reading.replay), _ends(reading), _open_end(reading.replay) if complete else 0)
        results.setdefault(result, reading)
        for number, places in reading.places.items():
            for place in places:
                groups.setdefault(number, {}).setdefault(place, set()).add(result)
    left = [reading.replay for reading in results.values()]
    apart: dict[Hashable, Replay] = {}
    for reading in readings:
        apart.setdefault((_seen(reading.replay), reading.replay.state.fitting()), reading.replay)
    seen = list(apart.values())
    if len(left) == 1:
        return Resolution(left, seen=seen)
    for number in sorted(groups):
        by_place = groups[number]
        if any(results_there != set(results) for results_there in by_place.values()):
            return Resolution(left, number, sorted(by_place), seen=seen)
    first = min(groups)
    return Resolution(left, first, sorted(groups[first]), seen=seen)


def _ends(reading: Reading) -> bool:
    """The round comes to an end under this reading."""
    state = reading.replay.state
    return state.over is not None or state.dead or (state.table.passes_for_block and state.passes >= state.table.players)
