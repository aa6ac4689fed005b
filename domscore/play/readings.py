"""Acts that leave their place open: every reading is followed, and those that later acts refute are dropped.

Readings are chosen by acts only, never by called points. One with an illegal act is refuted if another has none; if all have
one, those whose first illegal act comes latest are kept, whereby an act that is illegal in all of them counts in none, nor
does one that a ruling dealt with; one that merely stops too early is refuted if another ends properly. Readings that have
come to the same position, with the same points and findings, are followed as one.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from domscore.findings.codes import Severity
from domscore.play.placing import place_name
from domscore.play.replay import Replay
from domscore.play.state import How, State
from domscore.play.step import Setting
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

    def followed(self, replays: Sequence[Replay]) -> None:
        """Told of the readings after each act; somebody who has seen enough may raise."""


@dataclass(slots=True)
class Reading:
    """One way to read the acts so far.

    Attributes:
        node: its number among the ``Forks``.
        bad: its last act is illegal, and no ruling dealt with it.
    """

    replay: Replay
    node: int = 0
    bad: bool = False


class Fork(NamedTuple):
    """Where a reading went on as another one.

    Attributes:
        act: the act's number.
        parent, child: the nodes.
        place: where the tile was laid, by its name and by whether that is the end of a double, which the name need not
            tell; None where no place was open.
    """

    act: int
    parent: int
    child: int
    place: tuple[str, bool] | None


@dataclass(slots=True)
class Forks:
    """How readings parted and came together again, to find the act that matters afterwards."""

    nodes: int = 0
    taken: list[Fork] = field(default_factory=list)

    def new(self) -> int:
        """A further node."""
        self.nodes += 1
        return self.nodes

    def names(self, act: int) -> list[str]:
        """The places that an act was taken to mean."""
        return sorted({fork.place[0] for fork in self.taken if fork.act == act and fork.place is not None})

    def first_that_matters(self, results: dict[int, Hashable]) -> tuple[int, list[str]]:
        """The first act whose places lead to different results, and their names.

        Args:
            results: by node of each reading that is left, what comes of it; not all the same.
        """
        reached: dict[int, set[Hashable]] = {node: {result} for node, result in results.items()}
        open_acts: dict[tuple[int, int], dict[tuple[str, bool], set[Hashable]]] = {}
        for act, parent, child, place in reversed(self.taken):
            came = reached.get(child, set())
            reached.setdefault(parent, set()).update(came)
            if place is not None and came:
                open_acts.setdefault((act, parent), {}).setdefault(place, set()).update(came)
        matters = min(at for at, places in open_acts.items() if any(came != reached[at[1]] for came in places.values()))
        return matters[0], sorted({name for at, places in open_acts.items() if at[0] == matters[0] for name, _ in places})


class Left(NamedTuple):
    """A reading that is left.

    Attributes:
        node: its number among the ``Forks``.
        result: what comes of it.
        seen: position among the ``seen`` of a resolution of the replay that hidden hands cannot tell from it.
    """

    node: int
    result: Hashable
    seen: int
    replay: Replay


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
        left: the readings that are left, where an act left its place open.
    """

    replays: list[Replay]
    act: int | None = None
    places: list[str] = field(default_factory=list)
    exhausted: bool = False
    seen: list[Replay] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    forks: Forks = field(default_factory=Forks)

    def matters(self, ends: Mapping[int, Hashable]) -> tuple[int, list[str]]:
        """The first act whose place matters when it is seen how each reading ends, and what it may mean.

        Args:
            ends: by position among ``replays``, what each that is left comes to; not all the same.
        """
        position = {result: number for number, result in enumerate(dict.fromkeys(one.result for one in self.left))}
        kept = [one for one in self.left if position[one.result] in ends]
        return self.forks.first_that_matters({one.node: ends[position[one.result]] for one in kept})

    def without(self, refuted: Collection[int]) -> Resolution:
        """The readings that hidden hands leave, if there are any.

        Args:
            refuted: positions in ``seen`` of those that no deal explains.
        """
        kept = [one for one in self.left if one.seen not in refuted]
        return _resolution(kept, self.forks, self.seen) if kept and len(kept) < len(self.left) else self


def resolve(start: State, acts: list[Act], setting: Setting, budget: Budget, complete: bool = True) -> Resolution:
    """Replay the acts under every reading that is left.

    Args:
        start: the state before the first act; not changed.
        complete: the acts are all there were, so that a reading that ends properly refutes one that does not.
    """
    plain = Replay(start.copy(), acts, setting)
    for index in range(len(acts)):
        if len(plain.meant(index)) > 1:
            break
        plain.advance(index)
        budget.followed([plain])
    else:
        return Resolution([plain], seen=[plain])
    readings, forks, apart = [Reading(plain)], Forks(), True
    if len(acts) > MAX_OPEN_ACTS:
        plain.advance(index)
        return _exhausted(plain, index, index + 1, forks)
    for position in range(index, len(acts)):
        readings = _followed(readings, position, forks, budget, apart)
        budget.followed([reading.replay for reading in readings])
        apart = apart and len(readings) <= MAX_APART
        if len(readings) > MAX_READINGS or budget.left < 0:
            return _exhausted(readings[0].replay, position, index + 1, forks)
    resolution = _chosen(readings, forks, complete)
    resolution.seen = resolution.seen if apart else []
    return resolution


def _exhausted(replay: Replay, position: int, act: int, forks: Forks) -> Resolution:
    for later in range(position + 1, len(replay.acts)):
        replay.advance(later)
    return Resolution([replay], act, forks.names(act), exhausted=True)


def _followed(readings: list[Reading], position: int, forks: Forks, budget: Budget, apart: bool) -> list[Reading]:
    letters, tiles = _names_used(readings[0].replay.acts, position + 1)
    merged: dict[Hashable, Reading] = {}
    ruled = readings[0].replay.ruled_on(position)
    for reading in readings:
        parent, layout = reading.node, reading.replay.state.layout
        meant = [(place_name(layout, place), place.end) for place in reading.replay.meant(position)]
        places = meant if len(meant) > 1 else [None]
        for choice, place in enumerate(places):
            budget.left -= 1
            child = reading if choice == len(places) - 1 else Reading(reading.replay.copy())
            step = child.replay.advance(position, choice)
            child.bad = not ruled and any(_illegal(finding.severity, finding.code) for finding in step.findings)
            key = (_position(child.replay, letters, tiles), _seen(child.replay) if apart else ())
            known = merged.setdefault(key, child)
            if known is child and place is not None:
                child.node = forks.new()
            if place is not None or known is not child:
                forks.taken.append(Fork(step.number, parent, known.node, place))
    legal = [reading for reading in merged.values() if not reading.bad]
    return legal or list(merged.values())


def _illegal(severity: Severity, code: str) -> bool:
    return severity is Severity.ERROR and code[:4] in ("DOM3", "DOM4")


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
    unseen = replay.hidden or (replay.setting.draws_implied and state.table.draws)
    return state.fitting() if unseen and not state.dead and state.over in (None, How.TARGET) else 0


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


def _chosen(readings: list[Reading], forks: Forks, complete: bool) -> Resolution:
    if complete and any(_ends(reading) for reading in readings):
        readings = [reading for reading in readings if _ends(reading) or reading.replay.state.nobody_can_move() is None]
    apart: dict[Hashable, int] = {}
    seen: list[Replay] = []
    left = []
    for reading in readings:
        replay = reading.replay
        result = (_outcome(replay), _ends(reading), _open_end(replay) if complete else 0)
        number = apart.setdefault((_seen(replay), replay.state.fitting()), len(apart))
        seen += [replay] if number == len(seen) else []
        left.append(Left(reading.node, result, number, replay))
    return _resolution(left, forks, seen)


def _resolution(left: list[Left], forks: Forks, seen: list[Replay]) -> Resolution:
    replays: dict[Hashable, Replay] = {}
    for one in left:
        replays.setdefault(one.result, one.replay)
    act, places = forks.first_that_matters({one.node: one.result for one in left}) if len(replays) > 1 else (None, [])
    return Resolution(list(replays.values()), act, places, seen=seen, left=left, forks=forks)


def _ends(reading: Reading) -> bool:
    """The round comes to an end under this reading."""
    state = reading.replay.state
    return state.over is not None or state.dead or (state.table.passes_for_block and state.all_passed)
