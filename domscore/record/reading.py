"""From bytes to a record, or to the findings that say why not."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from domscore.findings.finding import Finding, numbered
from domscore.record.models import Record, Round
from domscore.record.source import MAX_BYTES, NotJson, scan

_BOM = b"\xef\xbb\xbf"
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
        from domscore.record.problems import explained

        return Reading(None, _counted(explained(data, error), data))
    if not _keys_are_single(data, record):
        return _read_strictly(data, record)
    return Reading(record, [])


def _read_strictly(data: bytes, record: Record) -> Reading:
    """The slow second look: equal keys, words that JSON does not have, and limits."""
    from domscore.record.problems import broken_json, duplicates

    text = data.decode()
    try:
        found = scan(text)
    except NotJson as broken:
        return Reading(None, [broken_json(text, broken)])
    findings = duplicates(found.duplicates)
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
        first = from_json(data)["start"]["round"]
    except (ValueError, KeyError, TypeError, IndexError):
        return findings
    if isinstance(first, int) and first > 1:
        count_from(findings, first)
    return findings


def _keys_are_single(data: bytes, record: Record) -> bool:
    """True when no object can hold a key twice, by counting.

    Every key has a colon. When there are as many colons as the record holds keys, none was lost. Where texts have colons too
    (times do), those behind a quotation mark are counted, provided that no key stands apart from its colon. Anything else,
    NaN, Infinity and deep nesting only cost a second look.
    """
    keys = _keys_of(record)
    if data.count(b":") != keys and (data.count(b'":') != keys or _APART.search(data)):
        return False
    return not (b"N" in data and b"NaN" in data) and not (b"I" in data and b"Infinity" in data)


_APART = re.compile(rb'"[ \t\r\n]+:')


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


def _keys_of_round(round_: Round) -> int:
    keys = len(round_.__pydantic_fields_set__)
    fields = round_.__dict__
    if part := fields["deal"]:
        keys += len(part)
    if part := fields["left"]:
        keys += len(part)
    if part := fields["scores"]:
        keys += len(part)
    if (result := fields["result"]) is not None:
        keys += len(result.__pydantic_fields_set__)
        claims = result.__dict__
        for part in (claims["points"], claims["in_play"], claims["bonuses"]):
            if part:
                keys += len(part)
    if part := fields["meta"]:
        keys += _nested(part)
    acts = fields["acts"]
    if acts and not _STRINGS_ONLY.issuperset(map(type, acts)):
        for act in acts:
            if act.__class__ is not str:
                keys += len(act) + (_nested(act["meta"]) if "meta" in act else 0)
    return keys


_STRINGS_ONLY = {str}


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
