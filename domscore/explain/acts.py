"""One act explained: the table before it, what was legal, whether it was in order and why, what it scored, what followed."""

from __future__ import annotations

from domscore.auditing import Watched
from domscore.domino.seat import LETTERS
from domscore.explain.counts import counted_places, other_count, place_lines, sum_line
from domscore.explain.hidden import Known, hidden_in
from domscore.explain.legality import legal_line, verdict_lines
from domscore.explain.lines import Line, Part, cited, clauses, joined, plural
from domscore.explain.scene import Joint, Scene, arms, scene_at
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.play.placing import place_name
from domscore.play.state import State
from domscore.record.acts import Act, Kind, spelled_act
from domscore.report.report import Report


def explained_act(report: Report, watched: Watched, number: int) -> list[Part]:
    """The table before the act, and the act."""
    act, place = watched.acts[number - 1], watched.place
    values = {"round": place.number, "act": number, "seat": None if act.seat < 0 else LETTERS[act.seat]}
    own = [f for f in report.findings if f.round == place.number and f.act == number]
    if watched.judged.start is None:
        lines = [_ruling(act), *_followed(report, own, number)]
        return [Part("act", _title(values["round"], number, act, False), lines, values)]
    scene = scene_at(watched, number)
    assert report.table is not None
    hidden = hidden_in(report.table, watched)
    known = [] if hidden is None else hidden.before(number)
    title = _title(values["round"], number, act, scene.before.leading)
    before = Part("table", f"The table before act {number}", table_lines(scene.before, scene.joints, known), values)
    if hidden is not None:
        before.lines.append(hidden.premise_line())
    if act.kind is Kind.RULING:
        lines = [_ruling(act)]
    else:
        before.lines.append(legal_line(scene, act, known))
        lines = [*_extras(act), *_unwritten(scene), *verdict_lines(watched, scene, own, hidden)]
        lines += _scored(scene, own)
    lines += _after(scene)
    lines += _too_late(watched, own, number)
    lines += _followed(report, own, number)
    return [before, Part("act", title, lines, values)]


def _title(round_: object, number: int, act: Act, leading: bool) -> str:
    text = spelled_act(act) if act.kind is not Kind.PLAY or not leading else f"{LETTERS[act.seat]} {act.first}-{act.second}"
    return f"Round {round_}, act {number}: {text}"


def _ruling(act: Act) -> Line:
    extra = dict(act.extra or {})
    side = f" for {extra['side']}" if "side" in extra else ""
    points = f" of {plural(act.points, 'point')}" if act.points is not None else ""
    reason = f" ({extra['reason']})" if extra.get("reason") else ""
    text = f"A ruling: {extra['ruling']}{points}{side}{reason}."
    return Line("ruling", text, {name: extra[name] for name in ("ruling", "side", "points", "reason") if name in extra})


def table_lines(state: State, joints: list[Joint], known: list[Known]) -> list[Line]:
    """Line of play, open places, hands, boneyard and reserve, whose turn it is.

    Args:
        state: of the table. ``joints``: of its tiles.
        known: what is known of hands where some are hidden, by seat, the boneyard last; else empty.
    """
    lines = []
    for arm in arms(state.layout, joints):
        name = "Line of play" if arm.name == "line" else f"Arm {arm.name}"
        lines.append(Line("arm", f"{name}: {' '.join(arm.tiles)}", {"arm": arm.name, "tiles": arm.tiles}))
    if not state.layout.tiles:
        lines.append(Line("arm", "No tile lies on the table.", {"arm": "line", "tiles": []}))
    else:
        lines.append(open_line(state))
    for seat in range(state.table.players):
        lines.append(_hand(state, seat))
        lines += known[seat].lines() if known and state.hidden(seat) else []
    if state.table.boneyard or state.boneyard_size:
        lines.append(_boneyard(state))
        lines += known[-1].lines() if known else []
    if state.over is not None:
        text = f"The round is over: {state.over.value}, at act {state.ended_at}."
        lines.append(Line("over", text, {"how": state.over.value}))
    elif state.turn is not None:
        lines.append(Line("turn", f"{LETTERS[state.turn]} is to move.", {"turn": LETTERS[state.turn]}))
    return lines


def open_line(state: State) -> Line:
    """The open places and their numbers."""
    places = [(place_name(state.layout, place), place.number) for place in state.open_places()]
    listed = ", ".join(f"{name} {number}" for name, number in places)
    return Line("open", f"Open: {listed}.", {"places": [{"place": name, "number": number} for name, number in places]})


def _hand(state: State, seat: int) -> Line:
    letter, names, unseen = LETTERS[seat], state.table.tiles.names_of(state.hands[seat]), state.unseen[seat]
    said = " ".join(names) or ("nothing" if not unseen else "")
    if unseen:
        said = f"{said} and {unseen} not seen" if said else f"{plural(unseen, 'tile')}, not seen"
    if state.vague[seat]:
        said += ", perhaps more: draws are not written"
    values = {"seat": letter, "tiles": names, "unseen": unseen, "vague": state.vague[seat]}
    return Line("hand", f"{letter} holds: {said}", values)


def _boneyard(state: State) -> Line:
    table, size = state.table, state.boneyard_size
    drawable = state.drawable()
    named = clauses(table.rules, "reserve")
    known = table.tiles.names_of(state.boneyard)
    said = f"{'at most ' if state.boneyard_vague else ''}{plural(size, 'tile')}"
    if not table.draws:
        said += "; nobody draws"
    else:
        said += f", the last {table.reserve} never drawn" if table.reserve else ", no reserve"
        said += f"; {'?' if drawable is None else drawable} to draw"
    values = {"size": size, "known": known, "reserve": table.reserve, "drawable": drawable}
    return Line("boneyard", f"Boneyard: {said}{cited(named)}.", values, clauses=named)


def _extras(act: Act) -> list[Line]:
    extra = dict(act.extra or {})
    said = [f"{name}: {extra[name]}" for name in ("at", "auto", "note") if name in extra]
    return [Line("extras", f"Written with it: {', '.join(said)}.", {})] if said else []


def _unwritten(scene: Scene) -> list[Line]:
    if not scene.passed:
        return []
    seats = [LETTERS[seat] for seat in scene.passed]
    return [Line("inferred", f"Passes that are not written: {joined(seats)} passed before it.", {"seats": seats})]


def _scored(scene: Scene, own: list[Finding]) -> list[Line]:
    """The count of every open place after a play, where plays score."""
    step = scene.step
    table = step.state.table
    if not table.scores or not step.laid or step.count is None:
        return []
    places = counted_places(step.state.layout)
    lines = [sum_line(table, [one.worth for one in places], step.count, step.points), *place_lines(places)]
    lines += other_count(table, step.state.layout, step.count)
    called = next((f for f in own if f.code == "DOM501"), None)
    if called is not None:
        text = f"Called: +{called.fields['claimed']}, right: +{called.fields['due']} (DOM501)."
        lines.append(Line("called", text, {"claimed": called.fields["claimed"], "due": called.fields["due"]}))
    elif step.act.points is not None:
        lines.append(Line("called", f"Called: +{step.act.points}, which is right.", {"claimed": step.act.points}))
    return lines


def _after(scene: Scene) -> list[Line]:
    state = scene.step.state
    if state.layout.tiles and (scene.step.laid or scene.step.act.kind is Kind.RULING):
        lines = [open_line(state)]
        lines[0].text = f"After it, {lines[0].text[:1].lower()}{lines[0].text[1:]}"
        lines[0].kind = "open-after"
    else:
        lines = []
    if state.over is not None and scene.before.over is None:
        lines.append(Line("ends", f"With it the round ends: {state.over.value}.", {"how": state.over.value}))
    return lines


def _too_late(watched: Watched, own: list[Finding], number: int) -> list[Line]:
    """How much was played before an irregular act could be noticed: houses let it stand after the next play or pass."""
    if not any(finding.code[:4] in ("DOM3", "DOM4", "DOM6") and finding.severity is Severity.ERROR for finding in own):
        return []
    later = watched.acts[number:]
    ruling = next((n for n, act in enumerate(later) if act.kind is Kind.RULING), len(later))
    count = sum(act.kind in (Kind.PLAY, Kind.DRAW, Kind.PASS) for act in later[:ruling])
    until = "before the ruling" if ruling < len(later) else "without a ruling"
    text = f"{count} plays, draws and passes came after it, {until}."
    return [Line("later-acts", text, {"count": count, "ruled": ruling < len(later)})]


def _followed(report: Report, own: list[Finding], number: int) -> list[Line]:
    """Findings elsewhere that only follow from those of this act."""
    roots = {id(finding) for finding in own}
    lines = []
    for finding in report.findings:
        link = finding.cause
        while link is not None and id(link) not in roots:
            link = link.cause
        if link is None or id(finding) in roots:
            continue
        parts = [f"round {finding.round}" if finding.round is not None else "", f"act {finding.act}" if finding.act else ""]
        where = ", ".join(part for part in parts if part) or "match"
        values = {"number": finding.number, "code": finding.code, "round": finding.round, "act": finding.act}
        lines.append(Line("followed", f"It led to {finding.code} {finding.slug} ({where}): {finding.message}.", values))
    if own and not lines and any(finding.severity is not Severity.NOTE for finding in own):
        lines.append(Line("nothing-followed", f"No other finding follows from act {number}.", {}))
    return lines
