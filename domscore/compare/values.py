"""The values of records by their paths, and how two versions of one value relate."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

import orjson

from domscore.domino.tile import spelled
from domscore.rules.catalogue import RulesError, resolve

Way = tuple[str, ...]


class _Absent:
    """Nothing is written."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Any = _Absent()
_OBJECTS = frozenset({"deal", "left", "scores", "points", "bonuses", "in_play", "start", "recording", "result"})
_UNWRITTEN = {
    ("acts_complete",): True,
    ("start", "round"): 1,
    ("recording", "passes"): "written",
    ("recording", "draws"): "written",
}
"""What it means that nothing is written."""
_WHOLE = (("acts_complete",), ("recording", "passes"), ("recording", "draws"))
"""What tells how much a scribe wrote: who wrote everything says more."""


class Relation(StrEnum):
    """How two versions of a value relate."""

    SAME = "same"
    MORE = "more"
    CONTRADICT = "contradict"


class Related(NamedTuple):
    """A relation; ``fuller`` says which of the two says more, ``said`` both in words, cut down to what differs."""

    how: Relation
    said: tuple[str | None, str | None] = (None, None)
    fuller: int | None = None


def flattened(data: dict[str, Any], without: frozenset[str]) -> dict[Way, Any]:
    """Values by path: objects with known keys are opened, lists stay whole.

    >>> flattened({"result": {"how": "out", "points": {"A": 3}}, "meta": {}}, frozenset({"meta"}))
    {('result', 'how'): 'out', ('result', 'points', 'A'): 3}
    """
    found: dict[Way, Any] = {}
    for key, value in data.items():
        if key in without:
            continue
        if key in _OBJECTS and isinstance(value, dict):
            found |= {(key, *way): each for way, each in flattened(value, frozenset()).items()}
        elif value is not None or key == "winner":
            found[(key,)] = value
    return found


def relation(way: Way, one: Any, two: Any, data: tuple[Any, Any]) -> Related:  # noqa: ANN401 - JSON values
    """How two versions of the value at a path relate.

    Args:
        way: the path.
        one, two: the values, ``ABSENT`` for none.
        data: what holds them: a side that a list of points leaves out has 0 there.
    """
    one, two = (_with_default(way, value, holder) for value, holder in zip((one, two), data, strict=True))
    if ABSENT in (one, two):
        said = _said(way, one), _said(way, two)
        return Related(Relation.SAME) if one is two else Related(Relation.MORE, said, 0 if two is ABSENT else 1)
    if way[0] in ("deal", "left"):
        return _tiles(one, two)
    if way in _WHOLE and one != two:
        return Related(Relation.MORE, (_said(way, one), _said(way, two)), 0 if one == _UNWRITTEN[way] else 1)
    if _canonical(way, one) == _canonical(way, two):
        return Related(Relation.SAME)
    return Related(Relation.CONTRADICT, (_said(way, one), _said(way, two)))


def _with_default(way: Way, value: Any, data: Any) -> Any:  # noqa: ANN401 - JSON values
    if value is not ABSENT:
        return value
    if way[:1] == ("result",) and len(way) == 3 and way[1] != "scores" and (data or {}).get("result", {}).get(way[1]):
        return 0
    return _UNWRITTEN.get(way, ABSENT)


def _canonical(way: Way, value: Any) -> Any:  # noqa: ANN401 - JSON values
    if way == ("rules",):
        try:
            return resolve(value).as_json()
        except RulesError:
            return value
    if way == ("sides",):
        return sorted("".join(sorted(side)) for side in value)
    return value


def _said(way: Way, value: Any) -> str | None:  # noqa: ANN401 - JSON values
    if value is ABSENT:
        return None
    if way[0] in ("deal", "left"):
        return f"{value} pips" if isinstance(value, int) else " ".join(value) or "no tiles"
    if value is None:
        return "nobody"
    if way == ("acts",):
        return f"{len(value)} acts"
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def _tiles(one: Any, two: Any) -> Related:  # noqa: ANN401 - a list of tiles, or pips
    """Hands: the same tiles in any order; a hand of which more tiles, or the tiles and not only the pips, are known."""
    if isinstance(one, int) and isinstance(two, int):
        return Related(Relation.SAME) if one == two else Related(Relation.CONTRADICT, (f"{one} pips", f"{two} pips"))
    if isinstance(one, int) or isinstance(two, int):
        return _pips_and_tiles(one, two)
    mine, theirs = _known(one), _known(two)
    if mine == theirs and len(one) == len(two):
        return Related(Relation.SAME)
    said = (_listed(one, mine - theirs), _listed(two, theirs - mine))
    if len(one) == len(two) and (mine < theirs or theirs < mine):
        return Related(Relation.MORE, said, 0 if theirs < mine else 1)
    return Related(Relation.CONTRADICT, said)


def _pips_and_tiles(one: Any, two: Any) -> Related:  # noqa: ANN401 - a list of tiles, or pips
    pips, tiles, fuller = (one, two, 1) if isinstance(one, int) else (two, one, 0)
    counted = sum(sum(map(int, tile.split("-"))) for tile in tiles if tile != "?")
    said = tuple(f"{value} pips" if isinstance(value, int) else " ".join(value) or "no tiles" for value in (one, two))
    fits = counted <= pips if "?" in tiles else counted == pips
    return Related(Relation.MORE if fits else Relation.CONTRADICT, (said[0], said[1]), fuller if fits else None)


def _known(tiles: list[str]) -> set[str]:
    return {spelled(*map(int, tile.split("-"))) for tile in tiles if tile != "?"}


def _listed(tiles: list[str], own: set[str]) -> str:
    """The tiles that this version alone has, and how many it has in all."""
    hidden = tiles.count("?")
    words = [*sorted(own, reverse=True), *([f"{hidden} unseen"] if hidden else [])]
    return f"{' '.join(words) or 'none'} of {len(tiles)}"
