"""The one record that a command is about: from a file, from an archive by its place or its id, or from standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from domscore.cli.output import complain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domscore.batch.inputs import Source
    from domscore.record.models import Record

UNREADABLE = 3
RecordOption = Annotated[
    str | None,
    typer.Option("--record", metavar="N|ID", help="Which record of an archive: its place, counted from 1, or its id."),
]


def one_record(path: str, wanted: str | None) -> tuple[str, Record]:
    """The record and where it stands; exit code 3, with the reason on standard error, when there is none to be read."""
    from domscore.batch.inputs import find_inputs
    from domscore.record.reading import read_record
    from domscore.report.visible import visible

    sources, unread = find_inputs([path])
    if unread:
        _stop(f"{unread[0].source}: not read: {unread[0].message}")
    if len(sources) > 1:
        _stop(f"{path}: {len(sources)} files; name one")
    place, data = _chosen(sources[0], wanted)
    reading = read_record(data)
    if reading.record is None:
        for finding in reading.findings[:5]:
            complain(f"{visible(place)}: {finding.code} {visible(finding.message)}")
        raise typer.Exit(UNREADABLE)
    return place, reading.record


def _chosen(source: Source, wanted: str | None) -> tuple[str, bytes]:
    found: tuple[str, bytes] | None = None
    number = 0
    for place, data in _records(source):
        number += 1
        if wanted is None:
            if found is not None:
                _stop(f"{source.name}: an archive of several records; name one with --record")
            found = place, data
        elif _is(wanted, number, data):
            return place, data
    if found is None:
        _stop(f"{source.name}: no record {wanted} among {number}" if wanted else f"{source.name}: holds no record")
    return found


def _records(source: Source) -> Iterator[tuple[str, bytes]]:
    from domscore.batch.portions import BOM, portions_of

    for portion in portions_of(source):
        if portion.failure is not None:
            _stop(f"{source.name}: not read: {portion.failure}")
        if portion.too_long:
            _stop(f"{source.name}:{portion.line}: the record is too long")
        if not portion.archive:
            yield source.name, portion.read()
            return
        for line, record in enumerate(portion.read().split(b"\n"), portion.line):
            if record and not record.isspace() and record != BOM:
                yield f"{source.name}:{line}", record


def _is(wanted: str, number: int, data: bytes) -> bool:
    if wanted.isdigit():
        return int(wanted) == number
    import json

    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("id") == wanted


def _stop(message: str) -> NoReturn:
    from domscore.report.visible import visible

    complain(visible(message))
    raise typer.Exit(UNREADABLE)
