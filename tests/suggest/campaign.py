"""How good suggestions are: random legal matches with one planted clerical error each.

``python -m tests.suggest.campaign --matches 1000 --seed 1`` prints, for each kind of error: how often it was planted, how
often it showed (an error was found), in how many of those the evidence decides (no other single correction that was tried
explains everything too), and in how many of these the right correction was the first suggestion. ``another`` counts wrong
corrections offered as the only one that explains everything; ``broken``, which must be 0, counts those that do not leave as
many findings as they say.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

from domscore import audit
from domscore.findings.codes import Severity
from domscore.generate import match
from domscore.play.table import seated
from domscore.record.edits import changed
from domscore.report.suggestion import Suggestion
from domscore.rules.catalogue import names
from domscore.rules.model import Pairs, Rules
from domscore.suggest import misread, offering, suggestions
from domscore.suggest.scene import Scene
from tests.suggest.planting import PLANTERS, in_one_order, planted, without_calls

Tally = Counter[str]
SHARE = 0.9


def tables() -> list[tuple[str, int, list[str] | None]]:
    """Every published rule set at every number of players, with pairs where they are optional."""
    found: list[tuple[str, int, list[str] | None]] = []
    for name in names():
        rules = Rules.named(name)
        for players in rules.players:
            found.append((name, players, None))
            if rules.pairs.get(str(players)) is Pairs.OPTIONAL:  # type: ignore[call-overload]
                found.append((name, players, ["AC", "BD"]))
    return found


def trials(kind: str, count: int, seed: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Legal matches, each with its copy in which an error of this kind was planted."""
    every = tables()
    number = made = 0
    while made < count:
        random = Random(f"{kind}/{seed}/{number}")
        name, players, sides = every[random.randrange(len(every))]
        number += 1
        record = match(seated(Rules.named(name), players, sides), random, f"{kind}-{seed}-{number}", sides=sides)
        wrong = planted(record, kind, random)
        if wrong is not None:
            made += 1
            yield record, wrong


def judged(record: dict[str, Any], wrong: dict[str, Any]) -> tuple[str, list[Suggestion]]:
    """What suggestions make of one planted error: the name of an outcome, and the suggestions."""
    data = json.dumps(wrong).encode()
    if not any(finding.severity is Severity.ERROR for finding in audit(data).findings):
        return "silent", []
    offered = suggestions(data)
    right = [number for number, offer in enumerate(offered) if _restores(wrong, offer, record)]
    rivals = [offer for offer in offered if offer.remaining == 0]
    if right and right[0] == 0:
        return ("first" if not offered[0].rivals else "undecided"), offered
    if rivals and (right or rivals[0].rivals):
        return "undecided", offered
    if rivals:
        return "another", offered
    return ("listed" if right else "missed"), offered


def _restores(wrong: dict[str, Any], offer: Suggestion, record: dict[str, Any]) -> bool:
    restored = in_one_order(changed(wrong, offer.edits))
    if offer.kind == "play-not-written":
        return without_calls(restored) == without_calls(in_one_order(record))
    return restored == in_one_order(record)


def broken(wrong: dict[str, Any], offered: list[Suggestion]) -> int:
    """Suggestions that leave another number of errors and warnings than they say."""
    return sum(
        sum(f.severity is not Severity.NOTE for f in audit(json.dumps(changed(wrong, offer.edits)).encode()).findings)
        != offer.remaining
        for offer in offered
    )


def look_everywhere() -> None:
    """Try every correction at every act, not only those near the findings: to see whether a rival was overlooked."""
    Scene.near = property(lambda scene: list(range(len(scene.acts))))  # type: ignore[assignment, method-assign]
    Scene.before_last = property(lambda scene: range(len(scene.acts)))  # type: ignore[assignment, method-assign]
    misread._obtainable = lambda scene, at: scene.table.tiles.everything
    offering.TRIED = 10**9


def campaign(
    kind: str, count: int, seed: int, everywhere: bool = False
) -> tuple[Tally, list[tuple[str, dict[str, Any], dict[str, Any]]]]:
    """The tally of one kind, and the trials that went wrong."""
    tally: Tally = Counter()
    bad = []
    if everywhere:
        look_everywhere()
    for record, wrong in trials(kind, count, seed):
        started = time.process_time()
        outcome, offered = judged(record, wrong)
        tally["milliseconds"] += int(1000 * (time.process_time() - started))
        tally["slowest"] = max(tally["slowest"], int(1000 * (time.process_time() - started)))
        tally[outcome] += 1
        tally["broken"] += broken(wrong, offered)
        if outcome in ("another", "missed", "listed"):
            bad.append((outcome, record, wrong))
    return tally, bad


def decided(tally: Tally) -> int:
    """Trials in which the evidence decides."""
    return sum(tally[name] for name in ("first", "another", "missed", "listed"))


def line(kind: str, tally: Tally) -> str:
    """One row of the table."""
    planted_ = sum(tally[name] for name in ("silent", "first", "undecided", "another", "missed", "listed"))
    showed = planted_ - tally["silent"]
    share = f"{tally['first'] / decided(tally):6.1%}" if decided(tally) else "     -"
    return (
        f"{kind:<18}{planted_:>8}{showed:>8}{tally['undecided']:>10}{decided(tally):>8}{tally['first']:>7}{share:>8}"
        f"{tally['another']:>8}{tally['missed'] + tally['listed']:>8}{tally['broken']:>8}"
        f"{tally['milliseconds'] / max(1, showed):>8.0f}{tally['slowest']:>8}"
    )


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="matches in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=list(PLANTERS), action="append", help="only this kind")
    parser.add_argument("--everywhere", action="store_true", help="try corrections at every act (slow)")
    parser.add_argument("--keep", help="write the trials that went wrong to this file, one on each line")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    kinds = options.kind or list(PLANTERS)
    share = -(-options.matches // len(kinds))
    total: Tally = Counter()
    kept = []
    print(
        f"{'kind':<18}{'planted':>8}{'showed':>8}{'undecided':>10}{'decided':>8}{'first':>7}{'':>8}"
        f"{'another':>8}{'missed':>8}{'broken':>8}{'ms each':>8}{'slowest':>8}"
    )
    with ProcessPoolExecutor(options.jobs) as pool:
        work = [pool.submit(campaign, kind, share, options.seed, options.everywhere) for kind in kinds]
        for kind, done in zip(kinds, work, strict=True):
            tally, bad = done.result()
            slowest = max(total["slowest"], tally["slowest"])
            total += tally
            total["slowest"] = slowest
            kept += [(kind, *trial) for trial in bad]
            print(line(kind, tally), flush=True)
    print(line("all", total))
    if options.keep:
        with open(options.keep, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.writelines(json.dumps(trial) + "\n" for trial in kept)
    good = decided(total) and total["first"] >= SHARE * decided(total) and not total["broken"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
