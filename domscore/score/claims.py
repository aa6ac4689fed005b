"""Claims: everything that somebody wrote down about the score, against what was worked out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from domscore.domino.seat import LETTERS
from domscore.findings.codes import Certainty
from domscore.findings.finding import Finding, joined, pips_said
from domscore.play.state import How
from domscore.play.table import Table
from domscore.record.models import Round
from domscore.score.believed import gains, written_gain
from domscore.score.evidence import wrong_left
from domscore.score.judged import Judged, Place
from domscore.score.ledger import Limits, limits_after
from domscore.score.match import best_of_others
from domscore.score.round_end import most_points


@dataclass(slots=True)
class Sheet:
    """The running totals as they were written down, to tell a new mistake from one carried on.

    Attributes:
        written: by side, the last total written, carried on by what was written of each round where none was.
        faults: by side, the finding about that total, or about what it was carried on by.
        any_fault: the last wrong total or wrong points.
    """

    written: list[int | None]
    faults: dict[int, Finding] = field(default_factory=dict)
    any_fault: Finding | None = None


_CLAIMS_JUDGED_BEFORE = frozenset({"DOM502", "DOM503", "DOM504"})
"""Claims that are judged where no acts are written, or the deal was void."""


def check_round(table: Table, round_: Round, judged: Judged, place: Place, sheet: Sheet) -> list[Finding]:
    """DOM501 to DOM506 and DOM511 to DOM513 of one round; ``sheet`` is brought up to date."""
    check = _RoundClaims(table, round_, judged, place, sheet)
    check.run()
    return check.found


class _RoundClaims:
    """The claims of one round; a small object because they refer to one another as causes."""

    def __init__(self, table: Table, round_: Round, judged: Judged, place: Place, sheet: Sheet) -> None:
        self.table, self.round, self.judged, self.place, self.sheet = table, round_, judged, place, sheet
        self.score = judged.score
        self.found: list[Finding] = []
        cut_short = next((finding for finding in judged.findings if finding.code == "DOM432"), None)
        self.disturbed = cut_short or judged.disturbed
        self.by_code = {finding.code: finding for finding in judged.findings if finding.code in _CLAIMS_JUDGED_BEFORE}

    def run(self) -> None:
        self.sheet.written = list(self.sheet.written)
        unverified = self.judged.unverified = {}
        for finding in self.judged.findings:
            if finding.code == "DOM506":
                self.sheet.any_fault = finding
        self._leader()
        self._left()
        result = self.round.result
        if result is not None:
            self._how()
            self._winner()
            self._points()
            self._in_play()
            self._bonuses()
        if self.round.scores is not None:
            self._scores(self.round.scores)
        else:
            self._carry()
        if unverified and (self.judged.acted or self.judged.undetermined):
            self.judged.missing.append(f"the claimed {', '.join(unverified.values())}")

    def _add(self, code: str, path: str, fields: dict[str, Any], cause: Finding | None, seat: str | None = None) -> None:
        finding = Finding(code, f"{self.place.path}{path}", fields, round=self.place.number, cause=cause, seat=seat)
        self.found.append(finding)
        self.by_code.setdefault(code, finding)

    def _add_about_end(self, code: str, path: str, fields: dict[str, Any], cause: Finding | None) -> None:
        """Add a finding about the end of the round: proven where the end follows from what all possible deals share."""
        self._add(code, path, fields, cause)
        if self.judged.bounds is not None:
            self.found[-1].certainty = Certainty.PROVEN

    def _cause(self, *codes: str) -> Finding | None:
        """What a wrong claim follows from: a disturbed table, or an earlier wrong claim of the same round."""
        if self.disturbed is not None:
            return self.disturbed
        return next((self.by_code[code] for code in codes if code in self.by_code), None)

    def _id(self, side: int | None) -> str | None:
        return None if side is None else self.table.side_ids[side]

    def _leader(self) -> None:
        claimed, leader = self.round.leader, self.score.leader
        if claimed is None or leader is None or not self.judged.acted or LETTERS[leader] == claimed:
            return
        led = LETTERS[leader]
        fields = {"due": led, "claimed": claimed, "problem": f"{led} led the round, {claimed} was written"}
        wrong = next((finding for finding in self.judged.findings if finding.code == "DOM311"), None)
        follows = wrong is not None and claimed in wrong.fields["due"]
        self._add("DOM513", "/leader", fields, wrong if follows else None, seat=led)

    def _left(self) -> None:
        state, shown, left = self.judged.state, self.judged.shown, self.round.left
        if left is None or state is None or shown is None:
            return
        if not self.judged.complete and state.over is None:
            return
        for seat, letter in enumerate(self.table.letters):
            if letter not in left or (self.judged.undetermined and self.score.left[seat] is None):
                continue
            given = left[letter]
            wrong = wrong_left(state, seat, given, shown)
            if wrong:
                due = self._due_left(seat, given)
                fields = {"seat": letter, "due": due, "claimed": given if isinstance(given, list) else pips_said(given)}
                cause = self.disturbed or state.faults.hands.get(seat)
                self._add("DOM502", f"/left/{letter}", fields, cause, seat=letter)
            elif wrong is None and not (isinstance(given, list) and shown.tiles[seat] is not None):
                self._left_unseen(seat, given)

    def _left_unseen(self, seat: int, given: list[str] | int) -> None:
        """What was shown of a hidden hand, against what every possible deal leaves in it."""
        letter, explained = self.table.letters[seat], self.judged.explained
        if isinstance(given, int) and explained is not None and explained.bounds:
            least, most = explained.bounds[seat]
            if not least <= given <= most:
                due = pips_said(least) if least == most else f"{least} to {most} pips"
                fields = {"seat": letter, "due": due, "claimed": pips_said(given)}
                self._add("DOM502", f"/left/{letter}", fields, self.disturbed, seat=letter)
                self.found[-1].certainty = Certainty.PROVEN
                return
            if explained.known_pips[seat] == given:
                return
        if explained is None or explained.known[seat] is None:
            self.judged.unverified[f"/left/{letter}"] = f"tiles left of {letter}"

    def _due_left(self, seat: int, given: list[str] | int) -> Any:  # noqa: ANN401 - tiles, or pips in words
        names, state = self.score.left[seat], self.judged.state
        assert state is not None
        tiles, hand, unseen = self.table.tiles, state.hands[seat], state.unseen[seat]
        if not isinstance(given, list):
            return f"{'at least ' if state.hidden(seat) else ''}{pips_said(tiles.pips_of(hand))}"
        if names is not None and sorted(names) != sorted(given):
            return names
        count = hand.bit_count() + unseen
        if not state.vague[seat] and count != len(given):
            return "1 tile" if count == 1 else f"{count} tiles"
        held = [*tiles.names_of(hand), *["?"] * unseen]
        return held if hand and held != given else "other tiles, by the acts"

    def _how(self) -> None:
        claimed = self.round.result.how if self.round.result else None
        if claimed is None or not (self.judged.acted or self.judged.ruled_over):
            return
        if self.score.how is None and claimed == "out" and self._nobody_out():
            fields = {"due": "not out, as everybody still holds a tile", "claimed": claimed}
            self._add("DOM503", "/result/how", fields, self._cause())
        elif self.score.how is None:
            self.judged.unverified["/result/how"] = "ending"
        elif self.score.how != claimed and not any(f.code == "DOM503" for f in self.judged.findings):
            self._add("DOM503", "/result/how", {"due": self.score.how.value, "claimed": claimed}, self._cause())

    def _nobody_out(self) -> bool:
        """Every seat has played fewer tiles than it was dealt, whatever they were and wherever they lay."""
        state, judged = self.judged.state, self.judged
        if state is None or not judged.complete or (judged.undetermined and not all(self.score.left)):
            return False
        return all(state.is_out(seat) is False for seat in range(self.table.players))

    def _winner(self) -> None:
        result = self.round.result
        assert result is not None
        if "winner" not in result.model_fields_set:
            return
        if self.score.how is How.RESIGNED and result.winner is not None:
            self._winner_by_resignation(result.winner)
        elif not self.score.winner_known:
            if not self._cannot_win(result.winner):
                self.judged.unverified["/result/winner"] = "winner"
        elif self._id(self.score.winner) != result.winner:
            fields = {"due": self._id(self.score.winner), "claimed": result.winner}
            self._add_about_end("DOM504", "/result/winner", fields, self._cause("DOM503", "DOM502"))

    def _cannot_win(self, claimed: str | None) -> bool:
        """DOM504: a winner of the round that no possible deal has, and no way to settle its tie."""
        bounds, number = self.judged.bounds, None if claimed is None else self.table.side_number[claimed]
        winners = frozenset(way.winner for way in self.judged.ways) if bounds is None else bounds.winners
        if not winners or self.disturbed is not None or number in winners:
            return False
        due = joined([_id_or_nobody(self.table, side) for side in _in_order(winners)], "or")
        fields = {"due": due, "claimed": claimed}
        self._add_about_end("DOM504", "/result/winner", fields, self._cause("DOM503", "DOM502"))
        return True

    def _winner_by_resignation(self, claimed: str) -> None:
        """No page says who has won a round that somebody gave up: whoever wins the match by that, but not who resigned."""
        seat = self.judged.resigned_by
        winner, known = (None, False) if seat is None else best_of_others(self.table, self.score.totals, seat)
        if seat is not None and self.table.side_number[claimed] == self.table.side_of[seat]:
            fields = {"due": self._id(winner), "claimed": claimed}
            self._add("DOM504", "/result/winner", fields, self._cause("DOM503", "DOM502"))
        elif not known or self._id(winner) != claimed:
            self.judged.unverified["/result/winner"] = "winner of a round that somebody gave up"

    def _points(self) -> None:
        assert self.round.result is not None
        claimed = self.round.result.points
        if claimed is None:
            return
        self._impossible(claimed)
        wrong, unknown = self._compared(claimed, self.score.points)
        if wrong:
            due = {self.table.side_ids[side]: self.score.points[side] for side in wrong}
            written = {self.table.side_ids[side]: claimed.get(self.table.side_ids[side], 0) for side in wrong}
            problem = f"the end of the round is worth {points_in_words(due)}; {points_in_words(written)} was written"
            fields = {"due": due, "claimed": written, "problem": problem}
            cause = self._cause("DOM512", "DOM504", "DOM503", "DOM502")
            self._add_about_end("DOM505", f"/result/points{self._one_side(wrong, claimed)}", fields, cause)
        elif unknown and not self._out_of_bounds(claimed) and not self._settles_no_tie(claimed):
            self.judged.unverified["/result/points"] = "points of the round"

    def _out_of_bounds(self, claimed: Mapping[str, int]) -> bool:
        """DOM604: points that no possible deal gives."""
        bounds, ids = self.judged.bounds, self.table.side_ids
        if bounds is None or self.disturbed is not None:
            return False
        sides = [side for side, points in enumerate(self.score.points) if points is None]
        wrong = [side for side in sides if not bounds.least[side] <= claimed.get(ids[side], 0) <= bounds.most[side]]
        if not wrong:
            return False
        due = {ids[side]: [bounds.least[side], bounds.most[side]] for side in wrong}
        written = {ids[side]: claimed.get(ids[side], 0) for side in wrong}
        limits = ", ".join(f"{low} to {high} for {side}" for side, (low, high) in due.items())
        problem = f"every possible deal gives {limits}; {points_in_words(written)} was written"
        fields = {"due": due, "claimed": written, "problem": problem}
        path = f"/result/points{self._one_side(wrong, claimed)}"
        self._add_about_end("DOM604", path, fields, self._cause("DOM512", "DOM504", "DOM503", "DOM502"))
        return True

    def _settles_no_tie(self, claimed: Mapping[str, int]) -> bool:
        """DOM505: points that no way to settle the tie gives, or none in which the claimed winner wins."""
        ids, result, ways = self.table.side_ids, self.round.result, self.judged.ways
        if result is not None and "winner" in result.model_fields_set:
            ways = [way for way in ways if self._id(way.winner) == result.winner] or ways
        written: list[int | None] = [claimed.get(side, 0) for side in ids]
        due = [way.points for way in ways]
        if not ways or written in due:
            return False
        *worth, said = [points_in_words(dict(zip(ids, points, strict=True))) for points in (*due, written)]
        problem = f"the tie is worth {', or '.join(worth)}; {said} was written"
        fields = {"due": due, "claimed": dict(claimed), "problem": problem}
        self._add("DOM505", "/result/points", fields, self._cause("DOM512", "DOM504", "DOM503", "DOM502"))
        return True

    def _impossible(self, claimed: Mapping[str, int]) -> None:
        most = most_points(self.table)
        for side, points in claimed.items():
            if points > most or points < 0:
                why = f" (0 to {most} are possible)"
                fields = {"rules": self.table.rules.name, "claimed": points, "side": side, "most": most, "why": why}
                self._add("DOM512", f"/result/points/{side}", fields, None)

    def _compared(self, claimed: Mapping[str, int], due: list[int | None]) -> tuple[list[int], bool]:
        """The sides whose claim is wrong, and whether some cannot be told."""
        wrong, unknown = [], False
        for side, name in enumerate(self.table.side_ids):
            if due[side] is None:
                unknown = True
            elif claimed.get(name, 0) != due[side]:
                wrong.append(side)
        return wrong, unknown

    def _one_side(self, wrong: list[int], claimed: Mapping[str, int]) -> str:
        name = self.table.side_ids[wrong[0]]
        return f"/{name}" if len(wrong) == 1 and name in claimed else ""

    def _in_play(self) -> None:
        assert self.round.result is not None
        claimed = self.round.result.in_play
        if claimed is None:
            return
        wrong, unknown = self._compared(claimed, self.score.in_play)
        if wrong:
            due = {self.table.side_ids[side]: self.score.in_play[side] for side in wrong}
            written = {self.table.side_ids[side]: claimed.get(self.table.side_ids[side], 0) for side in wrong}
            called = next((finding for finding in self.judged.findings if finding.code == "DOM501"), None)
            fields = {
                "what": "the round in play",
                "due": points_in_words(due),
                "claimed": points_in_words(written),
                "why": "",
            }
            self._add("DOM501", f"/result/in_play{self._one_side(wrong, claimed)}", fields, called or self._cause())
        elif unknown:
            self.judged.unverified["/result/in_play"] = "points in play"

    def _bonuses(self) -> None:
        assert self.round.result is not None
        for side, bonus in (self.round.result.bonuses or {}).items():
            if bonus:
                self._add("DOM511", f"/result/bonuses/{side}", {"side": side, "due": 0, "claimed": bonus}, None)

    def _scores(self, claimed: Mapping[str, int]) -> None:
        """Totals: a mistake of this round's claims, or of an earlier total, carried on is a consequence."""
        sheet, totals = self.sheet, self.score.totals
        limits = limits_after(self.place.totals, self.place.limits, self.score) if None in totals else []
        written_before = list(sheet.written)
        for side, name in enumerate(self.table.side_ids):
            due = totals[side]
            if name not in claimed:
                self._carry_side(side)
                continue
            value = claimed[name]
            sheet.written[side] = value
            if due is None:
                if not self._total_against_points(side, value) and not self._total_out_of_bounds(side, value, limits):
                    self.judged.unverified[f"/scores/{name}"] = f"running total of {name}"
            elif value == due:
                sheet.faults.pop(side, None)
            else:
                cause = self._cause_of_total(side, value, written_before[side])
                problem = f"the running total of {name} is {due}, {value} was written"
                fields = {"side": name, "due": due, "claimed": value, "problem": problem}
                self._add("DOM506", f"/scores/{name}", fields, cause)
                sheet.faults[side] = sheet.any_fault = self.found[-1]

    def _total_out_of_bounds(self, side: int, claimed: int, limits: Limits) -> bool:
        """DOM604: a running total that no possible deal gives."""
        least, most = limits[side]
        if least is None or most is None or self.disturbed is not None or least <= claimed <= most:
            return False
        name, faults = self.table.side_ids[side], self.sheet.faults
        cause = self._cause_out_of_bounds(side, claimed, least, most) or faults.get(side)
        self._add("DOM604", f"/scores/{name}", out_of_bounds("running total", name, (least, most), claimed), cause)
        faults[side] = self.sheet.any_fault = self.found[-1]
        self.found[-1].certainty = Certainty.PROVEN
        return True

    def _cause_out_of_bounds(self, side: int, claimed: int, least: int, most: int) -> Finding | None:
        """The wrong claim about this round by which the total would be in bounds; any, where what was gained is open."""
        gained = self.score.gained()[side]
        if gained is None:
            points = self.by_code.get("DOM604")
            of_end = points is not None and not points.path.startswith(f"{self.place.path}/scores/")
            return points if of_end else self._cause("DOM505", "DOM504", "DOM511", "DOM501")
        possible = gains(self.table, self.round, self.judged, self.by_code, side, gained)
        return next((cause for points, cause in possible if cause and least <= claimed - points + gained <= most), None)

    def _total_against_points(self, side: int, claimed: int) -> bool:
        """DOM506: a running total that is not the one before with what was written of a round without acts."""
        name, result, judged = self.table.side_ids[side], self.round.result, self.judged
        points = None if result is None else result.points
        ends = {way.points[side] for way in judged.ways} if points is None else {points.get(name, 0)}
        before, apart = self.place.totals[side], self.score.in_play[side]
        if judged.acted or before is None or apart is None or not ends:
            return False
        apart += self.score.adjustments[side] + self.score.bonuses[side]
        due = sorted(before + apart + (end or 0) for end in ends)
        if claimed in due:
            return False
        problem = f"the running total of {name} is {joined(map(str, due), 'or')}, {claimed} was written"
        fields = {"side": name, "due": due[0] if len(due) == 1 else due, "claimed": claimed, "problem": problem}
        bonus = 0 if result is None or result.bonuses is None else result.bonuses.get(name, 0)
        codes = ("DOM505", "DOM504", "DOM512", *(["DOM511"] if claimed - bonus in due else []))
        self._add("DOM506", f"/scores/{name}", fields, self.sheet.faults.get(side) or self._cause(*codes))
        self.sheet.faults[side] = self.sheet.any_fault = self.found[-1]
        return True

    def _cause_of_total(self, side: int, value: int, written: int | None) -> Finding | None:
        """The disturbed table, an earlier wrong total that was carried on, or a wrong claim about this round."""
        due, before, earlier = self.score.totals[side], self.place.totals[side], self.sheet.faults.get(side)
        if self.disturbed is not None:
            return self.disturbed
        if due is None or before is None or written is None:
            return earlier
        possible = gains(self.table, self.round, self.judged, self.by_code, side, due - before)
        carried = [earlier or cause for points, cause in possible if written + points == value]
        afresh = [cause for points, cause in possible if before + points == value]
        return next((cause for cause in carried + afresh if cause is not None), None)

    def _carry(self) -> None:
        for side in range(len(self.table.sides)):
            self._carry_side(side)

    def _carry_side(self, side: int) -> None:
        """The total of a side for which none was written: the one before and what was written about this round."""
        sheet, gained, written = self.sheet, self.score.gained()[side], self.sheet.written[side]
        if gained is None or written is None:
            sheet.written[side] = self.score.totals[side]
            self._carry_faults(side)
            return
        points, cause = written_gain(self.table, self.round, self.judged, self.by_code, side, gained)
        sheet.written[side] = written + points
        if cause is not None:
            sheet.faults.setdefault(side, cause)

    def _carry_faults(self, side: int) -> None:
        """Points that no way to settle a tie gives the side, or a bonus: totals that are written later follow from them."""
        result, name = self.round.result, self.table.side_ids[side]
        worth = {way.points[side] for way in self.judged.ways}
        if not worth or result is None:
            return
        wrong = "DOM505" if result.points is not None and result.points.get(name, 0) not in worth else "DOM511"
        cause = self.by_code.get(wrong)
        if cause is not None and (wrong == "DOM505" or (result.bonuses or {}).get(name)):
            self.sheet.faults.setdefault(side, cause)


def _in_order(winners: Collection[int | None]) -> list[int | None]:
    """Side numbers in order, nobody last."""
    nobody: list[int | None] = [None]
    return [*sorted(side for side in winners if side is not None), *(nobody if None in winners else [])]


def _id_or_nobody(table: Table, side: int | None) -> str:
    return "nobody" if side is None else table.side_ids[side]


def out_of_bounds(what: str, side: str, limits: tuple[int, int], claimed: int) -> dict[str, Any]:
    """The fields of DOM604 about a total."""
    least, most = limits
    due = f"{least}" if least == most else f"{least} to {most}"
    problem = f"every possible deal gives a {what} of {due} for {side}, {claimed} was written"
    return {"due": {side: [least, most]}, "claimed": {side: claimed}, "problem": problem}


def points_in_words(by_side: Mapping[str, int | None]) -> str:
    """``"5 to A, 0 to B"``."""
    return ", ".join(f"{points} to {side}" for side, points in by_side.items())
