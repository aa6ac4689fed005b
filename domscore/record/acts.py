"""Acts: the grammar of act strings, what belongs together in an act object, and one decoded form for both.

>>> decoded("A 6-4 L +10")
Act(seat=0, kind=<Kind.PLAY: 0>, first=6, second=4, place=<Named.L: 1>, on=0, points=10, number=1, extra=None)
>>> decoded({"seat": "B", "draw": "?", "count": 3}).number
3
>>> spelled_act(decoded("B 4-6 on 6-6"))
'B 6-4 on 6-6'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from enum import IntEnum
from typing import NamedTuple

from domscore.domino.seat import LETTERS
from domscore.domino.tile import spelled
from domscore.record.models import ACT_PATTERN, ActObject


class Kind(IntEnum):
    """What an act is."""

    PLAY = 0
    DRAW = 1
    PASS = 2
    CLAIM = 3
    RESIGN = 4
    RULING = 5


class Named(IntEnum):
    """How a play names its place."""

    NOT = 0
    L = 1
    R = 2
    U = 3
    D = 4
    NUMBER = 5
    TILE = 6


class Act(NamedTuple):
    """One decoded act.

    Attributes:
        seat: counted from 0; -1 for a ruling.
        first, second: the halves of the tile as written; -1 for a tile nobody saw, and where there is no tile.
        place: how the place is named; ``on`` is the open number, or ``100 * first + second`` of the tile joined.
        points: called for a play, claimed or ruled; None where nothing was called.
        number: how many tiles were drawn.
        extra: the act object, where it says more than a string could.
    """

    seat: int
    kind: Kind
    first: int = -1
    second: int = -1
    place: Named = Named.NOT
    on: int = 0
    points: int | None = None
    number: int = 1
    extra: ActObject | None = None

    @property
    def tile(self) -> str:
        """The tile's one spelling, ``"?"`` for an unseen one."""
        return "?" if self.first < 0 else spelled(self.first, self.second)

    @property
    def place_text(self) -> str:
        """The place as written, ``""`` where none is."""
        if self.place is Named.NUMBER:
            return str(self.on)
        if self.place is Named.TILE:
            return spelled(*divmod(self.on, 100))
        return "" if self.place is Named.NOT else self.place.name


class ActProblem(ValueError):
    """An act object whose parts do not belong together.

    Attributes:
        code: DOM201, DOM203.
        key: the key at fault, None for the whole act.
    """

    def __init__(self, code: str, key: str | None, problem: str) -> None:
        self.code, self.key, self.problem = code, key, problem
        super().__init__(problem)


_PLAIN = re.compile(ACT_PATTERN)
_MEMO_LIMIT = 200_000
_memo: dict[str, Act] = {}
_RULING_KEYS = {
    "stands": (),
    "taken_back": (),
    "penalty": ("side", "points"),
    "award": ("side", "points"),
    "round_void": (),
    "round_lost": ("side",),
}
_ALLOWED = {
    Kind.PLAY: {"play", "end", "on", "points"},
    Kind.DRAW: {"draw", "count"},
    Kind.PASS: {"pass"},
    Kind.CLAIM: {"claim"},
    Kind.RESIGN: {"resign"},
}
_COMMON = {"seat", "at", "note", "meta", "auto"}
_SAYS_MORE = {"at", "note", "meta", "auto"}
_TIME = re.compile(r"^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$")


def decode_all(acts: Sequence[str | ActObject]) -> list[Act]:
    """All acts of a round, decoded (ActProblem for an object whose parts do not belong together)."""
    try:
        return [_memo[act] for act in acts]  # type: ignore[index]
    except (KeyError, TypeError):
        return [decoded(act) for act in acts]


def decoded(act: str | ActObject) -> Act:
    """One act, decoded (ActProblem)."""
    if isinstance(act, str):
        known = _memo.get(act)
        if known is None:
            if len(_memo) >= _MEMO_LIMIT:
                _memo.clear()
            known = _memo[act] = _from_string(act)
        return known
    if len(act) == 3 and "play" in act and "end" in act and "seat" in act:
        return decoded(f"{act['seat']} {act['play']} {act['end']}")
    if len(act) == 2 and "pass" in act and "seat" in act:
        return decoded(f"{act['seat']} pass")
    return _from_object(act)


def _from_string(text: str) -> Act:
    if not _PLAIN.fullmatch(text):
        raise ActProblem("DOM203", None, f"{text[:60]!r} is not an act")
    seat = LETTERS.index(text[0])
    words = text[2:].split(" ")
    points = int(words.pop()[1:]) if words[-1].startswith("+") else None
    match words[0]:
        case "pass":
            return Act(seat, Kind.PASS)
        case "resign":
            return Act(seat, Kind.RESIGN)
        case "claim":
            return Act(seat, Kind.CLAIM, points=points)
        case "draw":
            what = words[1] if len(words) > 1 else "?"
            if what.startswith("x"):
                return Act(seat, Kind.DRAW, number=int(what[1:]))
            return Act(seat, Kind.DRAW, *_halves(what))
    place, on = Named.NOT, 0
    if len(words) == 2:
        place = Named[words[1]]
    elif len(words) == 3:
        place, on = _joined_at(words[2])
    return Act(seat, Kind.PLAY, *_halves(words[0]), place, on, points)


def _halves(tile: str) -> tuple[int, int]:
    if tile == "?":
        return -1, -1
    first, _, second = tile.partition("-")
    return int(first), int(second)


def _joined_at(text: str | int) -> tuple[Named, int]:
    if isinstance(text, int) or "-" not in text:
        return Named.NUMBER, int(text)
    first, second = _halves(text)
    return Named.TILE, 100 * first + second


def _from_object(act: ActObject) -> Act:
    if "ruling" in act:
        return _ruling(act)
    kinds = [kind for kind in _ALLOWED if kind.name.lower() in act]
    if len(kinds) != 1:
        said = " and ".join(kind.name.lower() for kind in kinds) or "neither play, draw, pass, claim, resign nor ruling"
        raise ActProblem("DOM203" if kinds else "DOM201", None, f"one act says {said}")
    kind = kinds[0]
    strange = sorted(set(act) - _COMMON - _ALLOWED[kind])
    if strange:
        raise ActProblem("DOM203", strange[0], f"{strange[0]} does not belong to a {kind.name.lower()}")
    if "seat" not in act:
        raise ActProblem("DOM201", "seat", "the act does not say who acted")
    _check_time(act)
    seat = LETTERS.index(act["seat"])
    extra = act if not _SAYS_MORE.isdisjoint(act) else None
    if kind is Kind.PLAY:
        return _play(act, seat, extra)
    if kind is Kind.DRAW:
        if "count" in act and act["draw"] != "?":
            raise ActProblem("DOM203", "count", "count belongs to unseen tiles, draw ?")
        return Act(seat, kind, *_halves(act["draw"]), number=act.get("count", 1), extra=extra)
    return Act(seat, kind, points=act.get("claim"), extra=extra)


def _play(act: ActObject, seat: int, extra: ActObject | None) -> Act:
    if "end" in act and "on" in act:
        raise ActProblem("DOM203", "on", "a play names its place once, by end or by on")
    place, on = Named.NOT, 0
    if "end" in act:
        place = Named[act["end"]]
    elif "on" in act:
        place, on = _joined_at(act["on"])
    points = act.get("points")
    if points is not None and points < 0:
        raise ActProblem("DOM203", "points", "points called for a play are 0 or more")
    return Act(seat, Kind.PLAY, *_halves(act["play"]), place, on, points, extra=extra)


def _ruling(act: ActObject) -> Act:
    ruling = act["ruling"]
    needed = _RULING_KEYS[ruling]
    for key in needed:
        if key not in act:
            raise ActProblem("DOM201", key, f"a {ruling} names its {key}")
    strange = sorted(set(act) - {"ruling", "reason", "at", "note", "meta", *needed})
    if strange:
        raise ActProblem("DOM203", strange[0], f"{strange[0]} does not belong to the ruling {ruling}")
    points = act.get("points")
    if ruling == "penalty" and points is not None and points >= 0:
        raise ActProblem("DOM203", "points", "a penalty has points below 0")
    if ruling == "award" and points is not None and points <= 0:
        raise ActProblem("DOM203", "points", "an award has points above 0")
    _check_time(act)
    return Act(-1, Kind.RULING, points=points, extra=act)


def _check_time(act: ActObject) -> None:
    if "at" in act and read_time(act["at"]) is None:
        raise ActProblem("DOM203", "at", f"{act['at']!r} is not a time like 2026-03-06T19:04:11Z (RFC 3339)")


def read_time(text: str) -> datetime | None:
    """A moment written as RFC 3339 (a leap second counts as the second before it); None when it is not one.

    >>> read_time("2026-03-06T19:04:11Z").second, read_time("yesterday")
    (11, None)
    """
    if not _TIME.match(text):
        return None
    whole = text.upper().replace(" ", "T")
    whole = re.sub(r":60(?=[.Z+-])", ":59", whole, count=1) if ":60" in whole[16:] else whole
    whole = re.sub(r"(\.\d{6})\d+", r"\1", whole)
    try:
        return datetime.fromisoformat(whole)
    except ValueError:
        return None


def spelled_act(act: Act) -> str:
    """An act as a string in its one spelling; a lead keeps its halves as written when ``act`` names no place."""
    who = LETTERS[act.seat]
    match act.kind:
        case Kind.PASS:
            return f"{who} pass"
        case Kind.RESIGN:
            return f"{who} resign"
        case Kind.CLAIM:
            return f"{who} claim +{act.points}"
        case Kind.DRAW:
            return f"{who} draw {act.tile if act.number == 1 else f'x{act.number}'}"
        case Kind.RULING:
            return f"ruling {(act.extra or {}).get('ruling', '')}"
        case _:
            return f"{who} {act.tile}{_place_spelled(act)}{'' if act.points is None else f' +{act.points}'}"


def _place_spelled(act: Act) -> str:
    if act.place in (Named.NUMBER, Named.TILE):
        return f" on {act.place_text}"
    return f" {act.place_text}" if act.place_text else ""


def is_act(text: str) -> bool:
    """The text is an act by the grammar.

    >>> is_act("A 6-4 L"), is_act("A 64 L")
    (True, False)
    """
    return bool(_PLAIN.match(text))
