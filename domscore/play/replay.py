"""Replay: a fold over the acts of a round that survives errors.

Every act is judged against the state before it and then applied as far as it physically can be, so that play goes on from
the table as it was. Steps come one by one for whoever wants to see them; the outcome holds what is left at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domscore.domino.layout import Place
from domscore.domino.seat import LETTERS
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.play.checks import Reason, reasons
from domscore.play.implied import anything_drawn, begin_to_draw, infer_draws, infer_passes
from domscore.play.moments import Moment, surely_fitting
from domscore.play.moving import draw_one, lay, take
from domscore.play.placing import place_name, placing
from domscore.play.rulings import concerned, settle
from domscore.play.state import How, State
from domscore.play.step import Ruled, Setting, Step
from domscore.record.acts import Act, Kind, read_time


class Replay:
    """The fold. Iterate over ``steps`` to the end, then read ``state``, ``findings`` and the rest.

    Attributes:
        findings: in the order of the acts.
        adjustments: penalties and awards: act number, side id, points, reason.
        inferred: passes that were not written: seat, number of the act that shows it.
        unjudged: by seat, the numbers of passes and draws that could not be judged for want of its tiles.
        target_unknown: the last act that made points for a side whose total, and so perhaps the match, is not known.
        ruled: rulings that dealt with irregular acts.
        moments: tiles laid, tiles drawn and passes, in order, for proofs about hidden hands.
        choices: by position, which of its places an act was taken to mean, where that is not the first.
    """

    def __init__(self, state: State, acts: list[Act], setting: Setting) -> None:
        self.state = state
        self.acts = acts
        self.setting = setting
        self.findings: list[Finding] = []
        self.adjustments: list[tuple[int, str, int, str]] = []
        self.inferred: list[tuple[int, int]] = []
        self.unjudged: dict[int, list[int]] = {}
        self.ruled: list[Ruled] = []
        self.moments: list[Moment] = []
        self.choices: dict[int, int] = {}
        self.hidden = any(state.hidden(seat) for seat in range(state.table.players))
        self.target_unknown: int | None = None
        self._concerned = concerned(acts)
        self._history: list[tuple[State | None, list[Finding]]] = []
        self._last_time: str | None = None
        if setting.draws_implied:
            anything_drawn(self)

    def run(self) -> Replay:
        """Replay all acts."""
        for _ in self.steps():
            pass
        return self

    def steps(self) -> Iterator[Step]:
        """The acts, one by one."""
        for index in range(len(self.acts)):
            yield self.advance(index)

    def advance(self, index: int, choice: int = 0) -> Step:
        """Judge and apply the act at this position, the next one. ``choice``: which of the places it may mean."""
        act = self.acts[index]
        step = Step(index + 1, act, [], self.state)
        if choice:
            self.choices[index] = choice
        if act.kind is Kind.RULING:
            self._rule(step)
        else:
            before = self.state.copy() if index in self._concerned.ruled else None
            self._act(step, choice)
            self._history.append((before, step.findings))
        step.state = self.state
        self.findings += step.findings
        return step

    def ruled_on(self, index: int) -> bool:
        """A ruling deals with the act at this position."""
        return index in self._concerned.ruled

    def meant(self, index: int) -> list[Place]:
        """The open places that the act at this position, the next one, may mean; empty where it lays no tile."""
        act, state = self.acts[index], self.state
        if act.kind is not Kind.PLAY or state.over is not None:
            return []
        number = state.table.tiles.number.get(act.tile)
        if number is None or state.on_table >> number & 1:
            return []
        found = placing(state.layout, act)
        return found.places or found.misfit

    def copy(self) -> Replay:
        """An independent copy, to go on from here in another way."""
        other = Replay(self.state.copy(), self.acts, self.setting)
        other.findings = list(self.findings)
        other.adjustments = list(self.adjustments)
        other.inferred = list(self.inferred)
        other.unjudged = {seat: list(acts) for seat, acts in self.unjudged.items()}
        other.ruled = list(self.ruled)
        other.moments = list(self.moments)
        other.choices = dict(self.choices)
        other.hidden, other.target_unknown = self.hidden, self.target_unknown
        other._concerned = self._concerned
        other._history = [(None if state is None else state.copy(), found) for state, found in self._history]
        other._last_time = self._last_time
        return other

    def _act(self, step: Step, choice: int) -> None:
        act = step.act
        state = self.state
        if state.over is None and act.kind <= Kind.PASS:
            if self.setting.passes_implied:
                infer_passes(self, step)
            if self.setting.draws_implied:
                infer_draws(self, step)
        found = reasons(state, act)
        self._report(step, found)
        self._clock(step)
        if found and found[0].code in ("DOM431", "DOM904"):
            if found[0].code == "DOM431" and state.faults.after_end is None:
                state.faults.after_end = self._first(step)
                state.faults.table = state.faults.table or state.faults.after_end
            return
        if act.kind is Kind.RESIGN:
            state.resigned_by = act.seat if state.resigned_by is None else state.resigned_by
            if state.over is None:
                begin_to_draw(self)
                self._end(How.RESIGNED, step)
            return
        if act.kind is Kind.CLAIM:
            return
        self._note_turn(step, found)
        if act.kind is Kind.PLAY:
            self._play(step, choice)
            self._called(step)
        elif act.kind is Kind.DRAW:
            self._draw(step)
        else:
            self._pass(step)
        self._look_for_block(step)

    # findings

    def finding(self, step: Step, reason: Reason, seat: int | None) -> Finding:
        """A finding at an act, not yet reported."""
        return Finding(
            reason.code,
            f"{self.setting.path}/acts/{step.number - 1}",
            reason.fields,
            round=self.setting.number,
            act=step.number,
            seat=None if seat is None or seat < 0 else LETTERS[seat],
            cause=reason.cause,
            ruled=step.number - 1 in self._concerned.ruled,
        )

    def _report(self, step: Step, found: list[Reason]) -> None:
        root: Finding | None = None
        for reason in found:
            finding = self.finding(step, reason, step.act.seat)
            if root is None:
                root = finding
            else:
                finding.cause = root
            step.findings.append(finding)

    def _first(self, step: Step) -> Finding | None:
        """The act's own root cause: passes inferred before it apart, and that it came late."""
        seat = LETTERS[step.act.seat]
        own = [finding for finding in step.findings if finding.seat == seat and finding.code != "DOM441"]
        return own[0].root if own else None

    def _note_turn(self, step: Step, found: list[Reason]) -> None:
        faults = self.state.faults
        turn = next((f for f in step.findings if f.code in ("DOM311", "DOM401", "DOM433", "DOM413")), None)
        if turn is not None:
            faults.turn, faults.lap = turn.root, self.state.table.players
        elif faults.turn is not None and step.act.kind is not Kind.DRAW:
            faults.lap -= 1
            if faults.lap <= 0:
                faults.turn = None

    def _clock(self, step: Step) -> None:
        """DOM441: the rules' clock runs from the act before; what a program did for a seat is exempt (P2.16)."""
        extra: Mapping[str, Any] = step.act.extra or {}
        now, before = extra.get("at"), self._last_time
        self._last_time = now
        if now is None or before is None or "auto" in extra or step.act.kind > Kind.PASS:
            return  # nobody has a turn to claim or to resign
        limit = self.state.table.rules.clock_seconds
        if limit is None:
            return
        then, this = read_time(before), read_time(now)
        if then is not None and this is not None and (this - then).total_seconds() > limit:
            took = (this - then).total_seconds()
            fields = {"seat": LETTERS[step.act.seat], "took": int(took) if took == int(took) else took, "limit": limit}
            step.findings.append(self.finding(step, Reason("DOM441", fields), step.act.seat))

    # playing, drawing, passing

    def _play(self, step: Step, choice: int) -> None:
        state, act = self.state, step.act
        number = state.table.tiles.number.get(act.tile)
        found = placing(state.layout, act)
        places = found.places or found.misfit
        step.options = max(1, len(places))
        place = places[choice] if places else None
        laid = number is not None and not state.on_table >> number & 1 and (state.leading or place is not None)
        if laid:
            assert number is not None
            step.place = None if place is None else place_name(state.layout, place)
            self.seen(step, Kind.PLAY, number, act.seat)
            take(step, number)
            lay(step, place, number, found.fits)
        else:
            self._left_out(step, number, found.fits or state.layout.places)
        state.lead_open = False
        state.draws = 0
        state.turn = state.table.following[act.seat]
        if laid or not state.dead:  # a turn that was used is no pass, whatever was played in it
            state.passes, state.faults.passing = 0, None
        if not laid:
            return
        state.dead = False
        state.last_player = act.seat
        self._score(step)
        if state.is_out(act.seat):
            self._end(How.OUT, step)

    def _left_out(self, step: Step, number: int | None, where: list[Place]) -> None:
        state, seat = self.state, step.act.seat
        fault = self._first(step)
        if fault is None:
            return
        state.faults.hands.setdefault(seat, fault)
        state.faults.table = state.faults.table or fault
        if number is not None and not state.on_table >> number & 1:
            state.faults.tiles.setdefault(number, fault)
        for place in where:
            place.fault = place.fault or fault

    def _score(self, step: Step) -> None:
        """In-play points (P4.M3, P4.F4), and the target in mid-round."""
        state, act, table = self.state, step.act, self.state.table
        side = table.side_of[act.seat]
        if table.divisors:
            step.count = state.layout.count()
            step.points = table.points_of_count(step.count)
        if step.points:
            state.in_play[side] += step.points
            state.gains.append((step.number, side, step.points, step.count or 0))
            if table.at_once and state.target_open:
                gained, before = state.in_play[side], state.before[side]
                if before is None:
                    most = state.most[side]
                    if table.target is not None and (most is None or most + gained >= table.target):
                        self.target_unknown = step.number
                elif state.target_by is None and table.reaches(before, gained, side):
                    state.target_by = side
                    self._end(How.TARGET, step)

    def _called(self, step: Step) -> None:
        """DOM501: the points called for an act against those made."""
        act = step.act
        if act.points is None or act.points == step.points:
            return
        doubts = [place.fault for place in self.state.layout.places if isinstance(place.fault, Finding)]
        own = self._first(step)
        cause = own if own is not None else next(iter(doubts), None)
        why = f" (the open ends count {step.count})" if step.count is not None else ""
        fields = {"what": act.tile, "due": step.points, "claimed": act.points, "count": step.count, "why": why}
        step.findings.append(self.finding(step, Reason("DOM501", fields, cause), act.seat))

    def _draw(self, step: Step) -> None:
        state, act = self.state, step.act
        drawn = 0
        codes = {finding.code for finding in step.findings}
        for nth in range(act.number):
            if nth:
                more = [reason for reason in reasons(state, act) if reason.code not in codes]
                codes |= {reason.code for reason in more}
                first = self._first(step)
                self._report(step, more)
                for finding in step.findings[-len(more) :] if more and first else ():
                    finding.cause = finding.cause or first
            if codes & {"DOM424", "DOM425", "DOM301"} or (state.boneyard_size <= 0):
                fault = self._first(step)
                if fault is not None:
                    state.faults.hands.setdefault(act.seat, fault)
                    state.faults.instead.setdefault(act.seat, fault)
                    state.faults.table = state.faults.table or fault
                    if act.tile in state.table.tiles.number:
                        state.faults.tiles.setdefault(state.table.tiles.number[act.tile], fault)
                break
            self.seen(step, Kind.DRAW, state.table.tiles.number.get(act.tile, -1), act.seat)
            draw_one(state, act)
            self.hidden = self.hidden or state.hidden(act.seat)
            drawn += 1
        if drawn:
            state.passes, state.dead = 0, False
            state.turn = act.seat
            if self._could_have_played(act.seat, drawn) and not state.table.draws_at_will:
                self.unjudged.setdefault(act.seat, []).append(step.number)
        if drawn and state.leading and any(finding.code == "DOM311" for finding in step.findings):
            state.lead_open = False
            state.turn = act.seat

    def _could_have_played(self, seat: int, drawn: int) -> bool:
        """The seat drew with tiles that nobody saw, beyond those it has just drawn."""
        state = self.state
        if state.hands[seat] & state.fitting():
            return False
        return (state.unseen[seat] > drawn or state.vague[seat]) and bool(state.unknown_tiles() & state.fitting())

    def _pass(self, step: Step) -> None:
        state, seat = self.state, step.act.seat
        if state.leading:
            state.lead_open = False
        false = next((f for f in step.findings if f.code in ("DOM411", "DOM412", "DOM413")), None)
        if false is not None:
            state.faults.passing = false.root
        elif self.cannot_tell(seat):
            self.unjudged.setdefault(seat, []).append(step.number)
        self.seen(step, Kind.PASS, -1, seat)
        self.state.pass_on(seat)

    def seen(self, step: Step, kind: Kind, tile: int, seat: int, sound: bool = True) -> None:
        """Note what the act shows about hidden tiles."""
        if step.number - 1 in self._concerned.undone:
            return
        letter = LETTERS[seat]
        sound = sound and not any(
            finding.severity is Severity.ERROR and finding.code[:4] in ("DOM3", "DOM4") and finding.seat == letter
            for finding in step.findings
        )
        open_now = kind is Kind.DRAW or (kind is Kind.PASS and not self.state.leading)
        fitting = surely_fitting(self.state) if open_now else 0
        self.moments.append(Moment(step.number, seat, kind, tile, fitting, sound))

    def cannot_tell(self, seat: int) -> bool:
        """Whether a pass of the seat cannot be judged for want of its tiles."""
        return not self.state.dead and self.state.can_play(seat) is None

    # the end

    def _end(self, how: How, step: Step) -> None:
        self.state.over = how
        self.state.ended_at = step.number

    def _look_for_block(self, step: Step) -> None:
        over = self.state.over
        if over is not None and not (over is How.TARGET and step.laid):
            return
        if self.state.look_for_block(step.act.kind is Kind.PASS):
            self._end(How.BLOCKED, step)

    def _rule(self, step: Step) -> None:
        """A ruling speaks of the act before it, acts already taken back skipped."""
        extra: Mapping[str, Any] = step.act.extra or {}
        ruling = extra["ruling"]
        reason = extra.get("reason", "")
        if ruling in ("penalty", "award"):
            self.adjustments.append((step.number, extra["side"], extra["points"], reason))
            return
        if ruling == "taken_back":
            before, findings = self._history.pop()
            assert before is not None
            self.state = before
        else:
            before, findings = self._history[-1] if self._history else (None, [])
            if before is not None and findings:
                settle(self.state, before, ruling)
        if ruling in ("round_void", "round_lost"):
            begin_to_draw(self)
            self._end(How.VOID if ruling == "round_void" else How.LOST, step)
            if ruling == "round_lost":
                self.state.lost_by = self.state.table.side_number[extra["side"]]
        irregular = [finding for finding in findings if finding.severity is not Severity.NOTE]
        if irregular:
            self.ruled.append(Ruled(step.number, irregular))
            about = f"{irregular[0].code} at act {irregular[0].act}"
            fields = {"ruling": ruling, "about": about, "reason": f" ({reason})" if reason else ""}
            step.findings.append(self.finding(step, Reason("DOM905", fields, irregular[0]), None))
