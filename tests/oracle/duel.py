"""Two engines, one record: random matches, sound and corrupted, and score sheets, judged by domscore and by the oracle.

``python -m tests.oracle.duel --rounds 100000 --seed 1`` plays every rule set at every number of players and prints each
disagreement; exit code 1 if there is any. A quarter as many rounds of score sheets are added. Compared are verdict, all
findings except DOM903 (code, round, act and severity), and the values of the rounds and of the match; with ``--roots`` also
which findings are root causes. Where several planted faults pile up, two attributions may both be sound, so those are told
apart from the rest.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from domscore.auditing import audit
from domscore.generate import match
from domscore.play.table import seated
from domscore.rules import Rules
from domscore.rules.catalogue import names
from tests import oracle
from tests.oracle.corrupt import corrupted
from tests.oracle.corrupt_head import house_rule
from tests.oracle.sheets import random_sheet

Seats = tuple[str, int, list[str] | None]
Stated = tuple[str, int, int, str]
KINDS = ("sound", "corrupted", "sheets")
OTHERWISE = 0.3
"""Share of the oracle's matches that are played by a rule of the house."""
VALUES = ("round", "leader", "how", "winner", "points", "in_play", "bonuses", "adjustments", "scores")


def tables() -> list[Seats]:
    """Every rule set at every number of players, alone and in pairs."""
    found: list[Seats] = []
    for name in names():
        rules = Rules.named(name)
        for players in rules.players:
            found.append((name, players, None))
            if any((number, pairs) == (str(players), "optional") for number, pairs in rules.pairs.items()):
                found.append((name, players, ["AC", "BD"]))
    return found


def stated(report: dict[str, Any], roots: bool) -> list[Stated]:
    """The findings, or the root causes among them, apart from DOM903: code, round, act and severity, each once."""
    found = {
        (f["code"], f["round"] or 0, f["act"] or 0, f["severity"])
        for f in report["findings"]
        if f["code"] != "DOM903" and (f["cause"] is None or not roots)
    }
    return sorted(found)


def values(round_: dict[str, Any]) -> dict[str, Any]:
    """What the engines must agree on about a round."""
    return {key: round_[key] for key in VALUES} | {"left": left_of(round_)}


def opinions(report: dict[str, Any], roots: bool) -> dict[str, Any]:
    """What two engines must agree on: verdict, findings, rounds, result; with ``roots``, root causes too."""
    found = {
        "verdict": report["verdict"],
        "findings": stated(report, False),
        "rounds": [values(round_) for round_ in report["rounds"]],
        "result": report["result"],
    }
    return found | ({"roots": stated(report, True)} if roots else {})


def left_of(round_: dict[str, Any]) -> Any:
    """The tiles left, in an order of their own."""
    left = round_["left"]
    return None if left is None else {seat: None if tiles is None else sorted(tiles) for seat, tiles in left.items()}


def disagreement(record: dict[str, Any], roots: bool = False) -> dict[str, Any] | None:
    """Where the engines differ about a record: field -> (domscore, oracle); None when they agree.

    Findings are given as those that one engine alone has.

    Raises:
        Hidden, TooManyReadingsError: the oracle does not judge this record.
    """
    theirs = opinions(oracle.judge(record), roots)
    report = audit(json.dumps(record).encode())
    if not report.scores and report.findings and report.match is None:
        return {"ill-formed": [f"{f.code} {f.message}" for f in report.findings]}
    mine = opinions(report.as_json(), roots)
    found: dict[str, Any] = {}
    for key in mine:
        if key in ("findings", "roots"):
            found |= difference(key, mine[key], theirs[key])
        elif key != "rounds" and mine[key] != theirs[key]:
            found[key] = (mine[key], theirs[key])
    for one, two in zip(mine["rounds"], theirs["rounds"], strict=True):
        found |= {f"round {one['round']} {key}": (one[key], two[key]) for key in one if one[key] != two[key]}
    return found or None


def difference(key: str, mine: list[Stated], theirs: list[Stated]) -> dict[str, Any]:
    """The findings that one engine alone has."""
    if mine == theirs:
        return {}
    return {key: ([each for each in mine if each not in theirs], [each for each in theirs if each not in mine])}


def contests(seats: Seats, rounds: int, seed: int, kind: str) -> Iterator[tuple[dict[str, Any], int]]:
    """Records of so many rounds in all, with their numbers: sheets, or matches by either engine's generator in turn."""
    name, players, sides = seats
    random = Random(f"{seed} {seats}")
    table = seated(Rules.named(name), players, sides)
    played = number = 0
    while played < rounds:
        number += 1
        if kind == "sheets":
            record = random_sheet(name, players, sides, random)
        elif number % 2:
            record = match(table, random, f"{name}-{seed}-{number}", sides=sides)
        else:
            house = house_rule(random) if random.random() < OTHERWISE else {}
            record = oracle.random_match(name, players, random, **house, **({} if sides is None else {"sides": sides}))
        if kind == "corrupted":
            record = corrupted(record, random)
        played += len(record["rounds"])
        yield record, len(record["rounds"])


def duel(
    seats: Seats, rounds: int, seed: int, kind: str, roots: bool = False
) -> tuple[int, int, list[tuple[dict[str, Any], dict[str, Any]]]]:
    """Rounds judged, rounds of records that the oracle does not judge, and the records about which the engines differ."""
    judged = left_out = 0
    differing = []
    for record, count in contests(seats, rounds, seed, kind):
        try:
            found = disagreement(record, roots)
        except (oracle.Hidden, oracle.TooManyReadingsError):
            left_out += count
            continue
        judged += count
        if found is not None:
            differing.append((record, found))
    return judged, left_out, differing


def asked() -> argparse.Namespace:
    """The options of the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000, help="rounds in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sound", action="store_true", help="legal matches only")
    parser.add_argument("--roots", action="store_true", help="compare which findings are root causes, too")
    parser.add_argument("--keep", help="write the records in dispute to this file, one per line")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def main() -> int:
    """The command."""
    options = asked()
    started = time.monotonic()
    every = tables()
    kinds = KINDS[:1] if options.sound else KINDS
    share = max(4, options.rounds // len(every) // len(kinds[:2]))
    shares = {"sheets": share // 4}
    work = [(seats, shares.get(kind, share), options.seed, kind, options.roots) for seats in every for kind in kinds]
    judged, left_out, disputes = 0, 0, []
    with ProcessPoolExecutor(options.jobs) as pool:
        results = pool.map(duel, *zip(*work, strict=True))
        for (seats, _, _, kind, _), (count, skipped, differing) in zip(work, results, strict=True):
            judged, left_out = judged + count, left_out + skipped
            disputes += differing
            print(f"{seats} {kind}: {count} rounds, {len(differing)} in dispute", flush=True)
            for record, found in differing[:3]:
                print(f"  {record.get('id')} {json.dumps(found, default=str)[:600]}")
    if options.keep:
        lines = (json.dumps({"found": found, "record": record}, default=str) for record, found in disputes)
        Path(options.keep).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    spent = f"{time.monotonic() - started:.0f} s, seed {options.seed}"
    print(f"{judged} rounds, {left_out} more out of scope, {len(disputes)} records in dispute, {spent}")
    return 1 if disputes else 0


if __name__ == "__main__":
    sys.exit(main())
