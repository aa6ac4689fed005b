"""One round: deal, lead, acts, end. What the acts show where there are acts; what was written down where there are none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding
from domscore.play.deal import Deal, read_deal, void_reason
from domscore.play.lead import ANYBODY, Before, Lead, first_lead, later_lead, seats_in_words
from domscore.play.readings import Budget, Resolution, resolve
from domscore.play.replay import Replay, Ruled, Setting
from domscore.play.state import How, State
from domscore.play.table import Table
from domscore.record.acts import Act, Kind
from domscore.record.models import Round
from domscore.score.evidence import Shown, hands_at_end, names_left, shown_tiles, wrong_left
from domscore.score.hidden import EndRange, Explain, Explained, narrowed, with_known
from domscore.score.ledger import Entry, RoundScore, Why, added
from domscore.score.round_end import End, Hands, end_in_full, nothing, unknown

_WHETHER_BLOCKED = "whether anybody could still move at the end"


@dataclass(slots=True)
class Place:
    """Where a round stands in its match.

    Attributes:
        index: position in the record's list.
        number: the round's number.
        first: the first-round rules are in force.
        before: what the round before hands on; None before any round.
        starts: the seat that the record says ought to lead, for its first round.
        totals: running totals before it, by side; None when not known.
        last: no further round follows.
        match_how: how the match is claimed to have ended.
        after_match: the match was over before it: there is no target left to reach.
        passes_implied, draws_implied: the record leaves them out.
    """

    index: int
    number: int
    first: bool
    before: Before | None
    starts: int | None
    totals: list[int | None]
    last: bool
    match_how: str | None
    after_match: bool = False
    passes_implied: bool = False
    draws_implied: bool = False

    @property
    def path(self) -> str:
        """JSON Pointer of the round."""
        return f"/rounds/{self.index}"


@dataclass(slots=True)
class Judged:
    """A round judged.

    Attributes:
        score: what it is worth.
        findings: about the deal, the lead and the acts.
        missing: what could not be decided, in words.
        disturbed: the first finding that makes the table of the replay differ from the table of the players.
        acted: the record holds acts; ``complete``: all of them.
        resigned_by: a seat that resigned the match.
        start: before the first act. ``replay``: of all acts, in the first of the readings that are left.
        state: after the last act; None without acts.
        undetermined: a place was left open and it matters.
        hidden: some hands are not known.
        explained: what hidden hands come to; None where nothing can be concluded. ``bounds``: of the end of the round.
    """

    score: RoundScore
    findings: list[Finding] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    disturbed: Finding | None = None
    acted: bool = False
    complete: bool = True
    resigned_by: int | None = None
    start: State | None = None
    replay: Replay | None = None
    state: State | None = None
    shown: Shown | None = None
    ruled: list[Ruled] = field(default_factory=list)
    undetermined: bool = False
    hidden: bool = False
    explained: Explained | None = None
    bounds: EndRange | None = None


def judge_round(
    table: Table, round_: Round, acts: list[Act], place: Place, budget: Budget, explain: Explain | None = None
) -> Judged:
    """Judge one round as far as the record goes. ``explain`` looks into hidden hands."""
    deal = read_deal(table, round_.deal, f"{place.path}/deal")
    shown = shown_tiles(table, round_.left, place.path)
    acted = any(act.kind is not Kind.RULING for act in acts) or round_.acts == []
    claimed = None if round_.result is None else round_.result.how
    void = void_reason(table, deal.hands, deal.unseen, place.first) if deal.given else None
    judged = Judged(RoundScore(place.number), list(deal.findings), acted=acted, shown=shown)
    judged.findings += shown.findings
    for finding in judged.findings:
        finding.round = place.number
    if claimed == "void" and not acts:
        return _void_deal(table, deal, void, place, judged)
    if void is not None and claimed != "void":
        judged.findings.append(_void_finding(void, place, deal))
    lead = _lead(table, deal, place)
    start = State.dealt(table, lead, deal, place.totals, target_open=not place.after_match)
    setting = Setting(place.path, place.number, place.passes_implied, place.draws_implied)
    if not acted:
        _without_acts(table, round_, Replay(start, acts, setting).run(), lead, place, judged)
        return judged
    judged.complete, judged.start = round_.acts_complete, start
    resolution = resolve(start, acts, setting, budget, round_.acts_complete)
    if explain is not None and resolution.seen and any(replay.hidden for replay in resolution.replays):
        turned_up = shown if judged.complete and not shown.findings else None
        judged.explained = explain(table, deal, resolution.seen, turned_up, place, claimed != "void")
    _with_acts(table, round_, resolution, place, judged, void is not None)
    return judged


def _void_finding(void: tuple[str, int | None], place: Place, deal: Deal) -> Finding:
    problem, seat = void
    path = f"{place.path}/deal" if seat is None else f"{place.path}/deal/{LETTERS[seat]}"
    letter = None if seat is None else LETTERS[seat]
    cause = next((finding for finding in deal.findings if finding.seat == letter and letter), None)
    return Finding("DOM305", path, {"problem": problem}, round=place.number, seat=letter, cause=cause)


def _void_deal(table: Table, deal: Deal, void: tuple[str, int | None] | None, place: Place, judged: Judged) -> Judged:
    """A void deal standing in the list as a round of its own."""
    score = judged.score
    score.how = How.VOID
    score.counts = False
    if void is None and deal.given and deal.known:
        score.how = How.UNFINISHED
        fields = {"due": "not void: the rules let this deal stand", "claimed": "void"}
        judged.findings.append(Finding("DOM503", f"{place.path}/result/how", fields, round=place.number))
    elif void is None:
        judged.missing.append("whether the deal was void: not all hands are written")
    _finish(table, score, place, nothing(table), [0] * len(table.sides), [])
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


# with acts


def _with_acts(table: Table, round_: Round, resolution: Resolution, place: Place, judged: Judged, void: bool) -> None:
    replays = resolution.replays
    ends = [_ended(table, round_, replay, place, judged, void) for replay in replays]
    judged.score, findings = ends[0]
    replay = replays[0]
    if resolution.act is not None:
        judged.undetermined = True
        findings = _common([found for _, found in ends])
        for other, _ in ends[1:]:
            _keep_common(judged.score, other)
        if resolution.exhausted:
            _forget(judged.score)
        act = replay.acts[resolution.act - 1]
        fields = {"tile": act.tile, "choices": resolution.places, "readings": len(replays)}
        path = f"{place.path}/acts/{resolution.act - 1}"
        unclear = Finding("DOM405", path, fields, round=place.number, act=resolution.act, seat=LETTERS[act.seat])
        findings.append(unclear)
        findings.sort(key=lambda finding: finding.act or len(replay.acts) + 1)
    explained = judged.explained
    if explained is not None:
        findings = sorted([*findings, *explained.findings], key=lambda finding: finding.act or len(replay.acts) + 1)
    judged.findings += findings
    judged.state, judged.replay = replay.state, replay
    judged.ruled = replay.ruled if explained is None else replay.ruled + explained.ruled
    judged.resigned_by = replay.state.resigned_by
    judged.hidden = replay.hidden or any(map(replay.state.hidden, range(table.players)))
    disturbed = replay.state.faults.table
    if resolution.act is None or any(finding is disturbed for finding in judged.findings):
        judged.disturbed = disturbed
    if explained is not None:
        judged.missing += explained.missing
    elif judged.hidden:
        judged.missing += _hidden_in_words(table, replay)
    if not judged.complete and replay.state.over is None:
        judged.missing.append("how the round went on: not all acts are written")
    if replay.target_unknown and all(total is None for total in judged.score.totals):
        judged.missing.append("whether the target was reached: the totals before the round are not known")


def _hidden_in_words(table: Table, replay: Replay) -> list[str]:
    words = []
    for seat in range(table.players):
        acts = replay.unjudged.get(seat)
        if acts:
            listed = ", ".join(map(str, sorted(set(acts))))
            words.append(
                f"whether {LETTERS[seat]} could have played at act {listed}: not all tiles of {LETTERS[seat]} are known"
            )
    return words or ["what was dealt or drawn: not all tiles are written"]


def _common(found: list[list[Finding]]) -> list[Finding]:
    """The findings that all readings share."""
    keys = [{_key(finding) for finding in one} for one in found]
    shared = set.intersection(*keys)
    kept = {_key(finding): finding for finding in found[0] if _key(finding) in shared}
    for finding in kept.values():
        while finding.cause is not None and kept.get(_key(finding.cause)) is not finding.cause:
            finding.cause = kept.get(_key(finding.cause), finding.cause.cause)
    return list(kept.values())


def _key(finding: Finding) -> tuple[str, int | None, str | None, str]:
    return finding.code, finding.act, finding.seat, finding.path


def _keep_common(score: RoundScore, other: RoundScore) -> None:
    if score.how is not other.how:
        score.how = None
    if (score.winner, score.winner_known) != (other.winner, other.winner_known):
        score.winner, score.winner_known = None, False
    for name in ("points", "in_play", "totals", "left"):
        mine, theirs = getattr(score, name), getattr(other, name)
        setattr(score, name, [one if one == two else None for one, two in zip(mine, theirs, strict=True)])


def _forget(score: RoundScore) -> None:
    """Nothing about the end can be said when there are too many readings to follow."""
    score.how, score.winner, score.winner_known = None, None, False
    score.points = [None] * len(score.points)
    score.in_play = [None] * len(score.in_play)
    score.totals = [None] * len(score.totals)


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
    if claimed in (None, "blocked"):
        replay.draw_the_rest()
    hands = hands_at_end(state, shown)
    explained = judged.explained
    if explained is not None:
        hands = with_known(hands, explained)
    how, stopped = _how(table, round_, replay, place, hands, void, judged)
    findings += stopped
    score.how = how
    score.target_by = state.target_by
    score.counts = not (how is How.VOID and void and state.over is None)
    in_play: list[int | None] = list(state.in_play)
    if not round_.acts_complete and state.over is None:
        end, how = _claimed_end(table, round_, shown, judged, place, leader=state.leader, last=None)
        score.how = how
        in_play = _claimed_in_play(table, round_)
    elif how is None:
        end = unknown(table, "how the round ended")
    else:
        out = next((table.side_of[s] for s in range(table.players) if state.is_out(s)), None)
        if out is None and how is How.OUT and state.last_player is not None:
            out = table.side_of[state.last_player]
        end = end_in_full(table, how, hands, out=out, last_player=state.last_player, lost=state.lost_by)
        if end.missing and explained is not None:
            judged.bounds = explained.end(how, out, state.last_player)
            end = narrowed(end, judged.bounds)
    if end.missing:
        judged.missing.append(f"the end of the round: {end.missing} must be known")
    entries = [Entry(side, points, Why.IN_PLAY, act, {"count": count}) for act, side, points, count in state.gains]
    _finish(table, score, place, end, in_play, replay.adjustments, entries)
    score.left = [names_left(state, seat, shown) for seat in range(table.players)]
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


def _dead_at_end(state: State, hands: Hands, explained: Explained | None) -> bool | None:
    """Nobody could move when the acts ended: by the acts, by the tiles turned up, by what follows from them."""
    if state.dead:
        return True
    dead = _dead_by_evidence(state, hands)
    return explained.dead if dead is None and explained is not None else dead


def _how(
    table: Table, round_: Round, replay: Replay, place: Place, hands: Hands, void: bool, judged: Judged
) -> tuple[How | None, list[Finding]]:
    """How the round ended, and DOM432 when it did not."""
    state = replay.state
    claimed = None if round_.result is None else round_.result.how
    if _may_be_out(state) and claimed in (None, "out"):
        return (How.OUT if claimed else None), []
    dead = _dead_at_end(state, hands, judged.explained)
    if state.over is not None:
        return _how_over(table, state, claimed, dead, judged), []
    if claimed == "unfinished" or not round_.acts_complete:
        return How.UNFINISHED, []
    if state.dead or (table.passes_for_block and state.passes >= table.players and not state.leading):
        return How.BLOCKED, []
    if claimed == "void":
        return (How.VOID if void else How.UNFINISHED), []
    if claimed == "resigned" or (place.last and place.match_how == "resigned"):
        return How.RESIGNED, []
    if place.last and place.match_how in ("inactive", "abandoned"):
        return How.UNFINISHED, []
    if dead:
        return How.BLOCKED, []
    if dead is None:
        judged.missing.append(_WHETHER_BLOCKED)
        return (How.BLOCKED if claimed == "blocked" else None), []
    if replay.target_unknown:
        return (How.TARGET if claimed == "target" else None), []
    able = [LETTERS[seat] for seat in range(table.players) if _able(state, seat, hands)]
    everybody_passed = state.passes >= table.players
    cause = (state.faults.passing if everybody_passed else None) or state.faults.table
    fields = {"able": able or ["somebody"], "ends": state.ends()}
    return How.UNFINISHED, [Finding("DOM432", f"{place.path}/acts", fields, round=place.number, cause=cause)]


def _how_over(table: Table, state: State, claimed: str | None, dead: bool | None, judged: Judged) -> How | None:
    """How a round ended that an act ended; a tile that reached the target may have blocked the round as well."""
    if state.over is not How.TARGET:
        return state.over
    if dead is None:
        judged.missing.append(_WHETHER_BLOCKED)
    return How.BLOCKED if dead or (dead is None and claimed == "blocked") else How.TARGET


def _may_be_out(state: State) -> bool:
    """The last tile laid may have been its seat's last one: draws that were not written leave that open."""
    last = state.last_player
    if last is None or state.over not in (None, How.BLOCKED) or state.faults.after_end is not None:
        return False
    return state.is_out(last) is None and state.turn == state.table.following[last]


def _able(state: State, seat: int, hands: Hands) -> bool:
    tiles = hands.tiles[seat]
    return bool((state.hands[seat] if tiles is None else tiles) & state.fitting()) or bool(state.drawable())


def _dead_by_evidence(state: State, hands: Hands) -> bool | None:
    """Nobody can move: by the acts, or by the tiles turned up."""
    dead = state.nobody_can_move()
    if dead is not None or state.drawable() is None:
        return dead
    fitting = state.fitting()
    masks = [tiles if state.hidden(seat) else state.hands[seat] for seat, tiles in enumerate(hands.tiles)]
    if any(mask is not None and mask & fitting for mask in masks):
        return False
    return None if any(mask is None for mask in masks) else True


# without acts


def _without_acts(table: Table, round_: Round, replay: Replay, lead: Lead, place: Place, judged: Judged) -> None:
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
        score.how = state.over
        hands = judged.shown.hands()
        end = end_in_full(table, state.over, hands, lost=state.lost_by)
    else:
        end, score.how = _claimed_end(table, round_, judged.shown, judged, place)
    _finish(table, score, place, end, _claimed_in_play(table, round_), replay.adjustments)
    _totals_only(table, round_, score, place, judged)
    score.left = [_shown_names(table, judged.shown, round_, seat) for seat in range(table.players)]
    said = round_.result is not None or judged.shown.anything or round_.scores is not None or replay.adjustments
    _left_against_deal(table, judged, place, state)
    judged.missing.append(
        "how the round was played: no acts are written" if said else "the round holds neither acts nor claims"
    )


def _left_against_deal(table: Table, judged: Judged, place: Place, state: State) -> None:
    """DOM502: a tile shown at the end that its seat cannot have held, by the deal alone."""
    assert judged.shown is not None
    for seat, shown in enumerate(judged.shown.known):
        elsewhere = 0
        for other, hand in enumerate(state.hands):
            elsewhere |= hand if other != seat else 0
        if not table.draws and not state.unseen[seat]:
            elsewhere = table.tiles.everything & ~state.hands[seat]
        if shown & elsewhere:
            letter = LETTERS[seat]
            names = table.tiles.names_of(shown)
            fields = {"seat": letter, "due": "other tiles, by the deal", "claimed": names}
            path = f"{place.path}/left/{letter}"
            judged.findings.append(Finding("DOM502", path, fields, round=place.number, seat=letter))


def _shown_names(table: Table, shown: Shown, round_: Round, seat: int) -> list[str] | None:
    given = (round_.left or {}).get(LETTERS[seat])
    return list(given) if isinstance(given, list) else None


def _claimed_in_play(table: Table, round_: Round) -> list[int | None]:
    if not table.divisors:
        return [0] * len(table.sides)
    claimed = None if round_.result is None else round_.result.in_play
    if claimed is None:
        return [None] * len(table.sides)
    return [claimed.get(side, 0) for side in table.side_ids]


def _claimed_end(
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
    if not shown.anything:
        return _echoed(table, round_, judged, place, claimed), claimed
    if how is None:
        return unknown(table, "how the round ended"), None
    if how is How.LOST:
        winner = _claimed_winner(table, round_)
        return end_in_full(table, how, shown.hands(), lost=None if winner is None else 1 - winner), how
    out = None if out_seat is None else table.side_of[out_seat]
    if how is How.OUT and out is None:
        out = _claimed_winner(table, round_)
    end = end_in_full(table, how, shown.hands(), out=out, last_player=last)
    if end.missing and not judged.acted:
        judged.missing.append(f"the end of the round: {end.missing} must be known")
    return end, how


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
    if claimed is How.BLOCKED and empty:
        return How.OUT, empty[0] if len(empty) == 1 else None, f"out: {LETTERS[empty[0]]} has no tile left"
    if claimed is How.OUT:
        if every and not empty and not zeros:
            return None, None, "not out: every hand holds something"
        if len(empty) == 1:
            return How.OUT, empty[0], ""
        hidden = [seat for seat in range(table.players) if shown.count[seat] is None and shown.pips[seat] is None]
        left = [] if empty else zeros + hidden
        return How.OUT, left[0] if len(left) == 1 else None, ""
    if claimed is None and tiles and len(empty) == 1:
        return How.OUT, empty[0], ""
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
        problem = "only one side can score the end of a round"
    elif scoring and known and scoring[0] != winner:
        problem = "only the winner scores the end of a round"
    if problem:
        fields: dict[str, Any] = {"problem": problem, "claimed": dict(result.points), "winner": result.winner}
        path = f"{place.path}/result/points"
        judged.findings.append(Finding("DOM505", path, fields, round=place.number))
    return End(winner, known, points)


def _totals_only(table: Table, round_: Round, score: RoundScore, place: Place, judged: Judged) -> None:
    """``scores`` without ``points``: the totals are echoed; end and in-play points together are their differences."""
    result = round_.result
    assert judged.shown is not None
    if round_.scores is None or judged.shown.anything or (result is not None and result.points is not None):
        return
    if score.how in (How.VOID, How.RESIGNED, How.UNFINISHED):
        return
    score.totals = [round_.scores.get(side) for side in table.side_ids]
    gains: list[int | None] = []
    for side, total in enumerate(score.totals):
        before = place.totals[side]
        apart = score.adjustments[side] + score.bonuses[side]
        gains.append(None if total is None or before is None else total - before - apart)
    problem = ""
    if any(gain is not None and gain < 0 for gain in gains):
        problem = "a total falls without a penalty"
    elif not table.divisors and sum(1 for gain in gains if gain) > 1:
        problem = "two totals rise, but only one side can score a round"
    if problem:
        fields = {"problem": problem, "claimed": dict(round_.scores)}
        judged.findings.append(Finding("DOM506", f"{place.path}/scores", fields, round=place.number))
    if not table.divisors:
        score.points = gains


def _finish(
    table: Table,
    score: RoundScore,
    place: Place,
    end: End,
    in_play: list[int | None] | list[int],
    adjustments: list[tuple[int, str, int, str]],
    entries: list[Entry] | None = None,
) -> None:
    score.winner, score.winner_known = end.winner, end.known
    score.points = list(end.points)
    score.in_play = list(in_play)
    score.bonuses = [0] * len(table.sides)
    score.adjustments = [0] * len(table.sides)
    score.entries = list(entries or [])
    if end.entry is not None:
        score.entries.append(end.entry)
    for act, name, points, reason in adjustments:
        side = table.side_number[name]
        score.adjustments[side] += points
        why = Why.PENALTY if points < 0 else Why.AWARD
        score.entries.append(Entry(side, points, why, act, {"reason": reason}))
    score.totals = added(place.totals, score.points, score.in_play, score.bonuses, score.adjustments)


__all__ = ["Judged", "Place", "judge_round", "wrong_left"]
