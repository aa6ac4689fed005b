"""The end of a round in words: hands, what counts, who wins, ties step by step, pips into points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domscore.explain.lines import Line, added_up, cited, clauses, joined, plural
from domscore.play.state import How
from domscore.play.table import Table
from domscore.score.ledger import Entry, Why
from domscore.score.round_end import Hands, nearest_multiple

TREATMENTS = {
    "counted": "counts",
    "out": "",
    "partner": "does not count: a partner's never does",
    "own": "does not count: the winning side's own",
    "off": "comes off: the winning side's own",
    "compared": "compared only",
    "shown": "not counted",
}
"""What happens to the pips of a hand, and how that is said."""
_TIES = {
    "nobody": "a tie is nobody's",
    "lowest-tile": "the lowest tile decides, then the next-lowest",
    "last-to-play": "the side that laid the last tile wins",
}


def end_lines(table: Table, how: How | None, hands: Hands, entry: Entry | None) -> list[Line]:
    """All that leads to the points of the end, as the ledger's entry has it."""
    lines = hand_lines(table, hands, entry)
    if entry is None or how is None:
        return lines
    if "totals" in entry.detail:
        lines.append(_totals(table, entry))
    if "tied" in entry.detail:
        lines += _tie_lines(table, entry)
    lines.append(_winner(table, entry))
    if entry.side is not None:
        lines.append(points_line(table, entry))
    return lines


def hand_lines(table: Table, hands: Hands, entry: Entry | None) -> list[Line]:
    """A line for each hand: its tiles, its pips, and what happens to them."""
    return [_hand(table, seat, hands, treatment(table, seat, hands, entry)) for seat in range(table.players)]


def treatment(table: Table, seat: int, hands: Hands, entry: Entry | None) -> str:
    """A key of ``TREATMENTS``."""
    if entry is None:
        return "shown"
    if entry.side is None:
        return "compared"
    if table.letters[seat] in entry.detail["counted"]:
        return "counted"
    if table.own_off and entry.why is Why.BLOCKED:
        return "off"
    if hands.tiles[seat] == 0:
        return "out"
    went_out = entry.why is Why.OUT and entry.detail.get("out", table.side_ids[entry.side]) == table.side_ids[entry.side]
    return "partner" if went_out and not table.alone else "own"


def _hand(table: Table, seat: int, hands: Hands, how: str) -> Line:
    letter, pips, mask = table.letters[seat], hands.pips[seat], hands.tiles[seat]
    tiles = None if mask is None else table.tiles.names_of(mask)
    if pips is None:
        said = "not known"
    elif tiles is None:
        said = plural(pips, "pip")
    else:
        said = f"{' '.join(tiles)} = {plural(pips, 'pip')}" if tiles else "no tile left"
    words = TREATMENTS[how] if pips is not None and (tiles is None or tiles) else ""
    named = clauses(table.rules, "own_pips:partner" if how == "partner" else "own_pips")
    return Line(
        "hand",
        f"{letter}: {said}{f', {words}' if words else ''}",
        {"seat": letter, "tiles": tiles, "pips": pips, "treatment": how},
        clauses=named if how in ("partner", "own", "off") else (),
    )


def _totals(table: Table, entry: Entry) -> Line:
    totals: dict[str, int] = entry.detail["totals"]
    field = "end_winner" if "out" in entry.detail else _fewest(table)
    named = clauses(table.rules, field)
    listed = ", ".join(f"{side} {total}" for side, total in totals.items())
    return Line("totals", f"Pips by side: {listed}; the fewest win{cited(named)}.", {"totals": totals}, clauses=named)


def tie_clauses(table: Table) -> tuple[str, ...]:
    """What settles a tie at this table rests on these."""
    return clauses(table.rules, "block:tie" if table.alone else "block:tie-of-pairs")


def _fewest(table: Table) -> str:
    return "block:fewest" if table.alone else "block:fewest-of-pairs"


def _tie_lines(table: Table, entry: Entry) -> list[Line]:
    detail = entry.detail
    tied: list[str] = detail["tied"]
    named = tie_clauses(table)
    pips = detail["totals"][tied[0]]
    text = f"{joined(tied)} are equal at {plural(pips, 'pip')}: {_TIES[detail['tie']]}{cited(named)}."
    lines = [Line("tie", text, {"tied": tied, "pips": pips, "rule": detail["tie"]}, clauses=named)]
    if "lowest_tiles" in detail:
        lines += _steps(detail["lowest_tiles"], detail["lowest_names"])
    if "last_player" in detail:
        last = detail["last_player"]
        lines.append(Line("tie-step", f"{last} laid the last tile.", {"last_player": last}, depth=1))
    return lines


def _steps(pips: dict[str, list[int]], names: dict[str, list[str]]) -> list[Line]:
    """The lowest tiles side by side, then the next-lowest, until one is lower."""
    lines: list[Line] = []
    left = list(pips)
    for place in range(max(map(len, pips.values()))):
        there = [side for side in left if place < len(pips[side])]
        if len(there) < len(left):
            break
        tiles = {side: names[side][place] for side in left}
        least = min(pips[side][place] for side in left)
        lower = [side for side in left if pips[side][place] == least]
        said = ", ".join(f"{side} {tiles[side]} = {pips[side][place]}" for side in left)
        if len(lower) == len(left):
            outcome = "equal"
        else:
            outcome = f"{joined(lower)} lower" if len(lower) == 1 else f"{joined(lower)} lower and equal"
        values: dict[str, Any] = {"place": place + 1, "tiles": tiles, "lower": lower}
        lines.append(Line("tie-step", f"{_nth(place)} tile: {said}: {outcome}.", values, depth=1))
        left = lower
        if len(left) == 1:
            break
    return lines


def _nth(place: int) -> str:
    return "Lowest" if place == 0 else "Next" if place == 1 else f"{place + 1}th-lowest"


def _winner(table: Table, entry: Entry) -> Line:
    if entry.side is None:
        named = tie_clauses(table)
        return Line("winner", f"Nobody wins the round, and nobody scores{cited(named)}.", {"winner": None}, clauses=named)
    side = table.side_ids[entry.side]
    if entry.why is Why.LOST:
        return Line("winner", f"{side} wins the round: the other side lost it by a ruling.", {"winner": side})
    field = "end_winner:went-out" if entry.why is Why.OUT else _fewest(table)
    named = tie_clauses(table) if "tied" in entry.detail else clauses(table.rules, field)
    text = f"{side} wins the round{_because(entry, side)}{cited(named)}."
    return Line("winner", text, {"winner": side, "why": entry.why.value}, clauses=named)


def _because(entry: Entry, side: str) -> str:
    detail = entry.detail
    if "tied" in detail:
        return " by the rule for ties"
    if entry.why is Why.BLOCKED:
        return f": {plural(detail['totals'][side], 'pip')}, the fewest"
    out = detail.get("out", side)
    if out == side:
        return ": it went out"
    less, more = detail["totals"][side], detail["totals"][out]
    return f": {out} went out, but holds {plural(more, 'pip')} in all and {side} {less}; the fewest win"


def points_line(table: Table, entry: Entry) -> Line:
    """Pips into points: ``"6 + 7 = 13 pips -> 15 -> 3 points"``."""
    detail = entry.detail
    assert entry.side is not None
    named = clauses(table.rules, "end_points:paid-blocked" if entry.why is Why.BLOCKED else "end_points:paid-out")
    side = table.side_ids[entry.side]
    text = f"{pips_in_words(table, detail)} -> {plural(entry.points, 'point')} for {side}{cited(named)}."
    values = {"side": side, "points": entry.points, "rounding": table.round_to}
    values |= {name: detail[name] for name in ("counted", "held", "pips", "own", "rounded")}
    return Line("points", text, values, clauses=named)


def pips_in_words(table: Table, detail: dict[str, Any]) -> str:
    """What counts, added up, less what comes off, rounded."""
    counted: Sequence[int] = list(detail["counted"].values())
    pips, own, to = detail["pips"], detail["own"], table.round_to
    text = f"{plural(pips, 'pip')}" if len(counted) < 2 else f"{added_up(counted)} = {plural(pips, 'pip')}"
    if own:
        text += f", less {own} of the winner's own"
    if to == 1:
        return text
    if table.round_each:
        hands = [*counted, own] if own else counted
        text += f", each hand to the nearest {to} ({', '.join(f'{n} -> {nearest_multiple(n, to)}' for n in hands)})"
    elif own:
        text += f" = {pips - own}"
    return f"{text} -> {detail['rounded']}"
