"""Inference against the oracle that tries every deal: one round."""

from __future__ import annotations

from domscore.infer.bounds import pips_range
from domscore.infer.ending import end_range
from domscore.infer.facts import read_facts
from domscore.infer.lead import read_lead
from domscore.infer.proofs import Proofs
from domscore.play.deal import void_reason
from domscore.play.state import How
from domscore.score.hidden import EndRange
from domscore.score.round_end import Hands, end_of_round
from tests.infer.brute import Tried, all_deals, left_used
from tests.infer.looking import Looked


def differences(looked: Looked) -> list[str]:
    """What inference and the oracle say differently about a round; empty when they agree."""
    return compared(looked)[1]


def compared(looked: Looked) -> tuple[set[tuple[int, int]], list[str]]:
    """The passes and draws (act, seat) that are false in every deal, and what inference and the oracle say differently."""
    table, replay = looked.table, looked.replays[0]
    facts = read_facts(table, looked.deal, replay, looked.shown, looked.place.draws_implied)
    if facts is None:
        return set(), []
    tried = all_deals(table, looked.deal, replay.moments, left_used(facts, looked.shown), looked.place)
    proofs = Proofs(facts, replay, looked.place)
    found: list[str] = []

    def same(what: str, mine: object, due: object) -> None:
        if mine != due:
            found.append(f"{what}: {mine}, the oracle says {due}")

    same("deals that fit what was seen", bool(proofs.seen), bool(tried))
    codes = sorted({finding.code for finding in proofs.findings})
    if not tried:
        same("codes", codes, ["DOM601"])
        return set(), found
    keys = {(fact.act, fact.seat) for fact in facts.stuck}
    already = {(f.act, f.seat) for f in replay.findings if f.code in ("DOM411", "DOM421", "DOM422")}
    already = {(act, table.letters.index(seat)) for act, seat in already}
    guilty = {key for key in keys if all(key in one.false for one in tried)}
    accused = {(f.act, table.letters.index(f.seat or "")) for f in proofs.findings if f.code in ("DOM602", "DOM603")}
    known_void = void_reason(table, looked.deal.hands, looked.deal.unseen, looked.place.first) is not None
    if known_void:
        tried = [one._replace(void=False) for one in tried]
    lead_judged = read_lead(facts, looked.place) is not None
    explained = [
        one for one in tried if not one.false & facts.sound and not one.void and not (lead_judged and one.wrong_lead)
    ]
    same("accused", accused, guilty - already)
    others = sorted(set(codes) - {"DOM602", "DOM603"})
    if explained:
        same("other codes", others, [])
    elif all(one.void for one in tried) and not known_void:
        same("void", others, ["DOM305"])
    elif lead_judged and all(one.wrong_lead for one in tried):
        same("lead", others in (["DOM311"], ["DOM312"]), True)
    else:
        same("together", others, [] if guilty else ["DOM601"])
    unsettled = {(act, seat) for seat, acts in proofs.unsettled().items() for act in acts}
    same("unsettled", unsettled, {key for one in tried for key in one.false if key[0] not in facts.rulings})
    if not known_void:
        same("redeal settled", proofs.redeal_settled(), not any(one.void for one in tried))
    if lead_judged and not any(one.void for one in tried):
        same("lead settled", proofs.lead_settled(), not any(one.wrong_lead for one in tried))
    innocent = facts.sound - guilty
    lawless = all(one.void for one in tried) or (lead_judged and all(one.wrong_lead for one in tried))
    last = [
        one for one in tried if not one.false & innocent and (lawless or not (one.void or (lead_judged and one.wrong_lead)))
    ] or tried
    return guilty, found + _held_and_pips(proofs, explained or last)


def _held_and_pips(proofs: Proofs, pool: list[Tried]) -> list[str]:
    """Certain and possible tiles at each moment, and extremes of pips."""
    table, found = proofs.facts.table, []

    def same(what: str, mine: object, due: object) -> None:
        if mine != due:
            found.append(f"{what}: {mine}, the oracle says {due}")

    for moment in range(len(proofs.facts.moments) + 1):
        for seat in range(table.players):
            certain, possible = table.tiles.everything, 0
            for one in pool:
                certain &= one.hands[moment][seat]
                possible |= one.hands[moment][seat]
            same(f"held by {seat} at {moment}", proofs.deals.at(seat, moment), (certain, possible))
    for weights in ({0: 1}, {1: 1}, {0: 1, 1: -1}, dict.fromkeys(range(table.players), 1)):
        totals = [sum(weight * table.tiles.pips_of(one.hands[-1][seat]) for seat, weight in weights.items()) for one in pool]
        same(f"pips {weights}", pips_range(proofs.deals, weights), (min(totals), max(totals)))
    return found + _ends(proofs, pool)


def _ends(proofs: Proofs, pool: list[Tried]) -> list[str]:
    """Who may win, and the extremes of the points, if that was the end of the round."""
    table, state = proofs.facts.table, proofs.replay.state
    last = state.last_player
    if last is None:
        return []
    how, out = (How.OUT if state.over is How.OUT else How.BLOCKED), table.side_of[last]
    ends = set()
    for one in pool:
        hands = Hands([table.tiles.pips_of(hand) for hand in one.hands[-1]], list(one.hands[-1]))
        end = end_of_round(table, how, hands, out=out, last_player=last)
        ends.add((end.winner, tuple(points or 0 for points in end.points)))
    by_side = list(zip(*(points for _, points in ends), strict=True))
    due = EndRange(frozenset(winner for winner, _ in ends), list(map(min, by_side)), list(map(max, by_side)))
    mine = end_range(proofs.deals, how, out, last)
    return [] if mine == due else [f"end: {mine}, the oracle says {due}"]
