"""The deal and the lead: hand sizes, void deals, who ought to lead and with what."""

from __future__ import annotations

from .rules import Rules
from .scoring import Hands
from .table import Layout, Table
from .tiles import SET, Tile, is_double, tile_of


def rest_of_set(hands: Hands) -> list[Tile]:
    """Return the tiles that nobody holds."""
    return [tile for tile in SET if not any(tile in hand for hand in hands.values())]


def boneyard_size(rules: Rules, players: int) -> int:
    """Return how many tiles remain after the deal (P1.6, P2.3, P3.3)."""
    return len(SET) - players * rules.hand_size[players]


def overloaded(rules: Rules, hands: Hands) -> list[str]:
    """List the seats whose four or more doubles void a deal (P1.7)."""
    if rules.void_deal != "four-doubles":
        return []
    return [seat for seat, hand in hands.items() if sum(map(is_double, hand)) >= 4]


def lacks_double(rules: Rules, hands: Hands, first_round: bool) -> bool:
    """Say whether nobody holds a double where the lead depends on one (P4.G4)."""
    if rules.void_deal != "no-double" or not first_round or not rules.lead_order:
        return False
    return not any(is_double(tile) for hand in hands.values() for tile in hand)


def is_void(rules: Rules, hands: Hands, first_round: bool) -> bool:
    """Say whether a deal is dealt again."""
    return bool(overloaded(rules, hands)) or lacks_double(rules, hands, first_round)


def leading_tile(rule: str, held: list[Tile]) -> Tile | None:
    """Return the tile that finds the leader by one rule, if anybody holds it."""
    doubles = [tile for tile in held if is_double(tile)]
    if "-" in rule and rule[0].isdigit():
        return tile_of(rule) if tile_of(rule) in held else None
    if rule == "highest-double":
        return max(doubles, default=None)
    return max(held, key=lambda tile: (sum(tile), tile[0]), default=None)


def holders(tile: Tile, hands: Hands) -> frozenset[str]:
    """Return the seats that hold a tile."""
    return frozenset(seat for seat, hand in hands.items() if tile in hand)


def first_lead(rules: Rules, hands: Hands) -> tuple[frozenset[str] | None, Tile | None]:
    """Return who leads round 1 and the tile that is forced, if any.

    P1.8-P1.10, P2.4, P3.4-P3.5, P4.G4. Nobody is named for a lot or a deal without a double.
    """
    held = [tile for hand in hands.values() for tile in hand]
    for rule in rules.lead_order:
        tile = leading_tile(rule, held)
        if tile is not None:
            return holders(tile, hands), tile if rules.first_tile == "forced" else None
    return None, None


def set_up(rules: Rules, seats: str, sides: list[str], hands: Hands, boneyard: list[Tile]) -> Table:
    """Lay a table for a round, with nobody named as leader yet."""
    return Table(
        rules,
        seats,
        sides,
        {seat: list(hands[seat]) for seat in seats},
        list(boneyard),
        Layout(rules),
        in_play=dict.fromkeys(sides, 0),
    )


def at_once(rules: Rules) -> bool:
    """Say whether a side that reaches the target in play has won at once (P4.M8)."""
    return bool(rules.in_play) and rules.target_reached == "at-once" and rules.target != "hand"


def goals(rules: Rules, totals: dict[str, int | None]) -> dict[str, int] | None:
    """Return the in-play points with which each side of known total wins the match at once."""
    target = rules.target
    if not at_once(rules) or isinstance(target, str):
        return None
    return {side: target - total for side, total in totals.items() if total is not None}
