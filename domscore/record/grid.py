"""A CSV file as rows of cells, and its headings as columns that say what stands in them.

The separator is a comma, a semicolon or a tab, whichever the heading row holds most of; a byte-order mark, any kind of line
end, and a first line ``sep=;`` as spreadsheets write it are understood. Rows are numbered as a spreadsheet numbers them.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from difflib import get_close_matches
from io import StringIO
from typing import NamedTuple

from domscore.record.slips import bytes_problem

MAX_SHEET_BYTES = 8 * 2**20
"""The longest sheet: 8 MiB."""
DASHES = ("-", "–", "—")
"""In a cell for the points of a round, none; in one for other numbers, nothing is written."""
_SEPARATORS = ",;\t"
ALONE: dict[str, tuple[str, ...]] = {
    "round": (
        "round", "hand", "deal", "game", "no", "no.", "nr", "nr.", "#", "n°", "nº", "№",
        "ronda", "rodada", "runde", "manche",
    ),
    "winner": ("winner", "won", "won by"),
    "how": ("how", "ended", "ending"),
    "leader": ("leader", "led", "led by"),
    "note": ("note", "notes", "remark", "remarks", "comment", "comments", "date", "time"),
}  # fmt: skip
"""Columns about the round, by what they may be headed."""
OF_SOMEBODY = {
    "points": ("points", "point", "pts", "score"),
    "pips": ("pips", "left", "tiles", "tiles left", "pips left"),
    "total": ("total", "totals", "sum", "running total"),
    "in_play": ("in play", "in-play", "in_play"),
    "bonus": ("bonus", "bonuses"),
    "penalty": ("penalty", "penalties"),
    "award": ("award", "awards"),
}
"""Columns about a player or a side: the name and one of these words; the name alone means points."""


class Problem(NamedTuple):
    """What cannot be read.

    Attributes:
        code: DOM101, DOM103, DOM203.
        row: from 1, as in a spreadsheet; None for the whole file.
        column: from 1; None for the whole row.
    """

    code: str
    problem: str
    row: int | None = None
    column: int | None = None


class Unreadable(ValueError):
    """The sheet cannot be read; the problem says why."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.problem)


class Column(NamedTuple):
    """What a heading says: a key of ``ALONE``, or of ``OF_SOMEBODY`` with a name."""

    number: int
    title: str
    kind: str
    who: str = ""


@dataclass(slots=True)
class Grid:
    """Headings and rows; ``header`` is the row of the headings, ``titles`` their words as written, from column 1."""

    header: int
    titles: list[str]
    columns: list[Column]
    rows: list[tuple[int, list[str]]]
    problems: list[Problem]


def read_grid(data: bytes) -> Grid:
    """The cells of a sheet, blank rows left out (Unreadable)."""
    if len(data) > MAX_SHEET_BYTES:
        raise Unreadable(Problem("DOM103", f"{len(data)} bytes; a sheet has at most {MAX_SHEET_BYTES}"))
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise Unreadable(Problem("DOM203", "this is a file of a spreadsheet program, not CSV: save the sheet as CSV UTF-8"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = bytes_problem(data, error.start).replace("the file as UTF-8", "the sheet as CSV UTF-8")
        raise Unreadable(Problem("DOM101", problem)) from None
    if text.lstrip().startswith("{"):
        raise Unreadable(Problem("DOM203", "this looks like a record, not a sheet: domscore check judges it", 1))
    rows = [(number, cells) for number, cells in _cells(text) if any(cells)]
    if not rows:
        raise Unreadable(Problem("DOM203", "the sheet is empty: its first row holds the headings", 1))
    header, titles = rows[0]
    problems: list[Problem] = []
    columns = _columns(titles, rows, problems)
    for number, cells in rows[1:]:
        if any(cells[len(titles) :]):
            said = f"{len(cells)} cells, and the headings are {len(titles)}"
            problems.append(Problem("DOM203", said, number, len(titles) + 1))
    return Grid(header, titles, columns, rows[1:], problems)


def _cells(text: str) -> list[tuple[int, list[str]]]:
    first = text.lstrip("\r\n").split("\n", 1)[0].rstrip("\r")
    named = re.fullmatch(r"sep=(.)", first.strip(" "), flags=re.IGNORECASE)
    heading = _first_row(text) if named is None else ""
    separator = named[1] if named else max(_SEPARATORS, key=heading.count)
    found: list[tuple[int, list[str]]] = []
    number = 0
    try:
        for number, cells in enumerate(csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True), 1):
            if named is None or found or number > 1:
                found.append((number, [cell.strip() for cell in cells]))
    except csv.Error as error:
        raise Unreadable(Problem("DOM203", f"not CSV: {error}", number + 1)) from None
    return found


def _first_row(text: str) -> str:
    """The first line with something in it, without what stands in quotation marks."""
    for line in re.split(r"\r\n|\r|\n", text):
        if line.strip(" ,;\t"):
            return re.sub(r'"[^"]*"', "", line)
    return ""


def _columns(titles: list[str], rows: list[tuple[int, list[str]]], problems: list[Problem]) -> list[Column]:
    row = rows[0][0]
    numbered = any(_column(1, title).kind == "round" for title in titles if title)
    found: list[Column] = []
    for number, title in enumerate(titles, 1):
        cells = [cells[number - 1] for _, cells in rows[1:] if len(cells) >= number and cells[number - 1]]
        if not title and number == 1 and not numbered:
            found.append(Column(number, title, "round"))
            continue
        if not title:
            if cells:
                said = f"column {number} has no heading, but holds {cells[0][:40]!r}; the first row holds the headings"
                problems.append(Problem("DOM203", said, row, number))
            continue
        column = _column(number, title)
        if (column.kind, column.who.lower()) in {(one.kind, one.who.lower()) for one in found} and column.kind != "note":
            problems.append(Problem("DOM203", f"the heading {title!r} stands there twice", row, number))
            continue
        near = _probably(column)
        if near is not None:
            problems.append(Problem("DOM203", f"the heading {title!r} is not known; did you mean {near}?", row, number))
            continue
        found.append(column)
    return found


def no_player(grid: Grid, column: Column) -> str:
    """Why a heading that is no known word is probably no player's name either; empty where it may be one."""
    cells = [cells[column.number - 1] for _, cells in grid.rows if len(cells) >= column.number]
    cells = [cell for cell in cells if cell and cell not in DASHES]
    if column.kind != "points" or not _alone(column) or not cells:
        return ""
    if words := _words_of_many(grid, column):
        return f"probably no player's: {words!r} stands with several names; running totals are headed total, as in Ana total"
    first = column.number == 1 and not any(one.kind == "round" for one in grid.columns)
    numbers = any(re.fullmatch(r"[-+−]?\d+", cell) for cell in cells)
    if not numbers and (len(cells) > 1 or (first and _no_slip(cells[0]))):
        return f"no player's, who would have whole numbers below it, not {cells[0][:40]!r}; remarks are headed note"
    if first and len(cells) > 1 and _count_up(cells):
        return f"probably no player's; numbers of rounds are headed round, points of a player {column.who} points"
    return ""


def _words_of_many(grid: Grid, column: Column) -> str:
    """The words that a heading has besides another column's name, where a second column has them too; else empty.

    ``Ana;Bo;Ana gesamt;Bo gesamt`` are two players and something about them, not four.
    """
    names = [one.who.lower() for one in grid.columns if one.kind == "points" and _alone(one)]
    behind = [name.removeprefix(f"{other} ") for name in names for other in names if name.startswith(f"{other} ")]
    before = [name.removesuffix(f" {other}") for name in names for other in names if name.endswith(f" {other}")]
    many = [words for found in (behind, before) for words in found if found.count(words) > 1]
    who = column.who.lower()
    return next((w for w in many for other in names if who in (f"{other} {w}", f"{w} {other}")), "")


def _no_slip(cell: str) -> bool:
    """A date, a time or words, rather than a number with a slip in it."""
    return re.search(r"\d", cell) is None or re.search(r"\d[-./:]\d", cell) is not None


def _count_up(cells: list[str]) -> bool:
    numbers = [int(cell) for cell in cells if cell.isdecimal() and len(cell) < 6]
    return len(numbers) == len(cells) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _alone(column: Column) -> bool:
    """The heading is a name and nothing else."""
    return column.who == " ".join(column.title.replace("_", " ").split())


def _column(number: int, title: str) -> Column:
    """What a heading says.

    >>> _column(1, "Round").kind, _column(2, "Ana total")[2:], _column(3, "pips Bo")[2:], _column(4, "Ana & Bo")[2:]
    ('round', ('total', 'Ana'), ('pips', 'Bo'), ('points', 'Ana & Bo'))
    """
    plain = " ".join(title.replace("_", " ").split())
    for kind, names in ALONE.items():
        if plain.lower() in names:
            return Column(number, title, kind)
    for kind, names in OF_SOMEBODY.items():
        for name in sorted(names, key=len, reverse=True):
            found = re.fullmatch(rf"(?:(.+?)[ :]+{re.escape(name)}|{re.escape(name)}[ :]+(.+))", plain, flags=re.IGNORECASE)
            if found:
                return Column(number, title, kind, found[1] or found[2])
    return Column(number, title, "points", plain)


def _probably(column: Column) -> str | None:
    """The heading that somebody misspelt, rather than a player of that name."""
    if column.kind != "points" or not _alone(column):
        return None
    known = [name for names in (*ALONE.values(), *OF_SOMEBODY.values()) for name in names if len(name) > 3]
    last = column.who.lower().split(" ")[-1]
    if last in known:
        return "a name with it: whose is it"
    close = get_close_matches(last, known, n=1, cutoff=0.82)
    return close[0] if close else None
