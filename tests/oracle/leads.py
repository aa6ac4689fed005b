"""Who ought to lead a round, from the deal or from the round before."""

from __future__ import annotations

from dataclasses import dataclass

from .dealing import first_lead, holders, leading_tile
from .findings import Finding
from .rules import Rules
from .scoring import Hands
from .tiles import Tile


@dataclass
class Lead:
    """What the next lead depends on: the leader of the round before, and its winner."""

    seat: str | None = None
    #: None with ``winner_known``: nobody won, or the round was not played out.
    winner: str | None = None
    winner_known: bool = True
    #: a wrong claim about the winner, from which a wrong leader may follow.
    claimed_winner: str | None = None
    claim: Finding | None = None


def first_leader(
    rules: Rules, hands: Hands | None, first: bool, named: str | None
) -> tuple[frozenset[str] | None, Tile | None]:
    """Return who ought to lead the first recorded round (None: unknown) and the forced tile.

    ``first``: the first-round rules hold. ``named``: the leader that ``start`` names; FORMAT: it says who ought to lead, and
    where the deal shows who that is (P1.8, P3.4, P4.G4), it is a claim like others, "recomputed and compared".
    """
    seats, tile = first_lead(rules, hands) if first and hands else (None, None)
    if named is not None and seats is None:
        return frozenset(named), None
    return seats, tile


def later_leaders(rules: Rules, seats: str, hands: Hands | None, lead: Lead) -> frozenset[str] | None:
    """Return who may lead a later round: P1.11, P2.5, P3.6, P3.7, P4.B2, A4."""
    allowed: frozenset[str] = frozenset()
    for reading in rules.later_lead:
        leaders = leaders_by(reading, seats, hands, lead)
        if leaders is None:
            return None
        allowed |= leaders
    return allowed or None


def leaders_by(reading: str, seats: str, hands: Hands | None, lead: Lead) -> frozenset[str] | None:
    """Return who leads by one reading; None where that is unknown."""
    if reading == "any":
        return None
    if reading == "highest-double":
        if hands is None:
            return None
        tile = leading_tile(reading, [tile for hand in hands.values() for tile in hand])
        return frozenset() if tile is None else holders(tile, hands)
    if reading == "winner":
        if not lead.winner_known:
            return None
        if lead.winner is not None:
            return frozenset(lead.winner)
    if lead.seat is None:
        return None
    return frozenset(seats[(seats.index(lead.seat) + 1) % len(seats)])
