"""The rules of a game as frozen data.

Every field states a rule; the engine asks the field, never the name of the game. Fields given by number of players are
objects with the number as key (``{"2": 7, "3": 5}``). To add a field: add it here with today's behaviour as its default, and
let the one place that needs it read it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from domscore.domino.layout import DoubleCount, Spinner
from domscore.rules.penalties import PenaltiesField

PlayerCount = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10"]
TileName = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]?)-(0|[1-9][0-9]?)$")]
Count = Annotated[int, Field(ge=0, le=1000)]
MAX_TARGET = 1_000_000_000
"""The highest target a record may ask for, in points."""


class Pairs(StrEnum):
    """Whether partners play together at a table of so many."""

    NEVER = "never"
    OPTIONAL = "optional"
    ALWAYS = "always"


class LeadTile(StrEnum):
    """Whether the tile that makes a seat the first leader must be the first tile played."""

    FORCED = "forced"
    FREE = "free"


class LaterLead(StrEnum):
    """Who leads after the first round."""

    NEXT_SEAT = "next-seat"
    WINNER = "winner"
    HIGHEST_DOUBLE = "highest-double"
    ANY = "any"


class When(StrEnum):
    """When tiles are drawn."""

    NEVER = "never"
    STUCK = "stuck"
    AT_WILL = "at-will"


class Reached(StrEnum):
    """When a round is blocked: as soon as nobody can move, or after every seat has passed in turn."""

    AT_ONCE = "at-once"
    AFTER_PASSES = "after-passes"


class Tie(StrEnum):
    """What settles a blocked round with equal totals."""

    NOBODY = "nobody"
    LOWEST_TILE = "lowest-tile"
    LAST_TO_PLAY = "last-to-play"


class EndWinner(StrEnum):
    """Who scores when somebody has gone out: his side, or the side with the fewest pips."""

    OUT = "out"
    LOWEST = "lowest"


class OwnPips(StrEnum):
    """Whether the winning side's own pips come off its points."""

    IGNORED = "ignored"
    BLOCKED = "blocked"


class CountedPips(StrEnum):
    """Whose pips the winner scores: the opponents', or those of every hand, the partner's and his own too (Brasília)."""

    OPPONENTS = "opponents"
    ALL = "all"


class TargetReached(StrEnum):
    """When reaching the target wins the match."""

    AT_ONCE = "at-once"
    ROUND_END = "round-end"


class Rounded(StrEnum):
    """What is rounded: the sum of the opponents' hands, or each hand."""

    SUM = "sum"
    EACH_HAND = "each-hand"


class PointUnit(StrEnum):
    """What a scoring count is worth: its pips, or how many times the divisor goes into it."""

    PIPS = "pips"
    MULTIPLES = "multiples"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class TileSetRule(_Part):
    """The tiles: every pairing of 0 to ``highest``, less some for some numbers of players."""

    highest: Annotated[int, Field(ge=0, le=18)] = 6
    without: dict[PlayerCount, list[TileName]] = {}


class Redeal(_Part):
    """Deals that are void and dealt again."""

    doubles_in_hand: Annotated[int, Field(ge=1)] | None = None
    no_double_in_first_round: bool = False


class Draw(_Part):
    """Drawing from the boneyard: when, and how many tiles at most in one turn."""

    when: Annotated[When, Field(strict=False)] = When.NEVER
    most: Annotated[int, Field(ge=1)] | None = None


class InPlay(_Part):
    """Points made by acts: for each divisor that goes into the count of the open ends, pips or multiples."""

    divisors: list[Annotated[int, Field(ge=2, le=1000)]] = []
    unit: Annotated[PointUnit, Field(strict=False)] = PointUnit.MULTIPLES


class Block(_Part):
    """Blocked rounds: when they are, and what settles equal totals among single players and among pairs."""

    reached: Annotated[Reached, Field(strict=False)] = Reached.AT_ONCE
    tie: Annotated[Tie, Field(strict=False)] = Tie.NOBODY
    tie_of_pairs: Annotated[Tie, Field(strict=False)] = Tie.NOBODY


class EndPoints(_Part):
    """Pips into points at the end of a round: rounded to the nearest multiple, then so many pips to a point."""

    round_to: Annotated[int, Field(ge=1, le=1000)] = 1
    rounded: Annotated[Rounded, Field(strict=False)] = Rounded.SUM
    per_point: Annotated[int, Field(ge=1, le=1000)] = 1


class Rules(_Part):
    """One rule set. ``Rules.named("selminha/1")`` finds a published one."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]*/[0-9]+$")]
    title: str
    page: str = ""
    players: Annotated[list[Annotated[int, Field(ge=2, le=10)]], Field(min_length=1)]
    pairs: dict[PlayerCount, Annotated[Pairs, Field(strict=False)]] = {}
    set: TileSetRule = TileSetRule()
    hand_size: dict[PlayerCount, Annotated[int, Field(ge=1, le=190)]]
    redeal: Redeal = Redeal()
    first_lead: Literal["lot"] | Annotated[list[Literal["highest-double", "heaviest"] | TileName], Field(min_length=1)]
    first_tile: Annotated[LeadTile, Field(strict=False)] = LeadTile.FREE
    later_lead: (
        Annotated[LaterLead, Field(strict=False)]
        | Annotated[list[Annotated[LaterLead, Field(strict=False)]], Field(min_length=1)]
    )
    draw: Draw = Draw()
    reserve: dict[PlayerCount, Count] = {}
    spinner: Annotated[Spinner, Field(strict=False)] = Spinner.NONE
    sides_first: bool = True
    double_count: Annotated[DoubleCount, Field(strict=False)] = DoubleCount.SIDES
    in_play: InPlay = InPlay()
    block: Block = Block()
    end_winner: Annotated[EndWinner, Field(strict=False)] = EndWinner.OUT
    own_pips: Annotated[OwnPips, Field(strict=False)] = OwnPips.IGNORED
    counted_pips: Annotated[CountedPips, Field(strict=False)] = CountedPips.OPPONENTS
    end_points: EndPoints = EndPoints()
    target: Annotated[int, Field(ge=1, le=MAX_TARGET)] | Literal["hand"]
    targets: Literal["any"] | list[Annotated[int, Field(ge=1, le=MAX_TARGET)] | Literal["hand"]]
    target_reached: Annotated[TargetReached, Field(strict=False)] = TargetReached.ROUND_END
    clock_seconds: Annotated[int, Field(ge=1)] | None = None
    penalties: PenaltiesField = None
    clauses: dict[str, list[str]] = {}

    @model_validator(mode="after")
    def _consistent(self) -> Rules:
        """Fields that only make sense together (ValueError; the resolver turns it into a RulesError)."""
        offered = isinstance(self.target, int) if self.targets == "any" else self.target in self.targets
        if not offered:
            raise ValueError(f"target: {self.target} is not offered; {self._targets_in_words()}")
        size = (self.set.highest + 1) * (self.set.highest + 2) // 2
        for players in self.players:
            dealt = self.hand_size.get(_key(players))
            if dealt is None:
                raise ValueError(f"hand_size: nothing is said for {players} players")
            if dealt * players > size - len(self.set.without.get(_key(players), [])):
                raise ValueError(f"hand_size: {players} times {dealt} tiles are more than the set has")
            if self.pairs.get(_key(players)) not in (None, Pairs.NEVER) and (players % 2 or players < 4):
                raise ValueError(f"pairs: {players} players cannot sit in pairs")
        return self

    def _targets_in_words(self) -> str:
        if self.targets == "any":
            return "any whole number from 1 is"
        return f"offered: {', '.join(map(str, self.targets))}"

    @property
    def base(self) -> str:
        """The name without the version."""
        return self.name.split("/")[0]

    @property
    def scores_in_play(self) -> bool:
        """Acts can make points."""
        return bool(self.in_play.divisors)

    @property
    def later_leads(self) -> frozenset[LaterLead]:
        """The readings accepted for the later lead."""
        return frozenset(self.later_lead if isinstance(self.later_lead, list) else [self.later_lead])

    def clauses_of(self, field: str) -> list[str]:
        """The clauses a field rests on (``["P1.8"]``); empty where the house decided."""
        return self.clauses.get(field, [])

    @staticmethod
    def named(name: str) -> Rules:
        """The published rule set of this name, ``"muggins/1"`` or ``"muggins"`` (RulesError when there is none).

        >>> Rules.named("muggins").target
        61
        """
        from domscore.rules.catalogue import resolve

        return resolve(name)

    def as_json(self) -> dict[str, Any]:
        """Every field as JSON values."""
        return self.model_dump(mode="json")


def _key(players: int) -> Any:  # noqa: ANN401 - PlayerCount is a Literal; a computed string is not one for the checker
    return str(players)
