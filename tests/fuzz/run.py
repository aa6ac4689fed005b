"""Random records against properties that hold for any input: ``python -m tests.fuzz.run --seconds 60 --seed 1``.

No exception leaves ``domscore.audit``; it takes no longer than a bound that grows with the input; the report is JSON; and a
fully known match with a planted fault that the independent engine refutes is never ``verified``. Exit code 1 if any fails.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from domscore import audit
from domscore.generate import match
from domscore.play.table import seated
from domscore.rules import Rules
from tests import oracle
from tests.fuzz.mutating import mutated
from tests.oracle.corrupt import corrupted
from tests.oracle.duel import Seats, tables

VERDICTS = {"verified", "refuted", "undetermined"}
#: Seconds of processor time that an audit may take: so much, and so much more for each byte.
AT_LEAST, PER_BYTE = 2.0, 0.002


@dataclass
class Campaign:
    """What was tried, and what went wrong: the property and the input."""

    random: Random
    tried: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    planted: int = 0
    failures: list[tuple[str, bytes]] = field(default_factory=list)

    def judged(self, data: bytes) -> str | None:
        """Audit some bytes, look at the properties, and return the verdict."""
        self.tried += 1
        started = time.process_time()
        try:
            report = audit(data).as_json()
        except Exception as error:
            self.failures.append((f"{type(error).__name__}: {error}", data))
            return None
        spent = time.process_time() - started
        if spent > AT_LEAST + PER_BYTE * len(data):
            self.failures.append((f"{spent:.1f} s for {len(data)} bytes", data))
        try:
            json.dumps(report, allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            self.failures.append((f"not JSON: {error}", data))
        verdict = str(report["verdict"])
        if verdict not in VERDICTS:
            self.failures.append((f"verdict {verdict}", data))
        self.verdicts[verdict] += 1
        return verdict

    def one_match(self, seats: Seats) -> None:
        """A match: itself, mutated a few times, and with a planted fault."""
        record = short_match(seats, self.random)
        if self.judged(json.dumps(record).encode()) != "verified":
            self.failures.append(("a legal match is not verified", json.dumps(record).encode()))
        for _ in range(6):
            self.judged(mutated(record, self.random))
        self.plant(corrupted(record, self.random))

    def plant(self, record: dict[str, Any]) -> None:
        """A match with a planted fault: never verified where the independent engine refutes it."""
        try:
            refuted = oracle.judge(record)["verdict"] == "refuted"
        except (oracle.Hidden, oracle.TooManyReadingsError):
            return
        self.planted += refuted
        data = json.dumps(record).encode()
        if self.judged(data) == "verified" and refuted:
            self.failures.append(("a planted fault is verified", data))


def short_match(seats: Seats, random: Random) -> dict[str, Any]:
    """A random legal match of three rounds at most."""
    name, players, sides = seats
    record = match(seated(Rules.named(name), players, sides), random, "fuzz", sides=sides)
    if len(record["rounds"]) > 3:
        record["rounds"] = record["rounds"][:3]
        record["result"] = {"how": "unfinished", "scores": record["rounds"][-1]["scores"]}
    return record


def fuzz(seconds: float, seed: int) -> Campaign:
    """Try records of every table in turn until the time is over; every table at least once."""
    campaign = Campaign(Random(seed))
    started = time.monotonic()
    first = True
    while first or time.monotonic() - started < seconds:
        for seats in tables():
            campaign.one_match(seats)
            if not first and time.monotonic() - started >= seconds:
                break
        first = False
    return campaign


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    campaign = fuzz(options.seconds, options.seed)
    for problem, data in campaign.failures[:20]:
        print(f"{problem}\n  {data.decode('utf-8', 'backslashreplace')}")
    counts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(campaign.verdicts.items()))
    print(f"{campaign.tried} inputs: {counts}; {campaign.planted} planted faults; {len(campaign.failures)} failures")
    return 1 if campaign.failures else 0


if __name__ == "__main__":
    sys.exit(main())
