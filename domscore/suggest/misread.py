"""Slips of the eye: a wrong end, a misread pip, a wrong seat."""

from __future__ import annotations

from collections.abc import Iterator

from domscore.domino.seat import LETTERS
from domscore.record.acts import Kind
from domscore.suggest.hypothesis import Hypothesis, WrittenAct, neighbours, replaced
from domscore.suggest.scene import Scene


def wrong_end(scene: Scene) -> Iterator[Hypothesis]:
    """A tile was written with another end than the one it was laid at; of the lead, its halves were turned round."""
    for at in scene.before_last if scene.moments else ():
        act = scene.acts[at]
        if act.kind is not Kind.PLAY:
            continue
        written = WrittenAct(f"{scene.path}/acts/{at}", scene.written[at])
        if not scene.moments[at].places:
            if act.first != act.second:
                edit = written.with_tile(f"{act.second}-{act.first}")
                yield Hypothesis("wrong-end", (edit,), f'the lead "{written}" lay the other way round', at)
            continue
        for number, name in scene.moments[at].places:
            if number in (act.first, act.second) and name != _place(scene, at):
                words = f'"{written}" (act {at + 1}) was laid {_at(name)}'
                yield Hypothesis("wrong-end", (written.with_place(name),), words, at)


def _place(scene: Scene, at: int) -> str:
    act = scene.acts[at]
    text = act.place_text
    return f"on {text}" if text and not text.isalpha() else text


def _at(name: str) -> str:
    return name if name.startswith("on ") else f"at {name}"


def misread_tile(scene: Scene) -> Iterator[Hypothesis]:
    """One pip of a tile played or drawn was misread."""
    roots = {root.act - 1 for root in scene.roots if root.act is not None}
    for at in scene.before_last if scene.moments else ():
        written = WrittenAct(f"{scene.path}/acts/{at}", scene.written[at])
        tile = written.tile
        if tile is None:
            continue
        likely = scene.table.tiles.everything if at in roots else _obtainable(scene, at)
        for other in neighbours(tile, scene.table.tiles.highest, lead=not scene.moments[at].places):
            if likely & scene.table.tiles.bit.get(other, 0):
                words = f'the tile of "{written}" (act {at + 1}) was {other}'
                yield Hypothesis("misread-tile", (written.with_tile(other),), words, at)


def _obtainable(scene: Scene, at: int) -> int:
    """The tiles that the act may have been about, by the table before it."""
    act, moment = scene.acts[at], scene.moments[at]
    if act.seat < 0:
        return 0
    hidden = moment.unplaced if any(moment.hidden) else 0
    return hidden | (moment.hands[act.seat] if act.kind is Kind.PLAY else moment.boneyard)


def misread_dealt_tile(scene: Scene) -> Iterator[Hypothesis]:
    """One pip of a tile of the deal was misread: of a tile that its seat did not use, or for one that it needs."""
    tiles = scene.table.tiles
    placed = 0
    for names in scene.dealt.values():
        placed |= scene.mask(names)
    for holder, names in scene.dealt.items():
        seated = holder in LETTERS
        used = scene.used(holder) if seated else 0
        missing = scene.missing(holder) if seated else 0
        for index, name in enumerate(names):
            spare = not used & tiles.bit.get(name, 0) or _stands_twice(scene, names, name)
            if name == "?" or not (spare or missing):
                continue
            for other in neighbours(name, tiles.highest):
                bit = tiles.bit.get(other, 0)
                if bit & missing or (spare and bit & ~placed):
                    edit = replaced(f"{scene.path}/deal/{holder}/{index}", name, other)
                    whose = f"dealt to {holder}" if seated else "of the boneyard"
                    same = _same(scene, f"deal {holder}", [*names[:index], other, *names[index + 1 :]])
                    yield Hypothesis("misread-deal", (edit,), f"the tile {name} {whose} was {other}", same=same)


def misread_shown_tile(scene: Scene) -> Iterator[Hypothesis]:
    """One pip of a tile turned up at the end was misread."""
    tiles = scene.table.tiles
    shown = scene.mask([name for names in scene.shown.values() for name in names])
    for letter, names in scene.shown.items():
        held = _held_at_end(scene, letter)
        for index, name in enumerate(names):
            right = held is not None and held & tiles.bit.get(name, 0) and not _stands_twice(scene, names, name)
            if name == "?" or right:
                continue
            for other in neighbours(name, tiles.highest):
                bit = tiles.bit.get(other, 0)
                if bit & ~shown and (held is None or bit & held):
                    edit = replaced(f"{scene.path}/left/{letter}/{index}", name, other)
                    same = _same(scene, f"left {letter}", [*names[:index], other, *names[index + 1 :]])
                    words = f"the tile {name} shown by {letter} was {other}"
                    yield Hypothesis("misread-shown", (edit,), words, same=same)


def _same(scene: Scene, where: str, names: list[str]) -> str:
    """Where, and which tiles in any order."""
    numbers = scene.table.tiles.number
    return f"{scene.path} {where} {sorted(numbers.get(name, -1) for name in names)}"


def _stands_twice(scene: Scene, names: list[str], name: str) -> bool:
    bit = scene.table.tiles.bit.get(name)
    return sum(scene.table.tiles.bit.get(other) == bit for other in names) > 1


def _held_at_end(scene: Scene, letter: str) -> int | None:
    seat = LETTERS.index(letter)
    if not scene.moments or seat >= scene.table.players or scene.moments[-1].hidden[seat]:
        return None
    return scene.moments[-1].hands[seat]


def wrong_seat(scene: Scene) -> Iterator[Hypothesis]:
    """Another seat acted than the one that was written."""
    for at in scene.near:
        if scene.acts[at].seat < 0:
            continue
        written = WrittenAct(f"{scene.path}/acts/{at}", scene.written[at])
        for seat, letter in enumerate(scene.table.letters):
            if seat != scene.acts[at].seat:
                words = f'it was {letter} who acted in "{written}" (act {at + 1})'
                yield Hypothesis("wrong-seat", (written.with_seat(letter),), words, at)
