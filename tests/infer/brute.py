"""The oracle for small sets: every deal is tried, and the acts are gone through with it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from domscore.infer.facts import Facts
from domscore.play.deal import Deal, void_reason
from domscore.play.lead import first_lead, later_lead
from domscore.play.moments import Moment
from domscore.play.table import Table
from domscore.record.acts import Kind
from domscore.score.evidence import Shown
from domscore.score.judged import Place
from tests.infer.looking import Looked


class Tried(NamedTuple):
    """A deal that fits what was seen.

    Attributes:
        dealt: the hands; drawn: the tiles drawn, in order.
        false: acts (number, seat) of passes and draws by a seat that held a fitting tile.
        void: the deal would have been dealt again. ``wrong_lead``: another seat, or another tile, ought to have led.
        hands: at each moment, and at the end, the hands.
    """

    dealt: tuple[int, ...]
    drawn: tuple[int, ...]
    false: frozenset[tuple[int, int]]
    void: bool
    wrong_lead: bool
    hands: tuple[tuple[int, ...], ...]


def all_deals(
    table: Table, deal: Deal, moments: list[Moment], left: dict[int, tuple[int, bool]], place: Place
) -> list[Tried]:
    """Every deal that fits the tiles seen. ``left``: by seat, tiles shown at the end, and whether those were all."""
    found = []
    for hands in _hands(table, _needed(deal, moments)):
        boneyard = table.tiles.everything
        for hand in hands:
            boneyard &= ~hand
        if deal.boneyard & ~boneyard:
            continue
        for false, drawn, course in _courses(table, moments, 0, hands, boneyard, frozenset(), (), ()):
            if all(
                final == shown if every else not shown & ~final
                for (shown, every), final in ((left[seat], course[-1][seat]) for seat in left)
            ):
                void, wrong = _lawless(table, hands, boneyard, place, moments)
                found.append(Tried(hands, drawn, false, void, wrong, course))
    return found


def _needed(deal: Deal, moments: list[Moment]) -> Deal:
    """The deal with the tiles that a seat laid before it drew any: those were dealt to it."""
    hands, unseen, drew = list(deal.hands), list(deal.unseen), set()
    for _, seat, kind, tile, _, _ in moments:
        if kind is Kind.DRAW:
            drew.add(seat)
        elif kind is Kind.PLAY and seat not in drew and not hands[seat] >> tile & 1:
            hands[seat] |= 1 << tile
            unseen[seat] -= 1
    return Deal(hands, unseen, deal.boneyard, deal.boneyard_size)


def _hands(table: Table, deal: Deal) -> Iterator[tuple[int, ...]]:
    def rest(seat: int, free: int, hands: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if seat == table.players:
            yield hands
            return
        if deal.unseen[seat] < 0:
            return
        later = 0
        for hand in deal.hands[seat + 1 :]:
            later |= hand
        pool = list(table.tiles.listed(free & ~deal.hands[seat] & ~later))
        for some in combinations(pool, deal.unseen[seat]):
            hand = deal.hands[seat] | sum(1 << n for n in some)
            yield from rest(seat + 1, free & ~hand, (*hands, hand))

    return rest(0, table.tiles.everything & ~deal.boneyard, ())


def _courses(
    table: Table,
    moments: list[Moment],
    at: int,
    hands: tuple[int, ...],
    boneyard: int,
    false: frozenset[tuple[int, int]],
    drawn: tuple[int, ...],
    course: tuple[tuple[int, ...], ...],
) -> Iterator[tuple[frozenset[tuple[int, int]], tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    course = (*course, hands)
    if at == len(moments):
        yield false, drawn, course
        return
    act, seat, kind, tile, fitting, _ = moments[at]
    hand = hands[seat]
    if kind is Kind.PLAY:
        if hand >> tile & 1:
            changed = (*hands[:seat], hand & ~(1 << tile), *hands[seat + 1 :])
            yield from _courses(table, moments, at + 1, changed, boneyard, false, drawn, course)
        return
    judged = kind is Kind.PASS or (table.draws and not table.draws_at_will)
    if hand & fitting and judged:
        false = false | {(act, seat)}
    if kind is Kind.PASS:
        yield from _courses(table, moments, at + 1, hands, boneyard, false, drawn, course)
        return
    for number in table.tiles.listed(boneyard):
        if tile in (-1, number):
            changed = (*hands[:seat], hand | 1 << number, *hands[seat + 1 :])
            yield from _courses(table, moments, at + 1, changed, boneyard & ~(1 << number), false, (*drawn, number), course)


def _lawless(table: Table, hands: tuple[int, ...], boneyard: int, place: Place, moments: list[Moment]) -> tuple[bool, bool]:
    known = (list(hands), [0] * table.players, boneyard, boneyard.bit_count())
    void = void_reason(table, list(hands), [0] * table.players, place.first) is not None
    if not moments or moments[0].kind is not Kind.PLAY or not moments[0].sound:
        return void, False
    if place.first:
        lead = first_lead(table, *known)
    elif place.before is not None:
        lead = later_lead(table, place.before, *known)
    else:
        return void, False
    first = moments[0]
    wrong = lead.seats is not None and first.seat not in lead.seats
    forced = lead.tiles.get(first.seat)
    return void, wrong or bool(forced and first.tile not in forced)


def left_used(facts: Facts, shown: Shown | None) -> dict[int, tuple[int, bool]]:
    """The tiles shown that were used as facts: by seat, the mask, and whether those were all."""
    if shown is None:
        return {}
    used = {fact.seat for fact in facts.hard if fact.what in ("shown", "kept")}
    return {seat: (shown.known[seat], shown.tiles[seat] is not None) for seat in used}


def unwritten_ends(looked: Looked) -> set[tuple[int, ...]]:
    """The hands that may be left where no draw was written, every deal and every lawful way to draw being tried.

    For rules under which a seat draws when it is stuck, until a tile fits.
    """
    table, deal, moments = looked.table, looked.deal, looked.replays[0].moments
    shown = looked.shown
    found: set[tuple[int, ...]] = set()
    for hands in _hands(table, deal):
        boneyard = table.tiles.everything
        for hand in hands:
            boneyard &= ~hand
        if deal.boneyard & ~boneyard or any(_lawless(table, hands, boneyard, looked.place, moments)):
            continue
        for left in _drawing(looked, 0, hands, boneyard):
            if shown is None or all(
                count in (None, left[seat].bit_count()) and not shown.known[seat] & ~left[seat]
                for seat, count in enumerate(shown.count)
            ):
                found.add(left)
    return found


def _drawing(looked: Looked, at: int, hands: tuple[int, ...], boneyard: int) -> Iterator[tuple[int, ...]]:
    """The hands left by every lawful course; the seat to move after the last act may have drawn all there was."""
    table, state, moments = looked.table, looked.replays[0].state, looked.replays[0].moments
    if at == len(moments):
        yield hands
        if state.over is None and state.turn is not None and not hands[state.turn] & looked.fitting[0]:
            yield from (new for new, _ in _draws(looked, state.turn, hands, boneyard, looked.fitting[0], 0))
        return
    act, seat, kind, tile, _, _ = moments[at]
    fitting, bit = looked.fitting[act], 1 << tile if kind is Kind.PLAY else 0
    if hands[seat] & bit:
        yield from _drawing(looked, at + 1, (*hands[:seat], hands[seat] & ~bit, *hands[seat + 1 :]), boneyard)
    elif not hands[seat] & fitting:
        for new, rest in _draws(looked, seat, hands, boneyard, fitting, bit) if at else ():
            yield from _drawing(looked, at + 1, new, rest)
        if kind is Kind.PASS and boneyard.bit_count() <= table.reserve:
            yield from _drawing(looked, at + 1, hands, boneyard)


def _draws(
    looked: Looked, seat: int, hands: tuple[int, ...], boneyard: int, fitting: int, bit: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """What a stuck seat may draw: until this tile fits, or without one everything; its hand then, and the boneyard."""
    drawable = boneyard.bit_count() - looked.table.reserve
    if drawable <= 0 or bit & ~boneyard or bit & ~fitting:
        return
    misses = list(looked.table.tiles.listed(boneyard & ~fitting))
    for size in range(drawable) if bit else [drawable]:
        for some in combinations(misses, size):
            drawn = sum(1 << n for n in some)
            yield (*hands[:seat], hands[seat] | drawn, *hands[seat + 1 :]), boneyard & ~drawn & ~bit
