"""``domscore sheet``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from domscore.cli.count import KeptUnder, SidesOption
from domscore.cli.output import complain, write
from domscore.cli.running import FAILED, NOTHING_JUDGED, rules_named

if TYPE_CHECKING:
    from domscore.rules.model import Rules
    from domscore.sheets import SheetReport


def sheet(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A CSV file, or - for standard input.")],
    rules: KeptUnder,
    players: Annotated[
        str | None, typer.Option("--players", metavar="NAME,…", help="The players in turn order.  [default: the headings]")
    ] = None,
    sides: SidesOption = None,
    format_: Annotated[
        Literal["text", "markdown", "json"], typer.Option("--format", "-f", help="How the findings are written.")
    ] = "text",
    record: Annotated[bool, typer.Option("--as-record", help="Print the sheet as a record, and judge nothing.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say of each finding how the sum goes, and by which clause.")
    ] = False,
) -> None:
    """Audit a score sheet kept as CSV: one row a round, points or pips, totals.

    Commas, semicolons or tabs; the first row holds the headings. About the round: round, winner, how (out, blocked), leader,
    note. About somebody: a name and one of points, pips, total, in play, bonus, penalty, award ("Ana total"); the name alone
    means points of the end of the round. A name is a player's, a seat letter, a side (AC), or both partners' ("Ana & Bo").
    Pips may be given as tiles: 6-3 5-1. A dash is no points of a round, else an empty cell. A last row headed total holds
    the final scores. Findings name row and column.

    \b
    Exit codes:
      0  no error was found
      1  an error was found, or a cell that cannot be read
      2  an option or a name that does not exist
      3  the file could not be opened
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore sheet friday.csv --rules classic-draw
      domscore sheet friday.csv --rules classic-draw --explain --format markdown
      domscore sheet club.csv --rules partners-block --players Ana,Bo,Carla,Dan
      domscore sheet friday.csv --rules selminha --as-record > friday.domino.json
    """
    from domscore.play.table import SidesProblem
    from domscore.report.visible import visible
    from domscore.sheets import audit_sheet

    chosen = rules_named(rules)
    assert chosen is not None
    names = None if players is None else [name.strip() for name in players.split(",") if name.strip()]
    partners = None if sides is None else sides.upper().replace(",", " ").split()
    try:
        found = audit_sheet(_read(path), chosen, names, partners)
    except OSError as error:
        complain(f"{visible(path)}: not read: {(error.strerror or str(error)).lower()}")
        raise typer.Exit(NOTHING_JUDGED) from None
    except SidesProblem as problem:
        raise typer.BadParameter(visible(str(problem)), param_hint="--sides") from None
    found.report.source = "standard input" if path == "-" else path
    if record and found.record is not None:
        _print_record(found.record)
        raise typer.Exit(0)
    if explain and found.record is not None:
        _print_explanation(found, chosen, format_)
    else:
        _print_report(found, format_)
    failed = any(finding.severity.value == "error" for finding in found.report.findings)
    raise typer.Exit(FAILED if failed else 0)


def _read(path: str) -> bytes:
    import sys
    from pathlib import Path

    if path != "-":
        return Path(path).read_bytes()
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer.read()


def _print_record(record: dict[str, object]) -> None:
    import json

    write(json.dumps(record, ensure_ascii=False, indent=2) + "\n", exact=True)


def _print_report(found: SheetReport, form: str) -> None:
    from domscore.report.markdown import plain
    from domscore.report.sheet import as_text
    from domscore.report.visible import visible

    if form == "json":
        write(_as_json(found), exact=True)
        return
    markdown = form == "markdown"
    write(as_text(found.report, found.place, plain if markdown else visible, markdown=markdown))


def _print_explanation(found: SheetReport, rules: Rules, form: str) -> None:
    """What is wrong, with the arithmetic."""
    import orjson

    from domscore.explain.rendering import rendered
    from domscore.explain.sheets import explained_sheet

    source = found.report.source
    report, parts = explained_sheet(orjson.dumps(found.record), rules, found.place, source)
    write(rendered(parts, form, {"source": source, "id": None, "verdict": report.verdict.value}), exact=form == "json")


def _as_json(found: SheetReport) -> str:
    """The JSON report of one record, and the cells of its findings."""
    from domscore.report import Totals
    from domscore.report.json import dumped, summary_fields
    from domscore.report.report import Summary

    summary = Summary()
    summary.add(found.report)
    cells = [
        {"finding": number, "row": row, "column": None if column is None else found.titles.get(column)}
        for number, (row, column) in found.cells.items()
    ]
    return dumped({**summary_fields(Totals(summary)), "records": [found.report.as_json()], "cells": cells}) + "\n"
