"""Matches as they may really be written: what a scribe leaves out of the course of a round, and what nobody saw."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

Record = dict[str, Any]


def told_otherwise(record: Record, random: Random, draws_implied: bool) -> Record:
    """The same course of play with less of it written: ends, passes, draws, the last acts, claims."""
    found = copy.deepcopy(record)
    implied = {what: "implied" for what in ("passes", "draws") if random.random() < 0.25}
    if not draws_implied:
        implied.pop("draws", None)
    if implied:
        found["recording"] = implied
    ends, claims = random.random() < 0.3, random.random() < 0.5
    for number, one in enumerate(found["rounds"]):
        words = {"passes": "pass", "draws": "draw"}
        gone = {position for position, act in enumerate(one["acts"]) if any(_is(act, words[what]) for what in implied)}
        gone -= {position - 1 for position, act in enumerate(one["acts"]) if "ruling" in act}
        acts = [act for position, act in enumerate(one["acts"]) if position not in gone]
        if ends:
            acts = [_without_end(act) if random.random() < 0.6 else act for act in acts]
        if random.random() < 0.1 and acts:
            one["acts_complete"] = False
            cut = 1 + int(random.random() * len(acts))
            acts = acts[: cut + 1] if cut < len(acts) and "ruling" in acts[cut] else acts[:cut]
        one["acts"] = acts
        if claims:
            for key in ("left", "result", "scores"):
                if random.random() < 0.4:
                    one.pop(key, None)
        elif number == len(found["rounds"]) - 1 and random.random() < 0.3:
            found.pop("result", None)
    return found


def hidden(record: Record, random: Random) -> Record:
    """The same record with hands, drawn faces and tiles turned up not seen, wholly or in part."""
    found = copy.deepcopy(record)
    hands, faces, left = (random.choice(shares) for shares in ((0, 0, 0.3, 0.7, 1), (0, 0, 0.5, 1), (0, 0.5, 1, 1)))
    for one in found["rounds"]:
        deal = {name: _some(tiles, random) for name, tiles in one.get("deal", {}).items() if random.random() < hands}
        one.pop("deal", None)
        if deal:
            one["deal"] = deal
        one["acts"] = [_without_face(act) if _is(act, "draw") and random.random() >= faces else act for act in one["acts"]]
        shown = {seat: _turned_up(tiles, random) for seat, tiles in one.get("left", {}).items() if random.random() < left}
        one.pop("left", None)
        if shown:
            one["left"] = shown
    return found


def _is(act: Any, what: str) -> bool:
    return what in act if isinstance(act, dict) else act.split(" ")[1].startswith(what)


def _without_end(act: Any) -> Any:
    if isinstance(act, dict):
        return {key: value for key, value in act.items() if key not in ("end", "on")}
    words = act.split(" ")
    kept = [word for position, word in enumerate(words) if position == 0 or word not in ("L", "R", "U", "D")]
    if "on" in kept:
        del kept[kept.index("on") : kept.index("on") + 2]
    return " ".join(kept)


def _without_face(act: Any) -> Any:
    if isinstance(act, dict):
        return {**act, "draw": "?"}
    return " ".join(act.split(" ")[:2])


def _some(tiles: list[str], random: Random) -> list[str]:
    share = random.choice([1, 1, 1, 0.9, 0.5])
    return [tile if random.random() < share else "?" for tile in tiles]


def _turned_up(tiles: list[str], random: Random) -> list[str] | int:
    if random.random() < 0.15:
        return sum(sum(map(int, tile.split("-"))) for tile in tiles)
    return _some(tiles, random)
