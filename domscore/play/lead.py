"""Who leads a round, and with which tile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding
from domscore.play.table import Table
from domscore.rules.model import LaterLead


class Lead(NamedTuple):
    """The rightful leaders.

    Attributes:
        seats: who may be; None when anybody may, or when it cannot be known.
        tiles: for a forced lead, by seat the tile numbers of which one must be led; empty when the tile is free.
        why: in words, with the clauses.
    """

    seats: frozenset[int] | None
    tiles: dict[int, frozenset[int]]
    why: str


ANYBODY = Lead(None, {}, "")


class Penalised(NamedTuple):
    """Who may lead after a hand that the table of penalties stops, besides whoever leads as usual; ``why`` in words."""

    seats: frozenset[int]
    why: str


@dataclass(slots=True)
class Before:
    """What the round before hands on to the lead.

    Attributes:
        leader: who laid its first tile; None when that is not known.
        winner: its winning side's seats; empty when nobody won; None when that is not known.
        mistaken: seats of a side wrongly written as its winner, and the finding about it.
        penalised: who may lead besides, where the house stops a hand for an irregular act.
    """

    leader: int | None = None
    winner: tuple[int, ...] | None = None
    mistaken: tuple[str, Finding] | None = None
    penalised: Penalised | None = None


def first_lead(table: Table, hands: list[int], unseen: list[int], boneyard: int, boneyard_size: int) -> Lead:
    """The first round's lead (P1.8 to P1.10, P2.4, P3.4, P3.5, P4.G4)."""
    chain = table.rules.first_lead
    if chain == "lot":
        return ANYBODY
    holders, settled = _holders(table, in_order(table, list(chain)), hands, unseen, boneyard, boneyard_size)
    dealt = table.rules.redeal.no_double_in_first_round and "highest-double" in chain
    if not holders or not (settled or dealt):
        return ANYBODY
    why = f"the holder of {_chain_in_words(list(chain))} leads{_cited(table, 'first_lead')}"
    tiles: dict[int, frozenset[int]] = {}
    if table.forced_lead:
        for seat in {seat for _, seats in holders for seat in seats}:
            tiles[seat] = frozenset(tile for tile, seats in holders if seat in seats)
    return Lead(frozenset(seat for _, seats in holders for seat in seats), tiles, why)


def later_lead(table: Table, before: Before, hands: list[int], unseen: list[int], boneyard: int, size: int) -> Lead:
    """A later round's lead (P1.11, P2.5, P3.6, P3.7, P4.B2): any reading that the rules accept."""
    seats: set[int] = set()
    ways = []
    for way in sorted(table.rules.later_leads):
        if way is LaterLead.ANY:
            return ANYBODY
        if way is LaterLead.HIGHEST_DOUBLE:
            order = in_order(table, ["highest-double"])
            holders, settled = _holders(table, order, hands, unseen, boneyard, size)
            if not settled and len(table.rules.later_leads) == 1:
                return ANYBODY
            seats |= {seat for _, owners in holders for seat in owners}
            ways.append("the holder of the highest double")
            continue
        found = next_or_winner(table, way, before)
        if found is None:
            return ANYBODY
        seats |= found
        ways.append("the winner of the round before" if way is LaterLead.WINNER and before.winner else "the next seat")
    if not seats:
        return ANYBODY
    why = f"{' or '.join(ways)} leads{_cited(table, 'later_lead')}"
    if before.penalised is not None:
        seats |= before.penalised.seats
        why += f"; {before.penalised.why}"
    return Lead(frozenset(seats), {}, why)


def next_or_winner(table: Table, way: LaterLead, before: Before) -> set[int] | None:
    """The seats; None when it cannot be known. After a tie the lead moves on by one seat (P3.7).

    After a hand that the table of penalties stops, whoever leads by that table may lead too.
    """
    besides = frozenset() if before.penalised is None else before.penalised.seats
    if way is LaterLead.WINNER:
        if before.winner is None:
            return None
        if before.winner:
            return {*before.winner, *besides}
    return None if before.leader is None else {table.following[before.leader], *besides}


def in_order(table: Table, chain: list[str]) -> Iterator[int]:
    """Tile numbers in the order in which they would lead. Heaviest: equal pips, the higher number first (P1.10)."""
    tiles = table.tiles
    for step in chain:
        if step == "highest-double":
            yield from (n for n in reversed(range(tiles.size)) if tiles.doubles >> n & 1)
        elif step == "heaviest":
            yield from reversed(range(tiles.size))
        elif step in tiles.number:
            yield tiles.number[step]


def _holders(
    table: Table, order: Iterator[int], hands: list[int], unseen: list[int], boneyard: int, boneyard_size: int
) -> tuple[list[tuple[int, frozenset[int]]], bool]:
    """The tiles that may turn out to be the leading one, each with the seats that may hold it; and that one of them is.

    With all hands known that is one tile and one seat. A tile whose place is not known may be in any hand with unseen
    tiles, and the search goes on below it only if it may lie in the boneyard too.
    """
    hidden = frozenset(seat for seat, count in enumerate(unseen) if count)
    roomy = boneyard_size > boneyard.bit_count()
    found: list[tuple[int, frozenset[int]]] = []
    for tile in order:
        holder = next((seat for seat, hand in enumerate(hands) if hand >> tile & 1), None)
        if holder is not None:
            found.append((tile, frozenset([holder])))
            return found, True
        if boneyard >> tile & 1 or not hidden:
            continue
        found.append((tile, hidden))
        if not roomy:
            return found, True
    return found, not hidden


def _chain_in_words(chain: list[str]) -> str:
    words = {"highest-double": "the highest double", "heaviest": "the heaviest tile"}
    return ", else ".join(words.get(step, step) for step in chain)


def _cited(table: Table, field: str) -> str:
    clauses = table.rules.clauses_of(field)
    return f" ({', '.join(clauses)})" if clauses else ""


def seats_in_words(seats: frozenset[int]) -> list[str]:
    """Seat letters in order."""
    return [LETTERS[seat] for seat in sorted(seats)]
