"""Acts of a record: the string grammar and the objects, read into one plain shape."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .tiles import Tile, halves_of, tile_of


@dataclass(frozen=True)
class Act:
    """One act or ruling as stated; ``halves`` in the order written."""

    kind: str
    seat: str | None = None
    halves: tuple[int, int] | None = None
    end: str | None = None
    on: int | Tile | None = None
    points: int | None = None
    side: str | None = None
    at: datetime | None = None
    auto: bool = False

    @property
    def tile(self) -> Tile | None:
        """The tile, high half first."""
        return None if self.halves is None else (max(self.halves), min(self.halves))


def touched(value: str | int) -> int | Tile:
    """Read what stands after ``on``: an open number or a tile."""
    text = str(value)
    return tile_of(text) if "-" in text else int(text)


def known(face: str) -> tuple[int, int] | None:
    """Read a face; None for one that nobody saw."""
    return None if face == "?" else halves_of(face)


def play_from_words(seat: str, words: list[str]) -> Act:
    """Read the words of a play: tile, end or ``on``, points."""
    points = None
    if words[-1].startswith("+"):
        points = int(words.pop()[1:])
    end, on = None, None
    if len(words) == 2:
        end = words[1]
    elif len(words) == 3:
        on = touched(words[2])
    return Act("play", seat, halves_of(words[0]), end, on, points)


def acts_from_text(text: str) -> Act:
    """Read an act written as a string."""
    seat, *words = text.split(" ")
    if words[0] == "pass":
        return Act("pass", seat)
    if words[0] == "resign":
        return Act("resign", seat)
    if words[0] == "claim":
        return Act("claim", seat, points=int(words[1][1:]))
    if words[0] == "draw":
        seen = len(words) == 2 and "-" in words[1]
        return Act("draw", seat, halves_of(words[1]) if seen else None)
    return play_from_words(seat, words)


def acts_from_object(value: dict[str, Any]) -> Act:
    """Read an act written as an object, or a ruling."""
    at = datetime.fromisoformat(value["at"]) if "at" in value else None
    auto = "auto" in value
    if "ruling" in value:
        ruling = value["ruling"]
        return Act(ruling, side=value.get("side"), points=value.get("points"), at=at)
    seat = value["seat"]
    if "play" in value:
        on = touched(value["on"]) if "on" in value else None
        halves = halves_of(value["play"])
        return Act("play", seat, halves, value.get("end"), on, value.get("points"), at=at, auto=auto)
    if "draw" in value:
        return Act("draw", seat, known(value["draw"]), at=at, auto=auto)
    if "claim" in value:
        return Act("claim", seat, points=value["claim"], at=at, auto=auto)
    return Act("pass" if "pass" in value else "resign", seat, at=at, auto=auto)


def act_of(value: str | dict[str, Any]) -> Act:
    """Read an act of either spelling."""
    return acts_from_text(value) if isinstance(value, str) else acts_from_object(value)


RULINGS = ("stands", "taken_back", "penalty", "award", "round_void", "round_lost")
