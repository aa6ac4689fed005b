"""One round: deal, lead, acts, end. What the acts show where there are acts; what was written down where there are none."""

from __future__ import annotations

from typing import Any, NamedTuple

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding, acts_listed
from domscore.play.deal import Deal, may_be_void, read_deal, void_reason
from domscore.play.implied import draw_the_rest
from domscore.play.lead import ANYBODY, Lead, first_lead, later_lead, seats_in_words
from domscore.play.readings import Budget, Resolution, resolve
from domscore.play.replay import Replay
from domscore.play.state import How, State
from domscore.play.step import Setting
from domscore.play.table import Table
from domscore.record.acts import Act, Kind
from domscore.record.models import Round
from domscore.score.ending import how_it_ended, may_be_target
from domscore.score.evidence import Shown, hands_at_end, names_left, shown_tiles
from domscore.score.hidden import Explain, Explained, narrowed, with_known
from domscore.score.judged import Judged, Place, finish
from domscore.score.ledger import Entry, RoundScore, Why, limits_of
from domscore.score.readings import Reading, common, forget, merge, result_of
from domscore.score.round_end import end_in_full, nothing, unknown
from domscore.score.unplayed import (
    claimed_end,
    claimed_in_play,
    judge_unplayed,
    left_against_hands,
    shown_names,
    totals_only,
)


class Opening(NamedTuple):
    """A round before its first act: all that the rules of dealing and leading have to do with it.

    Attributes:
        void: why the deal is void, and the seat concerned; None where it stands.
        misled: the finding about a leader whom the record's start names against the rules.
    """

    deal: Deal
    shown: Shown
    void: tuple[str, int | None] | None
    lead: Lead
    misled: Finding | None


class Played(NamedTuple):
    """The acts of a round, replayed.

    Attributes:
        resolution: the readings that are left.
        explained: what hidden hands come to; None where nothing can be concluded.
    """

    start: State
    resolution: Resolution
    explained: Explained | None


def judge_round(
    table: Table, round_: Round, acts: list[Act], place: Place, budget: Budget, explain: Explain | None = None
) -> Judged:
    """Judge one round as far as the record goes. ``explain`` looks into hidden hands."""
    opening = opened(table, round_, place)
    played = play(table, round_, acts, place, opening, budget, explain) if was_acted(round_, acts) else None
    return judge_played(table, round_, acts, place, opening, played)


def opened(table: Table, round_: Round, place: Place) -> Opening:
    """Deal and lead of a round."""
    deal = read_deal(table, round_.deal, f"{place.path}/deal")
    shown = shown_tiles(table, round_.left, place.path)
    void = void_reason(table, deal.hands, deal.unseen, place.first) if deal.given else None
    lead = _lead(table, deal, place)
    return Opening(deal, shown, void, lead, _start_against_rules(lead, place))


def play(
    table: Table, round_: Round, acts: list[Act], place: Place, opening: Opening, budget: Budget, explain: Explain | None
) -> Played:
    """Replay the acts of a round, under every reading that is left."""
    deal, shown = opening.deal, opening.shown
    start = _dealt(table, place, opening)
    resolution = resolve(start, acts, _setting(place), budget, round_.acts_complete)
    explained = None
    if explain is not None and resolution.seen and any(replay.hidden for replay in resolution.replays):
        turned_up = shown if round_.acts_complete and not shown.findings else None
        lawful = round_.result is None or round_.result.how != "void"
        explained = explain(table, deal, resolution.seen, turned_up, place, lawful)
        if explained is not None:
            resolution = resolution.without(explained.refuted)
    return Played(start, resolution, explained)


def _dealt(table: Table, place: Place, opening: Opening) -> State:
    return State.dealt(table, opening.lead, opening.deal, place.totals, target_open=not place.after_match, most=place.most)


def _setting(place: Place) -> Setting:
    return Setting(place.path, place.number, place.passes_implied, place.draws_implied)


def judge_played(
    table: Table, round_: Round, acts: list[Act], place: Place, opening: Opening, played: Played | None
) -> Judged:
    """Judge a round of which is known how it went; ``played`` is None where no acts are written."""
    deal, shown, void, lead, misled = opening
    claimed = None if round_.result is None else round_.result.how
    judged = Judged(RoundScore(place.number), [*deal.findings, *shown.findings], acted=played is not None, shown=shown)
    for finding in judged.findings:
        finding.round = place.number
    if claimed == "void" and all(_only_points(act) for act in acts):
        adjustments = Replay(_dealt(table, place, opening), acts, _setting(place)).run().adjustments
        return _void_deal(table, deal, void, place, judged, adjustments)
    if void is not None and claimed != "void":
        judged.findings.append(_void_finding(void, place, deal))
    if misled is not None:
        judged.findings.append(misled)
    if played is None:
        replay = Replay(_dealt(table, place, opening), acts, _setting(place))
        judge_unplayed(table, round_, replay.run(), lead, place, judged)
    else:
        judged.complete, judged.start, judged.explained = round_.acts_complete, played.start, played.explained
        _with_acts(table, round_, played.resolution, place, judged, void is not None)
    _follow_from_start(judged, misled)
    return judged


def _only_points(act: Act) -> bool:
    """A penalty or an award, which may stand on a score sheet."""
    return act.kind is Kind.RULING and (act.extra or {})["ruling"] in ("penalty", "award")


def was_acted(round_: Round, acts: list[Act]) -> bool:
    """The round's acts are written; rulings alone are none, and an empty list says that nobody played."""
    return any(act.kind is not Kind.RULING for act in acts) or round_.acts == []


def _void_finding(void: tuple[str, int | None], place: Place, deal: Deal) -> Finding:
    problem, seat = void
    path = f"{place.path}/deal" if seat is None else f"{place.path}/deal/{LETTERS[seat]}"
    letter = None if seat is None else LETTERS[seat]
    cause = next((finding for finding in deal.findings if finding.seat == letter and letter), None)
    return Finding("DOM305", path, {"problem": problem}, round=place.number, seat=letter, cause=cause)


def _void_deal(
    table: Table,
    deal: Deal,
    void: tuple[str, int | None] | None,
    place: Place,
    judged: Judged,
    adjustments: list[tuple[int, str, int, str]],
) -> Judged:
    """A void deal standing in the list as a round of its own."""
    score = judged.score
    score.how = How.VOID
    score.counts = False
    if void is None and deal.given and not may_be_void(table, deal, place.first):
        score.how = How.UNFINISHED
        fields = {"due": "not void: the rules let this deal stand", "claimed": "void"}
        judged.findings.append(Finding("DOM503", f"{place.path}/result/how", fields, round=place.number))
    elif void is None:
        judged.missing.append("whether the deal was void: not all hands are written")
    assert judged.shown is not None
    for seat, shown in enumerate(judged.shown.known):
        count = judged.shown.count[seat]
        dealt = deal.hands[seat].bit_count() + deal.unseen[seat]
        if deal.given and count is not None and (count != dealt or (not deal.unseen[seat] and shown & ~deal.hands[seat])):
            letter = LETTERS[seat]
            held, said = table.tiles.names_of(deal.hands[seat]), table.tiles.names_of(shown)
            wrong: dict[str, Any] = {"seat": letter, "due": held, "claimed": said}
            judged.findings.append(Finding("DOM502", f"{place.path}/left/{letter}", wrong, round=place.number, seat=letter))
    finish(table, score, place, nothing(table), [0] * len(table.sides), adjustments)
    score.left = [
        table.tiles.names_of(hand) + ["?"] * unseen if deal.given else None
        for hand, unseen in zip(deal.hands, deal.unseen, strict=True)
    ]
    return judged


def _lead(table: Table, deal: Deal, place: Place) -> Lead:
    known = (deal.hands, deal.unseen, deal.boneyard, deal.boneyard_size)
    if place.first:
        lead = first_lead(table, *known)
        if lead.seats is not None or place.starts is None:
            return lead
    if place.starts is not None:
        return Lead(frozenset([place.starts]), {}, "the record's start says so")
    if place.before is None:
        return ANYBODY
    return later_lead(table, place.before, *known)


def _start_against_rules(lead: Lead, place: Place) -> Finding | None:
    """DOM513: the record's start names a leader in whose place the rules of the first round name another."""
    if not place.first or place.starts is None or lead.seats is None or place.starts in lead.seats:
        return None
    claimed, due = LETTERS[place.starts], seats_in_words(lead.seats)
    problem = f"{' or '.join(due)} leads the first round: {lead.why}; {claimed} was written"
    fields = {"due": due[0] if len(due) == 1 else due, "claimed": claimed, "problem": problem}
    return Finding("DOM513", "/start/leader", fields, round=place.number, seat=claimed)


def _follow_from_start(judged: Judged, misled: Finding | None) -> None:
    """Who led because the record's start said so is no second mistake."""
    for finding in judged.findings if misled is not None else ():
        if misled and finding.code == "DOM311" and finding.cause is None and finding.seat == misled.seat:
            finding.cause = misled


# with acts


def _with_acts(table: Table, round_: Round, resolution: Resolution, place: Place, judged: Judged, void: bool) -> None:
    left, matters = _left_by_the_end(table, round_, resolution, place, judged, void)
    replay, judged.score, findings, _, _ = left[0]
    if judged.bounds is not None:
        judged.score.limits = limits_of(judged.score, judged.bounds.least, judged.bounds.most)
    if matters is not None:
        act_number, choices = matters
        judged.undetermined = True
        findings = common([one.findings for one in left])
        merge(judged.score, [one.score for one in left])
        if resolution.exhausted:
            forget(judged.score)
            findings = [one for one in findings if one.act is not None and one.act < act_number]
        act = replay.acts[act_number - 1]
        fields = {"tile": act.tile, "choices": choices, "readings": len(left)}
        path = f"{place.path}/acts/{act_number - 1}"
        unclear = Finding("DOM405", path, fields, round=place.number, act=act_number, seat=LETTERS[act.seat])
        findings.append(unclear)
        findings.sort(key=lambda finding: finding.act or len(replay.acts) + 1)
    explained = judged.explained
    if explained is not None:
        known = {id(finding) for finding in (*findings, *explained.findings)}
        for finding in explained.findings:
            finding.cause = finding.cause if id(finding.cause) in known else None
        findings = sorted([*findings, *explained.findings], key=lambda finding: finding.act or len(replay.acts) + 1)
    judged.findings += findings
    judged.state, judged.replay = replay.state, replay
    judged.ruled = replay.ruled if explained is None else replay.ruled + explained.ruled
    judged.resigned_by = replay.state.resigned_by
    judged.hidden = replay.hidden or any(map(replay.state.hidden, range(table.players)))
    disturbed = replay.state.faults.table
    if len(left) == 1 or any(finding is disturbed for finding in judged.findings):
        judged.disturbed = disturbed
    if explained is not None:
        judged.missing += explained.missing
    elif judged.hidden:
        judged.missing += _hidden_in_words(table, replay)
    if not judged.complete and replay.state.over is None:
        left_against_hands(table, judged, place, replay.state)
        judged.missing.append("how the round went on: not all acts are written")
    if replay.target_unknown is not None and None in judged.score.totals:
        judged.missing.append("whether the target was reached: the totals before the round are not known")


def _left_by_the_end(
    table: Table, round_: Round, resolution: Resolution, place: Place, judged: Judged, void: bool
) -> tuple[list[Reading], tuple[int, list[str]] | None]:
    """The readings that are left when it is seen how each ends, one for each result; the act whose place matters, if any.

    One that merely stops too early is refuted if another ends properly: with hidden hands only the tiles turned up tell.
    Where not all acts are written, what they had come to so far does not matter: the end is judged by what was claimed.
    """
    found = [_read(table, round_, replay, place, judged, void) for replay in resolution.replays]
    short = [any(finding.code == "DOM432" for finding in one.findings) for one in found]
    results = {at: result_of(one.score, one.findings) for at, one in enumerate(found) if all(short) or not short[at]}
    left = [found[at] for at in {result: at for at, result in reversed(results.items())}.values()][::-1]
    judged.bounds = left[0].bounds if len(left) == 1 else None
    judged.missing += [problem for one in left for problem in one.missing]
    if resolution.exhausted and resolution.act is not None:
        return left, (resolution.act, resolution.places)
    return left, resolution.matters(results) if len(left) > 1 else None


def _read(table: Table, round_: Round, replay: Replay, place: Place, judged: Judged, void: bool) -> Reading:
    """One reading to its end: what was added to ``judged`` on the way stands in it."""
    findings_before, missing_before, judged.bounds = len(judged.findings), len(judged.missing), None
    score, findings = _ended(table, round_, replay, place, judged, void)
    if not round_.acts_complete and replay.state.over is None:
        totals_only(table, round_, score, place, judged)
    findings += judged.findings[findings_before:]
    missing = judged.missing[missing_before:]
    del judged.findings[findings_before:], judged.missing[missing_before:]
    return Reading(replay, score, findings, missing, judged.bounds)


def _hidden_in_words(table: Table, replay: Replay) -> list[str]:
    words = []
    for seat in range(table.players):
        acts = replay.unjudged.get(seat)
        if acts:
            letter = LETTERS[seat]
            words.append(f"whether {letter} could have played at {acts_listed(acts)}: not all tiles of {letter} are known")
    return words or ["what was dealt or drawn: not all tiles are written"]


def _ended(
    table: Table, round_: Round, replay: Replay, place: Place, judged: Judged, void: bool
) -> tuple[RoundScore, list[Finding]]:
    """The round's score under one reading, with the findings of its acts and of its end."""
    state = replay.state
    shown = judged.shown
    assert shown is not None
    score = RoundScore(place.number, leader=state.leader)
    findings = list(replay.findings)
    if replay.inferred:
        passes = [f"{LETTERS[seat]} before act {act}" for seat, act in replay.inferred]
        fields = {"passes": passes}
        findings.append(Finding("DOM902", f"{place.path}/acts", fields, round=place.number))
    claimed = None if round_.result is None else round_.result.how
    if round_.acts_complete and (claimed == "blocked" or (claimed is None and not may_be_target(replay))):
        draw_the_rest(replay)
    hands = hands_at_end(state, shown)
    explained = judged.explained
    if explained is not None:
        hands = with_known(hands, explained)
    how, stopped = how_it_ended(table, round_, replay, place, hands, void, judged)
    findings += stopped
    score.how = how
    score.target_by = state.target_by
    score.target_doubt = replay.target_unknown is not None
    score.counts = not (how is How.VOID and void and state.over is None)
    in_play: list[int | None] = list(state.in_play)
    broken_off = not round_.acts_complete and state.over is None
    if broken_off:
        end, how = claimed_end(table, round_, shown, judged, place, leader=state.leader, last=None)
        score.how = how
        in_play = claimed_in_play(table, round_)
    elif how is None:
        end = unknown(table, "how the round ended")
    else:
        out = None if state.last_player is None else table.side_of[state.last_player]
        end = end_in_full(table, how, hands, out=out, last_player=state.last_player, lost=state.lost_by)
        if end.missing and explained is not None:
            judged.bounds = explained.end(how, out, state.last_player)
            end = narrowed(end, judged.bounds)
    if end.missing:
        judged.missing.append(f"the end of the round: {end.missing} must be known")
    entries = [Entry(side, points, Why.IN_PLAY, act, {"count": count}) for act, side, points, count in state.gains]
    finish(table, score, place, end, in_play, replay.adjustments, entries)
    score.left = [shown_names(round_, at) if broken_off else names_left(state, at, shown) for at in range(table.players)]
    if explained is not None:
        _tell_hidden(table, score, explained)
    return score, findings


def _tell_hidden(table: Table, score: RoundScore, explained: Explained) -> None:
    """The report's bounds and hidden tiles, and what is left where it follows from what was seen."""
    names = table.tiles.names_of
    score.left = [left if tiles is None else names(tiles) for left, tiles in zip(score.left, explained.known, strict=True)]
    score.bounds = explained.bounds or None
    if explained.bounds:
        score.hidden = [(names(sure), names(may)) for sure, may in zip(explained.certain, explained.possible, strict=True)]
