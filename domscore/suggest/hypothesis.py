"""A hypothesis: one slip of the pen, as the edits that would undo it, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from domscore.domino.tile import spelled
from domscore.record.edits import Edit


class Hypothesis(NamedTuple):
    """What may have been written wrong.

    Attributes:
        kind: a key of ``domscore.suggest.KINDS``.
        edits: what undoes it; within one round, or in the match's ``result`` too.
        words: what it says, in a few words.
        act: position of the act that it is about, from 0; None for none.
        same: equal for hypotheses that come to the same; empty where none does.
    """

    kind: str
    edits: tuple[Edit, ...]
    words: str
    act: int | None = None
    same: str = ""


def replaced(path: str, before: Any, after: Any) -> Edit:  # noqa: ANN401 - JSON values
    """An edit that writes another value."""
    return Edit("replace", path, before, after)


def neighbours(tile: str, highest: int, lead: bool = False) -> Iterator[str]:
    """The tiles that one misread pip makes of a tile as written.

    Args:
        tile: as written.
        highest: of the set.
        lead: the order of its halves matters.

    >>> list(neighbours("2-1", 2)), list(neighbours("1-1", 2))
    (['1-0', '1-1', '2-0', '2-2'], ['1-0', '2-1'])
    """
    first, second = map(int, tile.split("-"))
    pairs = [(pips, second) for pips in range(highest + 1) if pips != first]
    pairs += [(first, pips) for pips in range(highest + 1) if pips != second]
    yield from dict.fromkeys(f"{one}-{two}" if lead else spelled(one, two) for one, two in pairs)


class WrittenAct:
    """An act as it is written, string or object, and the edits that change one thing about it.

    >>> act = WrittenAct("/rounds/0/acts/3", "B 6-4 L +2")
    >>> act.with_place("R").after, act.with_tile("6-3").after, act.with_points(0).after, act.with_seat("A").after
    ('B 6-4 R +2', 'B 6-3 L +2', 'B 6-4 L', 'A 6-4 L +2')
    """

    def __init__(self, path: str, value: Any) -> None:  # noqa: ANN401 - a string or an object
        self.path, self.value = path, value
        self.words = value.split(" ") if isinstance(value, str) else []

    @property
    def tile(self) -> str | None:
        """The tile as written; None where there is none, or one that nobody saw."""
        if isinstance(self.value, dict):
            tile = self.value.get("play", self.value.get("draw"))
        else:
            tile = next((word for word in self.words[1:3] if "-" in word), None)
        return tile if isinstance(tile, str) and "-" in tile else None

    def with_seat(self, letter: str) -> Edit:
        """Another seat acted."""
        if isinstance(self.value, dict):
            return replaced(f"{self.path}/seat", self.value["seat"], letter)
        return self._spelled([letter, *self.words[1:]])

    def with_tile(self, tile: str) -> Edit:
        """Another tile was played or drawn."""
        if isinstance(self.value, dict):
            key = "play" if "play" in self.value else "draw"
            return replaced(f"{self.path}/{key}", self.value[key], tile)
        at = next(index for index, word in enumerate(self.words) if index and "-" in word)
        return self._spelled([*self.words[:at], tile, *self.words[at + 1 :]])

    def with_place(self, name: str) -> Edit:
        """It was laid elsewhere: ``"R"`` or ``"on 6-6"``."""
        if isinstance(self.value, dict):
            key, place = ("on", name[3:]) if name.startswith("on ") else ("end", name)
            kept = {each: value for each, value in self.value.items() if each not in ("end", "on")}
            if key in self.value:
                return replaced(f"{self.path}/{key}", self.value[key], place)
            return replaced(self.path, self.value, {**kept, key: place})
        points = [word for word in self.words if word.startswith("+")]
        return self._spelled([*self.words[:2], name, *points])

    def with_points(self, points: int) -> Edit:
        """Other points were called; none where nothing is made."""
        if isinstance(self.value, dict):
            return replaced(f"{self.path}/points", self.value["points"], points)
        words = [word for word in self.words if not word.startswith("+")]
        return self._spelled([*words, f"+{points}"] if points else words)

    def _spelled(self, words: list[str]) -> Edit:
        return replaced(self.path, self.value, " ".join(words))

    def __str__(self) -> str:
        """As it is written; an object by what it does."""
        if isinstance(self.value, str):
            return self.value
        parts = [str(self.value.get("seat", ""))]
        for key in ("play", "draw", "pass", "end", "on", "ruling"):
            if key in self.value:
                value = self.value[key]
                named = [] if key in ("play", "end") else [key]
                parts += named if value is True else [*named, str(value)]
        return " ".join(part for part in parts if part)
