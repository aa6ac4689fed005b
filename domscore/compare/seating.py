"""Two records of one game in which the players sit in another order: the second one told by the seats of the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domscore.compare.likeness import Likeness, likeness
from domscore.compare.two_records import Pairing, paired
from domscore.domino.seat import LETTERS
from domscore.record.models import Record

_SEATS = frozenset({"leader", "by", "seat"})
_SIDES = frozenset({"winner", "side"})
_BY_LETTER = frozenset({"deal", "left", "scores", "points", "bonuses", "in_play"})


@dataclass(slots=True)
class Seating:
    """How the second record was laid beside the first.

    Attributes:
        seats: its seats as they are told: letter in the second -> letter in the first.
        players: its players as it has them.
        turns: both have the same order of play, and only begin to count at another seat.
    """

    seats: dict[str, str]
    players: list[str]
    turns: bool


def laid_together(first: Record, second: Record) -> tuple[Pairing, Likeness, Seating | None]:
    """Two records side by side, by the names of the players where that makes them more alike, else by their seats."""
    plain = paired(first, second)
    like = likeness(plain)
    seats = _by_names(first.players, second.players)
    if seats is None:
        return plain, like, None
    order = [LETTERS.index(seats[letter]) for letter in LETTERS[: len(seats)]]
    turns = all((one + 1) % len(order) == two for one, two in zip(order, [*order[1:], order[0]], strict=True))
    pairing = paired(first, reseated(second, seats))
    by_names = likeness(pairing)
    if (by_names.same, by_names.agree * like.of) < (like.same, like.agree * by_names.of):
        return plain, like, None
    return pairing, by_names, Seating(seats, list(second.players), turns)


def _by_names(ones: list[str], twos: list[str]) -> dict[str, str] | None:
    """The seats of the second by those of the first; None where the names are not the same ones in another order."""
    mine, theirs = ([" ".join(name.casefold().split()) for name in names] for names in (ones, twos))
    if mine == theirs or sorted(mine) != sorted(theirs) or len(set(mine)) < len(mine) or "" in mine:
        return None
    return {letter: LETTERS[mine.index(name)] for letter, name in zip(LETTERS, theirs, strict=False)}


def reseated(record: Record, seats: dict[str, str]) -> Record:
    """The same record with other letters for its seats.

    Args:
        record: any.
        seats: letter in the record -> new letter, a permutation.
    """

    def side(name: Any) -> Any:  # noqa: ANN401 - a side's id, or null
        return "".join(sorted(seats.get(letter, letter) for letter in name)) if isinstance(name, str) else name

    data = record.model_dump(mode="json", exclude_unset=True, by_alias=True)
    players = {seats[letter]: name for letter, name in zip(LETTERS, record.players, strict=False)}
    data["players"] = [players[letter] for letter in sorted(players)]
    if data.get("sides") is not None:
        data["sides"] = list(map(side, data["sides"]))
    for part in (data.get("start"), data.get("result"), *data["rounds"]):
        _rename(part, seats, side)
    for round_ in data["rounds"]:
        _rename(round_.get("result"), seats, side)
        for index, act in enumerate(round_.get("acts") or []):
            if isinstance(act, str):
                round_["acts"][index] = seats.get(act[0], act[0]) + act[1:]
            else:
                _rename(act, seats, side)
    return Record.model_validate(data)


def _rename(part: dict[str, Any] | None, seats: dict[str, str], side: Callable[[Any], Any]) -> None:
    """Other letters in the fields of a part that name seats and sides."""
    for key, value in (part or {}).items():
        assert part is not None
        if key in _SEATS:
            part[key] = seats.get(value, value)
        elif key in _SIDES:
            part[key] = side(value)
        elif key in _BY_LETTER and isinstance(value, dict):
            part[key] = {name if name == "boneyard" else side(name): each for name, each in value.items()}
