"""The table at one act: the round replayed so far, with where each tile joins the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domscore.auditing import Watched
from domscore.domino.layout import Layout
from domscore.play.placing import placing
from domscore.play.replay import Replay
from domscore.play.state import State
from domscore.play.step import Step
from domscore.record.acts import Act, Kind


class Joint(NamedTuple):
    """Where a tile joins: its host's number among the tiles laid (-1 for the lead), at an end of it, the place's letter."""

    host: int
    end: bool
    letter: str | None


class Scene(NamedTuple):
    """One act with the table around it.

    Attributes:
        before: the state before the act. ``joints``: of the tiles on the table then.
        step: the act, judged and applied; its state is the one after it. ``after``: the joints then.
        passed: passes before the act that were not written: seats.
    """

    before: State
    joints: list[Joint]
    step: Step
    after: list[Joint]
    passed: list[int]


class Arm(NamedTuple):
    """A line of tiles as it lies, touching halves together; the main one's name is ``"line"``."""

    name: str
    tiles: list[str]


def scene_at(watched: Watched, number: int) -> Scene:
    """The act of this number, from 1, in the reading of the acts that the score goes by."""
    start, whole = watched.judged.start, watched.judged.replay
    assert start is not None and whole is not None
    replay = Replay(start.copy(), watched.acts, whole.setting)
    joints: list[Joint] = []
    for index in range(number - 1):
        joints = _advanced(replay, index, whole.choices.get(index, 0), joints)[1]
    before, known = replay.state.copy(), len(replay.inferred)
    step, after = _advanced(replay, number - 1, whole.choices.get(number - 1, 0), joints)
    return Scene(before, joints, step, after, [seat for seat, _ in replay.inferred[known:]])


def scenes(watched: Watched) -> Iterator[Scene]:
    """All acts one after the other, in the same reading."""
    start, whole = watched.judged.start, watched.judged.replay
    if start is None or whole is None:
        return
    replay = Replay(start.copy(), watched.acts, whole.setting)
    joints: list[Joint] = []
    for index in range(len(watched.acts)):
        before, known, earlier = replay.state.copy(), len(replay.inferred), joints
        step, joints = _advanced(replay, index, whole.choices.get(index, 0), joints)
        yield Scene(before, earlier, step, joints, [seat for seat, _ in replay.inferred[known:]])


def _advanced(replay: Replay, index: int, choice: int, joints: list[Joint]) -> tuple[Step, list[Joint]]:
    joint = _joint(replay.state.layout, replay.acts[index], choice)
    step = replay.advance(index, choice)
    return step, [*joints, joint][: len(replay.state.layout.tiles)]


def _joint(layout: Layout, act: Act, choice: int) -> Joint:
    lead = Joint(-1, False, None)
    if act.kind is not Kind.PLAY or not layout.tiles:
        return lead
    found = placing(layout, act)
    places = found.places or found.misfit
    place = places[choice] if places else None
    return lead if place is None else Joint(place.host, place.end, place.letter)


def arms(layout: Layout, joints: list[Joint]) -> list[Arm]:
    """The main line from its left end to its right, then what branches off, each from the double outward."""
    if not layout.tiles:
        return []
    lead = layout.tiles[0]
    left = _chain(joints, next((n for n, joint in enumerate(joints) if joint.host == 0 and joint.letter == "L"), None))
    right = _chain(joints, next((n for n, joint in enumerate(joints) if joint.host == 0 and joint.letter == "R"), None))
    line = [_outward(layout, n, turned=True) for n in reversed(left)]
    line += [f"{lead.first}-{lead.second}", *(_outward(layout, n) for n in right)]
    found = [Arm("line", line)]
    for number, joint in enumerate(joints):
        if joint.end:
            host = layout.tiles[joint.host]
            name = joint.letter or f"from {host.first}-{host.second}"
            found.append(Arm(name, [_outward(layout, n) for n in _chain(joints, number)]))
    return found


def _chain(joints: list[Joint], first: int | None) -> list[int]:
    """A tile and those that continue its line outward."""
    found: list[int] = []
    number = first
    while number is not None:
        found.append(number)
        number = next((n for n, joint in enumerate(joints) if joint.host == number and not joint.end), None)
    return found


def _outward(layout: Layout, number: int, *, turned: bool = False) -> str:
    tile = layout.tiles[number]
    return f"{tile.second}-{tile.first}" if turned else f"{tile.first}-{tile.second}"
