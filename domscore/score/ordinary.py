"""Ordinary rounds: complete, legal, every claim right. Most rounds are, and this is the short way to say so."""

from __future__ import annotations

from operator import add
from typing import NamedTuple

from domscore.domino.seat import LETTERS
from domscore.play.deal import clean_hands
from domscore.play.quick import Way, as_strings, clean_hands_stand, lead_in_order
from domscore.play.quick_ended import Ended
from domscore.play.table import Table
from domscore.record.models import Round
from domscore.score.judged import Place
from domscore.score.ledger import Entry, RoundScore, Why
from domscore.score.round_end import Hands, end_in_full, worth_of_round


class OrdinaryRound(NamedTuple):
    """An ordinary round: how it ended, what it is worth, and what its ledger is made of.

    Attributes:
        number: of the round.
        winner: the winning side, None for nobody; ``points``: for the end of the round, by side.
        in_play: points by acts, by side.
        totals: running totals after it, by side.
    """

    number: int
    ended: Ended
    winner: int | None
    points: list[int]
    in_play: list[int]
    totals: list[int | None]

    def scored(self, table: Table) -> RoundScore:
        """The same with its ledger."""
        how, leader, hands, gains, last_player, out, target_by = self.ended
        pips: list[int | None] = [table.tiles.pips_of(hand) for hand in hands]
        end = end_in_full(table, how, Hands(pips, list(hands)), out=out, last_player=last_player)
        entries = [Entry(side, points, Why.IN_PLAY, act, {"count": count}) for act, side, points, count in gains]
        return RoundScore(
            self.number,
            leader,
            how,
            winner=end.winner,
            winner_known=end.known,
            points=end.points,
            in_play=[*self.in_play],
            bonuses=[0] * len(table.sides),
            adjustments=[0] * len(table.sides),
            totals=self.totals,
            hands=hands,
            target_by=target_by,
            entries=entries if end.entry is None else [*entries, end.entry],
        )


def ordinary_round(table: Table, way: Way, round_: Round, place: Place) -> OrdinaryRound | None:
    """A round in which everything is written and everything is right; None asks for a closer look."""
    acts = round_.acts
    if not acts or not round_.acts_complete or place.passes_implied or place.draws_implied or place.starts is not None:
        return None
    try:
        return _ordinary(table, way, round_, acts, place)  # type: ignore[arg-type]
    except TypeError:  # an act that is an object is no key of the memos
        texts = as_strings(acts, table.clock)
        return None if texts is None else _ordinary(table, way, round_, texts, place)


def _ordinary(table: Table, way: Way, round_: Round, acts: list[str], place: Place) -> OrdinaryRound | None:
    before = place.totals
    lead = way.lead(acts[0])
    hands = None if lead is None or None in before else clean_hands(table, round_.deal)
    if lead is None or hands is None or not clean_hands_stand(table, hands, place.first):
        return None
    if not lead_in_order(table, hands, place.before, place.first, *lead):
        return None
    ended = way.through(hands, acts, before)  # type: ignore[arg-type]
    if ended is None:
        return None
    winner, points = worth_of_round(table, ended.how, hands, ended.out, ended.last_player)
    in_play = [0] * len(points)
    totals: list[int | None] = list(map(add, before, points))
    for _, side, made, _ in ended.gains:
        in_play[side] += made
        totals[side] += made  # type: ignore[operator]
    ordinary = OrdinaryRound(place.number, ended, winner, points, in_play, totals)
    return ordinary if _claims_hold(table, round_, ordinary) else None


def _claims_hold(table: Table, round_: Round, ordinary: OrdinaryRound) -> bool:
    """Every claim is there to be compared, and equal."""
    result, number = round_.result, table.side_number
    if result is not None:
        if result.how is not None and result.how != ordinary.ended.how:
            return False
        winner = None if ordinary.winner is None else table.side_ids[ordinary.winner]
        if result.winner != winner and (result.winner is not None or "winner" in result.model_fields_set):
            return False
        if result.points is not None and not _equal(result.points, number, ordinary.points):
            return False
        if result.in_play is not None and not _equal(result.in_play, number, ordinary.in_play):
            return False
        if result.bonuses is not None and not _equal(result.bonuses, number, [0] * len(number)):
            return False
    if round_.scores is not None:
        for side, total in round_.scores.items():
            if side not in number or ordinary.totals[number[side]] != total:
                return False
    if round_.leader is not None and round_.leader != LETTERS[ordinary.ended.leader]:
        return False
    return round_.left is None or _left_holds(table, round_.left, ordinary.ended.hands)


def _equal(claimed: dict[str, int], number: dict[str, int], due: list[int]) -> bool:
    """A side that is missing is claimed at 0; one that is not at this table makes the claim unequal."""
    if [*claimed.values()] == due and claimed.keys() == number.keys() and [*claimed] == [*number]:
        return True
    for side, points in claimed.items():
        if side not in number or due[number[side]] != points:
            return False
    return len(claimed) == len(due) or all(side in claimed or not due[n] for side, n in number.items())


def _left_holds(table: Table, left: dict[str, list[str] | int], hands: list[int]) -> bool:
    """Tiles are added up as bits: so many different ones are a hand only if they are its tiles."""
    bit, seats = table.tiles.bit.__getitem__, table.seat_of
    try:
        for letter, shown in left.items():
            hand = hands[seats[letter]]
            if shown.__class__ is int:
                if table.tiles.pips_of(hand) != shown:
                    return False
            elif len(shown) != hand.bit_count() or sum(map(bit, shown)) != hand:  # type: ignore[arg-type]
                return False
    except KeyError:
        return False
    return True
