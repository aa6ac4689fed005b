"""The one record that a command is about: from a file, from an archive by its place or its id, or from standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from domscore.cli.output import complain
from domscore.cli.running import FAILED, NOTHING_JUDGED

if TYPE_CHECKING:
    from domscore.auditing import Watched
    from domscore.batch.entries import Entry
    from domscore.record.models import Record
    from domscore.report.report import Report

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
    """The record that is meant, read, and where it stands; exit code 1, with what is wrong, for what is no record."""
    from domscore.record.reading import read_record
    from domscore.report.visible import visible

    one = chosen_record(path, wanted)
    place = f"{one.source}:{one.line}" if one.archive else one.source
    reading = read_record(one.data)
    if reading.record is None:
        for finding in reading.findings[:5]:
            complain(f"{visible(place)}: {finding.code} {visible(finding.message)}")
        raise typer.Exit(FAILED)
    return place, reading.record


def rounds_asked(watched: list[Watched], number: int | None, act: int | None, option: str) -> list[Watched]:
    """The rounds that --round asks for, all of them without it.

    Usage error, with what there is, for a round that the record does not have, or an act (by ``option``) that none of them
    has.
    """
    found = [one for one in watched if number in (None, one.place.number)]
    if not found and number is not None:
        from domscore.explain.lines import rounds_in_words

        there = rounds_in_words([one.place.number for one in watched])
        raise typer.BadParameter(f"the record has {there}, not round {number}", param_hint="--round")
    most = max((len(one.acts) for one in found), default=0)
    if act is not None and act > most:
        which = f"round {found[0].place.number} has" if len(found) == 1 else "the longest of the rounds has"
        raise typer.BadParameter(f"{which} {f'acts 1 to {most}' if most else 'no acts'}, not act {act}", param_hint=option)
    return found


def seat_asked(report: Report, word: str) -> str:
    """The seat that --seat names by its letter, or by its player's name (usage error, with the seats there are)."""
    from domscore.record.spelling import seat_meant
    from domscore.report.visible import visible

    assert report.table is not None
    letter = seat_meant(word, report.players)
    if letter is None or letter not in report.table.letters:
        seats = ", ".join(f"{one} ({name})" for one, name in zip(report.table.letters, report.players, strict=True))
        raise typer.BadParameter(visible(f"there is no seat {word}; there are {seats}"), param_hint="--seat")
    return letter
