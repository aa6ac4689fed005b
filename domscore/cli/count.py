"""``domscore count``."""

from __future__ import annotations

from typing import Annotated

import typer

from domscore.cli.explain import ExplanationFormat
from domscore.cli.output import write
from domscore.cli.running import rules_named

What = Annotated[list[str], typer.Argument(metavar="WHAT...", help="ends END..., out=SEAT HAND..., or blocked HAND...")]
KeptUnder = Annotated[
    str,
    typer.Option(
        "--rules", metavar="NAME|FILE", help="The rule set to go by; domscore rules lists them.", show_default=False
    ),
]
SidesOption = Annotated[str | None, typer.Option("--sides", metavar="AC,BD", help="The sides, seats in turn order.")]


def count(
    what: What,
    rules: KeptUnder,
    pairs: Annotated[bool, typer.Option("--pairs", help="Four players in pairs, AC and BD.")] = False,
    sides: SidesOption = None,
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="How many sit at the table.")] = None,
    last: Annotated[str | None, typer.Option("--last", metavar="SEAT", help="Who laid the last tile of a block.")] = None,
    format_: ExplanationFormat = "text",
) -> None:
    """Count at the table, without a record: the open ends, or the hands at the end of a round.

    An end is a double as a tile (6-6 counts both halves), any other end its open number. Doubles covered on both sides count
    nothing: leave them out. A hand is a seat with its tiles or its pips: B:6-3,5-1 or B:15. Whoever went out has none.

    \b
    Exit codes:
      0  counted
      2  what was said cannot be counted, and why
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore count --rules muggins ends 6-6 3
      domscore count --rules five-up ends 6 5 4 0
      domscore count --rules classic-draw out=A B:6-3,5-1 C:2-2
      domscore count --rules muggins --pairs blocked A:4-1 B:3-3 C:9 D:12
      domscore count --rules partners-block blocked A:7 B:9 C:8 D:6 --last D
    """
    from domscore.explain.counting import CannotCount, counted, pairs_of
    from domscore.explain.rendering import rendered
    from domscore.report.visible import visible

    chosen = rules_named(rules)
    assert chosen is not None
    try:
        partners = pairs_of(chosen) if pairs else None if sides is None else sides.upper().replace(",", " ").split()
        found = counted(chosen, what, players=4 if pairs else players, sides=partners, last=last)
    except CannotCount as error:
        raise typer.BadParameter(visible(str(error)), param_hint="WHAT") from None
    head = {"rules": chosen.name, "points": {name or "": points for name, points in found.points.items()}}
    write(rendered(found.parts, format_, head), exact=format_ == "json")
