"""Ordinary rounds: complete, legal, every claim right. Most rounds are, and this is the short way to say so."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Any, NamedTuple

from domscore.domino.seat import LETTERS
from domscore.play.deal import clean_hands
from domscore.play.quick import Way, as_strings, clean_hands_stand, lead_in_order
from domscore.play.quick_ended import Ended
from domscore.play.table import Table
from domscore.record.models import Round, RoundResult
from domscore.record.plain import PlainRound, is_simple
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


def ordinary_round(table: Table, way: Way, round_: Any, place: Place) -> OrdinaryRound | None:  # noqa: ANN401
    """A round in which everything is written and everything is right; None asks for a closer look.

    Every value of the round is compared with what it has to be, of the same kind, or is free (``meta`` and the like): a
    round that is ordinary has the form that the record format asks for.

    Args:
        table: the rules at this table.
        way: through its rounds.
        round_: any JSON value, or a round by its keys.
        place: where the round stands.
    """
    if place.passes_implied or place.draws_implied or place.starts is not None or None in place.totals:
        return None
    if round_.__class__ is not dict or not round_.keys() <= _KEYS:
        return None
    acts = round_.get("acts")
    if acts.__class__ is not list or not acts:
        return None
    try:
        return _ordinary(table, way, round_, acts, place)
    except TypeError:  # an object is no key of the memos: an act, or what is out of place anywhere
        pass
    try:
        texts = as_strings(table, acts)
        return None if texts is None else _ordinary(table, way, round_, texts, place)
    except TypeError:
        return None


_KEYS = Round.model_fields.keys()
_RESULT_KEYS = RoundResult.model_fields.keys()
_INTS = {int}


def _ordinary(table: Table, way: Way, round_: PlainRound, acts: list[str], place: Place) -> OrdinaryRound | None:
    lead = way.lead(acts[0])
    hands = None if lead is None else clean_hands(table, round_.get("deal"))
    if lead is None or hands is None or not clean_hands_stand(table, hands, place.first):
        return None
    if not lead_in_order(table, hands, place.before, place.first, *lead):
        return None
    before: list[int] = place.totals  # type: ignore[assignment] # all are known
    ended = way.through(hands, acts, before)
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


def _claims_hold(table: Table, round_: PlainRound, ordinary: OrdinaryRound) -> bool:
    """Every claim is there to be compared, and equal, and nothing else is said."""
    get = round_.get
    result, scores, left, leader, meta = get("result"), get("scores"), get("left"), get("leader"), get("meta")
    if leader is not None and leader != LETTERS[ordinary.ended.leader]:
        return False
    if result is not None and not _result_holds(table, result, ordinary):
        return False
    if scores is not None and not _some_equal(table, scores, ordinary.totals):
        return False
    if left is not None and not _left_holds(table, left, ordinary.ended.hands):
        return False
    if meta is not None and not (meta.__class__ is dict and is_simple(meta)):
        return False
    return get("acts_complete", True) is True


def _result_holds(table: Table, result: Any, ordinary: OrdinaryRound) -> bool:  # noqa: ANN401 - any JSON value
    if result.__class__ is not dict or not result.keys() <= _RESULT_KEYS:
        return False
    get = result.get
    how, points, in_play, bonuses = get("how"), get("points"), get("in_play"), get("bonuses")
    if how is not None and how != ordinary.ended.how:
        return False
    winner = ordinary.winner
    if get("winner") != (None if winner is None else table.side_ids[winner]) and "winner" in result:
        return False
    if points is not None and not _equal(table, points, ordinary.points):
        return False
    if in_play is not None and not _equal(table, in_play, ordinary.in_play):
        return False
    return bonuses is None or _equal(table, bonuses, [0] * len(ordinary.points))


def _equal(table: Table, claimed: Any, due: Sequence[int | None]) -> bool:  # noqa: ANN401 - any JSON value
    """Whole numbers by side, equal to those that are due; a side that is missing is claimed at 0."""
    if not _some_equal(table, claimed, due):
        return False
    return len(claimed) == len(due) or all(side in claimed or not due[n] for n, side in enumerate(table.side_ids))


def _some_equal(table: Table, claimed: Any, due: Sequence[int | None]) -> bool:  # noqa: ANN401 - any JSON value
    """The same, but nothing is claimed of a side that is missing."""
    if claimed.__class__ is not dict:
        return False
    values = [*claimed.values()]
    if not _INTS.issuperset(map(type, values)):
        return False
    if values == due and (*claimed,) == table.side_ids:
        return True
    number = table.side_number
    return all(side in number and due[number[side]] == points for side, points in claimed.items())


def _left_holds(table: Table, left: Any, hands: list[int]) -> bool:  # noqa: ANN401 - any JSON value
    """Tiles are added up as bits: so many different ones are a hand only if they are its tiles."""
    if left.__class__ is not dict:
        return False
    bit, seats = table.tiles.bit.__getitem__, table.seat_of
    try:
        for letter, shown in left.items():
            hand = hands[seats[letter]]
            if shown.__class__ is list:
                if len(shown) != hand.bit_count() or (shown and sum(map(bit, shown)) != hand):
                    return False
            elif shown.__class__ is not int or table.tiles.pips_of(hand) != shown:
                return False
    except KeyError:
        return False
    return True
