"""Rule fields in plain words: what a value of a field means at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domscore.findings.finding import joined

_TIES = {
    "nobody": "a tied block is nobody's",
    "lowest-tile": "a tied block goes to the lowest tile",
    "last-to-play": "a tied block goes to the side that laid the last tile",
}
_LEADS = {
    "next-seat": "the seat after the last leader",
    "winner": "the winner of the round before",
    "highest-double": "the holder of the highest double",
    "any": "anybody",
}
_SAID: dict[str, dict[Any, str]] = {
    "pairs": {
        "never": "everybody plays for himself",
        "optional": "partners are allowed",
        "always": "partners play together",
    },
    "first_tile": {
        "forced": "the first leader must lead the tile that makes him leader",
        "free": "the first leader may lead any tile",
    },
    "draw.when": {
        "never": "nobody draws",
        "stuck": "whoever cannot play draws",
        "at-will": "anybody may draw at will",
    },
    "redeal.no_double_in_first_round": {
        True: "a first deal in which nobody has a double is dealt again",
        False: "a first deal without doubles stands",
    },
    "spinner": {
        "none": "doubles do not branch",
        "first-double": "the first double branches",
        "lead-double": "a double that is led branches",
        "all-doubles": "all doubles branch",
    },
    "sides_first": {
        True: "a double's sides come before its ends",
        False: "a double's ends are open before its sides are covered",
    },
    "double_count": {
        "sides": "a double counts until both sides are covered",
        "edges": "a double counts until all four edges are covered",
    },
    "in_play.unit": {
        "pips": "a count in play is worth its pips",
        "multiples": "a count in play is worth a point for each multiple",
    },
    "block.reached": {
        "at-once": "a block ends the round at once",
        "after-passes": "a block ends the round when everybody has passed",
    },
    "block.tie": _TIES,
    "block.tie_of_pairs": _TIES,
    "end_winner": {
        "out": "whoever goes out wins the round",
        "lowest": "the side with fewest pips wins the round, whoever goes out",
    },
    "own_pips": {
        "ignored": "the winner's own pips never come off",
        "blocked": "the winning side's own pips come off in a block",
    },
    "counted_pips": {
        "opponents": "the opponents' pips count",
        "all": "everybody's pips count, the partner's too",
    },
    "end_points.rounded": {
        "sum": "the sum of the hands is rounded",
        "each-hand": "each hand is rounded by itself",
    },
    "target_reached": {
        "at-once": "the target wins in mid-round",
        "round-end": "the target counts at the end of a round",
    },
}
_FORMED: dict[str, Callable[[Any], str]] = {
    "set.highest": lambda value: f"the set is double-{value}",
    "set.without": lambda value: f"the set is without {joined(value)}" if value else "the set is whole",
    "hand_size": lambda value: f"{value} tiles are dealt to each",
    "reserve": lambda value: f"{value or 'no'} tiles are kept back" if value != 1 else "one tile is kept back",
    "redeal.doubles_in_hand": lambda value: (
        f"a deal with {value} doubles in a hand is dealt again" if value else "a deal with many doubles stands"
    ),
    "draw.most": lambda value: f"at most {value} are drawn in a turn" if value else "any number is drawn in a turn",
    "first_lead": lambda value: f"the first leader is {_first_lead(value)}",
    "later_lead": lambda value: f"later rounds are led by {_later_lead(value)}",
    "in_play.divisors": lambda value: (
        f"counts divisible by {joined(map(str, value), 'or')} score in play" if value else "nothing scores in play"
    ),
    "end_points.round_to": lambda value: (
        f"the end is rounded to the nearest {value}" if value != 1 else "the end is not rounded"
    ),
    "end_points.per_point": lambda value: f"{value} pips make a point" if value != 1 else "each pip is a point",
    "target": lambda value: "the match is one hand" if value == "hand" else f"the target is {value}",
}


def worded(field: str, value: Any) -> str:  # noqa: ANN401 - JSON values
    """What a value of a field means, in a few words.

    >>> worded("own_pips", "blocked"), worded("reserve.2", 0), worded("target", 150)
    ("the winning side's own pips come off in a block", 'no tiles are kept back', 'the target is 150')
    """
    general = field.rstrip("0123456789").rstrip(".")
    if general in _FORMED:
        return _FORMED[general](value)
    said = _SAID.get(general, {})
    return said[value] if not isinstance(value, list | dict) and value in said else f"{field} is {value}"


def _first_lead(value: Any) -> str:  # noqa: ANN401 - JSON values
    if value == "lot":
        return "whoever the lot names"
    steps = {"highest-double": "the highest double", "heaviest": "the heaviest tile"}
    return f"the holder of {', else '.join(steps.get(step, step) for step in value)}"


def _later_lead(value: Any) -> str:  # noqa: ANN401 - JSON values
    values: list[str] = value if isinstance(value, list) else [value]
    return joined([_LEADS.get(one, one) for one in values], "or")
