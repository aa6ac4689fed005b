"""Clauses that can be read otherwise, and what the other reading would give.

The rule pages leave some things open; the rule sets settle each by a field. Where the other value of that field makes
another winner or other points of the same hands, the explanation says so.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from domscore.explain.lines import Line, cited, clauses, plural
from domscore.play.state import How
from domscore.play.table import Table, seated
from domscore.rules.model import Rules
from domscore.score.round_end import End, Hands, end_of_round


class Reading(NamedTuple):
    """A field that settles an open clause.

    Attributes:
        field: dotted name in the rules.
        clauses: the reading is open where the rule set cites one of them for this field.
        words: what each value means.
        unless: a field and a clause that it cites where the clauses above are said of this very game.
    """

    field: str
    clauses: tuple[str, ...]
    words: dict[str, str]
    unless: tuple[str, str] = ("", "")


END_READINGS = (
    Reading(
        "end_winner",
        ("P4.M7",),
        {
            "lowest": "the side with the fewest pips wins the round, also against a side that went out",
            "out": "the side that went out wins the round, whatever its partner holds",
        },
    ),
    Reading(
        "end_points.rounded",
        ("P4.M7", "P4.F5"),
        {"sum": "the opponents' pips are added, then rounded", "each-hand": "each hand is rounded by itself"},
    ),
    Reading(
        "own_pips",
        ("P4.M7", "P4.F5", "P4.F6"),
        {"ignored": "the winner's own pips are left alone", "blocked": "the winner's own pips come off after a block"},
    ),
    Reading(
        "block.tie",
        ("P4.B5",),
        {"lowest-tile": "the lowest tile settles a tie, as in Block", "nobody": "a tie is nobody's: only Block has a rule"},
        unless=("draw", "P4.B1"),
    ),
    Reading(
        "block.tie_of_pairs",
        ("P4.B5",),
        {"lowest-tile": "the lowest tile settles a tie, as in Block", "nobody": "a tie is nobody's: only Block has a rule"},
        unless=("draw", "P4.B1"),
    ),
)
"""The readings that bear on the end of a round."""


def open_readings(rules: Rules) -> list[tuple[Reading, str]]:
    """The readings that are open under these rules, each with a value that is not the one in force."""
    found = []
    for reading in END_READINGS:
        field, clause = reading.unless
        if not set(_cited(rules, reading)) & set(reading.clauses) or clause in rules.clauses_of(field):
            continue
        now = str(_value(rules, reading.field))
        found += [(reading, value) for value in reading.words if value != now]
    return found


def other_ends(
    table: Table, how: How, hands: Hands, end: End, *, out: int | None, last_player: int | None, lost: int | None = None
) -> list[Line]:
    """What the open readings would make of the same hands, where that differs."""
    lines = []
    for reading, value in open_readings(table.rules):
        other = seated(changed(table.rules, reading.field, value), table.players, list(table.side_ids))
        there = end_of_round(other, how, hands, out=out, last_player=last_player, lost=lost)
        if there.missing or (there.winner, there.points) == (end.winner, end.points):
            continue
        lines.append(_line(table, reading, value, there))
    return lines


def _line(table: Table, reading: Reading, value: str, there: End) -> Line:
    named = tuple(name for name in reading.clauses if name in _cited(table.rules, reading))
    if there.winner is None:
        gives, points, winner = "nobody would win the round", None, None
    else:
        winner, points = table.side_ids[there.winner], there.points[there.winner]
        gives = f"{winner} would win the round, with {plural(points, 'point')}"
    now = str(_value(table.rules, reading.field))
    other = f"{reading.field} = {value}: {reading.words[value]}"
    text = f"Here {reading.words[now]}{cited(named)}. Read otherwise ({other}) {gives}."
    values: dict[str, Any] = {"field": reading.field, "now": now, "other": value, "winner": winner, "points": points}
    return Line("other-reading", text, values, clauses=named)


def _cited(rules: Rules, reading: Reading) -> tuple[str, ...]:
    return clauses(rules, reading.field.split(".")[0])


def _value(rules: Rules, field: str) -> Any:  # noqa: ANN401 - the value of some field
    value: Any = rules
    for name in field.split("."):
        value = getattr(value, name)
    return value


def changed(rules: Rules, field: str, value: str) -> Rules:
    """The rules with one choice made otherwise."""
    part, _, inner = field.partition(".")
    chosen = type(_value(rules, field))(value)
    update = chosen if not inner else getattr(rules, part).model_copy(update={inner: chosen})
    return rules.model_copy(update={part: update})
