"""The deal as recorded: reading it, and what is wrong with it."""

from __future__ import annotations

from typing import Any

from .acts import Act
from .dealing import boneyard_size, is_void, lacks_double, overloaded, rest_of_set
from .findings import Finding
from .rules import Rules
from .scoring import Hands
from .tiles import SET, Tile, is_double, tile_of

Deal = dict[str, list[str]]


class Hidden(Exception):
    """A tile of a round's deal or draws, or of those shown, is unknown: not judged here (level 3)."""


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


def refuse_doubtful(claims: dict[str, Any]) -> None:
    """Refuse rounds whose deal or tiles shown hold a tile twice, or one that the set does not have.

    The second writing counts as a tile that nobody saw.
    """
    for piles in (claims.get("deal", {}), claims.get("left", {})):
        written = [text for pile in piles.values() if isinstance(pile, list) for text in pile]
        tiles = [tile_of(text) for text in written if text != "?"]
        if len(set(tiles)) < len(tiles) or not set(tiles) <= set(SET):
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
    by_doubles = rules.void_deal == "four-doubles"
    if not deal or (by_doubles and any(most_doubles(rules, seats, deal, seat) >= 4 for seat in seats)):
        return None
    unseen_by_all = rules.void_deal == "no-double" and first and bool(rules.lead_order) and not doubles_in(deal, seats)
    return None if unseen_by_all else False


def doubles_in(deal: Deal, piles: str | list[str]) -> list[Tile]:
    """List the doubles written in some piles."""
    written = [tile_of(text) for pile in piles for text in deal.get(pile, []) if text != "?"]
    return [tile for tile in written if is_double(tile)]


def most_doubles(rules: Rules, seats: str, deal: Deal, seat: str) -> int:
    """Return how many doubles a hand may have held, as far as the deal is written."""
    own = len(doubles_in(deal, seat))
    nowhere = 7 - len(doubles_in(deal, [*seats, "boneyard"]))
    known = sum(text != "?" for text in deal.get(seat, []))
    slots = rules.hand_size[len(seats)] - known
    return own + min(slots, nowhere)


def short_hands(rules: Rules, seats: str, deal: Deal, found: list[Finding]) -> dict[str, Finding]:
    """Return the hands that hold too few tiles: what they play and nobody had follows from that."""
    size = rules.hand_size[len(seats)]
    return {f.seat: f for f in found if f.code == "DOM303" and f.seat and len(deal[f.seat]) < size}
