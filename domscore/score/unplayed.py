"""Rounds without acts, levels 0 to 2: what was written down is judged against itself."""

from __future__ import annotations

from typing import Any

from domscore.domino.seat import LETTERS
from domscore.domino.tile import spelled
from domscore.findings.finding import Finding, joined
from domscore.play.lead import Lead, seats_in_words
from domscore.play.replay import Replay
from domscore.play.state import How, State
from domscore.play.table import Table
from domscore.record.models import Round
from domscore.score.evidence import Shown
from domscore.score.judged import Judged, Place, finish
from domscore.score.ledger import RoundScore, limits_of
from domscore.score.round_end import End, end_in_full, most_points, nothing, unknown, ways_to_settle


def judge_unplayed(table: Table, round_: Round, replay: Replay, lead: Lead, place: Place, judged: Judged) -> None:
    """Levels 0 to 2: what was written down is judged against itself."""
    score = judged.score
    judged.ruled = replay.ruled
    judged.findings += replay.findings
    if round_.leader is not None:
        score.leader = LETTERS.index(round_.leader)
        if lead.seats is not None and score.leader not in lead.seats:
            fields = {"seat": round_.leader, "due": seats_in_words(lead.seats), "why": lead.why}
            judged.findings.append(Finding("DOM311", f"{place.path}/leader", fields, round=place.number, seat=round_.leader))
    assert judged.shown is not None
    state = replay.state
    if state.over is not None:
        score.how, judged.ruled_over = state.over, True
        hands = judged.shown.hands()
        end = end_in_full(table, state.over, hands, lost=state.lost_by)
    else:
        end, score.how = claimed_end(table, round_, judged.shown, judged, place)
    finish(table, score, place, end, claimed_in_play(table, round_), replay.adjustments)
    if judged.ways:
        points = list(zip(*[way.points for way in judged.ways], strict=True))
        score.limits = limits_of(score, list(map(min, points)), list(map(max, points)))
    totals_only(table, round_, score, place, judged)
    score.left = [shown_names(round_, seat) for seat in range(table.players)]
    said = round_.result is not None or judged.shown.anything or round_.scores is not None or replay.adjustments
    left_against_hands(table, judged, place, state)
    judged.missing.append(
        "how the round was played: no acts are written" if said else "the round holds neither acts nor claims"
    )


def left_against_hands(table: Table, judged: Judged, place: Place, state: State) -> None:
    """DOM502: a tile shown at the end that its seat cannot hold, by the deal and the acts that are written."""
    assert judged.shown is not None
    for seat, shown in enumerate(judged.shown.known):
        elsewhere = state.on_table
        for other, hand in enumerate(state.hands):
            elsewhere |= hand if other != seat else 0
        if state.drawable() == 0 and not state.hidden(seat):
            elsewhere = table.tiles.everything & ~state.hands[seat]
        if shown & elsewhere:
            letter = LETTERS[seat]
            due = "other tiles, by the acts" if judged.acted else "other tiles, by the deal"
            fields = {"seat": letter, "due": due, "claimed": table.tiles.names_of(shown)}
            path, cause = f"{place.path}/left/{letter}", state.faults.table if judged.acted else None
            judged.findings.append(Finding("DOM502", path, fields, round=place.number, seat=letter, cause=cause))


def shown_names(round_: Round, seat: int) -> list[str] | None:
    """The tiles that a seat turned up, in their one spelling; None where none were written tile by tile."""
    given = (round_.left or {}).get(LETTERS[seat])
    if not isinstance(given, list):
        return None
    return [name if name == "?" else spelled(*map(int, name.split("-"))) for name in given]


def claimed_in_play(table: Table, round_: Round) -> list[int | None]:
    """Points in play as claimed: without acts there is nothing else to go by."""
    if not table.divisors:
        return [0] * len(table.sides)
    claimed = None if round_.result is None else round_.result.in_play
    if claimed is None:
        return [None] * len(table.sides)
    return [claimed.get(side, 0) for side in table.side_ids]


def claimed_end(
    table: Table,
    round_: Round,
    shown: Shown,
    judged: Judged,
    place: Place,
    leader: int | None = None,
    last: int | None = None,
) -> tuple[End, How | None]:
    """The end of a round by what was claimed and shown."""
    claimed = None if round_.result is None or round_.result.how is None else How(round_.result.how)
    how, out_seat, wrong = _how_by_evidence(table, shown, claimed)
    if wrong:
        path = f"{place.path}/result/how"
        fields = {"due": wrong, "claimed": claimed.value if claimed else None}
        judged.findings.append(Finding("DOM503", path, fields, round=place.number))
    if how is How.LOST and len(table.sides) > 2:  # then nobody scores
        return nothing(table), how
    if not shown.anything:
        return _echoed(table, round_, judged, place, how), how
    if how is None:
        return (unknown(table, "how the round ended") if wrong else _either_way(table, round_, shown, judged, place)), None
    if how is How.LOST:
        winner = _claimed_winner(table, round_)
        lost = unknown(table, "which side lost the round") if winner is None else None
        return lost or end_in_full(table, how, shown.hands(), lost=1 - (winner or 0)), how
    out = None if out_seat is None else table.side_of[out_seat]
    if how is How.OUT and out is None:
        out = _claimed_out(table, round_, shown, judged, place)
    judged.went_out = out_seat
    end = end_in_full(table, how, shown.hands(out_seat), out=out, last_player=last)
    if end.missing and not judged.acted:
        judged.ways = ways_to_settle(table, shown.hands()) if how is How.BLOCKED else []
        judged.missing.append(f"the end of the round: {end.missing} must be known")
    return end, how


def _either_way(table: Table, round_: Round, shown: Shown, judged: Judged, place: Place) -> End:
    """An end that may be out or blocked, or none: what is worth the same in every way, else what was claimed."""
    hands = shown.hands()
    out = [seat for seat, pips in enumerate(hands.pips) if not pips and not shown.count[seat]]
    ends = [end_in_full(table, How.OUT, hands, out=table.side_of[seat]) for seat in out]
    if 0 not in shown.count:
        ends.append(end_in_full(table, How.BLOCKED, hands))
    won = _said_to_be_won(table, round_, place)
    if table.at_once or not won:  # the target may have been reached in mid-round, or the round broken off
        ends.append(nothing(table))
    points = None if round_.result is None else round_.result.points
    claimed = None if points is None else tuple(points.get(side, 0) for side in table.side_ids)
    if len(table.sides) == 2:  # or a ruling may have given it away
        lost = [end_in_full(table, How.LOST, hands, lost=side) for side in (0, 1)]
        ends += [end for end in lost if tuple(end.points) == claimed]
    results = {(end.winner, end.known, tuple(end.points)) for end in ends}
    if len(results) == 1 and None not in ends[0].points:
        return ends[0]
    ways = ["out", "blocked", *(["target"] if table.at_once else []), *([] if won else ["unfinished"])]
    judged.missing.append(f"how the round ended (how: {joined(ways, 'or')})")
    worth = {found for _, _, found in results}
    if claimed is not None and any(claimed) and not any(None in found for found in worth) and claimed not in worth:
        fields: dict[str, Any] = {
            "problem": "the points fit no round out or blocked",
            "claimed": points,
        }
        judged.findings.append(Finding("DOM505", f"{place.path}/result/points", fields, round=place.number))
    return _echoed(table, round_, judged, place, None)


def _said_to_be_won(table: Table, round_: Round, place: Place) -> bool:
    """Whether the claims say that somebody won the round: a winner, points, or a total that rose by nothing else."""
    result = round_.result
    if result is not None and (result.winner is not None or any((result.points or {}).values())):
        return True
    if table.divisors or round_.acts or round_.scores is None or (result is not None and result.bonuses):
        return False
    before = dict(zip(table.side_ids, place.totals, strict=True))
    return any(earlier is not None and round_.scores.get(side, earlier) > earlier for side, earlier in before.items())


def _claimed_out(table: Table, round_: Round, shown: Shown, judged: Judged, place: Place) -> int | None:
    """The side written as winner, where it may have gone out; DOM504 where every hand of it held something (P4.M7 apart)."""
    claimed = _claimed_winner(table, round_)
    if claimed is None or table.lowest_wins:
        return None
    empty = [seat for seat in range(table.players) if shown.count[seat] == 0]
    unknown_hands = [seat for seat in range(table.players) if not shown.pips[seat] and not shown.count[seat]]
    may_be_out = empty or unknown_hands
    if any(table.side_of[seat] == claimed for seat in may_be_out):
        return claimed
    due = " or ".join(dict.fromkeys(table.side_ids[table.side_of[seat]] for seat in may_be_out))
    fields = {"due": due, "claimed": table.side_ids[claimed]}
    judged.findings.append(Finding("DOM504", f"{place.path}/result/winner", fields, round=place.number))
    return None


def _claimed_winner(table: Table, round_: Round) -> int | None:
    if round_.result is None or round_.result.winner is None:
        return None
    return table.side_number.get(round_.result.winner)


def _how_by_evidence(table: Table, shown: Shown, claimed: How | None) -> tuple[How | None, int | None, str]:
    """How it ended, who went out, and what contradicts the claim in words."""
    empty = [seat for seat in range(table.players) if shown.count[seat] == 0]
    every = all(shown.count[seat] is not None or shown.pips[seat] is not None for seat in range(table.players))
    tiles = all(shown.count[seat] is not None for seat in range(table.players))
    zeros = [seat for seat in range(table.players) if shown.pips[seat] == 0 and shown.count[seat] is None]
    went_out = empty[0] if tiles and len(empty) == 1 else None
    if claimed is How.BLOCKED and empty:
        how = None if went_out is None else How.OUT
        return how, went_out, f"out: {LETTERS[empty[0]]} has no tile left"
    if claimed is How.TARGET and (table.target is None or not table.at_once):
        return (
            None if went_out is None else How.OUT,
            went_out,
            "not won in mid-round: these rules look at the target at its end",
        )
    if claimed is How.OUT:
        if every and not empty and not zeros:
            return None, None, "not out: every hand holds something"
        if len(empty) == 1:
            return How.OUT, empty[0], ""
        hidden = [seat for seat in range(table.players) if shown.count[seat] is None and shown.pips[seat] is None]
        left = [] if empty else zeros + hidden
        return How.OUT, left[0] if len(left) == 1 else None, ""
    if claimed is None and went_out is not None:
        return How.OUT, went_out, ""
    return claimed, None, ""


def _echoed(table: Table, round_: Round, judged: Judged, place: Place, how: How | None) -> End:
    """Level 0: the claimed points of the end stand for what they are, a claim; one side at most can have scored."""
    result = round_.result
    if how in (How.VOID, How.RESIGNED, How.UNFINISHED, How.TARGET):
        return nothing(table)
    if result is None or (result.points is None and "winner" not in result.model_fields_set):
        return unknown(table, "")
    winner = _claimed_winner(table, round_)
    known = "winner" in result.model_fields_set
    if result.points is None:
        return End(winner, known, [None] * len(table.sides))
    points: list[int | None] = [result.points.get(side, 0) for side in table.side_ids]
    scoring = [side for side, value in enumerate(points) if value]
    problem = ""
    if len(scoring) > 1:
        claimed = joined(table.side_ids[side] for side in scoring)
        problem = f"points for {claimed} were written, but only one side can score the end of a round"
    elif scoring and known and scoring[0] != winner:
        won = "nobody won" if winner is None else f"{table.side_ids[winner]} won"
        problem = f"points for {table.side_ids[scoring[0]]} were written, but {won}, and only the winner scores the end"
    if problem:
        fields: dict[str, Any] = {"problem": problem, "claimed": dict(result.points), "winner": result.winner}
        path = f"{place.path}/result/points"
        judged.findings.append(Finding("DOM505", path, fields, round=place.number))
    return End(winner, known, points)


def totals_only(table: Table, round_: Round, score: RoundScore, place: Place, judged: Judged) -> None:
    """``scores`` without ``points``: the totals are echoed; end and in-play points together are their differences.

    What is claimed as made in play, and on top of the end, is apart from the end.
    """
    result = round_.result
    assert judged.shown is not None
    if not round_.scores or judged.shown.anything or (result is not None and result.points is not None):
        return
    nothing_at_end = (How.VOID, How.RESIGNED, How.UNFINISHED, How.TARGET)
    if score.how in nothing_at_end or (score.how is How.LOST and len(table.sides) > 2):
        return
    bonuses = (None if result is None else result.bonuses) or {}
    score.bonuses = [bonuses.get(side, 0) if side in round_.scores else 0 for side in table.side_ids]
    worked_out = zip(table.side_ids, score.totals, strict=True)
    score.totals = [round_.scores.get(side, total) for side, total in worked_out]
    before = dict(zip(table.side_ids, place.totals, strict=True))
    gains: list[int | None] = []
    for side, total in enumerate(score.totals):
        earlier = place.totals[side]
        apart = score.adjustments[side] + score.bonuses[side] + (score.in_play[side] or 0)
        gains.append(None if total is None or earlier is None else total - earlier - apart)
    problem = ""
    falling = [side for side, gain in zip(table.side_ids, gains, strict=True) if gain is not None and gain < 0]
    if falling:
        falls = [f"the total of {side} goes from {before[side]} to {round_.scores[side]}" for side in falling]
        apart_in_words = " and with what was made besides the end" if any(score.in_play) or any(score.bonuses) else ""
        problem = f"{joined(falls)}, without a penalty{apart_in_words}"
    elif None not in score.in_play and sum(1 for gain in gains if gain) > 1:
        risen = [side for side, gain in zip(table.side_ids, gains, strict=True) if gain]
        problem = f"the totals of {joined(risen)} rise, but only one side can score a round"
    if problem:
        fields = {"problem": problem, "claimed": dict(round_.scores)}
        judged.findings.append(Finding("DOM506", f"{place.path}/scores", fields, round=place.number))
    elif None not in score.in_play:
        judged.findings += _impossible_gains(table, gains, place)
    if None not in score.in_play:
        score.points = [points if gain is None else gain for points, gain in zip(score.points, gains, strict=True)]


def _impossible_gains(table: Table, gains: list[int | None], place: Place) -> list[Finding]:
    """DOM512: a total that rises by more than the end of any round is worth."""
    most, found = most_points(table), []
    for side, gain in zip(table.side_ids, gains, strict=True):
        if gain is not None and gain > most:
            why = f" (0 to {most} are possible)"
            fields = {"rules": table.rules.name, "claimed": gain, "side": side, "most": most, "why": why}
            found.append(Finding("DOM512", f"{place.path}/scores/{side}", fields, round=place.number))
    return found
