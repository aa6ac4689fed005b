"""Penalty tables as frozen data: what a house takes for an irregular act. A rule set names a preset, or holds its own.

No rule page knows penalties; the presets are what leagues, tournaments and clubs publish (each row with its source). To add
one, add ``penalty_presets/<name>.json``; no Python.

>>> table_named("rocoh").row(Infraction.FALSE_PASS).amount.points(target=150, pips=None)
30
"""

from __future__ import annotations

import json
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

_PRESETS = Path(__file__).parent / "penalty_presets"


class Infraction(StrEnum):
    """What is penalised."""

    FALSE_PASS = "false-pass"
    DREW_AND_COULD_PLAY = "drew-and-could-play"
    MISPLAY = "misplay"
    WRONG_COUNT = "wrong-count"
    TOO_MANY_TILES = "too-many-tiles"


class Goes(StrEnum):
    """Where the points go: taken from the side, given to every other side, or given only if the side has fewer."""

    TAKEN = "taken"
    GIVEN = "given"
    TAKEN_OR_GIVEN = "taken-or-given"


class Hand(StrEnum):
    """What becomes of the round: it plays on, it stops and its end is not counted, or the side has lost it."""

    PLAYS_ON = "plays-on"
    STOPS = "stops"
    LOST = "lost"


class NextLead(StrEnum):
    """Who leads after a hand that stopped."""

    AS_USUAL = "as-usual"
    NEXT_SEAT = "next-seat"
    OFFENDED = "offended"


class Late(StrEnum):
    """What an irregular act is once the next act has been made: penalised all the same, or it stands."""

    PENALISED = "penalised"
    STANDS = "stands"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class Amount(_Part):
    """How many points: the greatest of what is given. ``pips_in_hand`` are those of the seat before the act."""

    fixed: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    percent_of_target: Annotated[int, Field(ge=1, le=100)] | None = None
    pips_in_hand: bool = False

    @model_validator(mode="after")
    def _says_something(self) -> Amount:
        if self.fixed is None and self.percent_of_target is None and not self.pips_in_hand:
            raise ValueError("an amount is fixed, a percentage of the target, the pips in hand, or the greatest of these")
        return self

    def points(self, target: int | None, pips: int | None) -> int | None:
        """The points.

        Args:
            target: of the match; None for a match of one hand, of which no percentage is taken.
            pips: in that hand; None when they are not known.

        Returns:
            Points, a percentage rounded to the nearest whole number; None when they cannot be known.
        """
        if self.pips_in_hand and pips is None:
            return None
        return max(self.fixed or 0, self.share(target), (pips or 0) if self.pips_in_hand else 0)

    def share(self, target: int | None) -> int:
        """The percentage of a target, in points, rounded to the nearest; 0 where there is neither."""
        return 0 if target is None or self.percent_of_target is None else (target * self.percent_of_target + 50) // 100

    def worked_out(self, target: int | None, pips: int | None) -> str:
        """How the points come about; empty where the amount is fixed.

        >>> Amount(fixed=30, percent_of_target=20).worked_out(200, None)
        '30, or 20% of 200 = 40: the greatest is 40 points'
        """
        if self.percent_of_target is None and not self.pips_in_hand:
            return ""
        parts = [] if self.fixed is None else [str(self.fixed)]
        if self.percent_of_target is not None:
            hand = f"{self.percent_of_target}% of the target, which a single hand does not have"
            share = f"{self.percent_of_target}% of {target} = {self.share(target)}"
            parts.append(hand if target is None else share)
        parts += [f"{pips} in pips"] if self.pips_in_hand else []
        points = f"{self.points(target, pips)} points"
        return f"{', or '.join(parts)}: the greatest is {points}" if len(parts) > 1 else f"{parts[0]}: {points}"

    @property
    def words(self) -> str:
        """In words.

        >>> Amount(fixed=30, percent_of_target=20).words
        '30 points or 20% of the target, whichever is more'
        """
        parts = [] if self.fixed is None else [f"{self.fixed} points"]
        parts += [] if self.percent_of_target is None else [f"{self.percent_of_target}% of the target"]
        parts += ["the pips in that hand"] if self.pips_in_hand else []
        return " or ".join(parts) + (", whichever is more" if len(parts) > 1 else "")


class PenaltyRow(_Part):
    """One row of a table.

    Attributes:
        amount: None where no points change hands.
        too_few: with too many tiles, too few are meant too.
        source: where it is published.
        note: what the other fields cannot say.
    """

    infraction: Annotated[Infraction, Field(strict=False)]
    amount: Amount | None = None
    goes: Annotated[Goes, Field(strict=False)] = Goes.TAKEN
    hand: Annotated[Hand, Field(strict=False)] = Hand.PLAYS_ON
    next_lead: Annotated[NextLead, Field(strict=False)] = NextLead.AS_USUAL
    late: Annotated[Late, Field(strict=False)] = Late.PENALISED
    too_few: bool = False
    source: str = ""
    note: str = ""

    @property
    def words(self) -> str:
        """What the row does, in words."""
        parts = ["no points"] if self.amount is None else [f"{self.amount.words}, {_GOES[self.goes]}"]
        parts += [] if self.hand is Hand.PLAYS_ON else [_HAND[self.hand]]
        parts += [] if self.next_lead is NextLead.AS_USUAL else [_LEAD[self.next_lead]]
        parts += ["stands once the next act is made"] if self.late is Late.STANDS else []
        parts += ["too few tiles too"] if self.too_few else []
        parts += [self.note] if self.note else []
        return "; ".join(parts)


_GOES = {
    Goes.TAKEN: "taken from the side",
    Goes.GIVEN: "given to the other side",
    Goes.TAKEN_OR_GIVEN: "taken from the side, or given to the other if it has fewer",
}
_HAND = {Hand.STOPS: "the hand stops and is not counted", Hand.LOST: "the hand is lost"}
_LEAD = {NextLead.NEXT_SEAT: "the next seat leads", NextLead.OFFENDED: "the offended side leads, any tile"}


class PenaltyTable(_Part):
    """A table: at most one row for each infraction."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")] = "own"
    title: str = ""
    rows: list[PenaltyRow]

    @model_validator(mode="after")
    def _one_row_each(self) -> PenaltyTable:
        kinds = [row.infraction for row in self.rows]
        if len(set(kinds)) < len(kinds):
            raise ValueError("a penalty table has one row for each infraction")
        return self

    def row(self, infraction: Infraction) -> PenaltyRow | None:
        """The row for an infraction; None where the house has no penalty for it."""
        return next((row for row in self.rows if row.infraction is infraction), None)


@cache
def table_names() -> tuple[str, ...]:
    """The published tables, sorted."""
    return tuple(sorted(entry.stem for entry in _PRESETS.glob("*.json")))


@cache
def table_named(name: str) -> PenaltyTable:
    """The published table of that name.

    Raises:
        LookupError: there is none; the text names the nearest.
    """
    if name not in table_names():
        from difflib import get_close_matches

        close = get_close_matches(name[:100], table_names(), n=2, cutoff=0.5)
        near = f"did you mean {' or '.join(close)}?" if close else f"published: {', '.join(table_names())}"
        raise LookupError(f"there is no penalty table {name[:100]}; {near}")
    return PenaltyTable.model_validate(json.loads((_PRESETS / f"{name}.json").read_bytes()))


def _resolved(value: Any) -> Any:  # noqa: ANN401 - whatever stood in the rules
    if not isinstance(value, str):
        return value
    try:
        return table_named(value)
    except LookupError as error:
        raise ValueError(str(error)) from None


PenaltiesField = Annotated[PenaltyTable | None, BeforeValidator(_resolved, json_schema_input_type=str | PenaltyTable | None)]
"""A field of a rule set: the name of a published table, a table, or nothing."""
