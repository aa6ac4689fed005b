"""The judge: a whole record, round by round, with findings, values and a verdict."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from .acts import RULINGS, Act, act_of
from .claims import Belief, Checker, Limits
from .dealing import at_once, goals, is_void, set_up
from .deals import (
    check_sizes,
    check_void,
    known_deal,
    partial_deal,
    refuse_doubtful,
    refuse_hidden,
    short_hands,
    void_as_recorded,
)
from .findings import Finding, excuse_followers, number, verdict
from .leads import Lead, first_leader, later_leaders
from .matches import Match, MatchChecker, Referee
from .outcome import (
    Outcome,
    Points,
    ending_of,
    first_that_matters,
    merged,
    outcome_of,
    signature,
    stops_early,
)
from .replay import Memory, Replay, World
from .rules import Rules, default_sides, is_versioned, rules_of
from .scoring import Hands, side_of
from .tiles import Tile
from .unplayed import Unplayed, split_differences

LEFT_OFF = ("resigned", "inactive", "abandoned")


@dataclass
class Judge:
    """Judges one record."""

    record: dict[str, Any]
    findings: list[Finding] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    match: Match | None = None
    lead: Lead = field(default_factory=Lead)
    rounds_played: int = 0
    #: a leader named by ``start`` against the rules of the first round: who then leads follows from that.
    misled: Finding | None = None
    #: who ought to have led the round, before its first act.
    rightful: frozenset[str] | None = None
    decided: bool = True

    def __post_init__(self) -> None:
        """Read the head of the record."""
        record = self.record
        self.rules: Rules = rules_of(record["rules"])
        self.seats = "ABCDEFGHIJ"[: len(record["players"])]
        self.sides = self._sides()
        self.start: dict[str, Any] = record.get("start", {})
        self.recording: dict[str, Any] = record.get("recording", {})
        self.result: dict[str, Any] = record.get("result", {})
        self.referee = Referee(self.rules, self.sides, self.result)
        before = self.start.get("scores", {})
        unknown = None if self.start.get("round", 1) > 1 else 0
        self.totals: Points = {side: before.get(side, unknown) for side in self.sides}
        #: the most that each side may have: a match that goes on has not been won; None: nobody knows.
        target = self.rules.target
        below = None if isinstance(target, str) else target - 1
        self.most: Points = {side: below if total is None else total for side, total in self.totals.items()}
        self.match = self.referee.before(self.totals)
        self.belief = Belief(dict(self.totals))
        self.limits: Limits = {side: (total, total) for side, total in self.totals.items() if total is not None}
        self.final_limits = self.limits

    def _sides(self) -> list[str]:
        """Return the sides: as the record has them, normalised, or the default."""
        if "sides" not in self.record:
            return default_sides(self.rules, self.seats)
        return sorted("".join(sorted(side)) for side in self.record["sides"])

    # -- the record ---------------------------------------------------------------------

    def judge(self) -> dict[str, Any]:
        """Judge everything and return the report."""
        if not is_versioned(self.record["rules"]):
            self.findings.append(Finding("DOM901"))
        rounds = self.record["rounds"]
        first_number = self.start.get("round", 1)
        for index, claims in enumerate(rounds):
            self.round(claims, first_number + index, index == len(rounds) - 1)
        if not rounds:
            self.findings.append(Finding("DOM903"))
        match = self.match or self.referee.without_end(self.totals)
        if match.how is None or not match.winner_known:
            self.findings.append(Finding("DOM903"))
        self.check_match(match)
        excuse_followers(self.findings)
        number(self.findings)
        return {
            "verdict": verdict(self.findings, self.decided),
            "sides": list(self.sides),
            "findings": [finding.report() for finding in self.findings],
            "rounds": [outcome.report() for outcome in self.outcomes],
            "result": {
                "how": match.how,
                "winner": match.winner,
                "scores": dict(match.scores),
            },
        }

    def check_match(self, match: Match) -> None:
        """Compare what is claimed about the end of the match."""
        if not self.result:
            return
        wrong = next((f for f in reversed(self.findings) if f.code in ("DOM506", "DOM604")), None)
        checker = MatchChecker(self.rules, self.result, match, wrong, self.belief, self.referee.able, self.final_limits)
        self.findings += checker.check()

    # -- one round ----------------------------------------------------------------------

    def round(self, claims: dict[str, Any], number: int, last: bool) -> None:
        """Judge one round and carry totals, lead and match on."""
        refuse_doubtful(claims)
        acts = [act_of(value) for value in claims.get("acts", [])]
        adjustments = ruled_points(acts)
        if is_void_record(claims, acts):
            self.void_deal(claims, number, adjustments)
            return
        if self.match is not None:
            self.findings.append(Finding("DOM509", number))
        deal = claims.get("deal", {})
        found = check_sizes(self.rules, self.seats, deal, number)
        found += check_void(self.rules, self.seats, deal, number, self.is_first)
        self.findings += found
        has_acts = any(act.kind not in RULINGS for act in acts) or claims.get("acts") == []
        if has_acts:
            self.played(claims, acts, number, last, found)
        else:
            self.unplayed(claims, acts, number)
        self.rounds_played += 1

    @property
    def is_first(self) -> bool:
        """Whether the first-round rules hold: void deals are no rounds (A5)."""
        return self.rounds_played == 0 and self.start.get("round", 1) == 1

    def expected(self, hands: Hands | None) -> tuple[frozenset[str] | None, Tile | None]:
        """Return who ought to lead the round (None: nothing is known) and the forced tile."""
        if self.rounds_played == 0:
            return first_leader(self.rules, hands, self.is_first, self.start.get("leader"))
        return later_leaders(self.rules, self.seats, hands, self.lead), None

    def claimed_leaders(self, hands: Hands | None) -> frozenset[str]:
        """Return who would lead if the winner wrongly claimed for the round before were right."""
        if self.misled is not None:
            return frozenset(str(self.misled.seat))
        if self.lead.claim is None or "winner" not in self.rules.later_lead:
            return frozenset()
        lead = replace(self.lead, winner=self.lead.claimed_winner, winner_known=True)
        return later_leaders(self.rules, self.seats, hands, lead) or frozenset()

    def played(
        self,
        claims: dict[str, Any],
        acts: list[Act],
        number: int,
        last: bool,
        deal_findings: list[Finding],
    ) -> None:
        """Judge a round with acts (level 4)."""
        deal = claims.get("deal", {})
        hands, boneyard = known_deal(self.seats, deal, bool(acts))
        refuse_hidden(acts, self.recording.get("draws") == "implied")
        table = set_up(self.rules, self.seats, self.sides, hands, boneyard)
        table.leaders, table.lead_tile = self.expected(hands)
        self.rightful = table.leaders
        self.check_start(self.rightful, number)
        if self.match is None:
            table.goal = goals(self.rules, self.totals)
            table.goal_perhaps = self.perhaps()
        table.boneyard_written = "boneyard" in deal
        memory = Memory(short=short_hands(self.rules, self.seats, deal, deal_findings))
        memory.trouble = next((f for f in deal_findings if f.code == "DOM303"), None)
        memory.claimed_leaders, memory.claim = self.claimed_leaders(hands), self.misled or self.lead.claim
        implied = self.recording.get("passes") == "implied"
        worlds = Replay(number, implied).run(World(table, [], memory), acts)
        self.close(worlds, claims, acts, number, last)

    def check_start(self, leaders: frozenset[str] | None, number: int) -> None:
        """Compare the leader that ``start`` names with the rules of the first round (DOM513)."""
        named = self.start.get("leader")
        self.misled = None
        if self.is_first and named is not None and leaders is not None and named not in leaders:
            self.misled = Finding("DOM513", number, None, named)
            self.findings.append(self.misled)

    def perhaps(self) -> dict[str, int]:
        """Return the in-play points with which the sides of unknown total might win at once."""
        target = self.rules.target
        if not at_once(self.rules) or isinstance(target, str):
            return {}
        unknown = [side for side, total in self.totals.items() if total is None]
        return {side: target - (target if self.most[side] is None else self.most[side] or 0) for side in unknown}

    def close(
        self,
        worlds: list[World],
        claims: dict[str, Any],
        acts: list[Act],
        number: int,
        last: bool,
    ) -> None:
        """Choose among the readings, score the round and check its claims."""
        complete = claims.get("acts_complete", True)
        if complete and not all(map(stops_early, worlds)):
            worlds = [world for world in worlds if not stops_early(world)]
        how_claim = claims.get("result", {}).get("how")
        left_off = self.result.get("how") if last and self.result.get("how") in LEFT_OFF else None
        ends = []
        for world in worlds:
            if not complete and not world.table.over:
                ends.append(self.broken_off(claims, acts, number, world))
                continue
            how, short = ending_of(world, how_claim, left_off)
            how = self.void_stop(how, how_claim, claims)
            if short and complete:
                cut_short(world, number)
            ends.append(outcome_of(world, number, how, ruled_points(acts)))
            if how is None:
                ends[-1].decided = False
                self.findings.append(Finding("DOM903", number))
            if not set(self.seats) <= set(claims.get("deal", {})):
                ends[-1].left, ends[-1].held = None, None
        marks = [signature(e, w.findings) for e, w in zip(ends, worlds, strict=True)]
        end = ends[0]
        found = list(worlds[0].findings)
        if len(set(marks)) > 1:
            act = first_that_matters(worlds, marks)
            found = in_all(worlds)
            found.append(Finding("DOM405", number, act, acts[act - 1].seat))
            end = merged(ends)
        if any(world.implied for world in worlds):
            found.append(Finding("DOM902", number))
        self.findings += found
        self.finish(end, claims, worlds[0], found)

    def void_stop(self, how: str | None, how_claim: str | None, claims: dict[str, Any]) -> str | None:
        """Let acts stop for a void deal that was noticed late."""
        hands, _ = partial_deal(self.seats, claims.get("deal", {}))
        noticed = how == "unfinished" and how_claim == "void"
        return "void" if noticed and is_void(self.rules, hands, self.is_first) else how

    def broken_off(
        self,
        claims: dict[str, Any],
        acts: list[Act],
        number: int,
        world: World,
    ) -> Outcome:
        """Work out, in one reading, the end of a round whose acts were not all written, from its claims.

        "The acts are judged as far as they go, the end of the round as at levels 0 to 2": readings which differ only in what
        the acts would come to then, a dead position or points made so far, do not "differ in legality or score".
        """
        work = Unplayed(self.rules, self.seats, self.sides, claims, None, [])
        work.before = dict(self.totals)
        end = work.outcome(number, ruled_points(acts))
        end.leader, end.ways, end.gains = world.table.leader, [], {}
        checker = self.checker(end, claims, world, [])
        allowed = {seat: list(hand) for seat, hand in world.table.hands.items()}
        if world.table.can_draw():
            allowed = {seat: hand + world.table.boneyard for seat, hand in allowed.items()}
        if set(self.seats) <= set(claims.get("deal", {})):
            checker.check_possible(allowed)
        world.findings += [Finding(code, number) for code in work.wrong]
        world.findings += [Finding("DOM903", number), *checker.findings]
        return end

    def checker(self, end: Outcome, claims: dict[str, Any], world: World | None, found: list[Finding]) -> Checker:
        """Prepare the comparison of a round's claims."""
        checker = Checker(self.rules, self.seats, claims, end, [])
        told = ("DOM502", "DOM503", "DOM504")
        checker.found |= {finding.code: finding for finding in found if finding.code in told}
        if world is not None:
            stops = [f for f in found if f.code in ("DOM431", "DOM432") and f.severity == "error"]
            first = world.memory.trouble or next(iter(stops), None)
            checker.cause = first
            checker.odd = world.memory.odd
            checker.made, checker.called = calls(self.sides, world, found)
        return checker

    def finish(self, end: Outcome, claims: dict[str, Any], world: World | None, found: list[Finding]) -> None:
        """Total a round up, check its claims, and carry the match on."""
        before = dict(self.totals)
        for each in [end, *end.readings]:
            each.total_up(before)
        checker = self.checker(end, claims, world, found)
        if end.echoed is not None:
            checker.check_differences(before)
            split_differences(end, before, claims.get("result", {}).get("bonuses", {}))
        if world is not None and end.leader is not None:
            self.check_leader_claim(checker, claims, end.leader, found)
        checker.check_left()
        checker.check_end()
        checker.check_in_play()
        checker.check_bonuses()
        self.limits = limits_after(self.limits, end)
        if end.echoed is None:
            checker.check_scores(before, self.belief, self.limits)
        else:
            checker.believe_echoed(self.belief)
        self.findings += checker.findings
        self.carry_on(end, checker)

    def carry_on(self, end: Outcome, checker: Checker) -> None:
        """Take over totals and lead, and see whether the match is won."""
        self.outcomes.append(end)
        self.totals = dict(end.scores)
        for side in self.sides:
            most, gained = self.most[side], end.most(side)
            self.most[side] = None if most is None or gained is None else most + gained
            self.most[side] = self.totals[side] if self.totals[side] is not None else self.most[side]
        wrong = checker.found.get("DOM504") or checker.found.get("DOM503")
        claimed = checker.result.get("winner")
        played_out = end.how in ("out", "blocked", None)
        winner = end.winner if played_out else None
        known = end.winner_known or not played_out
        self.lead = Lead(end.leader, winner, known, claimed, wrong)
        self.decided = self.decided and end.decided
        if self.match is None:
            self.match = self.referee.after(end, self.most)
            self.final_limits = self.limits

    def check_leader_claim(self, checker: Checker, claims: dict[str, Any], leader: str, found: list[Finding]) -> None:
        """Compare the claimed leader with the one who led (DOM513)."""
        if "leader" in claims and claims["leader"] != leader:
            wrong = next((f for f in found if f.code == "DOM311"), None)
            rightful = set(self.rightful or ())
            passed = wrong.cause if wrong is not None else None
            if passed is not None and passed.code == "DOM413" and passed.seat is not None:
                place = self.seats.index(passed.seat) + 1  # "after a pass on the lead the next seat leads"
                rightful = {self.seats[place % len(self.seats)]}
            if claims["leader"] not in rightful:
                wrong = None  # only who names the rightful leader is misled by the one who led
            checker.add("DOM513", wrong)

    # -- rounds without acts ------------------------------------------------------------

    def unplayed(self, claims: dict[str, Any], acts: list[Act], number: int) -> None:
        """Judge a round of claims only (levels 0 to 2)."""
        self.check_unplayed_leader(claims, number)
        lost = next((act.side for act in acts if act.kind == "round_lost"), None)
        work = Unplayed(self.rules, self.seats, self.sides, claims, lost, [])
        work.before = dict(self.totals)
        work.voided = any(act.kind == "round_void" for act in acts)
        end = work.outcome(number, ruled_points(acts))
        found = [Finding(code, number) for code in work.wrong]
        self.findings += [*found, Finding("DOM903", number)]
        checker = Checker(self.rules, self.seats, claims, end, [])
        hands, boneyard = partial_deal(self.seats, claims.get("deal", {}))
        if self.rules.draw_when != "never":
            hands = {seat: hand + boneyard for seat, hand in hands.items()}
        checker.check_possible(hands)
        self.findings += checker.findings
        self.finish(end, claims, None, found + checker.findings)

    def check_unplayed_leader(self, claims: dict[str, Any], number: int) -> None:
        """Judge a leader that is only claimed: taken as who led."""
        hands, _ = partial_deal(self.seats, claims.get("deal", {}))
        full = hands if len(hands) == len(self.seats) else None
        leaders, _ = self.expected(full)
        self.check_start(leaders, number)
        leader = claims.get("leader")
        if leader is not None and leaders is not None and leader not in leaders:
            cause = (self.misled or self.lead.claim) if leader in self.claimed_leaders(full) else None
            self.findings.append(Finding("DOM311", number, None, leader, cause))

    def void_deal(self, claims: dict[str, Any], number: int, adjustments: dict[str, int]) -> None:
        """Judge a void deal recorded as a round of its own: no round for anything else."""
        deal = claims.get("deal", {})
        self.findings += check_sizes(self.rules, self.seats, deal, number)
        void = void_as_recorded(self.rules, self.seats, deal, self.is_first)
        end = Outcome(number, self.sides, None, "void", adjustments=adjustments, acted=False)
        end.points = dict.fromkeys(self.sides, 0)
        end.in_play = dict.fromkeys(self.sides, 0)
        hands, _ = partial_deal(self.seats, deal)
        end.left = hands if len(hands) == len(self.seats) else None
        if void is False:
            end.how = "unfinished"
        elif void is None:
            end.decided = False
            self.findings.append(Finding("DOM903", number))
        lead = self.lead
        self.finish(end, claims, None, [])
        self.lead = lead


def limits_after(before: Limits, end: Outcome) -> Limits:
    """Return the least and the most that each side may have after a round."""
    after: Limits = {}
    for side, total in end.scores.items():
        gain = end.gain(side)
        gains = (end.gains.get(side, []) if end.ways else []) if gain is None else [gain]
        if total is not None:
            after[side] = (total, total)
        elif side in before and gains:
            after[side] = (before[side][0] + min(gains), before[side][1] + max(gains))
    return after


# -- reading the claims ---------------------------------------------------------------------


def ruled_points(acts: list[Act]) -> dict[str, int]:
    """Add up penalties and awards by side."""
    points: dict[str, int] = {}
    for act in acts:
        if act.kind in ("penalty", "award") and act.side is not None:
            points[act.side] = points.get(act.side, 0) + (act.points or 0)
    return points


def is_void_record(claims: dict[str, Any], acts: list[Act]) -> bool:
    """Say whether a round only records a void deal: ``how`` void, no acts, no ruling on it."""
    if claims.get("result", {}).get("how") != "void":
        return False
    return all(act.kind in ("penalty", "award") for act in acts)


def cut_short(world: World, number: int) -> None:
    """Report acts that stop (DOM432); after false passes all round, these are why."""
    table, memory = world.table, world.memory
    cause = None
    if set(table.passers) == set(table.seats) and memory.false_pass is not None:
        cause = memory.false_pass
    elif memory.trouble:
        cause = memory.trouble
    world.findings.append(Finding("DOM432", number, None, None, cause))


def in_all(worlds: list[World]) -> list[Finding]:
    """Return the findings that every reading has."""
    keys = [[finding.key() for finding in world.findings] for world in worlds]
    kept = [f for f in worlds[0].findings if all(f.key() in found for found in keys)]
    for finding in kept:
        if finding.cause is not None and finding.cause not in kept:
            finding.cause = None
    return kept


def calls(sides: list[str], world: World, found: list[Finding]) -> tuple[dict[str, Finding], dict[str, int]]:
    """Return wrong calls by side, and what the sides' in-play points are with them."""
    made: dict[str, Finding] = {}
    for finding in found:
        if finding.code == "DOM501" and finding.seat is not None:
            side = side_of(sides, finding.seat)
            made.setdefault(side, finding)
    called: dict[str, int] = {}
    for side in made:
        total = world.table.in_play.get(side, 0)
        called[side] = total + world.overcalled.get(side, 0)
    return made, called


def judge_record(record: dict[str, Any]) -> dict[str, Any]:
    """Judge a parsed, schema-valid record."""
    return Judge(record).judge()
