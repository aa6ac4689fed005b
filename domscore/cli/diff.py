"""``domscore diff``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from domscore.cli.one_record import one_record
from domscore.cli.options import named_file
from domscore.cli.output import complain, write

if TYPE_CHECKING:
    from domscore.compare.deciding import Deciding

DIFFERENT = 1


def diff(
    first: Annotated[str, typer.Argument(metavar="A", help="A record.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another record of the same game.")],
    format_: Annotated[
        Literal["text", "json", "markdown"], typer.Option("--format", "-f", help="How the differences are written.")
    ] = "text",
    merge: Annotated[
        Path | None,
        typer.Option(
            "--merge",
            metavar="OUT",
            callback=named_file,
            help="Write the merged record to a new file, if the evidence decides all.",
        ),
    ] = None,
) -> None:
    """Lay two people's records of one game side by side, and say which of two versions is possible on the evidence.

    Equal spellings of one act are the same, and left and right are told apart from either side of the table. Each
    difference is decided by checking both versions with the rest of the game: legal acts, the other rounds, the tiles
    shown, the totals. What is free (id, meta, notes, times) is not compared. Where the players are the same in another
    order, the second record is told by the seats of the first. Of two different games, whose acts or numbers hardly agree,
    nothing is decided.

    \b
    Exit codes:
      0  they tell the same game
      1  they differ, or one of them is ill-formed
      2  an option that does not exist, or an output file that does
      3  an input could not be opened
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore diff ana.domino.json bo.domino.json
      domscore diff ana.domino.json bo.domino.json --merge agreed.domino.json
      domscore diff ana.domino.json bo.domino.json --format markdown
    """
    if merge is not None and os.path.lexists(merge):
        raise typer.BadParameter(f"{merge} exists; name a new file", param_hint="--merge")
    names, records = zip(*(one_record(path, None) for path in (first, second)), strict=True)

    from domscore.compare.deciding import Deciding
    from domscore.compare.diff_page import as_json, page_of, page_of_strangers
    from domscore.compare.seating import laid_together
    from domscore.report.json import dumped

    pairing, like, seating = laid_together(records[0], records[1])
    deciding = Deciding(pairing) if like.same else None
    if deciding is not None:
        deciding.run()
    two = names[0], names[1]
    if format_ == "json":
        write(dumped(as_json(two, pairing, like, deciding, seating)) + "\n", exact=True)
    else:
        page = page_of_strangers(two, pairing, like) if deciding is None else page_of(two, deciding, seating)
        write(page.markdown() if format_ == "markdown" else page.text(), exact=format_ == "markdown")
    if merge is not None:
        _merge(merge, deciding)
    raise typer.Exit(DIFFERENT if pairing.differences else 0)


def _merge(path: Path, deciding: Deciding | None) -> None:
    from domscore.compare.merging import merged, undecided
    from domscore.report.visible import visible

    if deciding is None:
        complain("not merged: the two records do not tell the same game")
        return
    if left := undecided(deciding):
        complain(f"not merged: {len(left)} of the differences are not decided by the evidence")
        return
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(merged(deciding))
    except OSError as error:
        raise typer.BadParameter(f"{path}: {(error.strerror or str(error)).lower()}", param_hint="--merge") from None
    complain(f"merged: {visible(str(path))}")
