"""``domscore generate``."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from domscore.cli.output import write
from domscore.cli.running import rules_named

if TYPE_CHECKING:
    from collections.abc import Iterator

_AT_ONCE = 64


def generate(
    rules: Annotated[
        str,
        typer.Option(
            "--rules", metavar="NAME|FILE", help="The rule set to play by; domscore rules lists them.", show_default=False
        ),
    ],
    players: Annotated[
        int | None,
        typer.Option("--players", metavar="N", min=2, max=10, help="Players at the table.  [default: the fewest it is for]"),
    ] = None,
    matches: Annotated[int, typer.Option("--matches", metavar="K", min=0, help="How many matches.")] = 1,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same bytes.")] = 0,
    sides: Annotated[str | None, typer.Option("--sides", metavar="AC,BD", help="Partners, where allowed.")] = None,
    hidden: Annotated[bool, typer.Option("--hidden", help="Leave out the deals and the faces drawn.")] = False,
) -> None:
    """Play random legal matches and write their records, with right claims, one on each line.

    \b
    Exit codes:
      0  written
      2  an option, a rule set or a number of players that does not exist
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore generate --rules muggins --players 3 --matches 9 > games.jsonl
      domscore generate --rules selminha | domscore check -
    """
    from domscore.generate import NoDealStands
    from domscore.generate import matches as played
    from domscore.play.table import SidesProblem

    chosen = rules_named(rules)
    assert chosen is not None
    players = min(chosen.players) if players is None else players
    if players not in chosen.players:
        offered = ", ".join(map(str, chosen.players))
        raise typer.BadParameter(f"{chosen.name} is for {offered} players, not {players}", param_hint="--players")
    wanted = None if sides is None else sides.upper().replace(",", " ").split()
    try:
        _write_all(played(chosen, players, matches, seed, hidden, wanted))
    except SidesProblem as problem:
        raise typer.BadParameter(str(problem), param_hint="--sides") from None
    except NoDealStands as problem:
        raise typer.BadParameter(str(problem), param_hint="--rules") from None


def _write_all(records: Iterator[bytes]) -> None:
    while lines := [record.decode() for record in islice(records, _AT_ONCE)]:
        write("\n".join(lines) + "\n", exact=True)
