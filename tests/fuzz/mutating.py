"""Records changed at random: rules, what is left out or hidden, structure, bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.corrupt import corrupted, fewer_facts
from tests.oracle.corrupt_head import override

Record = dict[str, Any]

#: Values of every JSON type, and texts that look like something else.
JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 3.5, 10**30, "", "?", "A", "Z", "6-6", "7-7", "99-99", "6–4", "𝟞-𝟞", "\u0000",
    "A 6-4 L", "A draw x99", "B pass", "A 6-4 on 6-6 +3", "muggins/1", "target", "void",
    [], ["?"], ["6-6", "6-6"], {}, {"A": 1}, {"base": "five-up"},
    {"ruling": "taken_back"}, {"ruling": "round_lost", "side": "A"}, {"seat": "A", "draw": "?", "count": 3}, [[[[]]]],
)  # fmt: skip

BYTES = (b'"', b"{", b"]", b",", b"[" * 300, b"\xff", b"\\u", b"9" * 400)

OVERRIDES: tuple[Record, ...] = (
    {"set": {"highest": 9}},
    {"set": {"highest": 3}},
    {"spinner": "first-double"},
    {"spinner": "all-doubles"},
    {"in_play": {"divisors": [3, 5]}},
    {"in_play": {"divisors": [5], "unit": "pips"}},
    {"counted_pips": "all"},
    {"reserve": {"2": 5}},
    {"hand_size": {"2": 3, "3": 3, "4": 3}},
    {"hand_size": {"2": 14}},
    {"first_lead": "lot"},
    {"first_lead": ["1-1", "heaviest"]},
    {"draw": {"when": "at-will", "most": 1}},
    {"block": {"reached": "after-passes"}},
    {"target": "hand", "targets": "any"},
    {"target": 1, "targets": "any"},
    {"no_such_field": 1},
)


def other_rules(record: Record, random: Random) -> None:
    """The house plays otherwise, in one to three ways."""
    for _ in range(random.randint(1, 3)):
        if random.random() < 0.4:
            override(record, random)
            continue
        base = record["rules"]
        record["rules"] = ({"base": base} if isinstance(base, str) else base) | random.choice(OVERRIDES)


def less_known(record: Record, random: Random) -> None:
    """Levels 0 to 3: score sheets, hands that nobody saw, faces that stayed down."""
    for round_ in record["rounds"]:
        if random.random() < 0.3:
            fewer_facts({**record, "rounds": [round_]}, random)
        elif random.random() < 0.7:
            hide(round_, random)
    if random.random() < 0.3:
        record["recording"] = {random.choice(("passes", "draws")): "implied"}


def hide(round_: Record, random: Random) -> None:
    """Take hands or faces out of a deal, faces out of draws and the hands shown."""
    deal = round_.get("deal", {})
    for place in list(deal):
        if random.random() < 0.4:
            del deal[place]
        else:
            deal[place] = ["?" if random.random() < 0.3 else tile for tile in deal[place]]
    acts = round_.get("acts", [])
    for index, act in enumerate(acts):
        if isinstance(act, str) and " draw " in act and random.random() < 0.6:
            acts[index] = f"{act[0]} draw ?"
    if random.random() < 0.4:
        round_.pop("left", None)


def spots(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every place inside a JSON value: the container, and the key or index."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            spots(value[key], found)
    return found


def misshapen(record: Record, random: Random) -> None:
    """Some values are replaced, removed, doubled or moved."""
    for _ in range(random.randint(1, 4)):
        places = spots(record, [])
        if not places:
            return
        container, key = random.choice(places)
        match random.randrange(4):
            case 0:
                container[key] = json.loads(json.dumps(random.choice(JUNK)))
            case 1:
                del container[key]
            case 2:
                other, at = random.choice(places)
                container[key] = json.loads(json.dumps(other[at])) if has(other, at) else None
            case _ if isinstance(container, list):
                container.insert(key, json.loads(json.dumps(container[key])))
            case _:
                container[str(random.choice(JUNK))] = container[key]


def has(container: Any, key: Any) -> bool:
    """Whether a place is still there."""
    return key in container if isinstance(container, dict) else key < len(container)


def with_faults(record: Record, random: Random) -> None:
    """One to three planted faults."""
    changed = corrupted(record, random)
    record.clear()
    record.update(changed)


CHANGES: tuple[Callable[[Record, Random], None], ...] = (other_rules, less_known, with_faults, misshapen)


def damaged(data: bytes, random: Random) -> bytes:
    """Bytes flipped, cut, doubled or put in; now and then the result is still JSON."""
    for _ in range(random.randint(1, 3)):
        at, length = random.randrange(len(data) + 1), random.randint(1, 40)
        match random.randrange(5):
            case 0:
                data = data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
            case 1:
                data = data[:at] + data[at + length :]
            case 2:
                data = data[:at] + data[at : at + length] + data[at:]
            case 3:
                data = (
                    data[:at] + random.choice((b'"', b"{", b"]", b",", b"[" * 300, b"\xff", b"\\u", b"9" * 400)) + data[at:]
                )
            case _:
                data = data[:at]
    return data


def mutated(record: Record, random: Random) -> bytes:
    """The bytes of a record changed in one way or several."""
    copy: Record = json.loads(json.dumps(record))
    for change in CHANGES:
        if random.random() < 0.45:
            try:
                change(copy, random)
            except (AttributeError, IndexError, KeyError, TypeError, ValueError):
                continue  # the record is not even of the shape that this change looks for
    data = json.dumps(copy, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    return damaged(data, random) if random.random() < 0.2 else data
