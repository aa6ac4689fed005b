"""The eight rule sets as plain data, and how a record's overrides change them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Rules:
    """One rule set; every field is a choice that some clause of the four pages makes."""

    name: str
    hand_size: dict[int, int]
    #: who leads round 1: the first entry (a tile, or a way to find one) that finds a holder; empty: by lot.
    lead_order: tuple[str, ...]
    #: "forced": the tile that finds the leader must be led; "free": any tile.
    first_tile: str
    later_lead: tuple[str, ...]
    #: "four-doubles" (P1.7, every round), "no-double" (P4.G4, round 1) or "none".
    void_deal: str
    draw_when: str
    draw_most: int | None
    #: tiles of the boneyard that are never drawn, by number of players.
    reserve: dict[int, int]
    #: "never", "always-at-four" or "optional-at-four".
    pairs: str
    block_reached: str
    block_tie: str
    block_tie_of_pairs: str
    own_pips: str
    target: int | str
    #: all doubles may be played on at their ends (P4.F3).
    branching: bool = False
    sides_first: bool = True
    double_count: str = "sides"
    #: points are made in play when the count is a multiple of this; 0: never (P4.M3).
    in_play: int = 0
    end_winner: str = "out"
    round_to: int = 1
    rounded: str = "sum"
    per_point: int = 1
    target_reached: str = "round-end"
    #: seconds a turn may last (P2.16).
    clock: int | None = None


ALL_SEVEN = {2: 7, 3: 7, 4: 7}
NO_RESERVE = {2: 0, 3: 0, 4: 0}
TWO_KEPT = {2: 2, 3: 2, 4: 2}
GUIDE_RESERVE = {2: 2, 3: 1, 4: 1}
DOUBLE_OR_NEXT = ("next-seat", "highest-double")

#: P1.
SELMINHA = Rules(
    name="selminha/1",
    hand_size=ALL_SEVEN,
    lead_order=("6-6", "highest-double", "heaviest"),
    first_tile="forced",
    later_lead=("next-seat",),
    void_deal="four-doubles",
    draw_when="stuck",
    draw_most=None,
    reserve=NO_RESERVE,
    pairs="always-at-four",
    block_reached="after-passes",
    block_tie="lowest-tile",
    block_tie_of_pairs="nobody",
    own_pips="ignored",
    target=100,
)

#: P2.
PARTNERS_BLOCK = Rules(
    name="partners-block/1",
    hand_size={4: 7},
    lead_order=("6-6",),
    first_tile="free",
    later_lead=("next-seat",),
    void_deal="none",
    draw_when="never",
    draw_most=None,
    reserve=NO_RESERVE,
    pairs="always-at-four",
    block_reached="after-passes",
    block_tie="last-to-play",
    block_tie_of_pairs="last-to-play",
    own_pips="ignored",
    target=100,
    clock=45,
)

#: P3, the draw game.
CLASSIC_DRAW = Rules(
    name="classic-draw/1",
    hand_size={2: 7, 3: 7, 4: 6},
    lead_order=("highest-double", "heaviest"),
    first_tile="forced",
    later_lead=("winner",),
    void_deal="none",
    draw_when="stuck",
    draw_most=None,
    reserve=TWO_KEPT,
    pairs="never",
    block_reached="at-once",
    block_tie="nobody",
    block_tie_of_pairs="nobody",
    own_pips="blocked",
    target=100,
)

#: P3.13.
CLASSIC_BLOCK = replace(CLASSIC_DRAW, name="classic-block/1", draw_when="never")

#: P4.B.
GUIDE_BLOCK = Rules(
    name="guide-block/1",
    hand_size={2: 7, 3: 5, 4: 5},
    lead_order=("highest-double",),
    first_tile="free",
    later_lead=("next-seat",),
    void_deal="no-double",
    draw_when="never",
    draw_most=None,
    reserve=GUIDE_RESERVE,
    pairs="optional-at-four",
    block_reached="at-once",
    block_tie="lowest-tile",
    block_tie_of_pairs="lowest-tile",
    own_pips="blocked",
    target=100,
    target_reached="at-once",
)

#: P4.D.
GUIDE_DRAW = replace(GUIDE_BLOCK, name="guide-draw/1", draw_when="stuck", later_lead=DOUBLE_OR_NEXT)

#: P4.M.
MUGGINS = replace(
    GUIDE_DRAW,
    name="muggins/1",
    hand_size={2: 5, 3: 5, 4: 5},
    own_pips="ignored",
    in_play=5,
    end_winner="lowest",
    round_to=5,
    per_point=5,
    target=61,
)

#: P4.F.
FIVE_UP = replace(MUGGINS, name="five-up/1", branching=True, end_winner="out")

PRESETS = {
    rules.name: rules
    for rules in (
        SELMINHA,
        PARTNERS_BLOCK,
        CLASSIC_DRAW,
        CLASSIC_BLOCK,
        GUIDE_BLOCK,
        GUIDE_DRAW,
        MUGGINS,
        FIVE_UP,
    )
}

#: Overrides that simply replace the field of the same name (RULES A5).
PLAIN = (
    "target",
    "own_pips",
    "end_winner",
    "sides_first",
    "double_count",
    "target_reached",
    "first_tile",
)

#: Overrides that are groups: (group, key) -> field.
GROUPED = {
    ("draw", "when"): "draw_when",
    ("draw", "most"): "draw_most",
    ("block", "reached"): "block_reached",
    ("block", "tie"): "block_tie",
    ("block", "tie_of_pairs"): "block_tie_of_pairs",
    ("end_points", "round_to"): "round_to",
    ("end_points", "rounded"): "rounded",
    ("end_points", "per_point"): "per_point",
}


def preset(name: str) -> Rules:
    """Find a rule set by ``name/version``; the bare name means version 1."""
    return PRESETS[name if "/" in name else f"{name}/1"]


def is_versioned(value: str | dict[str, Any]) -> bool:
    """Say whether a record's ``rules`` names the version (else DOM901)."""
    name = value if isinstance(value, str) else str(value["base"])
    return "/" in name


def rules_of(value: str | dict[str, Any]) -> Rules:
    """Build the rules from a record's ``rules``: a name, or a base with overrides."""
    if isinstance(value, str):
        return preset(value)
    base = preset(str(value["base"]))
    changes: dict[str, Any] = {key: value[key] for key in PLAIN if key in value}
    for (group, key), field in GROUPED.items():
        if key in value.get(group, {}):
            changes[field] = value[group][key]
    if "hand_size" in value:
        sizes = {int(count): size for count, size in value["hand_size"].items()}
        changes["hand_size"] = {**base.hand_size, **sizes}
    if "first_lead" in value:
        changes["lead_order"] = () if value["first_lead"] == "lot" else tuple(value["first_lead"])
    if value.get("first_lead") == "lot":
        changes["first_tile"] = "free"
    if "later_lead" in value:
        named = value["later_lead"]
        changes["later_lead"] = (named,) if isinstance(named, str) else tuple(named)
    return replace(base, **changes)


def default_sides(rules: Rules, seats: str) -> list[str]:
    """Return who plays together when the record does not say (P1.4, P2.1, P3.1, A5)."""
    if len(seats) == 4 and rules.pairs == "always-at-four":
        return ["AC", "BD"]
    return list(seats)
