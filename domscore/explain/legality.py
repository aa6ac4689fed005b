"""Whether an act was in order, and why: the legal acts of the position, and the findings with their clauses."""

from __future__ import annotations

from domscore.auditing import Watched
from domscore.domino.seat import LETTERS
from domscore.explain.hidden import Hidden, Known
from domscore.explain.lines import Line, cited, clauses, joined, plural
from domscore.explain.scene import Scene
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding, followed
from domscore.play.legal import legal_acts
from domscore.play.state import State
from domscore.record.acts import Act, Kind, spelled_act
from domscore.rules.model import Rules

_FIELDS = {
    "DOM301": ("set",),
    "DOM312": ("first_tile",),
    "DOM401": ("spinner",),
    "DOM402": ("set",),
    "DOM403": ("set",),
    "DOM404": ("spinner",),
    "DOM405": ("spinner",),
    "DOM406": ("spinner",),
    "DOM407": ("spinner", "sides_first"),
    "DOM411": ("draw:pass",),
    "DOM412": ("draw:before-drawing",),
    "DOM413": ("draw:pass-on-lead",),
    "DOM421": ("draw:drawing",),
    "DOM422": ("draw:drawing",),
    "DOM423": ("reserve",),
    "DOM424": ("draw:pass", "reserve"),
    "DOM425": ("draw:drawing",),
    "DOM426": ("draw:drawing",),
    "DOM431": ("end_winner:went-out", "block:reached"),
    "DOM432": ("end_winner:went-out", "block:reached"),
    "DOM433": ("draw:pass",),
    "DOM441": ("clock_seconds",),
    "DOM442": ("in_play",),
    "DOM904": ("block:reached",),
}
"""The rule fields behind a finding about an act."""
_NOT_ABOUT_ORDER = frozenset({"DOM501", "DOM905", "DOM902"})


def clauses_of_code(rules: Rules, code: str, first_round: bool) -> tuple[str, ...]:
    """The clauses that a finding about an act rests on."""
    if code == "DOM311":
        return clauses(rules, "first_lead" if first_round else "later_lead")
    return clauses(rules, *_FIELDS.get(code, ()))


def clauses_behind(rules: Rules, finding: Finding, first_round: bool) -> tuple[tuple[str, ...], str]:
    """The clauses that a finding about an act rests on, and how they are cited: not where its message names them."""
    named = clauses_of_code(rules, finding.code, first_round)
    return named, "" if all(name in finding.message for name in named) else cited(named)


def legal_line(scene: Scene, act: Act, known: list[Known]) -> Line:
    """What could legally be done at that point.

    Args:
        scene: of the act. ``act``: the act itself.
        known: what is known of hands where some are hidden, by seat; else empty.
    """
    state = scene.before.copy()
    if scene.passed:
        state.turn = act.seat
    if state.over is not None:
        return Line("legal", "Nothing is legal any more: the round is over.", {"legal": [], "complete": True})
    seats = [state.turn] if state.turn is not None else sorted(state.lead.seats or range(state.table.players))
    hidden = [LETTERS[seat] for seat in seats if state.hidden(seat)]
    if hidden:
        for seat in seats if known else ():
            state.hands[seat] |= state.table.tiles.mask(known[seat].certain)
        return _partly(state, seats, hidden)
    found = legal_acts(state)
    if state.boneyard.bit_count() != state.boneyard_size and not any(one.kind is Kind.PLAY for one in found):
        found = [Act(seats[0], Kind.DRAW)] if state.drawable() else [Act(seats[0], Kind.PASS)]
    return Line("legal", f"Legal: {_listed(found)}.", {"legal": [spelled_act(one) for one in found], "complete": True})


def _partly(state: State, seats: list[int], hidden: list[str]) -> Line:
    """With hidden hands: the plays that are known to be there."""
    plays = [one for one in legal_acts(state) if one.kind is Kind.PLAY] if len(seats) == 1 else []
    ends = "" if state.leading else f"; what fits holds {joined(map(str, sorted(set(state.ends()))), 'or')}"
    sure = f" Legal for certain: {_listed(plays)}." if plays else ""
    text = f"Not all tiles of {joined(hidden)} are known, so not all that was legal is{ends}.{sure}"
    values = {"legal": [spelled_act(one) for one in plays], "complete": False, "seats": [LETTERS[s] for s in seats]}
    return Line("legal", text, values)


def _listed(acts: list[Act]) -> str:
    """Acts in a sentence; draws are one act, whatever tile they bring."""
    words: list[str] = []
    for act in acts:
        words.append(f"{LETTERS[act.seat]} draw" if act.kind is Kind.DRAW else spelled_act(act))
    return ", ".join(dict.fromkeys(words)) or "nothing"


def verdict_lines(watched: Watched, scene: Scene, own: list[Finding], hidden: Hidden | None) -> list[Line]:
    """In order and why, or every finding with the clauses behind it."""
    rules, first = scene.before.table.rules, watched.place.first
    about = [finding for finding in own if finding.code not in _NOT_ABOUT_ORDER]
    lines = [_finding(rules, finding, first) for finding in about]
    if not any(finding.severity is Severity.ERROR or "ruled" in finding.fields for finding in about):
        lines.append(_in_order(watched, scene, own, hidden))
    return lines


def _finding(rules: Rules, finding: Finding, first_round: bool) -> Line:
    named, behind = clauses_behind(rules, finding, first_round)
    word = {Severity.ERROR: "Not in order", Severity.WARNING: "Warning", Severity.NOTE: "Note"}[finding.severity]
    if "ruled" in finding.fields:
        word = f"Not in order, but ruled at act {finding.fields['ruled']}"
    values = {"number": finding.number, "code": finding.code, "severity": finding.severity.value}
    text = f"{word}: {finding.message}{behind} ({finding.code} {finding.slug}).{followed(finding)}"
    return Line("not-in-order" if word.startswith("Not") else "remark", text, values, clauses=named)


def _in_order(watched: Watched, scene: Scene, own: list[Finding], hidden: Hidden | None) -> Line:
    act, state = scene.step.act, scene.before
    replay, number = watched.judged.replay, scene.step.number
    unjudged = replay is not None and number in replay.unjudged.get(act.seat, [])
    if unjudged and (hidden is None or hidden.undecided(act.seat, number)):
        text = f"Whether it was in order cannot be decided: not all tiles of {LETTERS[act.seat]} are known."
        return Line("undecided", text, {"in_order": None})
    fields, why = _reason(scene, act, watched.place.first, hidden)
    if unjudged:
        why = f"whatever the deal, {why}"
    named = clauses(state.table.rules, *fields)
    unclear = any(finding.code == "DOM405" for finding in own)
    word = "In order, in one of its readings" if unclear else "In order"
    return Line("in-order", f"{word}: {why}{cited(named)}.", {"in_order": True}, clauses=named)


def _reason(scene: Scene, act: Act, first_round: bool, hidden: Hidden | None) -> tuple[tuple[str, ...], str]:
    """The rule fields and the words for a legal act."""
    state = scene.before
    seat = LETTERS[act.seat]
    ends = joined(map(str, sorted(set(state.ends()))), "or")
    if act.kind is Kind.RESIGN:
        return (), f"{seat} may resign at any time"
    if act.kind is Kind.PLAY and state.leading:
        return ("first_lead", "first_tile") if first_round else ("later_lead",), _lead_in_words(state, seat, act)
    if act.kind is Kind.PLAY:
        held = "may hold" if state.hidden(act.seat) and hidden is None else "holds"
        where = f"{scene.step.place}, beside the open {_touched(scene)}"
        return ("spinner",), f"{seat} {held} {act.tile}, and it fits at {where}"
    holding = f"{seat} holds no tile with {ends}" if not state.dead else "nobody can play or draw any more"
    if act.kind is Kind.DRAW:
        drawable = state.drawable()
        return ("draw:drawing", "reserve"), f"{holding}, and {plural(drawable, 'tile')} could be drawn"
    return ("draw:pass",), f"{holding}{', and nothing may be drawn' if state.table.draws and not state.dead else ''}"


def _lead_in_words(state: State, seat: str, act: Act) -> str:
    due = state.lead.tiles.get(act.seat) if state.lead_open else None
    tile = f"{act.tile} is the tile to lead" if due else "any tile may be led"
    why = f" ({state.lead.why})" if state.lead.why else ""
    return f"{seat} may lead{why}, and {tile}"


def _touched(scene: Scene) -> int:
    """The half of the laid tile that touches."""
    return scene.step.state.layout.tiles[-1].first
