"""``python -m tests.bench``: the figures that the README quotes."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import orjson

from domscore import audit
from tests.bench import engines
from tests.bench.archives import archive_ratios
from tests.bench.games import records, rounds_of, verbose
from tests.bench.hidden import hidden_ratios
from tests.bench.ratios import cpu_ratios, ratios

TABLES = (
    ("partners-block/1", 4),
    ("selminha/1", 2),
    ("classic-draw/1", 3),
    ("guide-block/1", 2),
    ("muggins/1", 2),
    ("five-up/1", 4),
)


def check_ratios(turns: int) -> None:
    """The whole check against ``orjson.loads`` of the same games with acts as objects.

    What the base parses is kept, as for somebody who goes on to judge it, and also thrown away at once: then its memory is
    still warm for the next record.
    """
    every: list[bytes] = []
    print("whole check / orjson.loads of the same games with acts as objects")
    print("                                objects kept        objects thrown away")
    print("                                strings  objects    strings  objects")
    for name, players in TABLES:
        strings = records(name, players)
        every += strings
        found = _check(strings, turns)
        print(f"  {name:18} {players} players  {found}")
    print(f"  all of them                   {_check(every, turns)}")


def _check(strings: list[bytes], turns: int) -> str:
    objects = [verbose(record) for record in strings]
    bases = {"kept": lambda: [orjson.loads(record) for record in objects], "thrown": lambda: _each(orjson.loads, objects)}
    variants = {"strings": lambda: _each(audit, strings), "objects": lambda: _each(audit, objects)}
    found = {name: ratios(base, variants, turns) for name, base in bases.items()}
    kept, thrown = found["kept"], found["thrown"]
    return f"{kept['strings']:7.2f}  {kept['objects']:7.2f}    {thrown['strings']:7.2f}  {thrown['objects']:7.2f}"


def _each(function: Callable[[bytes], object], records_: list[bytes]) -> None:
    for record in records_:
        function(record)


def engine_ratios(turns: int) -> None:
    """One act of domscore, of the replay alone and of the whole check, against one move of other engines."""
    block = records("partners-block/1", 4, 10)
    acts = sum(len(round_["acts"]) for record in block for round_ in rounds_of(record))
    replay = engines.replay_run(block)
    for title, found, setup in (
        ("dominoes make_move", engines.dominoes_run(block), engines.dominoes_setup(block)),
        ("open_spiel legal_actions + apply_action", engines.open_spiel_run(), None),
    ):
        if found is None:
            print(f"{title}: not installed")
            continue
        run, moves = found
        variants = {"run": run, "check": lambda: [audit(record).verdict for record in block]}
        if setup is not None:
            variants["setup"] = setup
        taken = ratios(replay, variants, turns)
        times = (taken["run"] - taken.get("setup", 0.0)) * acts / moves
        print(f"{title}: {times:.1f} times the replay of an act, {times / taken['check']:.1f} times its whole check")


def branching_ratio(turns: int) -> None:
    """An act of Five-Up against an act of Muggins."""
    line, branching = records("muggins/1", 4), records("five-up/1", 4)
    acts = [sum(len(round_["acts"]) for record in some for round_ in rounds_of(record)) for some in (line, branching)]
    found = ratios(
        lambda: [audit(record).verdict for record in line],
        {"five-up": lambda: [audit(record).verdict for record in branching]},
        turns,
    )
    print(f"an act of five-up / an act of muggins: {found['five-up'] * acts[0] / acts[1]:.2f}")


def start_up(turns: int) -> None:
    """CPU time of commands against ``python -c pass``."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "one.domino.json")
        path.write_bytes(records("selminha/1", 2, 1)[0])
        commands = {
            "domscore --version": [sys.executable, "-m", "domscore", "--version"],
            "domscore check one.domino.json": [sys.executable, "-m", "domscore", "check", str(path)],
        }
        for name, ratio in cpu_ratios(commands, turns).items():
            print(f"{name}: {ratio:.1f} times the CPU time of python -c pass")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=25)
    turns = parser.parse_args().turns
    check_ratios(turns)
    branching_ratio(turns)
    engine_ratios(turns)
    hidden_ratios(turns)
    start_up(turns)
    archive_ratios(max(1, turns // 5))


if __name__ == "__main__":
    main()
