"""``domscore penalties``."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from domscore.cli.output import write

if TYPE_CHECKING:
    from domscore.rules.penalties import PenaltyTable

_WIDTH = 80
_INDENT = " " * 4


def penalties(
    name: Annotated[str | None, typer.Argument(help="A table; without it all are shown.")] = None,
    format_: Annotated[
        Literal["text", "markdown", "json"], typer.Option("--format", "-f", help="How the tables are written.")
    ] = "text",
) -> None:
    """Show the published tables of penalties: what houses take for a false pass, a wrong draw, a misplay.

    No rule page knows penalties. A rule set may name a table, {"base": "selminha/1", "penalties": "rocoh"}, or hold one of
    its own in the same form (--format json). domscore score --with-penalties applies it.

    \b
    Exit codes:
      0  shown
      2  an option or a name that does not exist
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore penalties
      domscore penalties rocoh --format json
      domscore penalties rocoh --format markdown
    """
    from domscore.rules.penalties import table_named, table_names

    try:
        tables = [table_named(each) for each in ([name] if name is not None else table_names())]
    except LookupError as error:
        from domscore.report.visible import visible

        raise typer.BadParameter(visible(str(error)), param_hint="NAME") from None
    if format_ == "json":
        import json

        values = [table.model_dump(mode="json") for table in tables]
        write(json.dumps(values if name is None else values[0], indent=2) + "\n")
        return
    write(_markdown(tables) if format_ == "markdown" else "\n".join(map(_text, tables)), exact=format_ == "markdown")


def _text(table: PenaltyTable) -> str:
    lines = [f"{table.name}: {table.title}"]
    for row in table.rows:
        words = f"{row.infraction.value}: {row.words} ({row.source})"
        lines.append(fill(words, _WIDTH, initial_indent="  ", subsequent_indent=_INDENT))
    return "\n".join(lines) + "\n"


def _markdown(tables: list[PenaltyTable]) -> str:
    from domscore.report.pages import Page

    page = Page()
    for table in tables:
        page.heading(f"{table.name}: {table.title}")
        rows = [[row.infraction.value, row.words, row.source] for row in table.rows]
        page.table(["infraction", "penalty", "source"], rows)
    return page.markdown()
