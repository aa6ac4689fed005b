"""Many hidden rounds against the oracles: ``python -m tests.infer.campaign --rounds 10000 --seed 1``.

Half of the rounds are on small sets, where every deal is tried; half on full sets, against networkx and scipy. Half of them
are legal, the others hold false passes, false draws, wrong leads and void deals.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from domscore import audit
from domscore.findings.codes import Severity
from domscore.rules.catalogue import names
from domscore.rules.model import Rules
from tests.infer import duel, duel_full
from tests.infer.looking import hidden_rounds
from tests.infer.making import SMALL, Made, as_bytes, big_table, made, small_table


def small_rounds(count: int, seed: int) -> Iterator[tuple[str, bool, Made]]:
    """Matches of two rounds on small sets: label, faulty, match."""
    tables = [(name, number) for name, numbers in SMALL.items() for number in range(len(numbers))]
    for index in range(count):
        name, number = tables[index % len(tables)]
        table, rules = small_table(name, number)
        faulty = index // len(tables) % 2 == 1
        random = Random(f"small/{seed}/{index}")
        yield f"{name} small {number} {index}", faulty, made(table, rules, random, faulty, 2)


def full_rounds(count: int, seed: int) -> Iterator[tuple[str, bool, Made]]:
    """Matches of two rounds of the published rule sets."""
    tables = [(Rules.named(name), players) for name in names() for players in Rules.named(name).players]
    for index in range(count):
        table, rules = big_table(*tables[index % len(tables)])
        faulty = index // len(tables) % 2 == 1
        random = Random(f"full/{seed}/{index}")
        yield f"{rules} {table.players} {index}", faulty, made(table, rules, random, faulty, 2)


def accusations(match: Made) -> list[str]:
    """Errors that the whole audit reports of a record."""
    report = audit(as_bytes(match.seen))
    return [f"{f.code} {f.message}" for f in report.findings if f.severity is Severity.ERROR]


def problems(label: str, faulty: bool, match: Made, seed: int, full: bool) -> Iterator[str]:
    """Everything that is wrong with what is said about a match."""
    truth = audit(as_bytes(match.full)).verdict
    if not faulty or truth == "verified":
        yield from accusations(match)
    if truth != "verified" and audit(as_bytes(match.seen)).verdict == "verified":
        yield "verified, but there is a fault"
    for number, looked in enumerate(hidden_rounds(as_bytes(match.seen))):
        if full:
            yield from duel_full.differences(looked, Random(f"{seed}/{label}/{number}"))
        else:
            yield from duel.differences(looked)


def main() -> int:
    """Run the campaign; the exit code is 1 after any disagreement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=["small", "full", "both"], default="both")
    given = parser.parse_args()
    bad = 0
    for part, source in (("small", small_rounds), ("full", full_rounds)):
        if given.part not in ("both", part):
            continue
        share = given.rounds // (4 if given.part == "both" else 2)
        verdicts: Counter[str] = Counter()
        for label, faulty, match in source(share, given.seed):
            report = audit(as_bytes(match.seen))
            verdicts[f"{audit(as_bytes(match.full)).verdict.value} as {report.verdict.value}"] += 1
            for problem in problems(label, faulty, match, given.seed, part == "full"):
                bad += 1
                print(f"{label}: {problem}", json.dumps(match.seen), sep="\n")
        print(f"{part}: {share} matches of two rounds, {bad} problems; {dict(verdicts)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
