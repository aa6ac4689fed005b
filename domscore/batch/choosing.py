"""One record out of an input: the only one, the one with a number, or the one with an id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from domscore.batch.inputs import Source, shown_path
from domscore.batch.portions import BOM, portions_of
from domscore.batch.streams import Unopened
from domscore.record.source import MAX_BYTES


class Chosen(NamedTuple):
    """The bytes of one record.

    Attributes:
        source: the input's name, as shown.
        line: the physical line it begins at.
        archive: it is one of several.
    """

    source: str
    line: int
    archive: bool
    data: bytes


class NotChosen(LookupError):
    """There is no such record, or there are several; the text says what there is."""


def chosen(path: str, which: str | None = None) -> Chosen:
    """The record that is meant.

    Args:
        path: a file, or ``"-"`` for standard input.
        which: a number, from 1, or an id; None means the only record.

    Raises:
        Unopened: the input cannot be opened or read.
        NotChosen: it holds no such record, or more than one.
    """
    source = Source(path, shown_path(path))
    found: list[Chosen] = []
    for number, one in enumerate(_records(source), 1):
        if which is None:
            found.append(one)
            if len(found) > 1:
                raise NotChosen(f"{source.name} holds more than one record: say which, by number or id")
        elif which == str(number) or which == _id(one.data):
            return one
    if found:
        return found[0]
    raise NotChosen(f"{source.name} holds no record {which!r}" if which else f"{source.name} holds no record")


def _records(source: Source) -> Iterator[Chosen]:
    for portion in portions_of(source):
        if portion.failure is not None:
            raise Unopened(portion.failure)
        if portion.too_long:
            raise Unopened(f"more than {MAX_BYTES} bytes in line {portion.line}; a record has at most that many")
        data = portion.read()
        if not portion.archive:
            yield Chosen(source.name, portion.line, False, data)
            continue
        for line, record in enumerate(data.split(b"\n"), portion.line):
            if record and not record.isspace() and record != BOM:
                yield Chosen(source.name, line, True, record)


def _id(data: bytes) -> str | None:
    try:
        value: Any = orjson.loads(data.removeprefix(BOM))
    except orjson.JSONDecodeError:
        return None
    name = value.get("id") if isinstance(value, dict) else None
    return name if isinstance(name, str) else None
