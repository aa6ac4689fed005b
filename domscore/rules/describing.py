"""A rule set in words: a sentence for each field, beside the clauses it rests on."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from domscore.domino.layout import DoubleCount, Spinner
from domscore.domino.tile import tile_set
from domscore.rules.catalogue import clause_texts
from domscore.rules.model import (
    CountedPips,
    EndWinner,
    LaterLead,
    LeadTile,
    OwnPips,
    Pairs,
    PointUnit,
    Reached,
    Rounded,
    Rules,
    TargetReached,
    Tie,
    When,
)


class Described(NamedTuple):
    """One field of a rule set.

    Attributes:
        field: its name in the rules model.
        words: what it says.
        clauses: ids and texts of the clauses it rests on.
    """

    field: str
    words: str
    clauses: list[tuple[str, str]]


class Difference(NamedTuple):
    """A field in which two rule sets differ."""

    field: str
    first: Described
    second: Described


_PAIRS = {
    Pairs.NEVER: "everybody alone",
    Pairs.OPTIONAL: "everybody alone, or partners sitting opposite",
    Pairs.ALWAYS: "partners sit opposite",
}
_LATER = {
    LaterLead.NEXT_SEAT: "the seat after the last leader",
    LaterLead.WINNER: "the winner of the round before (after a tie the seat after the last leader)",
    LaterLead.HIGHEST_DOUBLE: "the holder of the highest double",
    LaterLead.ANY: "anybody",
}
_SPINNER = {
    Spinner.NONE: "the layout is a line; doubles do not branch",
    Spinner.FIRST_DOUBLE: "the first double can be played on at its ends too",
    Spinner.LEAD_DOUBLE: "a double that leads can be played on at its ends too",
    Spinner.ALL_DOUBLES: "every double can be played on at its ends too",
}
_TIE = {
    Tie.NOBODY: "nobody wins",
    Tie.LOWEST_TILE: "whoever holds the lightest single tile wins",
    Tie.LAST_TO_PLAY: "whoever of them laid the last tile wins",
}


def _by_count(values: dict[str, str]) -> str:
    """One sentence where all numbers of players have the same, else one part for each number."""
    if len(set(values.values())) == 1:
        return next(iter(values.values()))
    return "; ".join(f"{players} players: {words}" for players, words in values.items())


def _counts(rules: Rules) -> list[str]:
    return [str(players) for players in rules.players]


def _players(rules: Rules) -> str:
    return f"{', '.join(_counts(rules))} players"


def _pairs(rules: Rules) -> str:
    by_count: dict[str, Pairs] = {str(players): how for players, how in rules.pairs.items()}
    return _by_count({players: _PAIRS[by_count.get(players, Pairs.NEVER)] for players in _counts(rules)})


def _set(rules: Rules) -> str:
    highest = rules.set.highest
    without = "".join(f"; with {players} players without {', '.join(names)}" for players, names in rules.set.without.items())
    return f"double-{highest} set of {tile_set(highest).size} tiles{without}"


def _hand_size(rules: Rules) -> str:
    sizes: dict[str, int] = {str(players): size for players, size in rules.hand_size.items()}
    return _by_count({players: f"{sizes[players]} tiles each" for players in _counts(rules)})


def _redeal(rules: Rules) -> str:
    void = []
    if rules.redeal.doubles_in_hand is not None:
        void.append(f"a hand holds {rules.redeal.doubles_in_hand} or more doubles")
    if rules.redeal.no_double_in_first_round:
        void.append("nobody holds a double in the first round")
    return f"the deal is void, and dealt again, when {' or '.join(void)}" if void else "every deal stands"


def _first_lead(rules: Rules) -> str:
    if rules.first_lead == "lot":
        return "the first leader is drawn by lot"
    words = {"highest-double": "the highest double", "heaviest": "the heaviest tile"}
    return f"the holder of {', else of '.join(words.get(step, step) for step in rules.first_lead)} leads the first round"


def _first_tile(rules: Rules) -> str:
    if rules.first_tile is LeadTile.FORCED:
        return "the tile that gives the first lead must be led"
    return "the first leader may lead any tile"


def _later_lead(rules: Rules) -> str:
    ways = " or ".join(_LATER[way] for way in sorted(rules.later_leads))
    return f"later rounds are led by {ways}, with any tile"


def _draw(rules: Rules) -> str:
    most = "" if rules.draw.most is None else f", {rules.draw.most} in a turn at most"
    return {
        When.NEVER: "nobody draws; who cannot play passes",
        When.STUCK: f"who cannot play draws until a tile fits{most}, and passes when none is left to draw",
        When.AT_WILL: f"anybody may draw{most}; who cannot play must",
    }[rules.draw.when]


def _reserve(rules: Rules) -> str:
    kept: dict[str, int] = {str(players): tiles for players, tiles in rules.reserve.items()}
    return _by_count({players: _kept(kept.get(players, 0)) for players in _counts(rules)})


def _kept(tiles: int) -> str:
    if tiles == 0:
        return "all tiles may be drawn"
    return "the last tile is never drawn" if tiles == 1 else f"the last {tiles} tiles are never drawn"


def _sides_first(rules: Rules) -> str:
    if rules.spinner is Spinner.NONE:
        return "does not matter"
    return "both sides of a double before its ends" if rules.sides_first else "the four edges of a double in any order"


def _double_count(rules: Rules) -> str:
    if not rules.scores_in_play:
        return "does not matter"
    covered = "both sides are" if rules.double_count is DoubleCount.SIDES else "all edges are"
    return f"a double at an open end counts both halves until {covered} covered"


def _in_play(rules: Rules) -> str:
    if not rules.scores_in_play:
        return "acts make no points"
    ways = " or ".join(map(str, rules.in_play.divisors))
    each = "one point for each time it goes in" if rules.in_play.unit is PointUnit.MULTIPLES else "the count in points"
    return f"an act after which the open ends count a multiple of {ways} makes {each}"


def _block(rules: Rules) -> str:
    reached = {
        Reached.AT_ONCE: "the round is blocked as soon as nobody can move",
        Reached.AFTER_PASSES: "the round is blocked once everybody has passed in turn",
    }[rules.block.reached]
    alone, paired = _TIE[rules.block.tie], _TIE[rules.block.tie_of_pairs]
    tie = alone if rules.block.tie is rules.block.tie_of_pairs else f"{alone} (between pairs: {paired})"
    return f"{reached}; fewest pips wins it, and on equal pips {tie}"


def _end_winner(rules: Rules) -> str:
    if rules.end_winner is EndWinner.OUT:
        return "who goes out wins the round"
    return "the side with the fewest pips wins the round, also when another went out"


def _own_pips(rules: Rules) -> str:
    if rules.own_pips is OwnPips.IGNORED:
        return "pips of the winning side do not come off its points"
    return "after a block the pips of the winning side come off its points"


def _counted_pips(rules: Rules) -> str:
    if rules.counted_pips is CountedPips.ALL:
        return "the winning side scores the pips of all hands"
    return "the winning side scores the pips of the other hands"


def _end_points(rules: Rules) -> str:
    points = rules.end_points
    if points.round_to == points.per_point == 1:
        return "a pip is a point"
    what = "their sum is" if points.rounded is Rounded.SUM else "each hand is"
    rounded = f"{what} rounded to the nearest {points.round_to}" if points.round_to > 1 else "they are not rounded"
    return f"{rounded}; {points.per_point} pips are a point"


def _target(rules: Rules) -> str:
    return "the match is one round" if rules.target == "hand" else f"the match is won at {rules.target} points"


def _targets(rules: Rules) -> str:
    if rules.targets == "any":
        return "any number of points may be agreed on"
    offered = ["one round" if target == "hand" else str(target) for target in rules.targets]
    return f"may be agreed on: {', '.join(offered)}"


def _target_reached(rules: Rules) -> str:
    if rules.target_reached is TargetReached.AT_ONCE:
        return "reaching the target wins at once, in mid-round too"
    return "the target counts at the end of a round; if several reach it the highest total wins, equal totals play on"


def _clock(rules: Rules) -> str:
    return "no clock" if rules.clock_seconds is None else f"{rules.clock_seconds} seconds for an act"


def _penalties(rules: Rules) -> str:
    house = rules.penalties
    return "none are laid down" if house is None else f"{house.name}: {house.title}".removesuffix(": ")


WORDS: dict[str, Callable[[Rules], str]] = {
    "players": _players,
    "pairs": _pairs,
    "set": _set,
    "hand_size": _hand_size,
    "redeal": _redeal,
    "first_lead": _first_lead,
    "first_tile": _first_tile,
    "later_lead": _later_lead,
    "draw": _draw,
    "reserve": _reserve,
    "spinner": lambda rules: _SPINNER[rules.spinner],
    "sides_first": _sides_first,
    "double_count": _double_count,
    "in_play": _in_play,
    "block": _block,
    "end_winner": _end_winner,
    "counted_pips": _counted_pips,
    "own_pips": _own_pips,
    "end_points": _end_points,
    "target": _target,
    "targets": _targets,
    "target_reached": _target_reached,
    "clock_seconds": _clock,
    "penalties": _penalties,
}
"""Every field that states a rule, in the order of a game."""


def described(rules: Rules) -> list[Described]:
    """All fields of a rule set, in the order of a game."""
    texts = clause_texts()
    return [
        Described(field, words(rules), [(clause, texts.get(clause, "")) for clause in rules.clauses_of(field)])
        for field, words in WORDS.items()
    ]


def differences(first: Rules, second: Rules) -> list[Difference]:
    """The fields in which two rule sets differ, however they say it.

    >>> from domscore.rules import resolve
    >>> [difference.field for difference in differences(resolve("muggins"), resolve("five-up"))]
    ['spinner', 'end_winner']
    """
    pairs = zip(described(first), described(second), strict=True)
    return [
        Difference(one.field, one, other) for one, other in pairs if getattr(first, one.field) != getattr(second, one.field)
    ]
