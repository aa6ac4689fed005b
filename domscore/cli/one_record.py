"""The one record that a command is about: from a file, from an archive by its place or its id, or from standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from domscore.cli.output import complain
from domscore.cli.running import NOTHING_JUDGED

if TYPE_CHECKING:
    from domscore.batch.entries import Entry
    from domscore.record.models import Record

RecordOption = Annotated[
    str | None,
    typer.Option("--record", metavar="N|ID", help="Which record of an archive: its place, counted from 1, or its id."),
]


def chosen_record(path: str, wanted: str | None) -> Entry:
    """The bytes of the record that is meant.

    Stops, with the reason on standard error: exit code 3 when there is nothing to read, 2 when the record is not named, or
    there is none of that name.
    """
    from domscore.batch.choosing import NotChosen, chosen
    from domscore.batch.entries import UnreadableInput
    from domscore.report.visible import visible

    try:
        return chosen(path, wanted)
    except UnreadableInput as problem:
        complain(f"{visible(problem.source)}: not read: {visible(problem.message)}")
    except NotChosen as problem:
        if wanted is not None or "more than one" in str(problem):
            raise typer.BadParameter(visible(str(problem)), param_hint="--record") from None
        complain(visible(str(problem)))
    raise typer.Exit(NOTHING_JUDGED)


def one_record(path: str, wanted: str | None) -> tuple[str, Record]:
    """The record that is meant, read, and where it stands; exit code 3 when it cannot be read."""
    from domscore.record.reading import read_record
    from domscore.report.visible import visible

    one = chosen_record(path, wanted)
    place = f"{one.source}:{one.line}" if one.archive else one.source
    reading = read_record(one.data)
    if reading.record is None:
        for finding in reading.findings[:5]:
            complain(f"{visible(place)}: {finding.code} {visible(finding.message)}")
        raise typer.Exit(NOTHING_JUDGED)
    return place, reading.record
