"""Slips in the order of the acts: two were swapped, one was not written, one was written too much."""

from __future__ import annotations

from collections.abc import Iterator

from domscore.domino.seat import LETTERS
from domscore.record.acts import Kind
from domscore.record.edits import Edit
from domscore.suggest.hypothesis import Hypothesis, WrittenAct, replaced
from domscore.suggest.scene import Scene

_APART = 4
"""Two acts that were swapped stand at most so far apart."""


def swapped_acts(scene: Scene) -> Iterator[Hypothesis]:
    """Two acts were written in the wrong order."""
    written, path = scene.written, f"{scene.path}/acts"
    for first in scene.near:
        for second in range(first + 1, min(first + _APART + 1, len(written))):
            one, two = written[first], written[second]
            adjacent = second == first + 1
            if one == two or not (adjacent or second in scene.near):
                continue
            edits = (replaced(f"{path}/{first}", one, two), replaced(f"{path}/{second}", two, one))
            words = f"acts {first + 1} and {second + 1} were swapped: {_said(one)} and {_said(two)}"
            yield Hypothesis("swapped-acts", edits, words, first)


def _said(act: object) -> str:
    return f'"{WrittenAct("", act)}"'


def pass_not_written(scene: Scene) -> Iterator[Hypothesis]:
    """One pass was not written, or the passes of all the seats that were passed over."""
    if not scene.moments:
        return
    places = [index for index in scene.near if scene.acts[index].seat >= 0]
    for at in [*places, len(scene.acts)] if scene.last == len(scene.acts) else places:
        seats = _passed_over(scene, at)
        for count in {1, len(seats)} - {0} if seats else ():
            said = [f"{LETTERS[seat]} pass" for seat in seats[:count]]
            edits = tuple(Edit("add", f"{scene.path}/acts/{at + n}", None, act) for n, act in enumerate(said))
            quoted = " and ".join(f'"{act}"' for act in said)
            yield Hypothesis("pass-not-written", edits, f"{quoted} was not written before act {at + 1}", at)


def _passed_over(scene: Scene, at: int) -> list[int]:
    turn, table = scene.moments[at].turn, scene.table
    if turn is None:
        return []
    acting = scene.acts[at].seat if at < len(scene.acts) else None
    if acting is None or acting == turn:
        return [turn]
    return [turn, *table.next_seats(turn, acting)]


def draw_not_written(scene: Scene) -> Iterator[Hypothesis]:
    """A draw was not written, of a tile that the seat played or showed without having got it."""
    if not scene.table.draws:
        return
    for seat, letter in enumerate(scene.table.letters):
        for number in scene.table.tiles.listed(scene.missing(letter)):
            name = scene.table.tiles.names[number]
            for at in _turns(scene, seat, name):
                yield _drew(scene, at, f"{letter} draw {name}")
    faces = [act.tile for act in scene.acts if act.kind is Kind.DRAW]
    for at in scene.near if "?" in faces or not (faces or scene.dealt) else ():
        if scene.acts[at].seat >= 0:
            yield _drew(scene, at, f"{LETTERS[scene.acts[at].seat]} draw")


def _turns(scene: Scene, seat: int, tile: str) -> Iterator[int]:
    """Before each act of the seat until it played the tile, and at the end."""
    for at, act in enumerate(scene.acts):
        if act.seat == seat:
            yield at
            if act.kind is Kind.PLAY and act.tile == tile:
                return
    yield len(scene.acts)


def _drew(scene: Scene, at: int, act: str) -> Hypothesis:
    edit = Edit("add", f"{scene.path}/acts/{at}", None, act)
    start = at
    while start and scene.acts[start - 1].kind is Kind.DRAW and LETTERS[scene.acts[start - 1].seat] == act[0]:
        start -= 1
    words = f'"{act}" was not written before act {at + 1}'
    return Hypothesis("draw-not-written", (edit,), words, at, f"{scene.path} {act} at {start}")


def play_not_written(scene: Scene) -> Iterator[Hypothesis]:
    """A play was not written, of a tile that a seat held when it was passed over."""
    for at in [*scene.near, len(scene.acts)] if scene.moments else ():
        for act in _plays(scene, at) if scene.moments[at].places else _leads(scene):
            edit = Edit("add", f"{scene.path}/acts/{at}", None, act)
            yield Hypothesis("play-not-written", (edit,), f'"{act}" was not written before act {at + 1}', at)


def _plays(scene: Scene, at: int) -> Iterator[str]:
    moment, tiles = scene.moments[at], scene.table.tiles
    seat = moment.turn
    if seat is None or (at < len(scene.acts) and scene.acts[at].seat == seat):
        return
    for number, name in moment.places:
        for tile in tiles.listed(moment.hands[seat] & tiles.containing[number]):
            yield f"{LETTERS[seat]} {tiles.names[tile]} {name}"


def _leads(scene: Scene) -> Iterator[str]:
    """The leads of those who ought to lead, with tiles that nobody played."""
    start = scene.watched.judged.start
    if start is None or start.lead.seats is None or not scene.acts or scene.acts[0].seat in start.lead.seats:
        return
    played = scene.mask([act.tile for act in scene.acts if act.kind is Kind.PLAY])
    for seat in sorted(start.lead.seats):
        for tile in scene.table.tiles.listed(start.hands[seat] & ~played):
            high, low = scene.table.tiles.halves[tile]
            yield from dict.fromkeys(f"{LETTERS[seat]} {one}-{two}" for one, two in ((high, low), (low, high)))


def act_too_many(scene: Scene) -> Iterator[Hypothesis]:
    """A pass or a draw was written that did not happen."""
    for at in range(min(scene.last + 2, len(scene.acts))):
        if scene.acts[at].kind in (Kind.DRAW, Kind.PASS):
            kind = "pass" if scene.acts[at].kind is Kind.PASS else "draw"
            act = scene.written[at]
            edit = Edit("remove", f"{scene.path}/acts/{at}", act, None)
            yield Hypothesis(f"{kind}-too-many", (edit,), f"act {at + 1}, {_said(act)}, was written too much", at)


def act_twice(scene: Scene) -> Iterator[Hypothesis]:
    """A play was written twice."""
    for at in scene.near:
        act = scene.written[at]
        if scene.acts[at].kind is Kind.PLAY and act in scene.written[:at]:
            edit = Edit("remove", f"{scene.path}/acts/{at}", act, None)
            yield Hypothesis("written-twice", (edit,), f"act {at + 1}, {_said(act)}, was written twice", at)
