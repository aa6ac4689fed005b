"""The deal as recorded: reading it, and what is wrong with it."""

from __future__ import annotations

from .acts import Act
from .dealing import boneyard_size, is_void, lacks_double, overloaded, rest_of_set
from .findings import Finding
from .rules import Rules
from .scoring import Hands
from .tiles import SET, Tile, tile_of

Deal = dict[str, list[str]]


class Hidden(Exception):
    """A tile of a round's deal or draws is unknown: not judged here (level 3)."""


def partial_deal(seats: str, deal: Deal) -> tuple[Hands, list[Tile]]:
    """Read the hands that are fully known, and what may be in the boneyard."""
    hands = {seat: [tile_of(text) for text in deal[seat]] for seat in seats if seat in deal and "?" not in deal[seat]}
    if "boneyard" not in deal or "?" in deal["boneyard"]:
        return hands, rest_of_set(hands)
    return hands, [tile_of(text) for text in deal["boneyard"]]


def known_deal(seats: str, deal: Deal, needed: bool) -> tuple[Hands, list[Tile]]:
    """Read a deal in which every tile is known; without a boneyard it is the rest.

    Where nobody played, hands are not ``needed``: unknown ones are left empty.
    """
    hands, boneyard = partial_deal(seats, deal)
    unknown = len(hands) < len(seats) or "?" in deal.get("boneyard", [])
    if needed and unknown:
        raise Hidden
    return {seat: hands.get(seat, []) for seat in seats}, boneyard


def refuse_hidden(acts: list[Act], draws_implied: bool) -> None:
    """Refuse rounds with draws that nobody saw."""
    if draws_implied or any(act.kind == "draw" and act.halves is None for act in acts):
        raise Hidden


def check_sizes(rules: Rules, seats: str, deal: Deal, number: int) -> list[Finding]:
    """Check the sizes of hands and boneyard; an odd boneyard may follow from an odd hand."""
    size, rest = rules.hand_size[len(seats)], boneyard_size(rules, len(seats))
    odd = [seat for seat in seats if seat in deal and len(deal[seat]) != size]
    found = [Finding("DOM303", number, None, seat) for seat in odd]
    if "boneyard" in deal and len(deal["boneyard"]) != rest:
        everything = sum(len(tiles) for tiles in deal.values()) == len(SET)
        follows = bool(found) and everything and len(deal) == len(seats) + 1
        found.append(Finding("DOM304", number, None, None, found[0] if follows else None))
    return found


def check_deal(rules: Rules, seats: str, deal: Deal, number: int) -> list[Finding]:
    """Check sizes, the set, and that no tile is in two places (DOM301 to DOM304)."""
    found = check_sizes(rules, seats, deal, number)
    places: dict[Tile, list[str]] = {}
    for place, tiles in deal.items():
        for text in tiles:
            if text != "?":
                places.setdefault(tile_of(text), []).append(place)
    for tile, where in places.items():
        owners = {place for place in where if place != "boneyard"}
        owner = next(iter(owners)) if len(owners) == 1 else None
        if tile not in SET:
            found.append(Finding("DOM301", number, None, owner))
        if len(where) > 1:
            found.append(Finding("DOM302", number, None, owner))
    return found


def check_void(rules: Rules, seats: str, deal: Deal, number: int, first: bool) -> list[Finding]:
    """Report a void deal that was played (DOM305)."""
    hands, _ = partial_deal(seats, deal)
    found = [Finding("DOM305", number, None, seat) for seat in overloaded(rules, hands)]
    if len(hands) == len(seats) and lacks_double(rules, hands, first):
        found.append(Finding("DOM305", number))
    return found


def void_as_recorded(rules: Rules, seats: str, deal: Deal, first: bool) -> bool | None:
    """Say whether a deal recorded as void was void; None if too little of it is known."""
    hands, _ = partial_deal(seats, deal)
    if overloaded(rules, hands):
        return True
    if len(hands) == len(seats):
        return is_void(rules, hands, first)
    depends = rules.void_deal == "four-doubles" or (rules.void_deal == "no-double" and first and bool(rules.lead_order))
    return None if depends else False


def displaced(deal: Deal, found: list[Finding]) -> dict[Tile, Finding]:
    """Return the tiles that the deal holds twice, or that the set does not have."""
    moved: dict[Tile, Finding] = {}
    seen: list[Tile] = []
    twice = next((f for f in found if f.code == "DOM302"), None)
    foreign = next((f for f in found if f.code == "DOM301"), None)
    for tiles in deal.values():
        for tile in map(tile_of, (text for text in tiles if text != "?")):
            if tile in seen and twice is not None:
                moved[tile] = twice
            if tile not in SET and foreign is not None:
                moved[tile] = foreign
            seen.append(tile)
    return moved
