"""What is left in the hands at the end, from the acts or from what was turned up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding
from domscore.play.state import State
from domscore.play.table import Table
from domscore.score.round_end import Hands

Left = dict[str, list[str] | int]


@dataclass(slots=True)
class Shown:
    """The record's ``left``, read.

    Attributes:
        tiles: by seat, the mask of the tiles shown, None unless all were.
        known: by seat, the mask of the tiles shown, whether or not all were.
        pips: by seat; None when not shown.
        count: by seat, how many tiles; None for pips only, or nothing.
        findings: DOM301, DOM302.
    """

    tiles: list[int | None]
    known: list[int]
    pips: list[int | None]
    count: list[int | None]
    findings: list[Finding] = field(default_factory=list)

    @property
    def anything(self) -> bool:
        """Something was shown."""
        return any(pips is not None for pips in self.pips) or any(count is not None for count in self.count)

    def hands(self, out: int | None = None) -> Hands:
        """As hands at the end; ``out``: a seat that must have gone out, whatever was shown of it."""
        hands = Hands(list(self.pips), list(self.tiles))
        if out is not None:
            hands.pips[out] = hands.tiles[out] = 0
        return hands


def shown_tiles(table: Table, left: Left | None, path: str) -> Shown:
    """Read ``left``: tiles that the set does not have, and tiles shown twice, are findings."""
    players = table.players
    shown = Shown([None] * players, [0] * players, [None] * players, [None] * players)
    seen: dict[int, str] = {}
    for seat, letter in enumerate(table.letters):
        given = (left or {}).get(letter)
        if isinstance(given, int):
            shown.pips[seat] = given
        elif given is not None:
            _read_shown(table, seat, given, f"{path}/left/{letter}", seen, shown)
    return shown


def _read_shown(table: Table, seat: int, names: list[str], path: str, seen: dict[int, str], shown: Shown) -> None:
    complete = True
    letter = LETTERS[seat]
    for index, name in enumerate(names):
        number = table.tiles.number.get(name)
        if number is None:
            complete = False
            if name != "?":
                fields: dict[str, Any] = {"tile": name, "highest": table.tiles.highest}
                shown.findings.append(Finding("DOM301", f"{path}/{index}", fields, seat=letter))
            continue
        if number in seen:
            complete = False
            places = [f"{seen[number]}'s tiles shown", f"{letter}'s tiles shown"]
            fields = {"tile": table.tiles.names[number], "places": places}
            shown.findings.append(Finding("DOM302", f"{path}/{index}", fields, seat=letter))
            continue
        seen[number] = letter
        shown.known[seat] |= 1 << number
    shown.count[seat] = len(names)
    if complete:
        shown.tiles[seat] = shown.known[seat]
        shown.pips[seat] = table.tiles.pips_of(shown.known[seat])


def names_left(state: State, seat: int, shown: Shown | None = None) -> list[str] | None:
    """The tiles a seat holds at the end, ``"?"`` for one not known; None when not even their number is known."""
    if shown is not None and state.hidden(seat) and shown.tiles[seat] is not None:
        return state.table.tiles.names_of(shown.tiles[seat] or 0)
    if state.vague[seat]:
        return None
    return state.table.tiles.names_of(state.hands[seat]) + ["?"] * state.unseen[seat]


def wrong_left(state: State, seat: int, given: list[str] | int, shown: Shown) -> bool | None:
    """Whether what was shown contradicts the acts; None when that cannot be known."""
    tiles = state.table.tiles
    hand, unseen = state.hands[seat], state.unseen[seat]
    if isinstance(given, int):
        pips = tiles.pips_of(hand)
        if not state.hidden(seat):
            return pips != given
        return True if given < pips else None
    if not state.vague[seat] and len(given) != hand.bit_count() + unseen:
        return True
    known = shown.known[seat]
    if not state.hidden(seat):
        return bool(known & ~hand)
    if known & ~hand & ~state.unknown_tiles():
        return True
    return True if shown.tiles[seat] is not None and hand & ~known else None


def hands_at_end(state: State, shown: Shown) -> Hands:
    """Pips and tiles of every hand: known from the acts, else as shown."""
    pips: list[int | None] = []
    tiles: list[int | None] = []
    for seat in range(state.table.players):
        if state.hidden(seat):
            pips.append(shown.pips[seat])
            tiles.append(shown.tiles[seat])
        else:
            tiles.append(state.hands[seat])
            pips.append(state.table.tiles.pips_of(state.hands[seat]))
    return Hands(pips, tiles)
