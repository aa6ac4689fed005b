"""Changes of single rule fields: which there are for a rule set at a table of so many, and the rule sets they give.

A field is named by its dotted path, ``"block.tie"``; of a field given by number of players only the entry for this table
changes, ``"hand_size.2"``. The values tried are those of enums, of yes and no, of the published rule sets, and of ``MORE``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

import orjson
from pydantic import BaseModel, ValidationError

from domscore.domino.tile import HIGHEST_SET
from domscore.record.models import Record
from domscore.rules.catalogue import names, resolve
from domscore.rules.model import Rules

NEVER_CHANGED = frozenset({"name", "title", "page", "players", "targets", "clock_seconds", "clauses", "penalties"})
"""Fields that tell no house from another by what was claimed: names, what is offered, the clock, penalties."""
MORE: dict[str, list[Any]] = {
    "set.without": [["0-0"]],
    "hand_size": [5, 6, 7],
    "redeal.doubles_in_hand": [None, 4, 5],
    "first_lead": ["lot", ["6-6"], ["highest-double"], ["highest-double", "heaviest"], ["6-6", "highest-double"]],
    "later_lead": [["next-seat", "winner"]],
    "draw.most": [None, 1, 2],
    "reserve": [0, 1, 2],
    "in_play.divisors": [[], [3], [5], [3, 5]],
    "end_points.round_to": [1, 3, 5, 10],
    "end_points.per_point": [1, 3, 5, 10],
    "target": [50, 61, 100, 101, 150, 200, 250, 300, 400, 500, "hand"],
}
"""Values that no type and no published set names, but houses play by."""
ONLY_IN_PLAY = frozenset(
    {"set", "hand_size", "redeal", "first_tile", "draw", "reserve", "spinner", "sides_first", "double_count"}
)
"""Fields that only acts and deals show; a record without them says nothing about these."""
MOST_SHOWN = 3
"""So many sizes of hands that a record shows are tried."""
_TILE = re.compile(r"\b(\d{1,2})-(\d{1,2})\b")
_GROUPS = (
    {"spinner", "sides_first", "double_count"},
    {"spinner", "double_count", "in_play.divisors", "in_play.unit"},
    {"in_play.divisors", "end_points.round_to", "end_points.per_point"},
    {"end_points.round_to", "end_points.rounded", "end_points.per_point", "own_pips", "counted_pips"},
    {"first_lead", "first_tile"},
    {"draw.when", "draw.most", "reserve"},
    {"hand_size", "reserve"},
    {"set.highest", "set.without", "hand_size"},
    {"target", "target_reached"},
)
"""Fields that may matter only together."""


class Change(NamedTuple):
    """One field with another value.

    Attributes:
        field: dotted path.
        value, old: JSON values.
    """

    field: str
    value: Any
    old: Any

    @property
    def top(self) -> str:
        """The field of the model's top level, by which clauses are cited."""
        return self.field.split(".")[0]

    @property
    def general(self) -> str:
        """The path without a number of players."""
        return self.field.rstrip("0123456789").rstrip(".")


def interplay(one: Change, two: Change) -> bool:
    """The two may matter together where neither matters alone."""
    return any(one.general in group and two.general in group for group in _GROUPS)


def changed(rules: Rules, *changes: Change) -> Rules | None:
    """The rules with these changes; None when the model refuses them."""
    data = rules.as_json()
    for change in changes:
        part = data
        *way, last = change.field.split(".")
        for key in way:
            part = part[key]
        part[last] = change.value
    if any(change.field == "target" for change in changes) and isinstance(data["target"], int):
        data["targets"] = "any"
    elif data["target"] == "hand":
        data["targets"] = ["hand"]
    return _checked(data)


def with_fields_of(rules: Rules, other: Rules, fields: list[str]) -> Rules | None:
    """The rules with some top-level fields taken from another set; None when the model refuses them."""
    data, theirs = rules.as_json(), other.as_json()
    data |= {field: theirs[field] for field in fields}
    if "target" in fields:
        data["targets"] = theirs["targets"]
    return _checked(data)


def _checked(data: dict[str, Any]) -> Rules | None:
    try:
        return Rules.model_validate(data)
    except ValidationError:
        return None


def differing_fields(one: Rules, two: Rules) -> list[str]:
    """The top-level fields in which two sets differ, names, clauses and the like apart."""
    mine, theirs = one.as_json(), two.as_json()
    apart = NEVER_CHANGED - {"set", "clock_seconds"}
    return [field for field in mine if field not in apart and mine[field] != theirs[field]]


def changes_of(rules: Rules, players: int, record: Record | None = None) -> list[Change]:
    """Every single change of a rule set at a table of so many; with a record, to the values that it shows too."""
    fields = leaves(rules, players)
    shown = {} if record is None else _shown(record)
    found = []
    for field, old in fields.items():
        more = [value for value in shown.get(Change(field, None, None).general, ()) if value not in _values(field, players)]
        for value in [*_values(field, players), *more]:
            if value != old and not _same_lead(value, old):
                found.append(Change(field, value, old))
    return found


def _shown(record: Record) -> dict[str, list[Any]]:
    """How many tiles were dealt to each, and the highest number on a tile, as the deals and acts of a record have it."""
    sizes, highest = set(), 0
    for round_ in record.rounds:
        hands = {seat: tiles for seat, tiles in (round_.deal or {}).items() if seat != "boneyard"}
        sizes |= {len(tiles) for tiles in hands.values() if tiles}
        words = [word for act in round_.acts or () if isinstance(act, str) for word in act.split(" ")]
        words += [str(act.get("play", act.get("draw"))) for act in round_.acts or () if not isinstance(act, str)]
        named = _TILE.findall(" ".join([*words, *(tile for tiles in hands.values() for tile in tiles)]))
        highest = max([highest, *(int(half) for tile in named for half in tile)])
    return {"hand_size": sorted(sizes)[:MOST_SHOWN], "set.highest": [highest] if 0 < highest <= HIGHEST_SET else []}


def _same_lead(value: Any, old: Any) -> bool:  # noqa: ANN401 - JSON values
    """A list of one is the one."""
    return bool(value == [old] or [value] == old)


def holders(change: Change, players: int) -> list[str]:
    """The published rule sets in which the field has this value at a table of so many."""
    return [
        name
        for name in names()
        if players in resolve(name).players and leaves(resolve(name), players).get(change.field, holders) == change.value
    ]


@cache
def _values(field: str, players: int) -> list[Any]:
    """The values tried for a field, each once, in a fixed order."""
    general = Change(field, None, None).general
    values = [*_of_type(general), *_published(field, players), *MORE.get(general, [])]
    return list({orjson.dumps(value): value for value in values}.values())


def _published(field: str, players: int) -> Iterator[Any]:
    for name in names():
        rules = resolve(name)
        if players in rules.players:
            fields = leaves(rules, players)
            if field in fields:
                yield fields[field]


def _of_type(field: str) -> list[Any]:
    model: type[BaseModel] = Rules
    *way, last = field.split(".")
    for name in way:
        inner = model.model_fields[name].annotation
        assert isinstance(inner, type) and issubclass(inner, BaseModel)
        model = inner
    return _choices(model.model_fields[last].annotation)


def _choices(annotation: Any) -> list[Any]:  # noqa: ANN401 - a type, or what stands for one
    """The values of a type that has few: enums, yes and no, words; of a union, of each; of a table, of its entries."""
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [member.value for member in annotation]
    if annotation is bool:
        return [True, False]
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    parts = get_args(annotation)
    if get_origin(annotation) is dict:
        return _choices(parts[1])
    if get_origin(annotation) is list:
        return []
    if get_origin(annotation) is Union or parts:
        return [value for part in parts for value in _choices(part)]
    return []


def leaves(rules: Rules, players: int) -> dict[str, Any]:
    """The fields of a rule set by dotted path, as far as they concern a table of so many."""
    return dict(_leaves(rules.as_json(), players, ""))


def _leaves(data: dict[str, Any], players: int, before: str) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        path = f"{before}{key}"
        if path in NEVER_CHANGED:
            continue
        if isinstance(value, dict) and all(part.isdigit() for part in value):
            yield f"{path}.{players}", value.get(str(players), _ABSENT.get(path))
        elif isinstance(value, dict):
            yield from _leaves(value, players, f"{path}.")
        else:
            yield path, value


_ABSENT: dict[str, Any] = {"pairs": "never", "reserve": 0, "set.without": []}
"""What a table without an entry for this number of players means."""
