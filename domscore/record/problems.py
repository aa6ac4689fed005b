"""What keeps bytes from being a record, as findings in plain words: one for each mistake, with what was probably meant.

Pydantic reports every branch of a union; a reader wants one sentence. Loaded only when something is wrong.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson
from pydantic import ValidationError
from pydantic_core import from_json, to_json

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding, joined
from domscore.record.models import (
    ActObject,
    MatchResult,
    Record,
    Recording,
    Round,
    RoundResult,
    Start,
)
from domscore.record.slips import bytes_problem, not_an_object, not_json
from domscore.record.source import NotJson, pointer_part, scan
from domscore.record.spelling import act_meant, key_meant, seat_meant, tile_meant, word_meant

MAX_ERRORS = 1000
"""So many findings of a kind are reported of one record, at most."""
_SHOWN = 60
_FEW = 16
_FIELDS: dict[tuple[str, ...], Any] = {
    (): Record,
    ("recording",): Recording,
    ("start",): Start,
    ("result",): MatchResult,
    ("rounds",): Round,
    ("rounds", "result"): RoundResult,
}
_BY_SEAT = {"deal", "left"}
_BY_SIDE = {"scores", "points", "bonuses", "in_play"}
_WANTED = {
    "string_type": "a text",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "typed_dict_type": "an object",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
}
_FORMS = {
    "seat": "the letter of a seat",
    "leader": "the letter of a seat",
    "by": "the letter of a seat",
    "winner": "the id of a side, its seat letters",
    "side": "the id of a side, its seat letters",
    "sides": "the id of a side, its seat letters such as AC",
    "play": "a tile such as 6-4",
    "draw": "a tile such as 6-4, or ?",
    "deal": "a tile such as 6-4, or ?",
    "left": "a tile such as 6-4, or ?",
    "on": "an open number such as 6, or a tile such as 6-6",
}
_OF_SEATS = {"seat", "leader", "by"}
_OF_SIDES = {"winner", "side", "sides"}
_OF_TILES = {"play", "draw", "deal", "left", "on"}
_OF_REPORTS = ({"domscore", "report", "summary"}, {"verdict", "findings"})
"""Keys of a report in JSON, and of a line of one in JSON Lines."""


class _Mistake(NamedTuple):
    """What pydantic says of one value: its details, the path and the value."""

    details: list[dict[str, Any]]
    where: list[str | int]
    value: Any
    players: list[str]

    @property
    def pointer(self) -> str:
        return "".join(f"/{pointer_part(str(part))}" for part in self.where)


def explained(data: bytes, error: ValidationError) -> list[Finding]:
    """Why the bytes are no record (DOM101 to DOM104, DOM201 to DOM203)."""
    try:
        text = data.decode()
    except UnicodeDecodeError as bad:
        offset = len(data[: bad.start].decode())
        return [Finding("DOM101", "", {"problem": bytes_problem(data, bad.start)}, offset=offset)]
    try:
        found = scan(text)
    except NotJson as broken:
        return [broken_json(text, broken)]
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as bad:
        if error.errors()[0]["type"] == "json_invalid":
            return [Finding("DOM101", "", {"problem": str(bad)}, offset=bad.pos)]
        value = from_json(data)  # it is JSON, with a number that is more than a double holds
    findings = duplicates(found.duplicates)
    if not isinstance(value, dict):
        return [Finding("DOM203", "", {"problem": "a record is a JSON object", "nearest": not_an_object(value)})]
    if value.get("format") != "domscore/1":
        return [*findings, _unknown_format(value)]
    for mistake in _mistakes(value, error)[:MAX_ERRORS]:
        findings += _of_one_value(mistake)
    if not findings:
        findings.append(Finding("DOM203", "", {"problem": "the record does not fit the format", "nearest": ""}))
    return findings


def broken_json(text: str, broken: NotJson) -> Finding:
    """DOM101, or DOM103 where a limit is broken, with a hint where the slip is a usual one."""
    problem = broken.problem if broken.too_big else not_json(text, broken)
    return Finding("DOM103" if broken.too_big else "DOM101", "", {"problem": problem}, offset=broken.offset)


def duplicates(found: list[tuple[str, int]]) -> list[Finding]:
    """DOM102 for each key that an object holds already, by pointer and offset."""
    return [
        Finding("DOM102", pointer, {"key": pointer.rpartition("/")[2]}, **_place(pointer), key=True, offset=offset)
        for pointer, offset in found[:MAX_ERRORS]
    ]


def _unknown_format(value: dict[str, Any]) -> Finding:
    if "format" in value:
        shown = str(value["format"])[:_SHOWN]
        return Finding("DOM104", "/format", {"problem": f"{shown!r}; this version reads domscore/1"})
    if any(keys <= value.keys() for keys in _OF_REPORTS):
        return Finding("DOM104", "", {"problem": "this is a report of domscore, not a record"})
    meant = next((key for key in value if key_meant(key, ["format"])), None)
    hint = "" if meant is None else f"; {meant[:_SHOWN]!r} is not it"
    return Finding("DOM104", "", {"problem": f'the field "format": "domscore/1" is missing{hint}'})


def _mistakes(value: dict[str, Any], error: ValidationError) -> list[_Mistake]:
    """The details of each value together; those of an act that is no object or no act at all, at the act."""
    by_path: dict[tuple[str | int, ...], _Mistake] = {}
    players = value.get("players")
    names = [name for name in players if isinstance(name, str)] if isinstance(players, list) else []
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        where, at = _followed(value, detail["loc"])
        by_path.setdefault(tuple(where), _Mistake([], where, at, names)).details.append(dict(detail))
    outer = {path[:length] for path in by_path for length in range(len(path))}
    return [_without_branches(one, path in outer) for path, one in by_path.items()]


def _without_branches(mistake: _Mistake, outer: bool) -> _Mistake:
    """Without the branches of a union that want another type: for an act object, and for what is wrong further inside."""
    details = mistake.details
    if _is_act(mistake.where) and isinstance(mistake.value, dict):
        details = [detail for detail in details if detail["type"] in ("missing", "extra_forbidden")]
    elif outer:
        details = [detail for detail in details if not detail["type"].endswith("_type")]
    return mistake._replace(details=details)


def _followed(value: Any, loc: tuple[int | str, ...]) -> tuple[list[str | int], Any]:  # noqa: ANN401 - any JSON value
    """The part of pydantic's location that exists in the JSON (names of union branches do not), and the value there."""
    where: list[str | int] = []
    for part in loc:
        inside = isinstance(value, dict) and part in value
        if isinstance(value, list) and isinstance(part, int):
            inside = part < len(value)  # of a key that stands twice, pydantic may tell of the list that was lost
        if not inside:
            continue
        value = value[part]
        where.append(part)
    return where, value


def _of_one_value(mistake: _Mistake) -> list[Finding]:
    where, pointer = mistake.where, mistake.pointer
    place = _place(pointer)
    found = []
    for detail in mistake.details:
        if detail["type"] == "missing":
            found.append(Finding("DOM201", pointer, {"field": str(detail["loc"][-1])}, **place))
        elif detail["type"] == "extra_forbidden":
            found.append(_unknown_field(where, place))
    if found or not mistake.details:
        return found
    if _is_act(where):
        return [_not_an_act(mistake, place)]
    detail = mistake.details[-1]
    if detail["type"] in ("too_long", "string_too_long"):
        return [Finding("DOM103", pointer, {"problem": f"{_name(where)} is longer than allowed ({detail['msg']})"}, **place)]
    if any("[key]" in map(str, one["loc"]) for one in mistake.details):
        return [_bad_key(mistake, place)]
    return [Finding("DOM203", pointer, {"problem": _said(mistake), "nearest": _meant(mistake)}, **place)]


# acts


def _is_act(where: list[str | int]) -> bool:
    return len(where) == 4 and where[0] == "rounds" and where[2] == "acts"


def _not_an_act(mistake: _Mistake, place: dict[str, Any]) -> Finding:
    value = mistake.value
    if not isinstance(value, str):
        near = "; an act is a text such as A 6-4 L, or an object"
    elif guess := act_meant(value, mistake.players):
        near = f"; did you mean {guess}?{_by_letter(guess, mistake)}"
    else:
        near = _how_acts_begin(value, mistake.players)
    fields = {"problem": f"{_shown(value)} is not an act", "nearest": near}
    return Finding("DOM203", mistake.pointer, fields, **place)


def _by_letter(guess: str, mistake: _Mistake) -> str:
    """Said to whoever wrote a name where the letter is needed."""
    return "" if mistake.value.strip()[:2].rstrip(" :,").upper() == guess[0] else f" Use the seat letter {guess[0]}"


def _how_acts_begin(text: str, players: list[str]) -> str:
    if len(text) > 1 and text[0] in LETTERS and text[1] == " ":
        return "; behind the seat stands a tile (6-4, 6-4 L, 6-4 on 6), draw, pass, claim +2 or resign"
    return f"; an act begins with the letter of its seat{_seats(players)}, and a space"


def _seats(players: list[str]) -> str:
    """Whose letter is which: ``", A (Ana) or B (Bo)"``."""
    named = [f"{letter} ({name[:20]})" for letter, name in zip(LETTERS, players, strict=False)]
    return f", {joined(named, 'or')}" if named else ""


# keys


def _unknown_field(where: list[str | int], place: dict[str, Any]) -> Finding:
    key = str(where[-1])[:_SHOWN]
    known = _known_fields([part for part in where[:-1] if isinstance(part, str)])
    close = key_meant(key, known)
    listed = f"known are {joined(known)}" if 0 < len(known) <= _FEW else ""
    free = "free data goes into meta" if "meta" in known or not known else ""
    nearest = f"; did you mean {close}?" if close else "".join(f"; {said}" for said in (listed, free) if said)
    pointer = "".join(f"/{pointer_part(str(part))}" for part in where)
    return Finding("DOM202", pointer, {"field": key, "nearest": nearest}, **place, key=True)


def _known_fields(parent: list[str]) -> list[str]:
    if parent == ["rounds", "acts"]:
        return list(ActObject.__annotations__)
    model = _FIELDS.get(tuple(parent))
    return [] if model is None else [field.alias or name for name, field in model.model_fields.items()]


def _bad_key(mistake: _Mistake, place: dict[str, Any]) -> Finding:
    """A key of an object that is kept by seat or by side."""
    key, parent = str(mistake.where[-1]), str(mistake.where[-2])
    kept = "the ids of sides" if parent in _BY_SIDE else "the letters of seats"
    meant = _named(key, mistake.players, sides=parent in _BY_SIDE)
    if parent == "deal" and word_meant(key, ["boneyard"]):
        meant = "; did you mean boneyard?"
    problem = f"{_name(mistake.where[:-1])} is kept by {kept}, not by {key[:_SHOWN]!r}"
    return Finding("DOM203", mistake.pointer, {"problem": problem, "nearest": meant}, **place, key=True)


def _named(text: object, players: list[str], *, sides: bool) -> str:
    """The letter to use for a seat or a side that was written by name."""
    if sides and isinstance(text, str) and text.strip().lower() in _NOBODY:
        return "; nobody is written null"
    letter = seat_meant(text, players)
    if letter is None:
        return _seats(players).replace(", ", "; the seats are ", 1).replace(" or ", " and ") if players else ""
    pair = f", or its pair's id such as {'BD' if letter in 'BD' else 'AC'}" if sides and len(players) == 4 else ""
    return f"; use the {'side' if sides else 'seat'} letter {letter}{pair}"


# values


def _said(mistake: _Mistake) -> str:
    """What stands there, and what is wanted."""
    types = {detail["type"] for detail in mistake.details}
    wanted = list(dict.fromkeys(filter(None, (_wanted(detail, mistake) for detail in mistake.details))))
    either = "" if len(wanted) == 1 or len(types) == 1 else "neither "
    return (
        f"{_name(mistake.where)}: {_shown(mistake.value)} is {either or 'not '}{joined(wanted, 'nor' if either else 'or')}"
    )


def _wanted(detail: dict[str, Any], mistake: _Mistake) -> str:
    kind = detail["type"]
    if kind == "literal_error":
        words = _literals(detail["msg"])
        return joined(words, "or") if words else detail["msg"]
    if kind == "string_pattern_mismatch":
        return _FORMS.get(_field(mistake.where), "of the right form")
    if kind in ("greater_than_equal", "less_than_equal"):
        return _range(detail["msg"])
    if kind == "too_short":
        return "long enough: it may not be empty"
    return _WANTED.get(kind) or detail["msg"][:1].lower() + detail["msg"][1:]


def _range(message: str) -> str:
    limit = message.rpartition(" ")[2]
    if "greater" in message:
        return f"a number from {limit}"
    return f"a number up to {limit}"


def _literals(message: str) -> list[str]:
    """The words that pydantic lists: ``Input should be 'L' or 'R'``."""
    return [
        part.strip("'").replace("True", "true")
        for part in message.partition("should be ")[2].replace(" or ", ", ").split(", ")
    ]


def _meant(mistake: _Mistake) -> str:
    """What to write instead, where it can be guessed."""
    value, field = mistake.value, _field(mistake.where)
    literal = next((detail for detail in mistake.details if detail["type"] == "literal_error"), None)
    if literal is not None:
        close = word_meant(value, _literals(literal["msg"]))
        return f"; did you mean {close}?" if close else ""
    wanted = {_WANTED.get(detail["type"]) for detail in mistake.details}
    if isinstance(value, str) and "a whole number" in wanted and value.strip().lstrip("+-").isdecimal():
        return f"; write {int(value)} without quotation marks"
    if field in _OF_SEATS | _OF_SIDES and isinstance(value, str):
        return _named(value, mistake.players, sides=field in _OF_SIDES)
    if field in _OF_TILES and "a list" in wanted and isinstance(value, str):
        tiles = [tile_meant(word) for word in value.replace(",", " ").split()]
        return (
            f"; did you mean {_listed(tiles)}?" if tiles and None not in tiles else '; tiles stand in a list: ["6-4", "5-1"]'
        )
    if field in _OF_TILES and (tile := tile_meant(value)):
        return f"; did you mean {tile}?"
    if "an object" in wanted and field in _BY_SIDE | _BY_SEAT:
        return '; it is kept by letters: {"A": …, "B": …}'
    return ""


def _listed(tiles: list[str | None]) -> str:
    quoted = ", ".join(f'"{tile}"' for tile in tiles[:_FEW])
    return f"[{quoted}{', …' if len(tiles) > _FEW else ''}]"


_NOBODY = ("nobody", "none", "no one", "noone", "tie", "tied", "draw", "-")


def _field(where: list[str | int]) -> str:
    """The key that a value belongs to: its own, that of the list it is in, or that of the hands it is among."""
    names = [part for part in where if isinstance(part, str)]
    last = names[-1] if names else ""
    return names[-2] if len(names) > 1 and names[-2] in _BY_SEAT else last


def _shown(value: Any) -> str:  # noqa: ANN401 - any JSON value
    shown = to_json(value).decode()
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"


def _name(where: list[str | int]) -> str:
    """A path in a few words; which round and act it is in stands before the message anyway."""
    outer = 0 if where[:1] != ["rounds"] else 4 if _is_act(where[:4]) else 2
    inner = where[outer:] or where
    return ".".join(str(part)[:_SHOWN] for part in inner if isinstance(part, str)) or "the record"


def _place(pointer: str) -> dict[str, Any]:
    """``round`` and ``act``, counted from 1, of a pointer into the record."""
    parts = pointer.split("/")[1:]
    place: dict[str, Any] = {}
    if len(parts) > 1 and parts[0] == "rounds" and parts[1].isdigit():
        place["round"] = int(parts[1]) + 1
        if len(parts) > 3 and parts[2] == "acts" and parts[3].isdigit():
            place["act"] = int(parts[3]) + 1
    return place
