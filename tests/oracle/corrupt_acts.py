"""Planted faults in acts and rulings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from .picking import a_round, a_side, seats_of, some_acts

RULINGS = ("stands", "taken_back", "round_void", "round_lost", "penalty", "award")


def drop_act(record: dict[str, Any], random: Random) -> None:
    """An act was not written."""
    acts, index = some_acts(record, random)
    if index >= 0:
        del acts[index]


def cut_acts(record: dict[str, Any], random: Random) -> None:
    """The scribe stopped."""
    acts, index = some_acts(record, random)
    if index >= 0:
        del acts[index:]


def repeat_act(record: dict[str, Any], random: Random) -> None:
    """An act was written twice."""
    acts, index = some_acts(record, random)
    if index >= 0:
        acts.insert(random.choice((index, len(acts))), acts[index])


def swap_acts(record: dict[str, Any], random: Random) -> None:
    """Two acts were written in the wrong order."""
    acts, index = some_acts(record, random)
    if 0 <= index < len(acts) - 1:
        acts[index], acts[index + 1] = acts[index + 1], acts[index]


def other_seat(record: dict[str, Any], random: Random) -> None:
    """The seat was written wrong."""
    acts, index = some_acts(record, random)
    if index >= 0:
        acts[index] = random.choice(seats_of(record)) + acts[index][1:]


def other_end(record: dict[str, Any], random: Random) -> None:
    """The end was written wrong, otherwise, or not at all."""
    acts, index = some_acts(record, random)
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
    acts = a_round(record, random).get("acts") or []
    for index, act in enumerate(acts):
        if isinstance(act, str) and "-" in act.split(" ")[1] and random.random() < 0.3:
            acts[index] = " ".join(word for word in act.split(" ") if word not in ("L", "R"))


def other_tile(record: dict[str, Any], random: Random) -> None:
    """A pip was misread."""
    acts, index = some_acts(record, random)
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
    acts, index = some_acts(record, random)
    if index >= 0:
        act = f"{random.choice((acts[index][0], random.choice(seats_of(record))))} pass"
        if random.random() < 0.5:
            acts[index] = act
        else:
            acts.insert(index, act)


def to_draw(record: dict[str, Any], random: Random) -> None:
    """Somebody drew."""
    acts, index = some_acts(record, random)
    if index >= 0:
        tile = f"{random.randrange(7)}-{random.randrange(7)}"
        acts.insert(index, f"{random.choice((acts[index][0], random.choice(seats_of(record))))} draw {tile}")


def called(record: dict[str, Any], random: Random) -> None:
    """Points were called wrong, or claimed as missed."""
    acts, index = some_acts(record, random)
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
    acts, index = some_acts(record, random)
    if index >= 0:
        acts.insert(index, f"{random.choice(seats_of(record))} resign")


def ruling(record: dict[str, Any], random: Random) -> dict[str, Any]:
    """Some ruling."""
    kind = random.choice(RULINGS)
    match kind:
        case "penalty":
            return {"ruling": kind, "side": a_side(record, random), "points": random.choice((-20, -5))}
        case "award":
            return {"ruling": kind, "side": a_side(record, random), "points": random.choice((5, 30))}
        case "round_lost":
            return {"ruling": kind, "side": a_side(record, random)}
        case _:
            return {"ruling": kind, "reason": "the referee spoke"}


def that_speak(acts: list[Any]) -> list[Any]:
    """Acts without the rulings that speak of an act where none stands before them: such a record is ill-formed."""
    kept: list[Any] = []
    standing = 0
    for act in acts:
        spoken = act.get("ruling") if isinstance(act, dict) else None
        if spoken in ("stands", "taken_back") and standing == 0:
            continue
        standing += 1 if spoken is None else -1 if spoken == "taken_back" else 0
        kept.append(act)
    return kept


def rule(record: dict[str, Any], random: Random) -> None:
    """The referee spoke."""
    acts, index = some_acts(record, random)
    if index >= 0:
        acts.insert(index + 1, ruling(record, random))


def rule_on_fault(record: dict[str, Any], random: Random) -> None:
    """The referee dealt with an irregular act, once or twice."""
    acts, index = some_acts(record, random)
    if index < 0:
        return
    seat, *words = acts[index].split(" ")
    pips = f"{random.randrange(7)}-{random.randrange(7)}"
    place = random.choice("LRUD")
    acts[index] = random.choice(
        (
            f"{random.choice(seats_of(record))} {' '.join(words)}",
            f"{seat} {pips} {place}",
            f"{seat} {words[0]} {place}" if "-" in words[0] else f"{seat} draw {pips}",
            f"{seat} pass",
        )
    )
    for _ in range(random.choice((1, 1, 2))):
        acts.insert(index + 1, ruling(record, random))


def an_object(text: str) -> dict[str, Any]:
    """The object that says the same as an act string."""
    seat, *words = text.split(" ")
    points = {"points": int(words.pop()[1:])} if words[-1].startswith("+") else {}
    match words:
        case ["pass" | "resign" as kind]:
            return {"seat": seat, kind: True}
        case ["claim"]:
            return {"seat": seat, "claim": points["points"]}
        case ["draw", *tile]:
            return {"seat": seat, "draw": tile[0] if tile else "?"}
        case [tile, end]:
            return {"seat": seat, "play": tile, "end": end, **points}
        case [tile, _, joined]:
            return {"seat": seat, "play": tile, "on": joined, **points}
        case _:
            return {"seat": seat, "play": words[0], **points}


def as_objects(record: dict[str, Any], random: Random) -> None:
    """Some acts are objects."""
    acts = a_round(record, random).get("acts") or []
    for index, act in enumerate(acts):
        if isinstance(act, str) and random.random() < 0.5:
            acts[index] = an_object(act) | ({"note": "as an object"} if random.random() < 0.5 else {})


def timed(record: dict[str, Any], random: Random) -> None:
    """A server wrote the times down, and which acts it made itself."""
    acts = a_round(record, random).get("acts") or []
    moment = datetime(2026, 3, 6, 19, 4, 11, tzinfo=UTC)
    for index, act in enumerate(acts):
        moment += timedelta(seconds=random.choice((3, 20, 44, 45, 45.5, 46, 90)))
        written = an_object(act) if isinstance(act, str) else act
        if random.random() < 0.9:
            written["at"] = moment.isoformat().replace("+00:00", "Z")
        if "ruling" not in written and random.random() < 0.2:
            written["auto"] = random.choice(("timeout", "disconnected", "bot"))
        acts[index] = written


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
    rule_on_fault,
    as_objects,
    timed,
)
