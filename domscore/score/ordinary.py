"""Ordinary rounds: complete, legal, every claim right. Most rounds are, and this is the short way to say so."""

from __future__ import annotations

from collections.abc import Sequence

from domscore.domino.seat import LETTERS
from domscore.play.deal import clean_hands
from domscore.play.quick import DRAW, PASS, Ended, ShortActs, as_strings, clean_hands_stand, go_through, lead_in_order
from domscore.play.table import Table
from domscore.record.models import Round
from domscore.score.judged import Place
from domscore.score.ledger import Entry, RoundScore, Why
from domscore.score.round_end import Hands, end_of_round


def ordinary_round(table: Table, memo: ShortActs, round_: Round, place: Place) -> RoundScore | None:
    """The score of a round in which everything is written and everything is right; None asks for a closer look."""
    if not round_.acts or not round_.acts_complete or place.passes_implied or place.draws_implied:
        return None
    try:
        acts = [memo[act] for act in round_.acts]  # type: ignore[index]
    except TypeError:
        texts = as_strings(round_.acts, table.clock)
        if texts is None:
            return None
        acts = [memo[text] for text in texts]
    seat, bit, _, _, kind, _ = acts[0]
    if kind in (PASS, DRAW) or seat >= table.players:
        return None
    hands = clean_hands(table, round_.deal)
    if hands is None or not clean_hands_stand(table, hands, place.first):
        return None
    if (
        place.starts is not None
        or None in place.totals
        or not lead_in_order(table, hands, place.before, place.first, seat, bit)
    ):
        return None
    ended = go_through(table, hands, acts, place.totals)
    if ended is None:
        return None
    score = _scored(table, ended, place)
    return score if _claims_hold(table, round_, score, hands) else None


def _scored(table: Table, ended: Ended, place: Place) -> RoundScore:
    how, leader, hands, gains, last_player, out, target_by = ended
    pips: list[int | None] = [table.tiles.pips_of(hand) for hand in hands]
    end = end_of_round(table, how, Hands(pips, list(hands)), out=out, last_player=last_player)
    nothing = [0] * len(table.sides)
    in_play: list[int | None] = [*nothing]
    entries = [] if end.entry is None else [end.entry]
    if gains:
        made = [0] * len(table.sides)
        for act, side, points, count in gains:
            made[side] += points
            entries.append(Entry(side, points, Why.IN_PLAY, act, {"count": count}))
        in_play = [*made]
    totals = [old + won + made for old, won, made in zip(place.totals, end.points, in_play, strict=True)]  # type: ignore[operator]
    return RoundScore(
        place.number, leader, how, end.winner, end.known, end.points, in_play, nothing, nothing, totals, [], hands, True,
        target_by, False, entries,
    )  # fmt: skip


def _claims_hold(table: Table, round_: Round, score: RoundScore, hands: list[int]) -> bool:
    """Every claim is there to be compared, and equal."""
    result, ids = round_.result, table.side_ids
    if result is not None:
        if result.how is not None and result.how != score.how:
            return False
        winner = None if score.winner is None else ids[score.winner]
        if result.winner != winner and (result.winner is not None or "winner" in result.model_fields_set):
            return False
        if result.points is not None and not _equal(result.points, ids, score.points):
            return False
        if result.in_play is not None and not _equal(result.in_play, ids, score.in_play):
            return False
        if result.bonuses is not None and not _equal(result.bonuses, ids, score.bonuses):
            return False
    if round_.scores is not None:
        for side, total in round_.scores.items():
            if side not in ids or score.totals[ids.index(side)] != total:
                return False
    if round_.leader is not None and round_.leader != LETTERS[score.leader or 0]:
        return False
    return round_.left is None or _left_holds(table, round_.left, hands)


def _equal(claimed: dict[str, int], ids: tuple[str, ...], due: Sequence[int | None]) -> bool:
    """A side that is missing is claimed at 0; one that is not at this table makes the claim unequal."""
    known = 0
    for side, points in zip(ids, due, strict=True):
        claim = claimed.get(side)
        if claim is None:
            claim = 0
        else:
            known += 1
        if claim != points:
            return False
    return known == len(claimed)


def _left_holds(table: Table, left: dict[str, list[str] | int], hands: list[int]) -> bool:
    bit = table.tiles.bit
    known = 0
    for letter, hand in zip(table.letters, hands, strict=True):
        shown = left.get(letter)
        if shown is None:
            continue
        known += 1
        if isinstance(shown, int):
            if table.tiles.pips_of(hand) != shown:
                return False
            continue
        for name in shown:
            tile = bit.get(name, 0)
            if not hand & tile:
                return False
            hand ^= tile
        if hand:
            return False
    return known == len(left)
