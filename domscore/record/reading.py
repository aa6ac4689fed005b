"""From bytes to a record, or to the findings that say why not."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from pydantic import BaseModel, ValidationError

from domscore.findings.finding import Finding, numbered
from domscore.record.acts import nearest_spelling
from domscore.record.models import (
    ActObject,
    MatchResult,
    Record,
    Recording,
    Round,
    RoundResult,
    Start,
)
from domscore.record.source import MAX_BYTES, NotJson, pointer_part, scan

_BOM = b"\xef\xbb\xbf"
_MAX_ERRORS = 1000
_SHALLOW = 50
_SHORT_BITS = 1000
_SUSPICIOUS = 1 << 60


class Reading(NamedTuple):
    """A record, or None and the findings that say why there is none."""

    record: Record | None
    findings: list[Finding]


class UnreadableRecord(ValueError):
    """A record that cannot be read, or does not have the form of one.

    Attributes:
        findings: why (DOM101 to DOM203).
    """

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = findings
        super().__init__("; ".join(f"{finding.code} {finding.message}" for finding in findings[:3]))


def read(source: bytes | str | PathLike[str]) -> Record:
    """Read one record.

    Args:
        source: the bytes of a record, or the path of a file that holds one.

    Raises:
        UnreadableRecord: with the findings that say why.
        OSError: the file cannot be opened.
    """
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    reading = read_record(data)
    if reading.record is None:
        raise UnreadableRecord(numbered(reading.findings))
    return reading.record


def without_bom(data: bytes) -> bytes:
    """The bytes after a byte-order mark, if there is one."""
    return data[3:] if data.startswith(_BOM) else data


def read_record(data: bytes) -> Reading:
    """Read one record from its bytes: never an exception, always a record or findings (DOM101 to DOM203)."""
    data = without_bom(data)
    if len(data) > MAX_BYTES:
        problem = f"{len(data)} bytes; a record has at most {MAX_BYTES}"
        return Reading(None, [Finding("DOM103", "", {"problem": problem}, offset=0)])
    try:
        record = Record.model_validate_json(data)
    except ValidationError as error:
        return Reading(None, _counted(_explained(data, error), data))
    if not _keys_are_single(data, record):
        return _read_strictly(data, record)
    return Reading(record, [])


def _read_strictly(data: bytes, record: Record) -> Reading:
    """The slow second look: equal keys, words that JSON does not have, and limits."""
    try:
        found = scan(data.decode())
    except NotJson as broken:
        return Reading(None, [_not_json(broken)])
    findings = _duplicates(found.duplicates)
    if record.start is not None:
        count_from(findings, record.start.round)
    return Reading(None if findings else record, findings)


def count_from(findings: list[Finding], first: int) -> None:
    """Rounds are counted from the record's start: shift findings whose rounds were counted from 1."""
    for finding in findings:
        if finding.round is not None:
            finding.round += first - 1


def _counted(findings: list[Finding], data: bytes) -> list[Finding]:
    try:
        first = orjson.loads(data)["start"]["round"]
    except (orjson.JSONDecodeError, KeyError, TypeError, IndexError):
        return findings
    if isinstance(first, int) and first > 1:
        count_from(findings, first)
    return findings


def _duplicates(duplicates: list[tuple[str, int]]) -> list[Finding]:
    return [
        Finding("DOM102", pointer, {"key": pointer.rpartition("/")[2]}, **_where(pointer), key=True, offset=offset)
        for pointer, offset in duplicates[:_MAX_ERRORS]
    ]


def _keys_are_single(data: bytes, record: Record) -> bool:
    """True when no object can hold a key twice, by counting.

    Every key is followed by a colon. When all colons of the bytes stand right behind a quotation mark, there are at most so
    many keys as there are such pairs, and if the record holds as many, none was lost. A text with a colon in it, NaN or
    deep nesting only costs a second look.
    """
    colons = data.count(b'":')
    if data.count(b":") != colons or b"NaN" in data or b"Infinity" in data:
        return False
    return colons == _keys_of(record)


def _keys_of(record: Record) -> int:
    """The keys of all objects in a record."""
    keys = len(record.model_fields_set)
    for part in (record.recording, record.start, record.result):
        if part is not None:
            keys += _keys_of_part(part)
    if isinstance(record.rules, dict):
        keys += _nested(record.rules)
    if record.meta is not None:
        keys += _nested(record.meta)
    return keys + sum(map(_keys_of_round, record.rounds))


_STRINGS_ONLY = {str}
_Detail = tuple[dict[str, Any], list[str | int], Any]
"""An error of pydantic's: its detail, the part of its location that the JSON has, and the value there."""


def _keys_of_round(round_: Round) -> int:
    keys = len(round_.model_fields_set)
    for part in (round_.deal, round_.left, round_.scores):
        if part:
            keys += len(part)
    result = round_.result
    if result is not None:
        keys += len(result.model_fields_set)
        for claim in (result.points, result.in_play, result.bonuses):
            if claim:
                keys += len(claim)
    if round_.meta is not None:
        keys += _nested(round_.meta)
    if round_.acts and set(map(type, round_.acts)) != _STRINGS_ONLY:
        objects = [act for act in round_.acts if not isinstance(act, str)]
        keys += sum(map(len, objects)) + sum(_nested(act["meta"]) for act in objects if "meta" in act)
    return keys


def _keys_of_part(part: BaseModel) -> int:
    keys = len(part.model_fields_set)
    for name in part.model_fields_set:
        value = getattr(part, name)
        if isinstance(value, dict):
            keys += len(value)
    return keys


def _nested(value: Any) -> int:  # noqa: ANN401 - any JSON value
    """The keys of all objects in a JSON value; a number that nothing matches when a limit may be broken."""
    keys, left = 0, [(value, 2)]
    while left:
        item, depth = left.pop()
        if isinstance(item, dict | list):
            if depth > _SHALLOW:
                return _SUSPICIOUS
            inside = item.values() if isinstance(item, dict) else item
            keys += len(item) if isinstance(item, dict) else 0
            left.extend((part, depth + 1) for part in inside)
        elif isinstance(item, int) and item.bit_length() > _SHORT_BITS:
            return _SUSPICIOUS
    return keys


def _not_json(broken: NotJson) -> Finding:
    return Finding("DOM103" if broken.too_big else "DOM101", "", {"problem": broken.problem}, offset=broken.offset)


def _explained(data: bytes, error: ValidationError) -> list[Finding]:
    try:
        text = data.decode()
    except UnicodeDecodeError as bad:
        offset = len(data[: bad.start].decode())
        return [Finding("DOM101", "", {"problem": f"byte {bad.start} is not UTF-8"}, offset=offset)]
    try:
        found = scan(text)
    except NotJson as broken:
        return [_not_json(broken)]
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as bad:
        return [Finding("DOM101", "", {"problem": str(bad)}, offset=bad.pos)]
    findings = _duplicates(found.duplicates)
    if not isinstance(value, dict):
        return [Finding("DOM203", "", {"problem": "a record is a JSON object", "nearest": ""})]
    if value.get("format") != "domscore/1":
        return [*findings, _unknown_format(value)]
    by_path: dict[str, list[_Detail]] = {}
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        where, at = _followed(value, detail["loc"])
        pointer = "".join(f"/{pointer_part(str(part))}" for part in where)
        by_path.setdefault(pointer, []).append((dict(detail), where, at))
    for pointer, details in list(_looked_into(by_path).items())[:_MAX_ERRORS]:
        findings += _of_one_value(pointer, details)
    if not findings:
        findings.append(Finding("DOM203", "", {"problem": "the record does not fit the format", "nearest": ""}))
    return findings


def _looked_into(by_path: dict[str, list[_Detail]]) -> dict[str, list[_Detail]]:
    """Without the branches of a union that want another type than the object or list whose inside is at fault."""
    outer = {pointer[:at] for pointer in by_path for at, sign in enumerate(pointer) if sign == "/"}
    kept = {
        pointer: [one for one in details if pointer not in outer or not one[0]["type"].endswith("_type")]
        for pointer, details in by_path.items()
    }
    return {pointer: details for pointer, details in kept.items() if details}


def _unknown_format(value: dict[str, Any]) -> Finding:
    if "format" not in value:
        return Finding("DOM104", "", {"problem": 'the field "format": "domscore/1" is missing'})
    shown = str(value["format"])[:60]
    return Finding("DOM104", "/format", {"problem": f"{shown!r}; this version reads domscore/1"})


def _followed(value: Any, loc: tuple[int | str, ...]) -> tuple[list[str | int], Any]:  # noqa: ANN401
    """The part of pydantic's location that exists in the JSON (names of union branches do not), and the value there."""
    where: list[str | int] = []
    for part in loc:
        inside = (isinstance(value, dict) and part in value) or (isinstance(value, list) and isinstance(part, int))
        if not inside:
            continue
        value = value[part]
        where.append(part)
    return where, value


def _of_one_value(pointer: str, details: list[_Detail]) -> list[Finding]:
    """Pydantic reports each branch of a union; a reader wants one sentence for each mistake."""
    where = details[0][1]
    value = details[0][2]
    place = _where(pointer)
    if _is_act(where):
        return _of_act(pointer, details, value, place)
    found = []
    for detail, _, _ in details:
        if detail["type"] == "missing":
            field = str(detail["loc"][-1])
            found.append(Finding("DOM201", pointer, {"field": field}, **place))
        elif detail["type"] == "extra_forbidden":
            found.append(_unknown_field(pointer, where, place))
    if found:
        return found
    detail = details[-1][0]
    if detail["type"] in ("too_long", "string_too_long"):
        return [Finding("DOM103", pointer, {"problem": f"{_name(where)} is longer than allowed ({detail['msg']})"}, **place)]
    if any("[key]" in map(str, one["loc"]) for one, _, _ in details):
        problem = f"{str(where[-1])[:60]!r} is not a key for {_name(where[:-1])}"
        return [Finding("DOM203", pointer, {"problem": problem, "nearest": ""}, **place, key=True)]
    problem = f"{_name(where)}: {_said(details, value)}"
    return [Finding("DOM203", pointer, {"problem": problem, "nearest": ""}, **place)]


def _said(details: list[_Detail], value: Any) -> str:  # noqa: ANN401
    shown = orjson.dumps(value).decode()
    shown = shown if len(shown) <= 40 else f"{shown[:40]}…"
    messages = []
    for detail, _, _ in details:
        message = detail["msg"]
        if detail["type"] == "string_pattern_mismatch":
            message = "not of the right form"
        messages.append(message[:1].lower() + message[1:])
    return f"{shown} does not do: {', or '.join(dict.fromkeys(messages))}"


def _name(where: list[str | int]) -> str:
    return ".".join(str(part)[:60] for part in where) or "the record"


def _is_act(where: list[str | int]) -> bool:
    return len(where) == 4 and where[0] == "rounds" and where[2] == "acts"


def _of_act(
    pointer: str,
    details: list[_Detail],
    value: Any,  # noqa: ANN401
    place: dict[str, Any],
) -> list[Finding]:
    if not isinstance(value, dict):
        guess = nearest_spelling(value)
        shown = orjson.dumps(value).decode()[:60]
        near = f"; did you mean {guess}?" if guess else ""
        return [Finding("DOM203", pointer, {"problem": f"{shown} is not an act", "nearest": near}, **place)]
    found = []
    for detail, _, _ in details:
        if detail["type"] == "extra_forbidden":
            key = str(detail["loc"][-1])
            found.append(_unknown_field(f"{pointer}/{pointer_part(key)}", [*details[0][1], key], place))
    return found or [Finding("DOM203", pointer, {"problem": "not an act", "nearest": ""}, **place)]


def _unknown_field(pointer: str, where: list[str | int], place: dict[str, Any]) -> Finding:
    key = str(where[-1])[:60]
    known = _known_fields([part for part in where[:-1] if isinstance(part, str)])
    from difflib import get_close_matches

    close = get_close_matches(key, known, n=1, cutoff=0.5)
    nearest = f"; did you mean {close[0]}?" if close else "; free data goes into meta"
    return Finding("DOM202", pointer, {"field": key, "nearest": nearest}, **place, key=True)


_FIELDS: dict[tuple[str, ...], Any] = {
    (): Record,
    ("recording",): Recording,
    ("start",): Start,
    ("result",): MatchResult,
    ("rounds",): Round,
    ("rounds", "result"): RoundResult,
}


def _known_fields(parent: list[str]) -> list[str]:
    if parent == ["rounds", "acts"]:
        return list(ActObject.__annotations__)
    model = _FIELDS.get(tuple(parent))
    return [] if model is None else [field.alias or name for name, field in model.model_fields.items()]


def _where(pointer: str) -> dict[str, Any]:
    """``round`` and ``act``, counted from 1, of a pointer into the record."""
    parts = pointer.split("/")[1:]
    place: dict[str, Any] = {}
    if len(parts) > 1 and parts[0] == "rounds" and parts[1].isdigit():
        place["round"] = int(parts[1]) + 1
        if len(parts) > 3 and parts[2] == "acts" and parts[3].isdigit():
            place["act"] = int(parts[3]) + 1
    return place
