"""Counting legal continuations (perft), and naming the legal acts of a position."""

from __future__ import annotations

from typing import Any

from .acts import act_of
from .dealing import first_lead, goals, rest_of_set, set_up
from .rules import default_sides, rules_of
from .scoring import Hands
from .table import Edge, Move, Table, written
from .tiles import spelled, tile_of

SEATS = "ABCD"


def opened(rules: str | dict[str, Any], players: int, hands: dict[str, list[str]], boneyard: list[str]) -> Table:
    """Lay the table of a first round of a match, sides by default, scores at 0."""
    chosen = rules_of(rules)
    seats = SEATS[:players]
    sides = default_sides(chosen, seats)
    held: Hands = {seat: [tile_of(text) for text in hands[seat]] for seat in seats}
    table = set_up(chosen, seats, sides, held, [tile_of(text) for text in boneyard])
    table.leaders, table.lead_tile = first_lead(chosen, held)
    table.goal = goals(chosen, dict.fromkeys(sides, 0))
    return table


def advance(table: Table, text: str | dict[str, Any]) -> None:
    """Carry out a legal act; the opening tile lies as written."""
    act = act_of(text)
    assert act.seat is not None
    if act.kind == "pass":
        table.do_pass(act.seat)
        return
    assert act.tile is not None and act.halves is not None
    if act.kind == "draw":
        table.do_draw(act.seat, act.tile)
    elif not table.layout.tiles:
        table.do_play(act.seat, act.halves, None)
    else:
        table.make(Move(act.seat, "play", act.tile, named_edge(table, text)))


def named_edge(table: Table, text: str | dict[str, Any]) -> Edge:
    """Find the place that a legal act names; the first, where several are alike."""
    act = act_of(text)
    assert act.tile is not None
    for edge in table.fitting(act.tile):
        lettered = act.end is not None and edge.letter == act.end
        touched = act.on in (edge.number, edge.tile)
        if lettered or touched or (act.end is None and act.on is None):
            return edge
    raise ValueError(f"no such place: {text}")


def legal(
    rules: str | dict[str, Any],
    players: int,
    hands: dict[str, list[str]],
    boneyard: list[str],
    acts: list[str | dict[str, Any]],
) -> set[str]:
    """Return the legal acts after some legal acts of a first round, spelled with their place.

    The tile stands high half first; a place is named by its letter, or, on an arm that has
    none, by ``on`` and the tile it is at. A double's two ends without letters are one
    spelling. With ``sides_first`` off, ``on`` a double may stand for its side and its ends.
    Where the lead is by lot, the leads of all seats are listed. Nothing is legal after the
    end of the round. Sides are the default ones, scores start at 0, and a target that is
    reached at once ends the round.
    """
    table = opened(rules, players, hands, boneyard)
    for text in acts:
        advance(table, text)
    return {spell(move, table) for move in table.moves()}


def spell(move: Move, table: Table) -> str:
    """Spell a move, also where the spelling is not exact."""
    text = written(move, table)
    if text is None:
        assert move.edge is not None and move.tile is not None
        text = f"{move.seat} {spelled(move.tile)} on {spelled(move.edge.tile)}"
    return text


def perft(rules: str | dict[str, Any], players: int, deal: dict[str, list[str]], depth: int) -> int:
    """Count the sequences of exactly ``depth`` legal acts from the deal of a first round.

    What counts as one act:

    - the lead: each tile that may be led once, however it is turned (a forced tile: 1; by lot:
      the tiles of all seats);
    - a play: each pair of a tile in hand and an open edge that it fits. Edges count one by
      one: two equal ends of a line are two, the two sides of a lone double are two, the two
      open ends of a double are two, also where they have no letters; a double on an end is one;
    - a draw: each tile of the boneyard, when the seat may draw (reserve respected; one tile is
      one act, and the turn stays);
    - a pass: one, and only when nothing else is possible. P1 and P2: the closing passes of a
      dead position are acts (one per seat), the last of them ends the round. P3, P4: a block
      ends the round at once, without passes.

    A sequence that ends before ``depth`` (out, blocked, or a target reached at once from scores
    of 0) does not count. Depth 0 counts 1. Sides are the default ones: they matter only for
    the target. A deal without ``boneyard`` has the rest of the set there. Void deals are not
    looked for.
    """
    seats = SEATS[:players]
    hands = {seat: deal[seat] for seat in seats}
    held = {seat: [tile_of(text) for text in hands[seat]] for seat in seats}
    boneyard = deal.get("boneyard", [spelled(tile) for tile in rest_of_set(held)])
    return count(opened(rules, players, hands, boneyard), depth)


def count(table: Table, depth: int) -> int:
    """Count the continuations of a table."""
    if depth == 0:
        return 1
    moves = table.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = table.copy()
        after.make(move)
        total += count(after, depth - 1)
    return total
