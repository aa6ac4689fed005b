"""Planted faults: a record changed in one to three places, as a hasty scribe or a broken server might."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from .rules import default_sides, rules_of

Round = dict[str, Any]
RULINGS = ("stands", "taken_back", "round_void", "round_lost", "penalty", "award")


def corrupted(record: dict[str, Any], random: Random) -> dict[str, Any]:
    """A changed copy; it is still a well-formed record."""
    copy: dict[str, Any] = json.loads(json.dumps(record))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        random.choice(CHANGES)(copy, random)
    return copy


def _round(record: dict[str, Any], random: Random) -> Round:
    chosen: Round = random.choice(record["rounds"])
    return chosen


def _acts(record: dict[str, Any], random: Random) -> tuple[list[Any], int]:
    """The acts of some round, and the position of one that is a string; -1 when there is none."""
    acts = _round(record, random).get("acts") or []
    strings = [index for index, act in enumerate(acts) if isinstance(act, str)]
    return acts, random.choice(strings) if strings else -1


def _seats(record: dict[str, Any]) -> str:
    return "ABCDEFGHIJ"[: len(record["players"])]


def _side(record: dict[str, Any], random: Random) -> str:
    sides: list[str] = record.get("sides") or default_sides(rules_of(record["rules"]), _seats(record))
    return random.choice(sides)


def drop_act(record: dict[str, Any], random: Random) -> None:
    """An act was not written."""
    acts, index = _acts(record, random)
    if index >= 0:
        del acts[index]


def cut_acts(record: dict[str, Any], random: Random) -> None:
    """The scribe stopped."""
    acts, index = _acts(record, random)
    if index >= 0:
        del acts[index:]


def repeat_act(record: dict[str, Any], random: Random) -> None:
    """An act was written twice."""
    acts, index = _acts(record, random)
    if index >= 0:
        acts.insert(random.choice((index, len(acts))), acts[index])


def swap_acts(record: dict[str, Any], random: Random) -> None:
    """Two acts were written in the wrong order."""
    acts, index = _acts(record, random)
    if 0 <= index < len(acts) - 1:
        acts[index], acts[index + 1] = acts[index + 1], acts[index]


def other_seat(record: dict[str, Any], random: Random) -> None:
    """The seat was written wrong."""
    acts, index = _acts(record, random)
    if index >= 0:
        acts[index] = random.choice(_seats(record)) + acts[index][1:]


def other_end(record: dict[str, Any], random: Random) -> None:
    """The end was written wrong, otherwise, or not at all."""
    acts, index = _acts(record, random)
    if index < 0:
        return
    words = acts[index].split(" ")
    if "-" not in words[1]:
        return
    place = random.choice(
        (
            "L",
            "R",
            "U",
            "D",
            f"on {random.randrange(7)}",
            f"on {random.randrange(7)}-{random.randrange(7)}",
            "",
        )
    )
    points = words[-1] if words[-1].startswith("+") else ""
    acts[index] = " ".join(word for word in (words[0], words[1], place, points) if word)


def no_ends(record: dict[str, Any], random: Random) -> None:
    """Nobody wrote the ends of some acts down."""
    acts = _round(record, random).get("acts") or []
    for index, act in enumerate(acts):
        if isinstance(act, str) and "-" in act.split(" ")[1] and random.random() < 0.3:
            acts[index] = " ".join(word for word in act.split(" ") if word not in ("L", "R"))


def other_tile(record: dict[str, Any], random: Random) -> None:
    """A pip was misread."""
    acts, index = _acts(record, random)
    if index < 0:
        return
    words = acts[index].split(" ")
    spot = next((n for n in (1, 2) if n < len(words) and "-" in words[n]), None)
    if spot is not None:
        first, second = words[spot].split("-")
        words[spot] = random.choice(
            (
                f"{first}-{random.randrange(8)}",
                f"{random.randrange(7)}-{second}",
                f"{second}-{first}",
            )
        )
        acts[index] = " ".join(words)


def to_pass(record: dict[str, Any], random: Random) -> None:
    """Somebody passed instead, or besides."""
    acts, index = _acts(record, random)
    if index >= 0:
        act = f"{random.choice((acts[index][0], random.choice(_seats(record))))} pass"
        if random.random() < 0.5:
            acts[index] = act
        else:
            acts.insert(index, act)


def to_draw(record: dict[str, Any], random: Random) -> None:
    """Somebody drew."""
    acts, index = _acts(record, random)
    if index >= 0:
        tile = f"{random.randrange(7)}-{random.randrange(7)}"
        acts.insert(index, f"{random.choice((acts[index][0], random.choice(_seats(record))))} draw {tile}")


def called(record: dict[str, Any], random: Random) -> None:
    """Points were called wrong, or claimed as missed."""
    acts, index = _acts(record, random)
    if index < 0:
        return
    words = acts[index].split(" ")
    if "-" in words[1]:
        words = [word for word in words if not word.startswith("+")] + [f"+{random.randrange(4)}"]
        acts[index] = " ".join(words)
    elif random.random() < 0.3:
        acts.insert(index, f"{acts[index][0]} claim +2")


def resign(record: dict[str, Any], random: Random) -> None:
    """Somebody resigned."""
    acts, index = _acts(record, random)
    if index >= 0:
        acts.insert(index, f"{random.choice(_seats(record))} resign")


def rule(record: dict[str, Any], random: Random) -> None:
    """The referee spoke."""
    acts, index = _acts(record, random)
    if index < 0:
        return
    ruling: dict[str, Any] = {"ruling": random.choice(RULINGS)}
    if ruling["ruling"] in ("penalty", "award"):
        ruling |= {
            "side": _side(record, random),
            "points": random.choice((-20, -5) if ruling["ruling"] == "penalty" else (5, 30)),
        }
    if ruling["ruling"] == "round_lost":
        ruling["side"] = _side(record, random)
    acts.insert(index + 1, ruling)


def other_hand(record: dict[str, Any], random: Random) -> None:
    """A tile of the deal was written wrong, or a hand is too long or too short."""
    deal = _round(record, random).get("deal")
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
    round_ = _round(record, random)
    result = round_.setdefault("result", {})
    side = _side(record, random)
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
            round_["leader"] = random.choice(_seats(record))
        case 7:
            round_.setdefault("left", {})[random.choice(_seats(record))] = random.choice((5, ["6-4", "1-0"], [], ["6-6"]))
        case _:
            for key in random.sample(("left", "result", "scores"), 2):
                round_.pop(key, None)


def match_claim(record: dict[str, Any], random: Random) -> None:
    """The end of the match was written wrong."""
    result = record.setdefault("result", {})
    side = _side(record, random)
    match random.randrange(5):
        case 0:
            result["how"] = random.choice(("target", "resigned", "inactive", "abandoned", "unfinished"))
        case 1:
            result["winner"] = random.choice((side, None))
        case 2:
            result["by"] = random.choice(_seats(record))
        case 3:
            result["scores"] = {side: random.choice((0, 61, 102))}
        case _:
            record.pop("result")


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
    round_ = _round(record, random)
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


def implied(record: dict[str, Any], random: Random) -> None:
    """Passes are not written."""
    record["recording"] = {"passes": "implied"}
    for round_ in record["rounds"]:
        if "acts" in round_ and random.random() < 0.8:
            round_["acts"] = [act for act in round_["acts"] if not (isinstance(act, str) and act.endswith(" pass"))]


def later_start(record: dict[str, Any], random: Random) -> None:
    """The record begins in mid-match."""
    if len(record["rounds"]) > 1 and "scores" in record["rounds"][0]:
        first = record["rounds"].pop(0)
        record["start"] = {"round": 2, "scores": dict(first["scores"])}
        if random.random() < 0.5:
            record["start"]["leader"] = random.choice(_seats(record))


def override(record: dict[str, Any], random: Random) -> None:
    """The house plays otherwise."""
    changes: dict[str, Any] = random.choice(
        (
            {"first_lead": "lot"},
            {"own_pips": "ignored"},
            {"own_pips": "blocked"},
            {"later_lead": random.choice(("next-seat", "winner", "highest-double", "any"))},
            {"later_lead": ["next-seat", "winner"]},
            {"end_winner": random.choice(("lowest", "out"))},
            {"sides_first": False},
            {"double_count": "edges"},
            {"target_reached": random.choice(("at-once", "round-end"))},
            {"first_tile": random.choice(("forced", "free"))},
            {"end_points": {"rounded": "each-hand"}},
            {"target": random.choice((30, 75, 250)), "targets": "any"},
            {"block": {"tie": random.choice(("nobody", "lowest-tile", "last-to-play"))}},
            {"block": {"tie_of_pairs": random.choice(("nobody", "lowest-tile", "last-to-play"))}},
            {"draw": {"when": "at-will"}},
        )
    )
    base = record["rules"]
    record["rules"] = {"base": base, **changes} if isinstance(base, str) else {**base, **changes}


def as_objects(record: dict[str, Any], random: Random) -> None:
    """Some acts are objects."""
    acts = _round(record, random).get("acts") or []
    for index, act in enumerate(acts):
        words = act.split(" ") if isinstance(act, str) else []
        if len(words) > 1 and "-" in words[1] and len(words) < 5 and random.random() < 0.5:
            acts[index] = {"seat": words[0], "play": words[1], "note": "as an object"}
            if words[-1].startswith("+"):
                acts[index]["points"] = int(words.pop())
            if len(words) == 3:
                acts[index]["end"] = words[2]
            elif len(words) == 4:
                acts[index]["on"] = words[3]


CHANGES: tuple[Callable[[dict[str, Any], Random], None], ...] = (
    drop_act,
    cut_acts,
    repeat_act,
    swap_acts,
    other_seat,
    other_end,
    other_end,
    no_ends,
    no_ends,
    other_tile,
    to_pass,
    to_draw,
    called,
    resign,
    rule,
    rule,
    other_hand,
    claim,
    claim,
    claim,
    match_claim,
    rounds,
    fewer_facts,
    implied,
    later_start,
    override,
    as_objects,
)
