"""A score sheet as a record: one row a round, points, pips, totals. Every value remembers its row and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from domscore.record.grid import DASHES, Column, Grid, Problem
from domscore.record.models import MAX_POINTS
from domscore.record.spelling import ENDINGS

_NUMBER = re.compile(r"^[+-]?[0-9]{1,10}$")
_TILE = re.compile(r"^(?:0|[1-9][0-9]?)-(?:0|[1-9][0-9]?)$")
_NOBODY = {"nobody", "none", "-", "–", "tie", "tied", "draw"}
_FINAL = {"total", "totals", "sum", "final", "result", "end"}
Cell = tuple[int, int | None]
"""Row and column, from 1; None for the whole row."""


@dataclass(slots=True)
class Names:
    """Who sits at the table.

    Attributes:
        seats: name or letter, in lower case -> seat letter.
        sides: name, letter or id, in lower case -> side id.
    """

    seats: dict[str, str]
    sides: dict[str, str]


@dataclass(slots=True)
class SheetRecord:
    """A sheet as a record.

    Attributes:
        value: the record as a JSON value.
        cells: JSON Pointer -> row and column.
        problems: cells that cannot be read.
    """

    value: dict[str, Any]
    cells: dict[str, Cell] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def cell(self, path: str) -> Cell | None:
        """Where a pointer's value stands: its own cell, or the row of what it is in."""
        while path:
            if path in self.cells:
                return self.cells[path]
            path = path.rpartition("/")[0]
        return None


def as_record(grid: Grid, rules: str, players: list[str], sides: list[str] | None, names: Names) -> SheetRecord:
    """The rows as rounds."""
    value: dict[str, Any] = {"format": "domscore/1", "rules": rules, "players": players}
    if sides is not None:
        value["sides"] = sides
    sheet = SheetRecord(value, problems=list(grid.problems))
    sheet.cells |= {"/players": (grid.header, None), "/sides": (grid.header, None)}
    writer = _Writer(grid, names, sheet)
    rounds = [writer.round(row, cells) for row, cells in writer.rows()]
    if writer.first > 1:
        value["start"] = {"round": writer.first}
    value["rounds"] = rounds
    if writer.result:
        value["result"] = writer.result
    return sheet


class _Writer:
    """Writes rounds, and remembers where everything stood."""

    def __init__(self, grid: Grid, names: Names, sheet: SheetRecord) -> None:
        self.grid, self.names, self.sheet = grid, names, sheet
        self.first = 1
        self.count = 0
        self.result: dict[str, Any] = {}
        self.numbering = next((column for column in grid.columns if column.kind == "round"), None)

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """The rows that are rounds; the row of final totals is taken out."""
        for row, cells in self.grid.rows:
            label = "" if self.numbering is None else _at(cells, self.numbering).lower().rstrip(".:")
            if label in _FINAL and self.numbering is not None:
                if row != self.grid.rows[-1][0]:
                    self._bad(
                        row, self.numbering, f"the row of the {label} is the last one of a sheet, and rounds follow it"
                    )
                self._final(row, cells)
                continue
            if label and self.numbering is not None:
                self._number(row, label)
            yield row, cells

    def _number(self, row: int, label: str) -> None:
        assert self.numbering is not None
        if not label.isdecimal() or not 1 <= int(label[:10]) <= MAX_POINTS:
            self._bad(row, self.numbering, f"{label!r} is not the number of a round, nor one of {', '.join(sorted(_FINAL))}")
        elif not self.count:
            self.first = int(label)
        elif int(label) != self.first + self.count:
            self._bad(row, self.numbering, f"round {label} stands where round {self.first + self.count} is due")

    def _bad(self, row: int, column: Column, problem: str) -> None:
        self.sheet.problems.append(Problem("DOM203", problem, row, column.number))

    def round(self, row: int, cells: list[str]) -> dict[str, Any]:
        """One row as a round."""
        path = f"/rounds/{self.count}"
        self.count += 1
        self.sheet.cells[path] = (row, None)
        found: dict[str, Any] = {}
        result: dict[str, Any] = {}
        rulings: list[dict[str, Any]] = []
        notes: dict[str, str] = {}
        for column in self.grid.columns:
            text = _at(cells, column)
            if column.who and text in DASHES:
                text = "0" if column.kind == "points" else ""
            if not text:
                continue
            if column.kind == "note":
                notes[column.title] = text
            elif column.kind in ("winner", "how", "leader"):
                self._about(row, column, text, path, found, result)
            elif column.kind == "pips":
                self._left(row, column, text, path, found)
            elif column.kind in ("penalty", "award"):
                self._ruling(row, column, text, path, rulings)
            elif column.kind != "round":
                self._points(row, column, text, path, found, result)
        if rulings:
            found["acts"] = rulings
        if result:
            found["result"] = result
        if notes:
            found["meta"] = notes
        return found

    def _about(self, row: int, column: Column, text: str, path: str, found: dict[str, Any], result: dict[str, Any]) -> None:
        if column.kind == "how":
            self._put(result, "how", ENDINGS.get(text.lower()), f"{path}/result/how", row, column, text)
        elif column.kind == "leader":
            self._put(found, "leader", self.names.seats.get(plain_name(text)), f"{path}/leader", row, column, text)
        else:
            self._winner(result, f"{path}/result/winner", row, column, text)

    def _winner(self, result: dict[str, Any], path: str, row: int, column: Column, text: str) -> None:
        if text.lower() in _NOBODY:
            result["winner"] = None
            self.sheet.cells[path] = (row, column.number)
        else:
            self._put(result, "winner", self.names.sides.get(plain_name(text)), path, row, column, text)

    def _put(
        self, where: dict[str, Any], key: str, value: str | None, path: str, row: int, column: Column, text: str
    ) -> None:
        if value is None:
            known = sorted(set(ENDINGS.values())) if column.kind == "how" else sorted(self.names.sides)
            self._bad(row, column, f"{text!r} is none of {', '.join(known)}")
            return
        where[key] = value
        self.sheet.cells[path] = (row, column.number)

    def _left(self, row: int, column: Column, text: str, path: str, found: dict[str, Any]) -> None:
        """Pips, or the tiles themselves."""
        seat = self.names.seats.get(plain_name(column.who))
        if seat is None:
            self._bad(
                row, column, f"{column.who} is no single player: pips are written for each player, points for each side"
            )
            return
        tiles = text.replace(",", " ").split()
        value: Any = tiles if all(map(_TILE.match, tiles)) else self._whole(row, column, text, least=0)
        if value is not None:
            found.setdefault("left", {})[seat] = value
            self.sheet.cells[f"{path}/left/{seat}"] = (row, column.number)

    def _ruling(self, row: int, column: Column, text: str, path: str, rulings: list[dict[str, Any]]) -> None:
        """A penalty comes off whatever its sign, an award is added."""
        side, points = self._side(row, column), self._whole(row, column, text)
        if side is None or not points:
            return
        points = -abs(points) if column.kind == "penalty" else points
        if points < 0 and column.kind == "award":
            self._bad(row, column, f"{text} is no award: points that come off are a penalty")
            return
        rulings.append({"ruling": column.kind, "side": side, "points": points})
        self.sheet.cells[f"{path}/acts/{len(rulings) - 1}"] = (row, column.number)

    def _points(self, row: int, column: Column, text: str, path: str, found: dict[str, Any], result: dict[str, Any]) -> None:
        side, number = self._side(row, column), self._whole(row, column, text)
        if side is None or number is None:
            return
        if column.kind == "total":
            values, where = found.setdefault("scores", {}), f"{path}/scores/{side}"
        else:
            key = {"points": "points", "in_play": "in_play", "bonus": "bonuses"}[column.kind]
            values, where = result.setdefault(key, {}), f"{path}/result/{key}/{side}"
        if side in values:
            self._bad(row, column, f"a second number for {side}: partners share one score")
            return
        values[side] = number
        self.sheet.cells[where] = (row, column.number)
        self.sheet.cells.setdefault(where.rpartition("/")[0], (row, None))

    def _side(self, row: int, column: Column) -> str | None:
        side = self.names.sides.get(plain_name(column.who))
        if side is None:
            self._bad(row, column, f"{column.who!r} is none of {', '.join(sorted(self.names.sides))}")
        return side

    def _whole(self, row: int, column: Column, text: str, least: int = -MAX_POINTS) -> int | None:
        plain = text.replace("−", "-").replace(" ", "").replace("\u00a0", "")
        number = int(plain) if _NUMBER.match(plain) else None
        if number is None or not least <= number <= MAX_POINTS:
            wanted = "a whole number" if least < 0 else "a whole number from 0, or tiles like 6-3 5-1"
            self._bad(row, column, f"{text[:40]!r} is not {wanted}")
            return None
        return number

    def _final(self, row: int, cells: list[str]) -> None:
        """The last row: final scores, and who won."""
        self.sheet.cells["/result"] = (row, None)
        for column in self.grid.columns:
            text = _at(cells, column)
            if not text or (column.who and text in DASHES):
                continue
            if column.kind == "winner":
                self._winner(self.result, "/result/winner", row, column, text)
            elif column.kind == "total" or (column.kind == "points" and not self._has_total(cells)):
                side, number = self._side(row, column), self._whole(row, column, text)
                if side is not None and number is not None:
                    self.result.setdefault("scores", {})[side] = number
                    self.sheet.cells[f"/result/scores/{side}"] = (row, column.number)

    def _has_total(self, cells: list[str]) -> bool:
        return any(column.kind == "total" and _at(cells, column) not in ("", *DASHES) for column in self.grid.columns)


def _at(cells: list[str], column: Column) -> str:
    return cells[column.number - 1] if column.number <= len(cells) else ""


def plain_name(name: str) -> str:
    """A name as it is looked up: lower case, single spaces, partners joined by ``&``.

    >>> plain_name("Ana  and Bo"), plain_name("Ana/Bo")
    ('ana & bo', 'ana & bo')
    """
    joined = re.sub(r"\s*(?:&|\+|/|\band\b)\s*", " & ", " ".join(name.lower().split()))
    return joined.strip()
