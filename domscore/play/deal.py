"""The deal of a round: hands as masks, what is not known of them, and whether the rules let the deal stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding
from domscore.play.table import Table

MAX_FINDINGS = 200
"""Tiles in two places of one deal that are reported: the largest set has 190."""


@dataclass(slots=True)
class Deal:
    """What is known of a deal.

    Attributes:
        hands: by seat, the mask of the tiles known to be dealt to it.
        unseen: by seat, how many further tiles it was dealt.
        boneyard: mask of the tiles known to be left over.
        boneyard_size: how many are left over.
        left_over: mask of the tiles written as left over.
        given: the record holds a deal at all.
        findings: DOM301 to DOM304.
        faults: by seat, the finding that makes its hand doubtful.
    """

    hands: list[int]
    unseen: list[int]
    boneyard: int
    boneyard_size: int
    given: bool = True
    findings: list[Finding] = field(default_factory=list)
    faults: dict[int, Finding] = field(default_factory=dict)
    left_over: int = 0

    @property
    def known(self) -> bool:
        """Every hand is known."""
        return not any(self.unseen)


def clean_hands(table: Table, deal: Any) -> list[int] | None:  # noqa: ANN401 - any JSON value
    """The hands of an ordinary deal (every tile of every hand given, once, in the right number), else None.

    A boneyard may be written, with all that is left over. Tiles are added up as bits: a tile that stands twice carries over,
    and then fewer bits are set than there are tiles.
    """
    if deal.__class__ is not dict:
        return None
    bit, size, hands = table.tiles.bit.__getitem__, table.hand_size, []
    try:
        for letter in table.letters:
            names = deal[letter]
            if names.__class__ is not list or len(names) != size:
                return None
            hands.append(sum(map(bit, names)))
        dealt = sum(hands)
        if dealt.bit_count() != size * table.players:
            return None
        if len(deal) > table.players:
            rest = deal["boneyard"]
            if rest.__class__ is not list or len(rest) != table.boneyard or len(deal) != table.players + 1:
                return None
            return hands if dealt + sum(map(bit, rest)) == table.tiles.everything else None
    except KeyError:
        return None
    return hands


def read_deal(table: Table, deal: Mapping[str, list[str]] | None, path: str) -> Deal:
    """The deal as far as it is given, with what is wrong about it."""
    result = Deal([], [], 0, 0, given=bool(deal))
    deal = deal or {}
    seen: dict[str, str] = {}
    for seat, letter in enumerate(table.letters):
        names = deal.get(letter)
        if names is None:
            result.hands.append(0)
            result.unseen.append(table.hand_size)
            continue
        known, unknown = _read_tiles(table, names, letter, f"{path}/{letter}", seen, result)
        result.hands.append(known)
        result.unseen.append(unknown)
        if len(names) != table.hand_size:
            fields = {"seat": letter, "dealt": len(names), "due": table.hand_size}
            fault = Finding("DOM303", f"{path}/{letter}", fields, seat=letter)
            result.findings.append(fault)
            result.faults.setdefault(seat, fault)
    _read_boneyard(table, deal.get("boneyard"), f"{path}/boneyard", seen, result)
    return result


def _read_tiles(table: Table, names: list[str], where: str, path: str, seen: dict[str, str], deal: Deal) -> tuple[int, int]:
    """Known tiles as a mask, and how many are not known; a tile that cannot be counts as unknown."""
    known, unknown = 0, 0
    seat = where if where in LETTERS else None
    for index, name in enumerate(names):
        number = table.tiles.number.get(name)
        if number is None:
            unknown += 1
            if name != "?":
                fields = {"tile": name, "highest": table.tiles.highest}
                deal.findings.append(Finding("DOM301", f"{path}/{index}", fields, seat=seat))
            continue
        tile = table.tiles.names[number]
        if tile in seen:
            unknown += 1
            fields = {"tile": tile, "places": [_place(seen[tile]), _place(where)]}
            fault = Finding("DOM302", f"{path}/{index}", fields, seat=seat)
            if len(deal.findings) < MAX_FINDINGS:
                deal.findings.append(fault)
            for holder in (seen[tile], where):
                if holder in LETTERS:
                    deal.faults.setdefault(LETTERS.index(holder), fault)
            continue
        seen[tile] = where
        known |= 1 << number
    return known, unknown


def _place(where: str) -> str:
    return f"{where}'s hand" if where in LETTERS else "the boneyard"


def _read_boneyard(table: Table, names: list[str] | None, path: str, seen: dict[str, str], deal: Deal) -> None:
    dealt = sum(hand.bit_count() for hand in deal.hands) + sum(deal.unseen)
    deal.boneyard_size = max(0, table.tiles.size - dealt)
    if names is not None:
        deal.boneyard, _ = _read_tiles(table, names, "boneyard", path, seen, deal)
        deal.left_over = deal.boneyard
        deal.boneyard_size = len(names)
        if len(names) != table.boneyard:
            deal.findings.append(Finding("DOM304", path, {"given": len(names), "due": table.boneyard}))
    taken = 0
    for hand in deal.hands:
        taken |= hand
    rest = table.tiles.everything & ~taken & ~deal.boneyard
    open_hands = [seat for seat, count in enumerate(deal.unseen) if count]
    if not open_hands:
        deal.boneyard |= rest if names is None else 0
    elif deal.boneyard.bit_count() == deal.boneyard_size and len(open_hands) == 1:
        only = open_hands[0]
        if rest.bit_count() == deal.unseen[only] and not deal.faults:
            deal.hands[only] |= rest
            deal.unseen[only] = 0


def void_reason(table: Table, hands: list[int], unseen: list[int], first_round: bool) -> tuple[str, int | None] | None:
    """Why the rules deal again, and the seat concerned; None when the deal stands, or when that cannot be known.

    A hand with too many doubles (P1.7) is certain as soon as so many are known; a deal without any double (P4.G4) only when
    all hands are known.
    """
    redeal = table.rules.redeal
    doubles = table.tiles.doubles
    if redeal.doubles_in_hand is not None:
        for seat, hand in enumerate(hands):
            count = (hand & doubles).bit_count()
            if count >= redeal.doubles_in_hand:
                return f"{LETTERS[seat]} holds {count} doubles", seat
    if redeal.no_double_in_first_round and first_round and table.rules.first_lead != "lot":
        together = 0
        for hand in hands:
            together |= hand
        if not together & doubles and not any(unseen):
            return "nobody holds a double", None
    return None


def may_be_void(table: Table, deal: Deal, first_round: bool) -> bool:
    """Whether a deal that is not known to be void may be, tiles that are not known being what they may."""
    redeal = table.rules.redeal
    placed, doubles = deal.boneyard, table.tiles.doubles
    for hand in deal.hands:
        placed |= hand
    loose = (doubles & ~placed).bit_count()
    if redeal.doubles_in_hand is not None:
        for hand, unseen in zip(deal.hands, deal.unseen, strict=True):
            if (hand & doubles).bit_count() + min(unseen, loose) >= redeal.doubles_in_hand:
                return True
    if redeal.no_double_in_first_round and first_round and table.rules.first_lead != "lot":
        held = any(hand & doubles for hand in deal.hands)
        return not held and loose <= deal.boneyard_size - deal.boneyard.bit_count()
    return False
