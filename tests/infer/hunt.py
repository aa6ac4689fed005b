"""The hunt for false accusations and false verdicts: ``python -m tests.infer.hunt --rounds 10000 --seed 1``.

Matches of every rule set and of houses that change one rule, legal ones and ones with faults, in which rulings and
resignations happen, are written down with much left out. Of a legal match nothing may be called wrong, and nothing that is
said may differ from what really happened. A match with an illegal act may never be verified as long as nothing but tiles is
hidden: the deal as it was is one of those that are possible then.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from domscore import audit
from domscore.findings.codes import Severity
from domscore.generate import NoDealStands, _deal, match
from domscore.play.lead import Before, first_lead, later_lead
from domscore.play.replay import Replay, Setting
from domscore.play.state import State
from domscore.play.table import Table, seated
from domscore.report.report import Report
from domscore.rules.catalogue import RulesError, names, resolve
from domscore.rules.model import Rules
from domscore.score.infractions import leads_after, row_of
from tests.infer.hiding import Record, hidden, told_otherwise
from tests.infer.making import SMALL, _act, _end, _round, as_bytes, made
from tests.infer.truth import accusations, contradictions

STOPS = {"target": 10_000, "targets": "any"}
OFFENDED = {
    "rows": [
        {"infraction": "false-pass", "hand": "stops", "next_lead": "offended"},
        {"infraction": "drew-and-could-play", "hand": "lost", "next_lead": "next-seat"},
    ]
}
"""A table of penalties under which the offended side leads."""

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {},
    {"first_lead": ["highest-double"], "later_lead": "highest-double"},
    {"first_lead": ["highest-double"], "first_tile": "forced", "later_lead": ["winner", "highest-double"]},
    {"first_lead": ["heaviest"], "first_tile": "forced", "later_lead": "winner"},
    {"redeal": {"doubles_in_hand": 3, "no_double_in_first_round": True}, "first_lead": ["highest-double"]},
    {"draw": {"when": "at-will"}},
    {"draw": {"when": "stuck", "most": 1}},
    {"draw": {"when": "stuck"}, "block": {"reached": "after-passes", "tie": "lowest-tile"}},
    {"end_winner": "lowest", "own_pips": "blocked"},
    {"counted_pips": "all", "end_points": {"round_to": 5, "rounded": "each-hand"}},
    {"later_lead": "highest-double", **STOPS, "penalties": "rocoh"},
    {"first_lead": ["highest-double"], "later_lead": "highest-double", **STOPS, "penalties": "rocoh"},
    {"later_lead": ["winner", "highest-double"], **STOPS, "penalties": OFFENDED},
    {"later_lead": "next-seat", **STOPS, "penalties": OFFENDED},
)
"""What houses change: fields of the rules."""

TILES = frozenset({"DOM301", "DOM302", "DOM402", "DOM403", "DOM424", "DOM425", "DOM502"})
"""Codes that say that the tiles written down cannot be those that lay where."""


def tables(only: str | None, random: Random) -> Iterator[tuple[Any, int]]:
    """Rules as a record gives them, and a number of players; without end."""
    wanted = [name for name in names() if only in (None, name)]
    while True:
        name = random.choice(wanted)
        house = random.choice(HOUSES)
        players, small = random.choice([(players, {}) for players in Rules.named(name).players] + SMALL[name])
        spec = {"base": name, **small, **house} if small or house else name
        try:
            rules = resolve(spec)
        except RulesError:
            continue
        if players in rules.players:
            yield spec, players


class Hunt:
    """What was looked at, and what is wrong."""

    def __init__(self) -> None:
        self.rounds = self.bad = 0
        self.seen: Counter[str] = Counter()

    def legal(self, record: Record, random: Random, draws_implied: bool) -> Iterator[tuple[str, Record]]:
        """A match without an illegal act: it happened so, is written with less, and with tiles that nobody saw."""
        truth = audit(as_bytes(record))
        if [one[:6] for one in accusations(truth)] == ["DOM507"]:
            return  # said to have been abandoned, but it was won
        if accusations(truth):
            yield f"the whole match is accused: {accusations(truth)}", record
            return
        for _ in range(3):
            seen = hidden(told_otherwise(record, random, draws_implied), random)
            yield from self._compared(truth, seen)

    def _compared(self, truth: Report, seen: Record) -> Iterator[tuple[str, Record]]:
        report = audit(as_bytes(seen))
        self.rounds += len(seen["rounds"])
        self.seen[f"legal as {report.verdict.value}"] += 1
        cut = {score.number for score, one in zip(report.scores, seen["rounds"], strict=True) if "acts_complete" in one}
        for problem in contradictions(truth, report):
            if not any(problem.startswith(f"round {number}: seat") for number in cut):  # of hands when the scribe stopped
                yield problem, seen

    def faulty(self, record: Record, random: Random, draws_implied: bool) -> Iterator[tuple[str, Record]]:
        """A match with illegal acts: whatever is hidden, it is not verified."""
        written = told_otherwise(record, random, draws_implied)
        truth = audit(as_bytes(written))
        wrong = {finding.code for finding in truth.findings if finding.severity is Severity.ERROR}
        seen = hidden(written, random)
        report = audit(as_bytes(seen))
        self.rounds += len(seen["rounds"])
        self.seen[f"{truth.verdict.value} as {report.verdict.value}"] += 1
        if truth.verdict == "refuted" and report.verdict == "verified" and not wrong & TILES:
            yield f"verified, but {sorted(wrong)}", seen


def resigned(record: Record, random: Random) -> Record:
    """Somebody resigns in the middle of the last round."""
    found = copy.deepcopy(record)
    last = found["rounds"][-1]
    at = int(random.random() * (len(last["acts"]) + 1))
    last["acts"] = [*last["acts"][:at], f"{random.choice('AB')} resign"]
    for one in (last, found):
        for key in ("left", "result", "scores"):
            one.pop(key, None)
    return found


def taken_back(record: Record, random: Random) -> Record:
    """An act is made that is not there, and taken back by a ruling."""
    found = copy.deepcopy(record)
    one = random.choice(found["rounds"])
    at = int(random.random() * len(one["acts"]))
    wrong = random.choice([act for other in record["rounds"] for act in other["acts"]])
    one["acts"][at:at] = [wrong, {"ruling": "taken_back"}]
    return found


def stopped(record: Record, random: Random) -> Record:
    """A round is declared void in the middle; nothing that comes after is written."""
    found = copy.deepcopy(record)
    at = int(random.random() * len(found["rounds"]))
    one = found["rounds"][at]
    cut = 1 + int(random.random() * len(one["acts"]))
    one["acts"] = [*one["acts"][:cut], {"ruling": random.choice(["round_void", "stands"]), "reason": "spilt"}]
    found["rounds"] = found["rounds"][: at + 1]
    if one["acts"][-1]["ruling"] == "stands":
        one["acts_complete"] = False
    for part in (one, found):
        for key in ("left", "result", "scores"):
            part.pop(key, None)
    return found


def later_start(record: Record, random: Random) -> Record:
    """The record begins with a later round."""
    found = copy.deepcopy(record)
    at = int(random.random() * len(found["rounds"]))
    if at:
        found["rounds"] = found["rounds"][at:]
        found["start"] = {"round": at + 1, "scores": record["rounds"][at - 1]["scores"]}
        if random.random() < 0.5:
            found["start"]["leader"] = str(record["rounds"][at]["acts"][0])[0]
    return found


def mutated(record: Record, random: Random) -> Record:
    """One act of the match is changed, and nothing is claimed."""
    found = copy.deepcopy(record)
    for part in (found, *found["rounds"]):
        for key in ("result", "scores", "left"):
            part.pop(key, None)
    acts = random.choice(found["rounds"])["acts"]
    at = int(random.random() * len(acts))
    seat = acts[at][0]
    other = random.choice([act for one in record["rounds"] for act in one["acts"]])
    way = int(random.random() * 6)
    if way == 0:
        acts[at] = f"{seat} pass"
    elif way == 1:
        acts.insert(at, f"{seat} draw")
    elif way == 2:
        acts.insert(at, f"{seat} pass")
    elif way == 3:
        del acts[at]
    elif way == 4:
        acts[at] = f"{seat}{other[1:]}"
    elif at + 1 < len(acts):
        acts[at], acts[at + 1] = acts[at + 1], acts[at]
    return found


def stopped_by_table(table: Table, spec: Any, random: Random) -> Record:
    """Hands stop at an irregular act, and whoever leads next does so by the house's table of penalties, or as usual."""
    before: Before | None = None
    rounds = []
    for _ in range(3):
        deal = _deal(table, random, before is None)
        known = (deal.hands, deal.unseen, deal.boneyard, deal.boneyard_size)
        lead = first_lead(table, *known) if before is None else later_lead(table, before, *known)
        if lead.seats is not None:
            lead = lead._replace(seats=frozenset({random.choice(sorted(lead.seats))}))
        replay = Replay(State.dealt(table, lead, deal, [0] * len(table.sides)), acts := [], Setting())
        share = random.choice([0, 0.2])
        while replay.state.over is None and not replay.findings:
            acts.append(_act(replay.state, random, share))
            replay.advance(len(acts) - 1)
        one = _round(table, deal, acts, replay.state)
        end = _end(table, replay.state)
        winner = () if end.pop("won") is None or replay.findings else table.sides[table.side_number[end["result"]["winner"]]]
        before = Before(replay.state.leader, winner)
        if replay.findings:
            one.pop("left")
            one["acts"].append({"ruling": "round_void"})
            row = row_of(table.rules.penalties, replay.findings[0]) if table.rules.penalties else None
            before.penalised = leads_after(table, row, replay.findings[0], before.leader) if row else None
        else:
            one |= end
        rounds.append(one)
    players = [f"P{n}" for n in range(table.players)]
    return {"format": "domscore/1", "rules": spec, "players": players, "rounds": rounds}


def timed(record: Record, random: Random) -> Record:
    """Acts as objects with the time, some made by the table, some late; the match may end by inactivity."""
    found = copy.deepcopy(record)
    now = 0
    for one in found["rounds"]:
        acts = []
        for act in one["acts"]:
            now += random.choice([1, 5, 44, 46])
            words = act.split(" +")[0].split(" ")
            what: dict[str, Any] = {"pass": True} if words[1] == "pass" else {"draw": [*words, "?"][2]}
            if words[1] not in ("pass", "draw"):
                what = {"play": words[1]}
                place = words[3] if "on" in words else words[2] if len(words) > 2 else None
                what |= {} if place is None else {"on" if "on" in words else "end": place}
            at = f"2026-03-06T{now // 3600:02}:{now // 60 % 60:02}:{now % 60:02}Z"
            timed_act = {"seat": words[0], **what, "at": at}
            acts.append(timed_act | ({"auto": "timeout"} if random.random() < 0.2 else {}))
        one["acts"] = acts
    if random.random() < 0.5:
        found["result"] = {"how": random.choice(["inactive", "abandoned"])}
    return found


WAYS = (timed, resigned, taken_back, stopped, later_start)


def hunted(rounds: int, seed: int, only: str | None = None) -> Iterator[tuple[str, str, Record]]:
    """Problems: label, what is wrong, the record it is about. The last one has an empty text and what was looked at."""
    random = Random(f"hunt/{seed}/{only}")
    hunt = Hunt()
    for number, (spec, players) in enumerate(tables(only, random)):
        if hunt.rounds >= rounds:
            break
        table = seated(resolve(spec), players, None)
        draws_implied = not table.draws_at_will
        try:
            whole = match(table, random, "one") | {"rules": spec}
        except NoDealStands:
            continue
        first = whole["rounds"][:4]
        whole["rounds"] = first
        whole.pop("result")
        problems = list(hunt.legal(whole, random, draws_implied))
        way = random.choice(WAYS)
        problems += hunt.legal(way(whole, random), random, draws_implied)
        problems += hunt.faulty(mutated(whole, random), random, draws_implied)
        if not table.draws_at_will:
            problems += hunt.faulty(made(table, spec, random, True, 2).full, random, draws_implied)
        if table.rules.penalties is not None:
            problems += hunt.legal(stopped_by_table(table, spec, random), random, draws_implied)
        for problem, record in problems:
            hunt.bad += 1
            yield f"{number} {way.__name__}", problem, record
    yield "", f"{hunt.rounds} rounds, {hunt.bad} problems; {dict(hunt.seen)}", {}


def main() -> int:
    """Run the hunt; the exit code is 1 after any problem."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", help="only this rule set")
    given = parser.parse_args()
    bad = 0
    for label, problem, record in hunted(given.rounds, given.seed, given.rules):
        print(label, problem, *([json.dumps(record)] if record else []), sep="\n" if record else " ")
        bad += bool(record)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
