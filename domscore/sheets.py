"""Score sheets: a CSV file becomes a record in memory, is audited, and its findings are found again in rows and columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import orjson

from domscore.auditing import audit
from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding, joined, numbered
from domscore.play.table import seated
from domscore.record.grid import Column, Grid, Problem, Unreadable, no_player, read_grid
from domscore.record.sheet import Cell, Names, SheetRecord, as_record, plain_name
from domscore.report.report import Report, Verdict
from domscore.rules.model import Pairs, Rules

_PAIR = 2


@dataclass(slots=True)
class SheetReport:
    """A sheet, audited.

    Attributes:
        report: what ``audit`` says about the record; the cells that cannot be read, where there are some.
        record: the record as a JSON value; None when the sheet cannot be read.
        cells: by a finding's number, its row and column; a finding about the whole sheet has none.
        titles: headings by the number of their column.
    """

    report: Report
    record: dict[str, Any] | None = None
    cells: dict[int, Cell] = field(default_factory=dict)
    titles: dict[int, str] = field(default_factory=dict)

    def place(self, finding: Finding) -> str:
        """Where a finding stands: ``'row 4, column "Ana total"'``; empty for the whole sheet."""
        cell = self.cells.get(finding.number)
        if cell is None:
            return ""
        row, column = cell
        return f"row {row}" if column is None else f'row {row}, column "{self.titles.get(column, column)}"'


def audit_sheet(data: bytes, rules: Rules, players: list[str] | None = None, sides: list[str] | None = None) -> SheetReport:
    """Audit a score sheet.

    Args:
        data: the CSV file.
        rules: the rule set that it was kept under.
        players: their names in turn order; None takes them from the headings.
        sides: partnerships as seat letters; None for what the headings or the rules say.

    Raises:
        SidesProblem: the rules do not allow these sides.
    """
    try:
        grid = read_grid(data)
    except Unreadable as error:
        return _unread([error.problem], {})
    titles = dict(enumerate(grid.titles, 1))
    if not players:
        _leave_out(grid, {column: no_player(grid, column) for column in grid.columns})
    whos = _whos(grid)
    players = players or _players(whos, rules)
    if len(players) not in rules.players:
        return _unread(grid.problems or [Problem("DOM203", _wrong_number(players, rules), grid.header)], titles)
    sides = sides or _pairs(whos, players, rules)
    names = _names(whos, players, _side_ids(players, sides, rules))
    _leave_out(grid, _strangers(grid, names, players))
    sheet = as_record(grid, rules.name, players, sides, names)
    if sheet.problems:
        return _unread(sheet.problems, titles)
    report = audit(orjson.dumps(sheet.value), rules)
    cells = {finding.number: cell for finding in report.findings if (cell := _cell(sheet, grid, finding)) is not None}
    for finding in report.findings:
        finding.line, finding.column = cells.get(finding.number, (None, None))
    return SheetReport(report, sheet.value, cells, titles)


def _cell(sheet: SheetRecord, grid: Grid, finding: Finding) -> Cell | None:
    return sheet.cell(finding.path) or ((grid.header, None) if finding.code.startswith("DOM2") else None)


def _unread(problems: list[Problem], titles: dict[int, str]) -> SheetReport:
    findings = []
    for problem in problems:
        finding = Finding(problem.code, "", {"problem": problem.problem, "nearest": ""})
        finding.line, finding.column = problem.row, problem.column
        findings.append(finding)
    report = Report(Verdict.REFUTED, numbered(findings))
    cells = {f.number: (f.line, f.column) for f in findings if f.line is not None}
    return SheetReport(report, None, cells, titles)


def _wrong_number(players: list[str], rules: Rules) -> str:
    """Too many or too few players, often because a heading that is none was taken for one."""
    offered = joined(map(str, rules.players), "or")
    make = "is 1 player" if len(players) == 1 else f"make {len(players)} players"
    return (
        f"{joined(players)} {make}, and {rules.name} is for {offered}: name them with --players; "
        "a column about the round is headed round, winner, how, leader or note"
    )


def _strangers(grid: Grid, names: Names, players: list[str]) -> dict[Column, str]:
    """Columns of somebody who does not play, and why they are none."""
    known = names.sides | names.seats
    problem = f"no player's: these are {joined(players)}; numbers of rounds are headed round, remarks note"
    return {column: problem for column in grid.columns if column.who and plain_name(column.who) not in known}


def _leave_out(grid: Grid, problems: dict[Column, str]) -> None:
    """Columns that are probably not what they seem become problems."""
    for column, problem in problems.items():
        if problem:
            said = f"the heading {column.title!r} is not known, and {problem}"
            grid.problems.append(Problem("DOM203", said, grid.header, column.number))
            grid.columns.remove(column)


# who sits where


def _whos(grid: Grid) -> list[str]:
    """Whose columns there are, each once, in their order."""
    found: dict[str, str] = {}
    for column in grid.columns:
        if column.who:
            found.setdefault(plain_name(column.who), column.who)
    return list(found.values())


def _players(whos: list[str], rules: Rules) -> list[str]:
    """The players by the headings; a pair is headed by both names, by its seats, or by a name of its own."""
    pairs = [_partners(who) for who in whos]
    if len(pairs) == _PAIR and all(len(pair) == _PAIR for pair in pairs):
        return [pairs[0][0], pairs[1][0], pairs[0][1], pairs[1][1]]
    ids = [who for who in whos if who in ("AC", "BD")]
    people = [who for who in whos if who not in ids and len(_partners(who)) == 1]
    if not people and ids:
        return list("ABCD")
    if len(people) not in rules.players and len(people) == _PAIR and _may_pair(rules):
        return people * _PAIR
    return people


def _partners(who: str) -> list[str]:
    """The names in a heading; seat letters are no names."""
    lower = plain_name(who).split(" & ")
    names, rest = [], who
    for name in lower:
        at = rest.lower().find(name)
        names.append(rest[at : at + len(name)])
        rest = rest[at + len(name) :]
    return [name for name in names if name]


def _may_pair(rules: Rules) -> bool:
    return 4 in rules.players and rules.pairs.get("4", Pairs.NEVER) is not Pairs.NEVER


def _pairs(whos: list[str], players: list[str], rules: Rules) -> list[str] | None:
    """Partners named together in the headings sit in pairs; otherwise the rules say."""
    together = any(len(_partners(who)) == _PAIR or who in ("AC", "BD") for who in whos)
    named_by_pair = len(players) == 2 * _PAIR and players[:_PAIR] == players[_PAIR:]
    return ["AC", "BD"] if len(players) == 2 * _PAIR and (together or named_by_pair) and _may_pair(rules) else None


def _side_ids(players: list[str], sides: list[str] | None, rules: Rules) -> list[str]:
    """The sides at this table."""
    return list(seated(rules, len(players), sides).side_ids)


def _names(whos: list[str], players: list[str], side_ids: list[str]) -> Names:
    seats: dict[str, str] = {}
    sides: dict[str, str] = {}
    for letter, name in zip(LETTERS, players, strict=False):
        if players.count(name) == 1:
            seats[plain_name(name)] = letter
        seats.setdefault(letter.lower(), letter)
    for side in side_ids:
        names = [players[LETTERS.index(letter)] for letter in side if LETTERS.index(letter) < len(players)]
        spellings = {side, *names, " & ".join(names), " & ".join(reversed(names))}
        sides |= {plain_name(name): side for name in spellings}
        sides |= {letter.lower(): side for letter in side if letter.lower() not in sides}
    return Names(seats, sides)
