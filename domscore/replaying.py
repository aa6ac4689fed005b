"""A round shown act by act: the act, the table after it, the hands as far as known, points made, findings at their act."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from domscore.auditing import Watched
from domscore.domino.seat import LETTERS
from domscore.explain.hidden import hidden_in
from domscore.explain.rendering import WIDTH
from domscore.explain.scene import Scene, arms, scenes
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.play.state import State
from domscore.record.acts import Act, Kind, spelled_act
from domscore.report.names import seated_names
from domscore.report.report import Report
from domscore.report.visible import visible

_INDENT = "       "


def replayed(report: Report, watched: Watched, to: int | None = None) -> Iterator[str]:
    """The lines of one round.

    Args:
        report: of the record, with the findings of all rounds.
        watched: the round.
        to: the number, from 1, of the last act to be shown; None for all.
    """
    findings = [finding for finding in report.findings if finding.round == watched.place.number]
    yield _wrapped(f"round {watched.place.number}: {_seating(report)}", "")
    yield from (_found(finding) for finding in findings if finding.act is None and finding.code.startswith("DOM3"))
    start = watched.judged.start
    if start is None or not watched.acts:
        yield "  no acts are written" if not watched.acts else "  the round was not played"
    else:
        yield _side_by_side(_hands(start), "  dealt ")
        known = _Known(report, watched, to)
        yield from known.lines(start, 0)
        for scene in scenes(watched):
            if to is not None and scene.step.number > to:
                return
            yield from _act(report, scene)
            yield from known.lines(scene.step.state, scene.step.number)
            yield from (_found(finding) for finding in findings if finding.act == scene.step.number)
    yield from (_found(finding) for finding in findings if finding.act is None and not finding.code.startswith("DOM3"))
    yield from _end(report, watched)


class _Known:
    """What is known of hidden hands after each act: all of it at first and last, in between what has changed."""

    def __init__(self, report: Report, watched: Watched, to: int | None) -> None:
        assert report.table is not None
        self.hidden = hidden_in(report.table, watched)
        self.last = len(watched.acts) if to is None else min(to, len(watched.acts))
        self.before: dict[str, tuple[object, ...]] = {}

    def lines(self, state: State, act: int) -> Iterator[str]:
        """After an act; 0 for the deal."""
        if self.hidden is None:
            return
        if not act:
            yield _wrapped(f"({self.hidden.premise})")
        laid = {state.table.tiles.names[tile] for tile in state.table.tiles.listed(state.on_table)}
        for seat, one in enumerate(self.hidden.before(act + 1)):
            mine = seat < state.table.players
            if one.holds == 0 or not (state.hidden(seat) if mine else one.certain):
                continue
            told = self.before.get(one.name, ())
            self.before[one.name] = (set(one.certain), set(one.possible), one.void if one.rest != 0 else [])
            expected = tuple(part - laid if isinstance(part, set) else part for part in told)
            if act == self.last or expected != self.before[one.name]:
                yield _wrapped(one.words)


def _seating(report: Report) -> str:
    return visible(seated_names(report.players))


def _act(report: Report, scene: Scene) -> Iterator[str]:
    step, state = scene.step, scene.step.state
    for seat in scene.passed:
        yield _wrapped(f"{LETTERS[seat]} passed; it was not written")
    place = f" at {step.place}" if step.place is not None and step.options > 1 else ""
    yield _wrapped(f"{_spelled(step.act)}{place}{_made(report, scene)}", f"  {step.number:>3}  ")
    if step.act.kind is Kind.PLAY and not step.laid:
        yield _wrapped("the tile was left out")
    changed = step.laid or step.act.kind is Kind.RULING
    for arm in arms(state.layout, scene.after) if changed else ():
        name = "table" if arm.name == "line" else arm.name
        yield _wrapped(f"{name}: {' '.join(arm.tiles)}{_ends(state) if arm.name == 'line' else ''}")
    yield _side_by_side(_hands(state))


def _side_by_side(texts: list[str], first: str = _INDENT) -> str:
    """Texts in one line where they fit, each on lines of its own where not."""
    line = first + "  ".join(texts)
    if len(line) <= WIDTH:
        return line
    rows, indent = [first + texts[0]], _INDENT if first == _INDENT else "    "
    for text in texts[1:]:
        if len(rows[-1]) + 2 + len(text) <= WIDTH:
            rows[-1] += f"  {text}"
        else:
            rows.append(indent + text)
    return "\n".join(_wrapped(row.strip(), row[: len(row) - len(row.lstrip())]) for row in rows)


def _wrapped(text: str, first: str = _INDENT) -> str:
    """In lines of at most 80 columns, those after the first set further in."""
    later = " " * len(first) + "  "
    lines = wrap(text, WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False, break_long_words=False)
    return "\n".join(map(visible, lines))


def _spelled(act: Act) -> str:
    said = act.extra or {}
    if act.kind is not Kind.RULING:
        note = f" ({said['auto']})" if "auto" in said else ""
        return spelled_act(act) + note
    parts = [str(said[key]) for key in ("ruling", "side", "points", "reason") if key in said]
    return visible("ruling: " + ", ".join(parts))


def _made(report: Report, scene: Scene) -> str:
    step = scene.step
    if not step.points or report.table is None:
        return ""
    return f"   +{step.points} to {report.table.side_ids[report.table.side_of[step.act.seat]]}"


def _ends(state: State) -> str:
    shown = ", ".join(f"{place.letter or 'arm'} {place.number}" for place in state.open_places())
    count = f"; they count {state.layout.count()}" if state.table.divisors else ""
    return f"   (open: {shown}{count})"


def _hands(state: State) -> list[str]:
    names = state.table.tiles.names_of
    hands = []
    for seat, letter in enumerate(state.table.letters):
        known = names(state.hands[seat])
        hidden = f"{state.unseen[seat]} unknown" if state.unseen[seat] else ""
        perhaps = "perhaps more" if state.vague[seat] else ""
        hands.append(f"{letter}: {' '.join(filter(None, [*known, hidden, perhaps])) or '-'}")
    if state.boneyard_size or state.table.draws:
        tiles = names(state.boneyard)
        rest = state.boneyard_size - len(tiles)
        unknown = [f"{rest} unknown"] if rest > 0 else []
        most = ["at most"] if state.boneyard_vague else []
        hands.append(f"boneyard: {' '.join([*most, *tiles, *unknown]) or '-'}")
    return hands


def _found(finding: Finding) -> str:
    severity = "" if finding.severity is Severity.ERROR else f" ({finding.severity.value})"
    return _wrapped(f"! {finding.code} {finding.slug}{severity}: {visible(finding.message)}")


def _end(report: Report, watched: Watched) -> Iterator[str]:
    score, sides = watched.judged.score, report.sides
    how = "how it ended is not known" if score.how is None else score.how.value
    winner = "" if score.winner is None else f", {sides[score.winner]} wins"
    totals = zip(sides, score.points, score.totals, strict=True)
    points = "; ".join(f"{side} {_known(gained)} for the end, {_known(total)} in all" for side, gained, total in totals)
    yield _wrapped(f"end: {how}{winner}; {points}", "  ")


def _known(number: int | None) -> str:
    return "?" if number is None else str(number)
