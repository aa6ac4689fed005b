"""Random legal matches with right claims, for tests, benchmarks and other people's engines.

The same seed gives the same bytes on every machine: only ``random.Random.random`` is drawn on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import orjson

from domscore.play.at_random import RandomPlay
from domscore.play.deal import Deal, void_reason
from domscore.play.lead import Before, first_lead, later_lead
from domscore.play.state import State
from domscore.play.table import Table, seated
from domscore.rules.model import Rules
from domscore.score.ledger import RoundScore, added
from domscore.score.match import MatchScore
from domscore.score.round_end import Hands, end_of_round

MAX_ROUNDS = 500
"""A match that nobody wins is left unfinished after so many rounds."""

MAX_DEALS = 10_000
"""Void deals in a row after which the rules are thought to let none stand."""

_NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")


class NoDealStands(ValueError):
    """The rules deal every deal again."""


def matches(
    rules: Rules,
    players: int,
    count: int,
    seed: int,
    hidden: bool = False,
    sides: list[str] | None = None,
    first: int = 0,
) -> Iterator[bytes]:
    """Random legal matches, one JSON line each, without the newline.

    Args:
        rules: the rule set.
        players: how many; the rules must allow it.
        count: how many matches.
        seed: any whole number.
        hidden: leave out what a table does not see, the deal and the faces of drawn tiles.
        sides: as in a record; None for what the rules say.
        first: begin with the match of this number, counted from 0.
    """
    table = seated(rules, players, sides)
    for number in range(first, first + count):
        yield orjson.dumps(match(table, Random(f"{seed}/{number}"), f"{rules.base}-{seed}-{number}", hidden, sides))


def match(table: Table, random: Random, name: str, hidden: bool = False, sides: list[str] | None = None) -> dict[str, Any]:
    """One random legal match as the JSON value of a record."""
    match_score = MatchScore(table, [0] * len(table.sides))
    before: Before | None = None
    rounds: list[dict[str, Any]] = []
    while match_score.over_in is None and len(rounds) < MAX_ROUNDS:
        played = _round(table, random, before, match_score.totals, len(rounds) + 1)
        score = played.score
        match_score.add(score, None)
        rounds.append(_as_record(table, played, hidden))
        winner = None if score.winner is None else table.sides[score.winner]
        before = Before(score.leader, winner if winner is not None and score.played_out else ())
    record: dict[str, Any] = {
        "format": "domscore/1",
        "id": name,
        "rules": table.rules.name,
        "players": list(_NAMES[: table.players]),
    }
    if sides is not None:
        record["sides"] = sides
    record["rounds"] = rounds
    record["result"] = {
        "how": match_score.how,
        "winner": None if match_score.winner is None else table.side_ids[match_score.winner],
        "scores": dict(zip(table.side_ids, match_score.final, strict=True)),
    }
    return record


@dataclass(slots=True)
class _Played:
    """A round as it was played: the deal, the acts as written, and what it came to."""

    deal: list[int]
    acts: list[str]
    hidden_acts: list[str]
    score: RoundScore
    hands: list[int] = field(default_factory=list)


def _deal(table: Table, random: Random, first: bool) -> Deal:
    """A deal that the rules let stand."""
    for _ in range(MAX_DEALS):
        order = list(range(table.tiles.size))
        for last in range(len(order) - 1, 0, -1):
            other = int(random.random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        size = table.hand_size
        hands = [sum(1 << n for n in order[seat * size : (seat + 1) * size]) for seat in range(table.players)]
        boneyard = sum(1 << n for n in order[table.players * size :])
        deal = Deal(hands, [0] * table.players, boneyard, table.boneyard)
        if void_reason(table, deal.hands, deal.unseen, first) is None:
            return deal
    raise NoDealStands(f"{table.rules.name}: none of {MAX_DEALS} deals stood; the rules deal nearly all of them again")


def _round(table: Table, random: Random, before: Before | None, totals: list[int | None], number: int) -> _Played:
    deal = _deal(table, random, before is None)
    known = (deal.hands, deal.unseen, deal.boneyard, deal.boneyard_size)
    lead = first_lead(table, *known) if before is None else later_lead(table, before, *known)
    state = State.dealt(table, lead, deal, list(totals))
    played = RandomPlay(state, random.random).run()
    score = _score(table, state, totals, number)
    return _Played(list(deal.hands), played.written, played.unseen, score, list(state.hands))


def _score(table: Table, state: State, totals: list[int | None], number: int) -> RoundScore:
    assert state.over is not None
    hands = Hands([table.tiles.pips_of(hand) for hand in state.hands], list(state.hands))
    out = next((table.side_of[seat] for seat in range(table.players) if not state.hands[seat]), None)
    end = end_of_round(table, state.over, hands, out=out, last_player=state.last_player)
    score = RoundScore(number, state.leader, state.over, end.winner, end.known, end.points, list(state.in_play))
    score.bonuses = score.adjustments = [0] * len(table.sides)
    score.totals = added(totals, score.points, score.in_play)
    score.target_by = state.target_by
    return score


def _as_record(table: Table, played: _Played, hidden: bool) -> dict[str, Any]:
    tiles, score = table.tiles, played.score
    by_side = dict(zip(table.side_ids, score.points, strict=True))
    result: dict[str, Any] = {
        "how": score.how,
        "winner": None if score.winner is None else table.side_ids[score.winner],
        "points": by_side,
    }
    if table.divisors:
        result["in_play"] = dict(zip(table.side_ids, score.in_play, strict=True))
    round_: dict[str, Any] = {}
    if not hidden:
        round_["deal"] = {letter: tiles.names_of(played.deal[seat]) for seat, letter in enumerate(table.letters)}
    round_["acts"] = played.hidden_acts if hidden else played.acts
    round_["left"] = {letter: tiles.names_of(played.hands[seat]) for seat, letter in enumerate(table.letters)}
    round_["result"] = result
    round_["scores"] = dict(zip(table.side_ids, score.totals, strict=True))
    return round_
