"""One clerical error in a legal record, of the kinds that suggestions know; False where there is no place for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from domscore.domino.seat import LETTERS

Record = dict[str, Any]
Planter = Callable[[Record, Random], bool]


def _acts(record: Record, random: Random, kinds: tuple[str, ...] = ("-", "draw", "pass")) -> tuple[list[str], int]:
    """The acts of a round, and the position of one of these kinds; -1 for none."""
    acts: list[str] = random.choice(record["rounds"])["acts"]
    fitting = [index for index, act in enumerate(acts) if kind_of(act) in kinds]
    return acts, random.choice(fitting) if fitting else -1


def kind_of(act: str) -> str:
    """``"-"`` for a tile played, ``"draw"``, ``"pass"``."""
    word = act.split(" ")[1]
    return "-" if "-" in word else word


def _misread(tile: str, random: Random) -> str:
    """One half is another number."""
    halves = tile.split("-")
    at = random.randrange(2)
    halves[at] = random.choice([str(pips) for pips in range(7) if str(pips) != halves[at]])
    return "-".join(halves)


def wrong_end(record: Record, random: Random) -> bool:
    """The tile was written with another end."""
    acts, index = _acts(record, random, ("-",))
    words = acts[index].split(" ") if index > 0 else []
    if len(words) < 3 or words[2].startswith("+"):
        return False
    points = [word for word in words if word.startswith("+")]
    others = {"L": "R", "R": "L"}
    acts[index] = " ".join([*words[:2], others.get(words[2], random.choice("LR")), *points])
    return True


def swapped_acts(record: Record, random: Random) -> bool:
    """Two acts were written in the wrong order."""
    acts, index = _acts(record, random)
    if index + 1 >= len(acts) or acts[index] == acts[index + 1]:
        return False
    acts[index], acts[index + 1] = acts[index + 1], acts[index]
    return True


def _not_written(kind: str) -> Planter:
    def planted(record: Record, random: Random) -> bool:
        acts, index = _acts(record, random, (kind,))
        if index < 0:
            return False
        del acts[index]
        return True

    return planted


def pass_too_many(record: Record, random: Random) -> bool:
    """A pass was written that did not happen."""
    acts, index = _acts(record, random)
    acts.insert(index, f"{random.choice(LETTERS[: len(record['players'])])} pass")
    return True


def draw_too_many(record: Record, random: Random) -> bool:
    """A draw was written that did not happen, in a game where tiles are drawn."""
    if not any(kind_of(act) == "draw" for round_ in record["rounds"] for act in round_["acts"]):
        return False
    acts, index = _acts(record, random)
    high = random.randrange(7)
    acts.insert(index, f"{acts[index][0]} draw {high}-{random.randrange(high + 1)}")
    return True


def written_twice(record: Record, random: Random) -> bool:
    """A play was written twice."""
    acts, index = _acts(record, random, ("-",))
    acts.insert(index, acts[index])
    return True


def misread_tile(record: Record, random: Random) -> bool:
    """A pip of a tile played or drawn was misread."""
    acts, index = _acts(record, random, ("-", "draw"))
    words = acts[index].split(" ")
    at = next((n for n, word in enumerate(words) if "-" in word), None)
    if at is None:
        return False
    words[at] = _misread(words[at], random)
    acts[index] = " ".join(words)
    return True


def misread_deal(record: Record, random: Random) -> bool:
    """A pip of a dealt tile was misread."""
    hand = random.choice(list(random.choice(record["rounds"])["deal"].values()))
    at = random.randrange(len(hand))
    hand[at] = _misread(hand[at], random)
    return True


def misread_shown(record: Record, random: Random) -> bool:
    """A pip of a tile turned up at the end was misread."""
    shown = [tiles for tiles in random.choice(record["rounds"])["left"].values() if tiles]
    if not shown:
        return False
    tiles = random.choice(shown)
    at = random.randrange(len(tiles))
    tiles[at] = _misread(tiles[at], random)
    return True


def wrong_seat(record: Record, random: Random) -> bool:
    """The seat was written wrong."""
    acts, index = _acts(record, random)
    letters = LETTERS[: len(record["players"])].replace(acts[index][0], "")
    acts[index] = random.choice(letters) + acts[index][1:]
    return True


def _slip(number: int, random: Random) -> int:
    """Misadded, or with its digits swapped."""
    digits = str(abs(number))
    if number > 9 and digits[0] != digits[1] and random.random() < 0.5:
        return int(digits[1] + digits[0] + digits[2:])
    return max(0, number + random.choice((-10, -2, -1, 1, 2, 10))) if number else random.choice((1, 2, 5, 10))


def wrong_number(record: Record, random: Random) -> bool:
    """A called number or a total was misadded, or its digits were swapped."""
    round_ = random.choice(record["rounds"])
    called = [index for index, act in enumerate(round_["acts"]) if "+" in act]
    if called and random.random() < 0.4:
        index = random.choice(called)
        act, _, points = round_["acts"][index].partition(" +")
        round_["acts"][index] = f"{act} +{_slip(int(points), random)}"
        return True
    claims = [round_["scores"], round_["result"]["points"], record["result"]["scores"]]
    if "in_play" in round_["result"]:
        claims.append(round_["result"]["in_play"])
    claim = random.choice(claims)
    side = random.choice(list(claim))
    before = claim[side]
    claim[side] = _slip(before, random)
    return bool(claim[side] != before)


def carried_number(record: Record, random: Random) -> bool:
    """A total was misadded, and all later ones build on it."""
    rounds = record["rounds"]
    first = random.randrange(len(rounds))
    side = random.choice(list(rounds[first]["scores"]))
    change = random.choice((-10, -1, 1, 2, 10))
    totals = [*(round_["scores"] for round_ in rounds[first:]), record["result"]["scores"]]
    for total in totals:
        total[side] += change
    return len(totals) > 2


def wrong_spelling(record: Record, random: Random) -> bool:
    """An act was not written by the grammar."""
    acts, index = _acts(record, random)
    act = acts[index]
    ways = [act.lower(), act.replace(" ", "  ", 1), act.replace(" pass", " passes"), act.replace("-", ":")]
    ways += [act.replace("-", ""), act.replace(" L", " left").replace(" R", " right"), act[0] + act[2:]]
    acts[index] = random.choice(ways)
    return True


def unknown_seat(record: Record, random: Random) -> bool:
    """The seat written is not at the table."""
    acts, index = _acts(record, random)
    acts[index] = random.choice(LETTERS[len(record["players"]) :]) + acts[index][1:]
    return True


PLANTERS: dict[str, Planter] = {
    "wrong-end": wrong_end,
    "swapped-acts": swapped_acts,
    "pass-not-written": _not_written("pass"),
    "draw-not-written": _not_written("draw"),
    "play-not-written": _not_written("-"),
    "pass-too-many": pass_too_many,
    "draw-too-many": draw_too_many,
    "written-twice": written_twice,
    "misread-tile": misread_tile,
    "misread-deal": misread_deal,
    "misread-shown": misread_shown,
    "wrong-seat": wrong_seat,
    "wrong-number": wrong_number,
    "carried-number": carried_number,
    "wrong-spelling": wrong_spelling,
    "unknown-seat": unknown_seat,
}
"""The kinds of ``domscore.suggest.KINDS`` that are planted."""


def planted(record: Record, kind: str, random: Random) -> Record | None:
    """A copy with one error of this kind; None where there was no place for it, or nothing came of it."""
    copy: Record = json.loads(json.dumps(record))
    return copy if PLANTERS[kind](copy, random) and copy != record else None


def in_one_order(record: Record) -> Record:
    """The record with hands, tiles shown and the draws of each turn in one order, since theirs tells nobody anything."""
    copy: Record = json.loads(json.dumps(record))
    for round_ in copy["rounds"]:
        for key in ("deal", "left"):
            round_[key] = {seat: sorted(map(_high_first, tiles)) for seat, tiles in round_[key].items()}
        acts, start = round_["acts"], 0
        while start < len(acts):
            end = start
            while end < len(acts) and kind_of(acts[end]) == "draw" and acts[end][0] == acts[start][0]:
                end += 1
            acts[start:end] = sorted(acts[start:end])
            start = max(end, start + 1)
    return copy


def _high_first(tile: str) -> str:
    return "-".join(sorted(tile.split("-"), reverse=True))


def without_calls(record: Record) -> Record:
    """The record without the points called for acts: of an act that was not written nobody knows whether they were."""
    copy: Record = json.loads(json.dumps(record))
    for round_ in copy["rounds"]:
        round_["acts"] = [act.partition(" +")[0] for act in round_["acts"]]
    return copy
