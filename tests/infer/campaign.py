"""Many hidden rounds against the oracles: ``python -m tests.infer.campaign --rounds 10000 --seed 1``.

So many rounds of every rule set on small sets, where every deal is tried, and so many on full sets, against scipy and
networkx. Half of them are legal, the others hold false passes, false draws, wrong leads and void deals. What is said of the
legal ones when still more is left out is compared with what really happened.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from domscore import audit
from domscore.rules.catalogue import names
from domscore.rules.model import Rules
from tests.infer import duel, duel_full
from tests.infer.looking import looked_at
from tests.infer.making import SMALL, Made, as_bytes, big_table, made, small_table
from tests.infer.truth import bare, contradictions, thinned

PROVEN = frozenset({"DOM411", "DOM421", "DOM422", "DOM602", "DOM603"})
"""Codes that tell of a false pass or a false draw."""


def small_rounds(number: int, seed: int, only: str | None = None) -> Iterator[tuple[str, bool, Made]]:
    """Matches of two rounds on small sets: label, faulty, match."""
    tables = [(name, size) for name in SMALL if only in (None, name) for size in range(len(SMALL[name]))]
    for index in range(number) if number >= 0 else count():
        name, size = tables[index % len(tables)]
        table, rules = small_table(name, size)
        faulty = index // len(tables) % 2 == 1
        random = Random(f"small/{seed}/{index}")
        yield f"{name} small {size} {index}", faulty, made(table, rules, random, faulty, 2)


def full_rounds(number: int, seed: int, only: str | None = None) -> Iterator[tuple[str, bool, Made]]:
    """Matches of two rounds of the published rule sets."""
    wanted = [name for name in names() if only in (None, name)]
    tables = [(Rules.named(name), players) for name in wanted for players in Rules.named(name).players]
    for index in range(number) if number >= 0 else count():
        table, rules = big_table(*tables[index % len(tables)])
        faulty = index // len(tables) % 2 == 1
        random = Random(f"full/{seed}/{index}")
        yield f"{rules} {table.players} {index}", faulty, made(table, rules, random, faulty, 2)


class Campaign:
    """The rounds of one rule set that are looked at, and everything that is wrong with what is said about them."""

    def __init__(self, full: bool, seed: int) -> None:
        self.full, self.seed = full, seed
        self.rounds = self.bad = 0
        self.seen: Counter[str] = Counter()

    def match(self, label: str, faulty: bool, match: Made) -> list[tuple[str, Any]]:
        """Problems, each with the record it is about."""
        truth = audit(as_bytes(match.full))
        report, rounds = looked_at(as_bytes(match.seen))
        legal = truth.verdict == "verified"
        self.rounds += len(rounds)
        self.seen[f"{truth.verdict.value} as {report.verdict.value}"] += 1
        found: list[tuple[str, Any]] = []
        if not legal and report.verdict == "verified":
            found.append(("verified, but there is a fault", match.seen))
        if legal:
            assert not faulty or truth.verdict == "verified"
            found += [(one, match.seen) for one in contradictions(truth, report)]
            random = Random(f"thin/{self.seed}/{label}")
            for other in (bare(match.full), thinned(match.full, random), thinned(match.seen, random)):
                found += [(one, other) for one in contradictions(truth, audit(as_bytes(other)))]
        told = {(f.round, f.act, f.seat) for f in report.findings if f.code in PROVEN}
        for number, looked in enumerate(rounds):
            guilty, problems = self._duel(looked, Random(f"{self.seed}/{label}/{number}"))
            found += [(one, match.seen) for one in problems]
            self.seen["provable"] += len(guilty)
            for act, seat in guilty:
                if (looked.place.number, act, looked.table.letters[seat]) not in told:
                    found.append((f"act {act} of round {looked.place.number} is not proven false", match.seen))
        self.bad += len(found)
        return found

    def _duel(self, looked: Any, random: Random) -> tuple[set[tuple[int, int]], list[str]]:
        return duel_full.compared(looked, random) if self.full else duel.compared(looked)


def main() -> int:
    """Run the campaign; the exit code is 1 after any disagreement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000, help="hidden rounds of each rule set and part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=["small", "full", "both"], default="both")
    parser.add_argument("--rules", help="only this rule set")
    given = parser.parse_args()
    bad = 0
    for part, source in (("small", small_rounds), ("full", full_rounds)):
        for name in names():
            if given.part in ("both", part) and given.rules in (None, name):
                bad += _run(
                    Campaign(part == "full", given.seed), source(-1, given.seed, name), given.rounds, f"{part} {name}"
                )
    return 1 if bad else 0


def _run(campaign: Campaign, matches: Iterator[tuple[str, bool, Made]], rounds: int, title: str) -> int:
    began = time.process_time()
    for label, faulty, match in matches:
        for problem, record in campaign.match(label, faulty, match):
            print(f"{label}: {problem}", json.dumps(record), sep="\n")
        if campaign.rounds >= rounds:
            break
    took = time.process_time() - began
    print(f"{title}: {campaign.rounds} hidden rounds, {campaign.bad} problems, {took:.0f} s; {dict(campaign.seen)}")
    return campaign.bad


if __name__ == "__main__":
    sys.exit(main())
