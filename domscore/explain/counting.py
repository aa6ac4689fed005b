"""Counting without a record: the open ends of a table, or the hands at the end of a round, as somebody says them.

>>> from domscore.rules import Rules
>>> counted(Rules.named("muggins"), ["ends", "6-6", "3"]).points
{None: 3}
>>> counted(Rules.named("classic-draw"), ["out=A", "B:6-3,5-1", "C:2-2"]).points
{'A': 19, 'B': 0, 'C': 0}
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from domscore.domino.layout import Spinner
from domscore.domino.seat import LETTERS
from domscore.explain.counts import Counted, place_lines, sum_line
from domscore.explain.ends import end_lines
from domscore.explain.lines import Line, Part, clause_part, joined, plural
from domscore.explain.otherwise import other_ends
from domscore.play.state import How
from domscore.play.table import SidesProblem, Table, seated
from domscore.rules.model import Pairs, Rules
from domscore.score.round_end import End, Hands, end_in_full

_DOUBLE = re.compile(r"^(0|[1-9][0-9]?)-(0|[1-9][0-9]?)$")
_NUMBER = re.compile(r"^(0|[1-9][0-9]?)$")
_HAND = re.compile(r"^([A-Ja-j])[:=](.*)$")
_MOST_PIPS = 10_000


class CannotCount(ValueError):
    """What was said cannot be counted; the text says why, in one sentence."""


@dataclass(slots=True)
class Count:
    """What the count comes to.

    Attributes:
        points: by side id; with None as the only key, for whoever played.
        parts: the explanation.
    """

    points: dict[str | None, int]
    parts: list[Part]


def counted(
    rules: Rules,
    words: list[str],
    *,
    players: int | None = None,
    sides: list[str] | None = None,
    last: str | None = None,
) -> Count:
    """Count what the words say.

    Args:
        rules: the rule set.
        words: ``["ends", "6-6", "3"]``; or ``["out=A", "B:6-3,5-1", "C:11"]``; or ``["blocked", "A:5", "B:7"]``.
        players: how many sit at the table, where the hands named do not show it.
        sides: partnerships, ``["AC", "BD"]``; None for what the rules say.
        last: the seat that laid the last tile.

    Raises:
        CannotCount: in one sentence.
    """
    what, rest = words[0] if words else "", words[1:]
    if what == "ends":
        return _count_of_ends(rules, rest, players or rules.players[0])
    if what == "blocked":
        return _count_of_hands(rules, How.BLOCKED, None, rest, players, sides, last)
    if what.startswith("out="):
        return _count_of_hands(rules, How.OUT, what[4:].upper(), rest, players, sides, last)
    raise CannotCount(f"{what!r} is no count: begin with ends, with out=A (the seat that went out) or with blocked")


# the open ends


def _count_of_ends(rules: Rules, ends: list[str], players: int) -> Count:
    table = seated(rules, _number_of_players(rules, players), None)
    places = [_end(table, text) for text in ends]
    _check_ends(table, places)
    count = sum(place.worth for place in places)
    points = table.points_of_count(count)
    title = f"The open ends count {count}: {plural(points, 'point')}"
    part = Part("count", title, [*place_lines(places), sum_line(table, [p.worth for p in places], count, points)])
    for line in part.lines:
        line.depth = 0
    return Count({None: points}, _with_clauses([part]))


def _end(table: Table, text: str) -> Counted:
    """An end: a double as a tile, anything else as its open number."""
    found, number = _DOUBLE.match(text), _NUMBER.match(text)
    if found is None and number is None:
        raise CannotCount(f"{text!r} is no end: give a double as a tile (6-6), any other end as its open number (3)")
    if found is not None:
        if text not in table.tiles.number:
            raise CannotCount(f"{text} is not in the set (double-{table.tiles.highest})")
        if found[1] != found[2]:
            raise CannotCount(f"{text} is no double: give the open number of that end, {found[1]} or {found[2]}")
        return Counted("end", text, 2 * int(found[1]), "double, both halves")
    if int(text) > table.tiles.highest:
        raise CannotCount(f"no tile shows {text}: the set goes up to {table.tiles.highest}")
    return Counted("end", text, int(text), "open half")


def _check_ends(table: Table, places: list[Counted]) -> None:
    doubles = [place.tile for place in places if "-" in place.tile]
    twice = next((tile for tile in doubles if doubles.count(tile) > 1), None)
    if twice is not None:
        raise CannotCount(f"{twice} stands there twice, and the set has it once; lying alone it is one end")
    if not places:
        raise CannotCount("no end is given: ends 6-6 3")
    if len(places) == 1 and not doubles:
        raise CannotCount("one open number alone: a line has two ends (a double lying alone is given as a tile)")
    if table.rules.spinner is Spinner.NONE and len(places) > 2:
        raise CannotCount(f"{len(places)} ends, and {table.rules.name} has two: its doubles do not branch")


# the hands at the end


def _count_of_hands(
    rules: Rules,
    how: How,
    out: str | None,
    words: list[str],
    players: int | None,
    sides: list[str] | None,
    last: str | None,
) -> Count:
    if out is not None and (len(out) != 1 or out not in LETTERS):
        raise CannotCount(f"out={out} names no seat: the seats are A, B, C … in turn order")
    given = _given(words, out)
    seats = [*given, *(sides or []), *([last.upper()] if last else [])]
    table = _table(rules, seats, players, sides)
    hands = _hands(table, given, out)
    last_seat = None if last is None else table.letters.find(last.upper())
    if last_seat == -1:
        raise CannotCount(f"there is no seat {last} at this table: {', '.join(table.letters)}")
    went_out = None if out is None else table.side_of[table.letters.index(out)]
    end = end_in_full(table, how, hands, out=went_out, last_player=last_seat)
    if end.missing:
        raise CannotCount(_wanted(table, end, hands, last))
    lines = [_seats(table), *end_lines(table, how, hands, end.entry)]
    lines += other_ends(table, how, hands, end, out=went_out, last_player=last_seat)
    part = Part("count", _title(table, how, end), lines)
    points: dict[str | None, int] = {side: value or 0 for side, value in zip(table.side_ids, end.points, strict=True)}
    return Count(points, _with_clauses([part]))


def _wanted(table: Table, end: End, hands: Hands, last: str | None) -> str:
    missing = [letter for letter, pips in zip(table.letters, hands.pips, strict=True) if pips is None]
    if missing:
        return f"the hand of {joined(missing)} is not given: as tiles (B:6-3,5-1) or as pips (B:15)"
    if last is None and "last tile" in end.missing:
        return "the pips are equal, and who laid the last tile settles it: name that seat with --last"
    return "the pips are equal, and the tiles of those hands settle it: give them as tiles (B:6-3,5-1), not as pips"


def _given(words: list[str], out: str | None) -> dict[str, str]:
    """Hands by seat, as written."""
    given: dict[str, str] = {} if out is None else {out: ""}
    for word in words:
        found = _HAND.match(word)
        if found is None:
            raise CannotCount(f"{word!r} is no hand: give it as B:6-3,5-1 or as its pips, B:15")
        seat = found[1].upper()
        if seat == out:
            raise CannotCount(f"{seat} went out and holds nothing, but {word} gives it a hand")
        if seat in given:
            raise CannotCount(f"the hand of {seat} is given twice")
        given[seat] = found[2]
    if not words:
        raise CannotCount("no hand is given: B:6-3,5-1 for tiles, B:15 for pips")
    return given


def _table(rules: Rules, seats: list[str], players: int | None, sides: list[str] | None) -> Table:
    """The smallest table that the seats named fit at."""
    needed = max(LETTERS.index(letter) for seat in seats for letter in seat.upper() if letter in LETTERS) + 1
    if players is None:
        players = next((number for number in sorted(rules.players) if number >= needed), needed)
    number = _number_of_players(rules, players)
    if needed > number:
        raise CannotCount(f"seat {LETTERS[needed - 1]} is not at a table of {number}")
    try:
        return seated(rules, number, sides)
    except SidesProblem as problem:
        raise CannotCount(str(problem)) from None


def _number_of_players(rules: Rules, players: int) -> int:
    if players not in rules.players:
        raise CannotCount(f"{rules.name} is for {joined(map(str, rules.players), 'or')} players, not {players}")
    return players


def _hands(table: Table, given: dict[str, str], out: str | None) -> Hands:
    pips: list[int | None] = [None] * table.players
    tiles: list[int | None] = [None] * table.players
    seen: dict[int, str] = {}
    for letter, text in given.items():
        if ":" in text:
            raise CannotCount(f"{letter}:{text} holds a second seat: between seats stand spaces, as in A:5 B:6-3,5-1")
        seat = table.letters.index(letter)
        if _NUMBER.match(text) or text.isdecimal():
            pips[seat] = _pips(text)
            continue
        mask = 0
        for name in [] if text in ("", "-") else re.split(r"[,+ ]+", text.strip(", ")):
            mask |= 1 << _tile(table, name, letter, seen)
        tiles[seat], pips[seat] = mask, table.tiles.pips_of(mask)
        if not mask and letter != out:
            raise CannotCount(f"{letter} holds nothing, so it went out: out={letter}")
    total = sum(number or 0 for number in pips)
    most = table.tiles.pips_of(table.tiles.everything)
    if total > most:
        raise CannotCount(f"{plural(total, 'pip')} in all hands: the whole set has {most}")
    return Hands(pips, tiles)


def _pips(text: str) -> int:
    if len(text) > len(str(_MOST_PIPS)):
        raise CannotCount(f"{text[:20]} pips are more than any set has")
    return int(text)


def _tile(table: Table, name: str, letter: str, seen: dict[int, str]) -> int:
    number = table.tiles.number.get(name)
    if number is None:
        known = "" if _DOUBLE.match(name) else ": tiles are written 6-3, with commas between them"
        raise CannotCount(f"{name!r} is not in the set (double-{table.tiles.highest}){known}")
    if number in seen:
        twice = seen[number] == letter
        where = f"twice in the hand of {letter}" if twice else f"in two places: the hands of {seen[number]} and {letter}"
        raise CannotCount(f"{table.tiles.names[number]} is {where}")
    seen[number] = letter
    return number


def _seats(table: Table) -> Line:
    pairs = "pairs" if not table.alone else "each for himself"
    text = f"{table.rules.name}, {table.players} players, {pairs}: {', '.join(table.side_ids)}."
    return Line("table", text, {"rules": table.rules.name, "sides": list(table.side_ids)})


def _title(table: Table, how: How, end: End) -> str:
    if end.winner is None:
        return f"{how.value.capitalize()}: nobody wins, 0 points"
    points = end.points[end.winner]
    return f"{how.value.capitalize()}: {table.side_ids[end.winner]} wins, {plural(points, 'point')}"


def _with_clauses(parts: list[Part]) -> list[Part]:
    wording = clause_part(parts)
    return parts if wording is None else [*parts, wording]


def pairs_of(rules: Rules) -> list[str]:
    """The sides of four players in pairs (CannotCount where the rules have none)."""
    if rules.pairs.get("4", Pairs.NEVER) is Pairs.NEVER:
        raise CannotCount(f"{rules.name} has no pairs")
    return ["AC", "BD"]
