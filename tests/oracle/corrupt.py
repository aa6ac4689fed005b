"""Planted faults: a record changed in one to three places, as a hasty scribe or a broken server might."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from . import corrupt_acts, corrupt_head
from .picking import a_round, a_side, seats_of


def corrupted(record: dict[str, Any], random: Random) -> dict[str, Any]:
    """A changed copy; it is still a well-formed record."""
    copy: dict[str, Any] = json.loads(json.dumps(record))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        random.choice(CHANGES)(copy, random)
    for round_ in copy["rounds"]:
        if "acts" in round_:
            round_["acts"] = corrupt_acts.that_speak(round_["acts"])
    return copy


def other_hand(record: dict[str, Any], random: Random) -> None:
    """A tile of the deal was written wrong, or a hand is too long or too short."""
    deal = a_round(record, random).get("deal")
    if not deal:
        return
    hand = deal[random.choice(list(deal))]
    if not hand:
        return
    index = random.randrange(len(hand))
    match random.randrange(3):
        case 0:
            hand[index] = f"{random.randrange(8)}-{random.randrange(7)}"
        case 1:
            del hand[index]
        case _:
            hand.append(f"{random.randrange(7)}-{random.randrange(7)}")


def claim(record: dict[str, Any], random: Random) -> None:
    """Something about the end of a round was written wrong."""
    round_ = a_round(record, random)
    result = round_.setdefault("result", {})
    side = a_side(record, random)
    match random.randrange(9):
        case 0:
            result["how"] = random.choice(("out", "blocked", "target", "resigned", "void", "lost", "unfinished"))
        case 1:
            result["winner"] = random.choice((side, None))
        case 2:
            result["points"] = {side: random.choice((0, 7, 33, 170, -3))}
        case 3:
            result["bonuses"] = {side: random.choice((0, 10))}
        case 4:
            result["in_play"] = {side: random.choice((0, 5))}
        case 5:
            round_.setdefault("scores", {})[side] = random.choice((0, 10, 45, 200))
        case 6:
            round_["leader"] = random.choice(seats_of(record))
        case 7:
            round_.setdefault("left", {})[random.choice(seats_of(record))] = random.choice((5, ["6-4", "1-0"], [], ["6-6"]))
        case _:
            for key in random.sample(("left", "result", "scores"), 2):
                round_.pop(key, None)


def match_claim(record: dict[str, Any], random: Random) -> None:
    """The end of the match was written wrong."""
    result = record.setdefault("result", {})
    side = a_side(record, random)
    match random.randrange(5):
        case 0:
            result["how"] = random.choice(("target", "resigned", "inactive", "abandoned", "unfinished"))
        case 1:
            result["winner"] = random.choice((side, None))
        case 2:
            result["by"] = random.choice(seats_of(record))
        case 3:
            result["scores"] = {side: random.choice((0, 61, 102))}
        case _:
            record.pop("result")


def gave_up(record: dict[str, Any], random: Random) -> None:
    """A resignation stands in the results, with whoever is said to have won."""
    round_ = a_round(record, random) if random.random() < 0.5 else record["rounds"][-1]
    acts, seat = round_.get("acts"), random.choice(seats_of(record))
    if acts and random.random() < 0.7:
        del acts[random.randrange(len(acts)) :]
        acts.append({"seat": seat, "resign": True} if random.random() < 0.5 else f"{seat} resign")
    result: dict[str, Any] = {"how": "resigned"}
    if random.random() < 0.8:
        result["winner"] = random.choice((a_side(record, random), a_side(record, random), None))
    if random.random() < 0.7:
        round_["result"] = result
        round_.pop("scores", None)
    if random.random() < 0.5:
        record["result"] = result | ({"by": seat} if random.random() < 0.7 else {})


def broken_off(record: dict[str, Any], random: Random) -> None:
    """The scribe stopped writing, and says so; or a tile turned up was not seen."""
    round_ = a_round(record, random)
    acts, left = round_.get("acts"), round_.get("left")
    if acts and random.random() < 0.7:
        del acts[random.randrange(len(acts)) :]
        round_["acts_complete"] = False
    elif left:
        tiles = left[random.choice(list(left))]
        if isinstance(tiles, list) and tiles:
            tiles[random.randrange(len(tiles))] = "?"


def ruled_sheet(record: dict[str, Any], random: Random) -> None:
    """A score sheet with a ruling on it."""
    fewer_facts(record, random)
    round_ = a_round(record, random)
    if "acts" not in round_:
        spoken = corrupt_acts.ruling(record, random)
        while spoken["ruling"] in ("stands", "taken_back"):  # there is no act for it to speak of
            spoken = corrupt_acts.ruling(record, random)
        round_["acts"] = [spoken]


def rounds(record: dict[str, Any], random: Random) -> None:
    """A round is missing, stands twice, or comes after the match."""
    every = record["rounds"]
    index = random.randrange(len(every))
    match random.randrange(4):
        case 0 if len(every) > 1:
            del every[index]
        case 1:
            every.insert(index, json.loads(json.dumps(every[index])))
        case 2:
            every.append(json.loads(json.dumps(every[0])))
        case _:
            every.insert(index, {"deal": every[index].get("deal", {}), "result": {"how": "void"}})


def fewer_facts(record: dict[str, Any], random: Random) -> None:
    """Only the score sheet of a round is left: level 0, 1 or 2."""
    round_ = a_round(record, random)
    round_.pop("acts", None)
    round_.pop("deal", None)
    match random.randrange(4):
        case 0:
            round_.pop("left", None)
        case 1 if "left" in round_:
            round_["left"] = {
                seat: tiles if isinstance(tiles, int) else sum(int(n) for tile in tiles for n in tile.split("-"))
                for seat, tiles in round_["left"].items()
            }
        case 2:
            round_.pop("left", None)
            round_.pop("result", None)
        case _:
            pass


CHANGES: tuple[Callable[[dict[str, Any], Random], None], ...] = (
    *corrupt_acts.CHANGES,
    *corrupt_head.CHANGES,
    other_hand,
    claim,
    claim,
    claim,
    match_claim,
    gave_up,
    broken_off,
    ruled_sheet,
    rounds,
    fewer_facts,
)
