"""One round explained: lead, points in play, the end, rulings, running totals, claims and findings."""

from __future__ import annotations

from typing import Any

from domscore.auditing import Watched
from domscore.domino.seat import LETTERS
from domscore.explain.claims import claim_lines
from domscore.explain.ends import end_lines
from domscore.explain.hidden import end_lines as hidden_lines
from domscore.explain.legality import clauses_behind
from domscore.explain.lines import Line, Part, cited, clauses, joined, plural
from domscore.explain.otherwise import other_ends
from domscore.findings.finding import Finding, causes_first, followed
from domscore.play.lead import Before, later_lead
from domscore.play.state import How
from domscore.play.table import Table
from domscore.record.acts import Kind
from domscore.report.report import Report
from domscore.rules.model import LaterLead
from domscore.score.evidence import hands_at_end
from domscore.score.infractions import leads_after_stop
from domscore.score.ledger import Entry, RoundScore, Why
from domscore.score.round_end import End, Hands

_END = (Why.OUT, Why.BLOCKED, Why.LOST)
_NO_END = {
    How.TARGET: "The target was reached in play: the round stops, and its end is worth nothing.",
    How.RESIGNED: "The match was resigned: the round stops, and its end is worth nothing.",
    How.VOID: "The round is void: its end is worth nothing.",
    How.UNFINISHED: "The round was not finished: its end is worth nothing.",
    How.LOST: "The round was lost by a ruling; with more than two sides nobody scores it.",
}
_NOTES = ("DOM902", "DOM903")
"""What is said last: passes that were not written, and what cannot be decided."""
_FIELD_OF_ENDING = {How.OUT: "end_winner:went-out", How.BLOCKED: "block:reached", How.TARGET: "target_reached"}


def explained_round(report: Report, watched: Watched) -> Part:
    """A round in words, line by line."""
    table, score = report.table, watched.judged.score
    assert table is not None
    findings = [finding for finding in report.findings if finding.round == score.number]
    lines = [*_lead(table, watched), *_in_play(table, score)]
    lines += _ending(table, watched)
    lines += _rulings(table, score, watched, findings)
    lines += running_lines(table, score, watched.place.totals)
    lines += _next_lead(table, watched)
    lines += finding_lines([finding for finding in findings if finding.code not in _NOTES], watched)
    lines += claim_lines(table, watched, findings)
    lines += finding_lines([finding for finding in findings if finding.code in _NOTES], watched)
    values: dict[str, Any] = {"round": score.number, "how": None if score.how is None else score.how.value}
    return Part("round", _title(table, score), lines, values)


def _title(table: Table, score: RoundScore) -> str:
    how = "how it ended is not known" if score.how is None else score.how.value
    if score.winner is None:
        won = "nobody wins" if score.winner_known and score.how is not None else "the winner is not known"
    else:
        won = f"{table.side_ids[score.winner]} wins, {plural(score.points[score.winner], 'point')}"
    return f"Round {score.number}: {how}, {won}"


def _lead(table: Table, watched: Watched) -> list[Line]:
    judged, place = watched.judged, watched.place
    leader = judged.score.leader
    field = "first_lead" if place.first else "later_lead"
    if leader is None:
        return []
    letter = LETTERS[leader]
    start = judged.start
    if start is None or start.lead.seats is None:
        return [Line("lead", f"{letter} led.", {"leader": letter, "due": None})]
    due = [LETTERS[seat] for seat in sorted(start.lead.seats)]
    named = clauses(table.rules, field)
    tiles = {LETTERS[seat]: [table.tiles.names[n] for n in numbers] for seat, numbers in start.lead.tiles.items()}
    forced = f" with {joined(tiles[due[0]], 'or')}" if len(due) == 1 and tiles else ""
    said = f"{letter} led. Due: {joined(due, 'or')}{forced}; {start.lead.why}."
    return [Line("lead", said, {"leader": letter, "due": due, "tiles": tiles}, clauses=named)]


def _in_play(table: Table, score: RoundScore) -> list[Line]:
    entries = [entry for entry in score.entries if entry.why is Why.IN_PLAY]
    if not table.scores or (not entries and any_unknown(score.in_play)):
        return []
    named = clauses(table.rules, "in_play")
    lines = []
    for entry in entries:
        assert entry.side is not None
        side = table.side_ids[entry.side]
        text = f"Act {entry.act}, {side}: the open ends count {entry.detail['count']} -> {plural(entry.points, 'point')}."
        values = {"act": entry.act, "side": side, "count": entry.detail["count"], "points": entry.points}
        lines.append(Line("in-play", text, values, depth=1))
    by_side = dict(zip(table.side_ids, score.in_play, strict=True))
    listed = ", ".join(f"{side} {_known(points)}" for side, points in by_side.items())
    text = f"Points in play: {listed}{cited(named)}."
    return [Line("in-play-total", text, {"in_play": by_side}, clauses=named), *lines]


def any_unknown(values: list[int | None]) -> bool:
    """One of the numbers is not known."""
    return any(value is None for value in values)


def hands_of(watched: Watched) -> Hands:
    """What was left in the hands: by the acts, or as it was shown."""
    judged = watched.judged
    assert judged.shown is not None
    return judged.shown.hands() if judged.state is None else hands_at_end(judged.state, judged.shown)


def _ending(table: Table, watched: Watched) -> list[Line]:
    judged, score = watched.judged, watched.judged.score
    how = score.how
    lines = [_how(table, watched), *_numbers(table, watched)]
    entry = next((entry for entry in score.entries if entry.why in _END), None)
    hands = hands_of(watched)
    if entry is None and how in _NO_END:
        lines.append(Line("no-end", _NO_END[how], {"how": how.value}))
    elif entry is None:
        lines.append(_undecided(table, watched))
    if any(pips is not None for pips in hands.pips):
        lines += end_lines(table, how, hands, entry)
    if judged.hidden:
        lines += hidden_lines(table, watched, [seat for seat, pips in enumerate(hands.pips) if pips is None])
    if entry is not None and how in (How.OUT, How.BLOCKED, How.LOST):
        lines += _otherwise(table, watched, entry, how, hands)
    if how is How.TARGET and table.at_once and score.target_by is not None:
        lines.append(_at_round_end(table))
    return lines if not judged.undetermined else [*lines, _unclear(watched)]


def _how(table: Table, watched: Watched) -> Line:
    how, state = watched.judged.score.how, watched.judged.state
    if how is None:
        return Line("ending", "How the round ended cannot be told.", {"how": None})
    named = clauses(table.rules, _FIELD_OF_ENDING[how]) if how in _FIELD_OF_ENDING else ()
    at = None if state is None or state.over is not how else state.ended_at
    if watched.judged.acted:
        when = f"at act {at}" if at is not None else "after the last act"
    else:
        when = "by what was written: there are no acts"
    text = f"The round ended: {how.value}, {when}{cited(named)}."
    return Line("ending", text, {"how": how.value, "act": at}, clauses=named)


def _numbers(table: Table, watched: Watched) -> list[Line]:
    """Where the tiles with the open numbers are, when the round is blocked or was claimed to be."""
    state, result = watched.judged.state, watched.round.result
    claimed = result is not None and result.how == "blocked"
    if state is None or not state.layout.tiles or (watched.judged.score.how is not How.BLOCKED and not claimed):
        return []
    lines = []
    held, known = 0, True
    for mine, shown in zip(state.hands, hands_of(watched).tiles, strict=True):
        held |= mine if shown is None else shown
        known = known and shown is not None
    for number in sorted(set(state.ends())):
        wanted = table.tiles.containing[number]
        on_table, in_hands = (wanted & state.on_table).bit_count(), (wanted & held).bit_count()
        rest = wanted.bit_count() - on_table - in_hands
        where = "elsewhere" if known else "elsewhere, or in hands not known"
        text = f"Open {number}: {on_table} of {wanted.bit_count()} tiles on the table, {in_hands} in hands, {rest} {where}."
        values = {"number": number, "on_table": on_table, "in_hands": in_hands, "elsewhere": rest, "hands_known": known}
        lines.append(Line("blocked", text, values, depth=1))
    if table.draws:
        drawable = state.drawable()
        text = f"Tiles that may still be drawn: {_known(drawable)}."
        lines.append(Line("drawable", text, {"drawable": drawable}, depth=1, clauses=clauses(table.rules, "reserve")))
    return lines


def _next_lead(table: Table, watched: Watched) -> list[Line]:
    """Who leads the next round, as far as this one settles it."""
    score = watched.judged.score
    if not score.counts or score.leader is None or LaterLead.ANY in table.rules.later_leads:
        return []
    played = score.played_out and score.winner is not None
    if score.how is None or (score.played_out and not score.winner_known):
        return []
    before = Before(score.leader, table.sides[score.winner] if played and score.winner is not None else ())
    before.penalised = leads_after_stop(table, watched.judged)
    unseen = [table.hand_size] * table.players
    lead = later_lead(table, before, [0] * table.players, unseen, 0, table.boneyard)
    if lead.seats is None:
        return []
    named = clauses(table.rules, "later_lead")
    by_double = LaterLead.HIGHEST_DOUBLE in table.rules.later_leads
    due = [] if by_double else [LETTERS[seat] for seat in sorted(lead.seats)]
    said = (
        f"{joined(due, 'or')}: {lead.why}"
        if due
        else f"{lead.why}; after {LETTERS[score.leader]} comes {_after(table, score)}"
    )
    return [Line("next-lead", f"To lead next: {said}.", {"due": due or None}, clauses=named)]


def _after(table: Table, score: RoundScore) -> str:
    assert score.leader is not None
    return LETTERS[table.following[score.leader]]


def _undecided(table: Table, watched: Watched) -> Line:
    points = dict(zip(table.side_ids, watched.judged.score.points, strict=True))
    if any_unknown(watched.judged.score.points):
        return Line("undecided", "What the end is worth cannot be worked out from what is written.", {"points": points})
    said = ", ".join(f"{side} {value}" for side, value in points.items())
    if any(entry.why is Why.EVERY_DEAL for entry in watched.judged.score.entries):
        text = f"Points of the end, the same in every deal that explains the acts: {said}."
        return Line("every-deal", text, {"points": points})
    return Line("as-claimed", f"Points of the end as written, nothing to work them out from: {said}.", {"points": points})


def _otherwise(table: Table, watched: Watched, entry: Entry, how: How, hands: Hands) -> list[Line]:
    judged = watched.judged
    state = judged.state
    out = table.side_number[entry.detail["out"]] if "out" in entry.detail else entry.side
    end = End(judged.score.winner, judged.score.winner_known, judged.score.points)
    return other_ends(
        table,
        how,
        hands,
        end,
        out=out if how is How.OUT else None,
        last_player=None if state is None else state.last_player,
        lost=None if state is None else state.lost_by,
    )


def _at_round_end(table: Table) -> Line:
    named = clauses(table.rules, "target_reached")
    text = (
        f"The target counts at once{cited(named)}. Read otherwise (target_reached = round-end) play would go on to the end "
        "of the round, and the higher total would win."
    )
    return Line("other-reading", text, {"field": "target_reached", "now": "at-once", "other": "round-end"}, clauses=named)


def _unclear(watched: Watched) -> Line:
    unclear = next(finding for finding in watched.judged.findings if finding.code == "DOM405")
    return Line("unclear", f"Act {unclear.act} can be read in more than one way: {unclear.message}.", {"act": unclear.act})


def _rulings(table: Table, score: RoundScore, watched: Watched, findings: list[Finding]) -> list[Line]:
    lines: list[Line] = []
    for entry in score.entries:
        if entry.why in (Why.PENALTY, Why.AWARD) and entry.side is not None:
            reason = f" ({entry.detail['reason']})" if entry.detail["reason"] else ""
            side = table.side_ids[entry.side]
            text = f"Ruling at act {entry.act}: {entry.why.value} of {plural(entry.points, 'point')} for {side}{reason}."
            values = {"act": entry.act, "side": side, "points": entry.points, "why": entry.why.value}
            lines.append(Line("ruling", text, values))
    for number, act in enumerate(watched.acts, 1):
        extra: dict[str, Any] = dict(act.extra or {})
        if act.kind is Kind.RULING and extra["ruling"] not in ("penalty", "award"):
            about = next((f.message for f in findings if f.code == "DOM905" and f.act == number), "")
            reason = f" ({extra['reason']})" if extra.get("reason") else ""
            said = about or f"{extra['ruling']}{reason}"
            lines.append(Line("ruling", f"Ruling at act {number}: {said}.", {"act": number, "ruling": extra["ruling"]}))
    return sorted(lines, key=lambda line: int(line.values["act"]))


def running_lines(table: Table, score: RoundScore, before: list[int | None]) -> list[Line]:
    """Totals, side by side: before the round, what came, after it, and how far it is to the target."""
    lines = []
    parts = ("end", "in play", "bonus", "rulings")
    for side, name in enumerate(table.side_ids):
        gains = [score.points[side], score.in_play[side], score.bonuses[side], score.adjustments[side]]
        total = score.totals[side]
        shown = {part: gain for part, gain in zip(parts, gains, strict=True) if gain != 0}
        terms = "".join(_term(gain, part, len(shown) > 1) for part, gain in shown.items())
        to_go = None if table.target is None or total is None else table.target - total
        values = {"side": name, "before": before[side], "gains": shown, "total": total, "to_go": to_go}
        equals = f" = {_known(total)}" if terms else ""
        lines.append(Line("running", f"{name}: {_known(before[side])}{terms}{equals}{_distance(to_go)}", values))
    return lines


def _term(gain: int | None, part: str, named: bool) -> str:
    sign = "-" if gain is not None and gain < 0 else "+"
    return f" {sign} {'?' if gain is None else abs(gain)}{f' {part}' if named else ''}"


def _known(number: int | None) -> str:
    return "?" if number is None else str(number)


def _distance(to_go: int | None) -> str:
    if to_go is None:
        return "."
    return f", {to_go} to go." if to_go > 0 else ", the target is reached."


def finding_lines(findings: list[Finding], watched: Watched) -> list[Line]:
    """What is wrong besides the claims; what only follows from it stands below it."""
    codes = ("DOM3", "DOM4", "DOM6")
    others = causes_first(f for f in findings if f.code[:4] in codes or f.code in (*_NOTES, "DOM509"))
    return [finding_line(f, watched, depth=0 if f.cause is None or f.cause.round != f.round else 1) for f in others]


def finding_line(finding: Finding, watched: Watched | None = None, depth: int = 0) -> Line:
    """A finding as a line; in the round in which it was made, with the clauses that it rests on."""
    named: tuple[str, ...] = ()
    behind = ""
    if watched is not None and watched.judged.start is not None:
        named, behind = clauses_behind(watched.judged.start.table.rules, finding, watched.place.first)
    where = f"Act {finding.act}: " if finding.act is not None else ""
    ruled = f" [ruled at act {finding.fields['ruled']}]" if "ruled" in finding.fields else ""
    stop = "" if finding.message.endswith("?") else "."
    values = {"number": finding.number, "code": finding.code, "act": finding.act, "severity": finding.severity.value}
    text = f"{where}{finding.code} {finding.slug}: {finding.message}{behind}{stop}{ruled}{followed(finding)}"
    return Line("finding", text, values, depth, clauses=named)
