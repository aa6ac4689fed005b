"""The record format ``domscore/1`` as pydantic models.

Validated once, from bytes. Acts stay strings and plain objects: ``acts.py`` knows their grammar and what belongs together
in an act object. Whole numbers only; unknown keys are refused.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from typing_extensions import TypedDict  # pydantic asks for it before Python 3.12, and brings it

MAX_ROUNDS = 10_000
MAX_ACTS = 10_000
MAX_TEXT = 10_000
MAX_TIME = 40
MAX_POINTS = 1_000_000_000
"""Points and scores run from minus to plus this."""

_PIPS = r"(?:0|[1-9][0-9]?)"
_TILE = f"{_PIPS}-{_PIPS}"
_WHOLE = r"(?:0|[1-9][0-9]{0,8})"
ACT_PATTERN = (
    rf"^[A-J] (?:{_TILE}(?: [LRUD]| on (?:{_TILE}|{_PIPS}))?(?: \+{_WHOLE})?"
    rf"|draw(?: (?:{_TILE}|\?|x[1-9][0-9]{{0,2}}))?|pass|claim \+{_WHOLE}|resign)$"
)
"""The grammar of an act written as a string."""
LONGEST_ACT = len("A 18-18 on 18-18 +999999999")

Text = Annotated[str, Field(max_length=MAX_TEXT)]
SeatLetter = Annotated[str, Field(pattern="^[A-J]$")]
DealKey = Annotated[str, Field(pattern="^(?:[A-J]|boneyard)$")]
SideId = Annotated[str, Field(pattern="^[A-J]{1,10}$")]
HandTile = Annotated[str, Field(pattern=rf"^(?:\?|{_TILE})$")]
PlainTile = Annotated[str, Field(pattern=f"^{_TILE}$")]
Points = Annotated[int, Field(ge=-MAX_POINTS, le=MAX_POINTS)]
NoLess = Annotated[int, Field(ge=0, le=MAX_POINTS)]
Tiles = Annotated[list[HandTile], Field(max_length=1000)]
ActString = Annotated[str, Field(pattern=ACT_PATTERN)]
Meta = dict[str, JsonValue]


ActObject = TypedDict(
    "ActObject",
    {
        "seat": Annotated[SeatLetter, Field(description="Who acted.")],
        "play": Annotated[PlainTile, Field(description="The tile played; at the lead its first half is the left end.")],
        "end": Annotated[Literal["L", "R", "U", "D"], Field(description="The end it was laid at.")],
        "on": Annotated[
            Annotated[int, Field(ge=0, le=99)] | Annotated[str, Field(pattern=f"^(?:{_TILE}|{_PIPS})$")],
            Field(description="The open number, or the tile, that the played tile joins."),
        ],
        "draw": Annotated[HandTile, Field(description="The tile drawn, or ? for one that was not seen.")],
        "count": Annotated[int, Field(ge=1, le=999, description="So many unseen tiles were drawn.")],
        "pass": Annotated[Literal[True], Field(description="The seat passed.")],
        "claim": Annotated[NoLess, Field(description="Points that an opponent failed to call (muggins).")],
        "resign": Annotated[Literal[True], Field(description="The seat resigned the match.")],
        "ruling": Annotated[
            Literal["stands", "taken_back", "penalty", "award", "round_void", "round_lost"],
            Field(description="A referee's ruling; it speaks of the act before it."),
        ],
        "side": Annotated[SideId, Field(description="The side a penalty, an award or a lost round is for.")],
        "points": Annotated[Points, Field(description="Points called for a play, or given by a ruling.")],
        "reason": Annotated[Text, Field(description="Why the referee ruled so.")],
        "at": Annotated[str, Field(max_length=MAX_TIME, description="When, as RFC 3339.")],
        "auto": Annotated[Literal["timeout", "disconnected", "bot"], Field(description="A program acted for the seat.")],
        "note": Annotated[Text, Field(description="Free text.")],
        "meta": Annotated[Meta, Field(description="Free data.")],
    },
    total=False,
)
ActObject.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)  # type: ignore[attr-defined]
"""An act or a ruling written as an object; ``acts.py`` tells which keys belong together."""


ActStrings = Annotated[list[ActString], Field(max_length=MAX_ACTS, fail_fast=True)]
Acts = Annotated[
    list[Annotated[ActObject | ActString, Field(union_mode="left_to_right")]],
    Field(max_length=MAX_ACTS, description="Acts as objects, or some of them."),
]
"""Lists of strings, which are most of them, are told first: then an object is not tried as a string before."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Recording(_Part):
    """What the scribe or the server did not write."""

    passes: Literal["written", "implied"] = "written"
    draws: Literal["written", "implied"] = "written"


class Start(_Part):
    """Where the record begins, when that is not the first round of a match."""

    round: Annotated[int, Field(ge=1, le=MAX_POINTS)] = 1
    scores: dict[SideId, Points] | None = None
    leader: SeatLetter | None = None


class RoundResult(_Part):
    """What was claimed about the end of a round."""

    how: Literal["out", "blocked", "target", "resigned", "void", "lost", "unfinished"] | None = None
    winner: SideId | None = None
    points: dict[SideId, Points] | None = None
    bonuses: dict[SideId, Points] | None = None
    in_play: dict[SideId, Points] | None = None


class Round(_Part):
    """One round: the deal, the acts, what was shown and what was claimed."""

    deal: dict[DealKey, Tiles] | None = None
    leader: SeatLetter | None = None
    acts: Annotated[ActStrings | Acts | None, Field(union_mode="left_to_right")] = None
    acts_complete: bool = True
    left: dict[SeatLetter, Annotated[Tiles | NoLess, Field(union_mode="left_to_right")]] | None = None
    result: RoundResult | None = None
    scores: dict[SideId, Points] | None = None
    meta: Meta | None = None


class MatchResult(_Part):
    """What was claimed about the end of the match."""

    how: Literal["target", "resigned", "inactive", "abandoned", "unfinished"] | None = None
    winner: SideId | None = None
    by: SeatLetter | None = None
    scores: dict[SideId, Points] | None = None


class Record(_Part):
    """One match as somebody wrote it down: what happened, and what was claimed. It need not be legal or right."""

    schema_: Annotated[str | None, Field(alias="$schema", description="Ignored; for editors.")] = None
    format: Literal["domscore/1"]
    id: Text | None = None
    rules: Annotated[str, Field(max_length=200)] | dict[str, JsonValue]
    players: Annotated[list[Text], Field(min_length=1, max_length=10)]
    sides: Annotated[list[SideId], Field(max_length=10)] | None = None
    recording: Recording | None = None
    start: Start | None = None
    meta: Meta | None = None
    rounds: Annotated[list[Round], Field(max_length=MAX_ROUNDS)]
    result: MatchResult | None = None
