"""``domscore generate``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from domscore.cli.options import Jobs
from domscore.cli.output import write
from domscore.cli.running import rules_named

if TYPE_CHECKING:
    from concurrent.futures import Future

    from domscore.rules.model import Rules

_AT_ONCE = 64
"""Matches that are written together; a worker plays so many at a time."""
_WORTHWHILE = 8 * _AT_ONCE
"""Matches played in this process before others are started."""
_AHEAD = 3
"""Parts handed out per worker at a time, so that none waits and few are held."""


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
    jobs: Jobs = None,
) -> None:
    """Play random legal matches and write their records, with right claims, one on each line.

    The same seed gives the same bytes, whatever the number of processes.

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
    from domscore.batch.running import all_cores
    from domscore.generate import NoDealStands
    from domscore.play.table import SidesProblem

    chosen = rules_named(rules)
    assert chosen is not None
    players = min(chosen.players) if players is None else players
    if players not in chosen.players:
        offered = ", ".join(map(str, chosen.players))
        raise typer.BadParameter(f"{chosen.name} is for {offered} players, not {players}", param_hint="--players")
    wanted = None if sides is None else sides.upper().replace(",", " ").split()
    try:
        for lines in _written(_Order(chosen, players, seed, hidden, wanted), matches, jobs or all_cores()):
            write(lines.decode(), exact=True)
    except SidesProblem as problem:
        raise typer.BadParameter(str(problem), param_hint="--sides") from None
    except NoDealStands as problem:
        raise typer.BadParameter(str(problem), param_hint="--rules") from None


class _Order(NamedTuple):
    """What is to be played. It travels to worker processes."""

    rules: Rules
    players: int
    seed: int
    hidden: bool
    sides: list[str] | None

    def played(self, first: int, count: int) -> bytes:
        """The matches with these numbers, one on each line."""
        from domscore.generate import matches

        played = matches(self.rules, self.players, count, self.seed, self.hidden, self.sides, first)
        return b"".join(record + b"\n" for record in played)


def _written(order: _Order, count: int, workers: int) -> Iterator[bytes]:
    """All matches, some at a time, in order: here, and in other processes where there are many."""
    parts = iter([(first, min(_AT_ONCE, count - first)) for first in range(0, count, _AT_ONCE)])
    for first, some in parts:
        yield order.played(first, some)
        if workers > 1 and count > _WORTHWHILE:
            yield from _together(order, parts, workers)


def _together(order: _Order, parts: Iterator[tuple[int, int]], workers: int) -> Iterator[bytes]:
    from collections import deque
    from concurrent.futures import ProcessPoolExecutor

    from domscore.batch.running import depend_on_parent

    pool = ProcessPoolExecutor(workers, initializer=depend_on_parent)
    waiting: deque[Future[bytes]] = deque()
    try:
        for part in parts:
            waiting.append(pool.submit(order.played, *part))
            if len(waiting) > _AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
