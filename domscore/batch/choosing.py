"""One record out of an input: the only one, the one with a number, or the one with an id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic_core import from_json

from domscore.batch.entries import Entry, UnreadableInput, entries_of
from domscore.batch.inputs import Source, shown_path
from domscore.batch.portions import BOM
from domscore.record.source import MAX_BYTES


class NotChosen(LookupError):
    """There is no such record, or there are several; the text says what there is."""


def chosen(path: str, which: str | None = None) -> Entry:
    """The record that is meant.

    Args:
        path: a file, or ``"-"`` for standard input.
        which: a number, from 1, or an id; None means the only record.

    Raises:
        UnreadableInput: the input cannot be opened or read.
        NotChosen: it holds no such record, or more than one.
    """
    source = Source(path, shown_path(path))
    found: list[Entry] = []
    for number, one in enumerate(_entries(source), 1):
        if which is None:
            found.append(one)
            if len(found) > 1:
                raise NotChosen(f"{source.name} holds more than one record: say which, by number or id")
        elif which == str(number) or which == _id(one.data):
            return one
    if found:
        return found[0]
    raise NotChosen(f"{source.name} holds no record {which!r}" if which else f"{source.name} holds no record")


def _entries(source: Source) -> Iterator[Entry]:
    for entry in entries_of(source):
        if entry.too_long:
            problem = f"more than {MAX_BYTES} bytes in line {entry.line}; a record has at most that many"
            raise UnreadableInput(entry.source, problem)
        yield entry


def _id(data: bytes) -> str | None:
    try:
        value: Any = from_json(data.removeprefix(BOM))
    except ValueError:
        return None
    name = value.get("id") if isinstance(value, dict) else None
    return name if isinstance(name, str) else None
