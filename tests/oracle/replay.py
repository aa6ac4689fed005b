"""Replay of the acts of one round, in every reading, with a finding for each irregular act.

A *world* is one reading: a table, what was found on the way, and where ambiguous tiles went.
All worlds go through the acts in step. Replay never stops: an act is applied as far as it
physically can be (FINDINGS, "After a violation").
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .acts import RULINGS, Act
from .findings import NOTES, Finding
from .scoring import side_of
from .table import Edge, Table
from .tiles import SET, Tile

MOST_WORLDS = 20_000

#: Findings that make an act illegal: those on lead and acts, apart from warnings and notes.
ILLEGAL = ("DOM301", "DOM311", "DOM312", "DOM40", "DOM41", "DOM42", "DOM43")


class TooManyReadingsError(Exception):
    """The acts leave so many places open that naming all readings is out of reach."""


@dataclass
class Memory:
    """What earlier irregular acts may explain later on."""

    #: the last turn fault, and the turns taken in order since then; a whole lap makes it forgotten.
    turn_cause: Finding | None = None
    in_order: int = 0
    #: who would rightly lead if the round before had the winner that is wrongly claimed for it.
    claimed_leaders: frozenset[str] = frozenset()
    claim: Finding | None = None
    #: tiles that were taken from where they did not belong.
    moved: dict[Tile, Finding] = field(default_factory=dict)
    #: seats that were dealt too little, and seats that drew what they could not draw.
    short: dict[str, Finding] = field(default_factory=dict)
    drew_in_vain: dict[str, Finding] = field(default_factory=dict)
    drawn_in_vain: dict[tuple[str, Tile], Finding] = field(default_factory=dict)
    #: seats from whose hand somebody else took a tile: the one that they hold instead was written as dealt to nobody.
    robbed: dict[str, Finding] = field(default_factory=dict)
    #: seats whose hand is not what the players saw: a tile was played that its seat did not hold, or was not applied.
    odd: dict[str, Finding] = field(default_factory=dict)
    #: open places that are not what they would be, had there been no irregular act: what follows from it is no new
    #: root cause ("A wrong turn makes ten later acts odd; only the first is a root cause"), and the first reason stays.
    doubtful: dict[Edge, Finding] = field(default_factory=dict)
    #: tiles that were played in vain and went back to their hand.
    left_out: dict[Tile, Finding] = field(default_factory=dict)
    #: the first finding that left an act out or took a tile from elsewhere: claims follow from it.
    trouble: Finding | None = None
    #: false passes since the last other act.
    false_pass: Finding | None = None

    def doubt(self, places: list[Edge], found: Finding) -> None:
        """Note what makes open places doubtful."""
        for place in places:
            self.doubtful.setdefault(place, found)

    def copy(self) -> Memory:
        """Copy everything that changes."""
        return replace(
            self,
            moved=dict(self.moved),
            drew_in_vain=dict(self.drew_in_vain),
            drawn_in_vain=dict(self.drawn_in_vain),
            robbed=dict(self.robbed),
            odd=dict(self.odd),
            doubtful=dict(self.doubtful),
            left_out=dict(self.left_out),
        )


@dataclass
class Step:
    """An act that was replayed, with the table and memory before it."""

    act: int
    table: Table
    memory: Memory
    taken_back: bool = False


@dataclass
class World:
    """One reading of the acts so far."""

    table: Table
    findings: list[Finding]
    memory: Memory
    steps: list[Step] = field(default_factory=list)
    choices: list[tuple[int, Edge | None]] = field(default_factory=list)
    #: the last act was illegal.
    illegal: bool = False
    implied: bool = False
    #: by side, how much more was called for acts than was made.
    overcalled: dict[str, int] = field(default_factory=dict)

    def copy(self) -> World:
        """Split a reading in two."""
        return replace(
            self,
            table=self.table.copy(),
            findings=list(self.findings),
            memory=self.memory.copy(),
            steps=[replace(step) for step in self.steps],
            choices=list(self.choices),
            overcalled=dict(self.overcalled),
        )


@dataclass
class Reason:
    """One reason against an act; ``cause`` if it only follows from something earlier."""

    code: str
    cause: Finding | None = None


@dataclass
class Replay:
    """Replays the acts of one round. ``number`` is the round's number."""

    number: int
    passes_implied: bool
    ruled_on: set[int] = field(default_factory=set)

    def run(self, world: World, acts: list[Act]) -> list[World]:
        """Replay all acts; return the readings that no act refutes."""
        worlds = [world]
        self.ruled_on = acts_ruled_on(acts)
        for index, act in enumerate(acts, start=1):
            worlds = [after for before in worlds for after in self.one(before, act, index)]
            worlds = unrefuted(worlds)
            if len(worlds) > MOST_WORLDS:
                raise TooManyReadingsError
            self.check_clock(worlds, acts, index)
        return worlds

    def one(self, world: World, act: Act, index: int) -> list[World]:
        """Replay one act or ruling in one reading."""
        if act.kind in RULINGS:
            self.rule(world, act, index)
            return [world]
        world.steps.append(Step(index, world.table.copy(), world.memory.copy()))
        if act.kind == "play":
            return self.play(world, act, index)
        handler = {"draw": self.draw, "pass": self.pass_, "resign": self.resign}
        handler.get(act.kind, self.claim)(world, act, index)
        return [world]

    # -- findings -----------------------------------------------------------------------

    def add(
        self,
        world: World,
        code: str,
        act: int | None,
        seat: str | None,
        cause: Finding | None = None,
    ) -> Finding:
        """Note a finding in one reading."""
        finding = Finding(code, self.number, act, seat, cause)
        world.findings.append(finding)
        return finding

    def blame(self, world: World, index: int, seat: str, reasons: list[Reason]) -> Finding | None:
        """Report all reasons against an act: "further true reasons … are reported with the root as their cause".

        The root of the act is the first reason, even if it follows from an earlier finding itself.
        """
        root = None
        for reason in reasons:
            found = self.add(world, reason.code, index, seat, reason.cause if root is None else root)
            root = root or found
        return root

    # -- turn ---------------------------------------------------------------------------

    def imply_passes(self, world: World, act: Act, index: int) -> None:
        """Let the seats passed over pass, where passes are not written (``recording.passes``)."""
        table = world.table
        if not self.passes_implied or not table.layout.tiles or table.over or table.is_dead():
            return  # passes left out after a block need none
        while table.turn != act.seat and not table.over:
            seat = table.turn
            assert seat is not None
            world.implied = True
            finding = self.blame(world, index, seat, pass_reasons(world, seat))
            note_false_pass(world, finding)
            table.do_pass(seat)

    def turn_reasons(self, world: World, seat: str) -> list[Reason]:
        """Judge whose turn it is: DOM311 on the lead, else DOM401 or DOM433."""
        table = world.table
        if table.is_on_turn(seat):
            return []
        memory = world.memory
        cause = memory.turn_cause if memory.in_order < len(table.seats) else None
        if not table.layout.tiles:
            follows = memory.claim if seat in memory.claimed_leaders else None
            return [Reason("DOM311", cause or follows)]
        skipped = seats_between(table, seat)
        if table.is_dead() and len(table.passers) + len(skipped) < len(table.seats):
            return []  # "any number of passes from none to one per seat after the position died is in order"
        only_passes = all(table.could_only_pass(each) for each in skipped)
        return [Reason("DOM433" if only_passes else "DOM401", cause)]

    def remember_turn(self, world: World, fault: bool, found: Finding | None) -> None:
        """Note a turn fault, or a turn taken in order."""
        memory = world.memory
        memory.in_order += 1
        if fault and found is not None:
            memory.turn_cause, memory.in_order = found, 0

    # -- plays --------------------------------------------------------------------------

    def play(self, world: World, act: Act, index: int) -> list[World]:
        """Judge a play and lay the tile, in every place that it may have meant."""
        assert act.seat is not None and act.tile is not None
        if world.table.over:
            self.after_end(world, act, index)
            return [world]
        self.imply_passes(world, act, index)
        if world.table.over:
            self.after_end(world, act, index)
            return [world]
        table, tile, seat = world.table, act.tile, act.seat
        turn = self.turn_reasons(world, seat)
        tiles = tile_reasons(world, seat, tile)
        absent = any(reason.code in ("DOM301", "DOM403") for reason in tiles)
        edges: list[Edge | None] = [None]
        place: list[Reason] = []
        if table.layout.tiles and not absent:
            place, found_edges = self.places(world, act)
            edges = list(found_edges)
        lead = lead_tile_reasons(table, tile, bool(turn))
        first = [reason for reason in tiles if reason.code == "DOM301"]
        rest = [reason for reason in tiles if reason.code != "DOM301"]
        found = self.blame(world, index, seat, first + turn + rest + lead + place)
        self.remember_turn(world, bool(turn), found)
        remember_tile(world, seat, tile, tiles, found)
        if absent or not edges:
            self.leave_out(world, act, index, found)
            return [world]
        return [
            self.lay(split, act, index, edge, found) for edge, split in zip(edges, splits(world, len(edges)), strict=True)
        ]

    def places(self, world: World, act: Act) -> tuple[list[Reason], list[Edge]]:
        """Find the places that a play may have meant, and what is wrong with them.

        DOM404: the tile fits nowhere. DOM406: it fits somewhere, but the named place shows
        another number. DOM407: it fits somewhere, but the named place is not open.
        """
        assert act.tile is not None
        table = world.table
        fitting = table.fitting(act.tile)
        if act.end is None and act.on is None:
            return ([], distinct(fitting)) if fitting else ([Reason("DOM404", doubtful_place(world, act.tile, []))], [])
        named = [edge for edge in table.layout.open_edges() if is_named(edge, act)]
        good = [edge for edge in named if edge.number in act.tile]
        if good:
            return [], distinct(good)
        absent = isinstance(act.on, tuple) and act.on not in table.layout.tiles
        cause = world.memory.left_out.get(act.on) if isinstance(act.on, tuple) and absent else None
        cause = cause or doubtful_place(world, act.tile, named)
        code = "DOM404" if not fitting else "DOM406" if named else "DOM407"
        return [Reason(code, cause)], distinct(named)

    def lay(self, world: World, act: Act, index: int, edge: Edge | None, found: Finding | None) -> World:
        """Lay the tile; one that does not match lies with its first-written half touching."""
        assert act.seat is not None and act.halves is not None
        table = world.table
        first, second = act.halves
        if edge is not None:
            if edge.number == second:
                first, second = second, first
            world.choices.append((index, edge))
        elsewhere = table.fitting(act.tile)
        table.do_play(act.seat, (first, second), edge)
        if found is not None:
            self.doubt(world, act, edge, elsewhere, found)
        world.memory.false_pass = None
        self.check_call(world, act, index, table.made, found)
        self.note_legality(world, index)
        return world

    def doubt(self, world: World, act: Act, edge: Edge | None, elsewhere: list[Edge], found: Finding) -> None:
        """Note which open places an irregular tile makes doubtful.

        One that does not match (DOM404, DOM406) lies there as it was said to, but may have lain where it fits: its outer
        half and the places ``elsewhere`` that it fits. One that its seat does not hold (DOM402) may have been another tile:
        its open halves.
        """
        assert act.tile is not None and act.halves is not None
        table = world.table
        misplaced = edge is not None and edge.number not in act.halves
        unheld = any(f.code == "DOM402" and f.act == world.steps[-1].act for f in world.findings)
        if misplaced or unheld:
            laid = [place for place in table.layout.open_edges() if place.tile == act.tile]
            world.memory.doubt(laid, found)
        if misplaced:
            world.memory.doubt(elsewhere, found)

    def check_call(self, world: World, act: Act, index: int, made: int, found: Finding | None) -> None:
        """Compare the points called for an act with those made (DOM501)."""
        if act.points is None or act.points == made or act.seat is None:
            return
        cause = any_doubt(world) if found is None else found
        self.add(world, "DOM501", index, act.seat, cause)
        side = side_of(world.table.sides, act.seat)
        world.overcalled[side] = world.overcalled.get(side, 0) + act.points - made

    def leave_out(self, world: World, act: Act, index: int, found: Finding | None) -> None:
        """Leave out what cannot be applied: the turn is used, the tile stays in its hand."""
        assert act.seat is not None
        if found is not None and act.tile is not None:
            world.memory.left_out.setdefault(act.tile, found)
            world.memory.odd.setdefault(act.seat, found)
            world.memory.trouble = world.memory.trouble or found
            places = world.table.fitting(act.tile) or world.table.layout.open_edges()
            world.memory.doubt(places, found)
        world.table.skip(act.seat)
        world.memory.false_pass = None
        self.check_call(world, act, index, 0, found)
        self.note_legality(world, index)

    def after_end(self, world: World, act: Act, index: int) -> None:
        """Report an act after the round was over; further ones follow from the first."""
        earlier = (f for f in world.findings if f.code == "DOM431" and f.severity == "error")
        cause = next(earlier, None)
        trouble = world.memory.trouble if world.table.over in ("out", "blocked") else None
        self.add(world, "DOM431", index, act.seat, trouble or cause)
        self.note_legality(world, index)

    def note_legality(self, world: World, index: int) -> None:
        """Note whether the act is illegal in a reading."""
        illegal = (
            finding.act == index and finding.severity == "error" and finding.code.startswith(ILLEGAL)
            for finding in world.findings
        )
        world.illegal = any(illegal) and index not in self.ruled_on

    # -- other acts ---------------------------------------------------------------------

    def pass_(self, world: World, act: Act, index: int) -> None:
        """Judge a pass; one after a block is redundant, and in a dead position in order."""
        assert act.seat is not None
        table, seat = world.table, act.seat
        if table.over == "blocked":
            self.add(world, "DOM904", index, seat)
            return
        if table.over:
            self.after_end(world, act, index)
            return
        if table.is_dead():
            table.do_pass(seat)
            return
        self.imply_passes(world, act, index)
        turn = self.turn_reasons(world, seat)
        found = self.blame(world, index, seat, turn + pass_reasons(world, seat))
        self.remember_turn(world, bool(turn) or not table.layout.tiles, found)
        if any(f.act == index and f.code in ("DOM411", "DOM412") for f in world.findings):
            note_false_pass(world, found)
        table.do_pass(seat)
        self.note_legality(world, index)

    def draw(self, world: World, act: Act, index: int) -> None:
        """Judge a draw; one that cannot happen is left out and uses no turn."""
        assert act.seat is not None and act.tile is not None
        if not world.table.over:
            self.imply_passes(world, act, index)
        table, seat, tile = world.table, act.seat, act.tile
        if table.over:
            self.after_end(world, act, index)
            return
        turn = self.turn_reasons(world, seat)
        unknown = [] if tile in SET else [Reason("DOM301", world.memory.moved.get(tile))]
        reasons = draw_reasons(world, seat, tile)
        found = self.blame(world, index, seat, unknown + turn + reasons)
        if turn:
            self.remember_turn(world, True, found)
        if tile in table.boneyard:
            if turn:
                table.lead_tile = None
            table.do_draw(seat, tile)
        elif found is not None:
            world.memory.drew_in_vain.setdefault(seat, found)
            world.memory.odd.setdefault(seat, found)
            world.memory.drawn_in_vain.setdefault((seat, tile), found)
            if any(tile in hand for hand in table.hands.values()):
                world.memory.moved.setdefault(tile, found)
            world.memory.trouble = world.memory.trouble or found
        world.memory.false_pass = None
        self.note_legality(world, index)

    def resign(self, world: World, act: Act, index: int) -> None:
        """Resign: possible for any seat at any time; the round ends without end points."""
        table = world.table
        if table.resigned or table.reached:
            self.after_end(world, act, index)
            return
        table.resigned = act.seat
        table.over = table.over or "resigned"

    def claim(self, world: World, act: Act, index: int) -> None:
        """Refuse a "muggins" claim: points count whether called or not, after the end too."""
        late = None
        if world.table.over or world.table.resigned or world.table.reached:
            self.after_end(world, act, index)
            late = world.findings[-1]
        self.add(world, "DOM442", index, act.seat, late)

    # -- rulings ------------------------------------------------------------------------

    def rule(self, world: World, act: Act, index: int) -> None:
        """Apply a ruling; it speaks of the last act that was not taken back."""
        step = next((s for s in reversed(world.steps) if not s.taken_back), None)
        if act.kind in ("penalty", "award"):
            return
        if act.kind == "round_void":
            world.table.over = "void"
        elif act.kind == "round_lost":
            world.table.over, world.table.lost = "lost", act.side
        elif act.kind == "taken_back" and step is not None:
            world.table, world.memory = step.table.copy(), step.memory.copy()
            world.choices = [choice for choice in world.choices if choice[0] != step.act]
        if step is not None:
            self.excuse(world, step, index)
            if act.kind != "taken_back":
                settle(world, step, act.kind)
            step.taken_back = act.kind == "taken_back"

    def excuse(self, world: World, step: Step, index: int) -> None:
        """Turn the findings of an act into notes, marked as ruled (DOM905)."""
        judged = step.act
        concerned = [f for f in world.findings if f.act == judged and f.code not in NOTES]
        for finding in concerned:
            finding.severity = "note"
            if finding.cause is None or finding.cause.act != judged:
                self.add(world, "DOM905", index, None, finding)

    # -- clock --------------------------------------------------------------------------

    def check_clock(self, worlds: list[World], acts: list[Act], index: int) -> None:
        """Warn of what a seat did in its turn over the clock (P2.16), unless the table made it."""
        act = acts[index - 1]
        before = next((a for a in reversed(acts[: index - 1]) if a.kind not in RULINGS), None)
        limit = worlds[0].table.rules.clock
        if limit is None or before is None or act.kind not in ("play", "draw", "pass") or act.auto:
            return
        if act.at is None or before.at is None or (act.at - before.at).total_seconds() <= limit:
            return
        for world in worlds:
            self.add(world, "DOM441", index, act.seat)


# -- judging one act against one table ----------------------------------------------------


def seats_between(table: Table, seat: str) -> list[str]:
    """List the seats from the one on turn to the one before ``seat``."""
    found: list[str] = []
    each = table.turn
    while each is not None and each != seat:
        found.append(each)
        each = table.next_seat(each)
    return found


def pass_reasons(world: World, seat: str) -> list[Reason]:
    """Judge a pass: never on the lead (P2.9), only when stuck (P1.16, P1.17, P2.8, P3.12)."""
    table = world.table
    if not table.layout.tiles:
        return [Reason("DOM413")]
    if table.playable(seat):
        return [Reason("DOM411", played_in_vain(world, seat))]
    return [Reason("DOM412")] if table.may_draw_more(seat) else []


def played_in_vain(world: World, seat: str) -> Finding | None:
    """Find the reason why a seat can play at all: only irregular tiles, or doubtful places."""
    if not world.table.layout.tiles:
        return None
    tiles = world.table.playable(seat)
    causes = [doubtful_place(world, tile, world.table.fitting(tile)) for tile in tiles]
    memory = world.memory
    if None in causes or not causes:
        return None
    plain = [tile for tile in tiles if tile not in memory.left_out | memory.moved]
    doubts = [memory.doubtful.get(edge) for tile in plain for edge in world.table.fitting(tile)]
    # tiles that are where they ought to be rest on their places: the earliest mistake about these is the reason
    return min((found for found in doubts if found is not None), key=lambda found: found.root().act or 0, default=causes[0])


def tile_reasons(world: World, seat: str, tile: Tile) -> list[Reason]:
    """Judge which tile is played: in the set, not on the table, held."""
    moved = world.memory.moved.get(tile)
    if tile not in SET:
        return [Reason("DOM301", moved)]
    if tile in world.table.layout.tiles:
        return [Reason("DOM403", moved)]
    if tile not in world.table.hands[seat]:
        return [Reason("DOM402", moved or taken_from(world, seat, tile))]
    return []


def taken_from(world: World, seat: str, tile: Tile) -> Finding | None:
    """Find why a seat plays a tile that it drew in vain, lies in the boneyard, or nobody was dealt."""
    table, memory = world.table, world.memory
    drawn = memory.drawn_in_vain.get((seat, tile))
    if drawn is not None or any(tile in hand for hand in table.hands.values()):
        return drawn
    unseen = tile not in table.boneyard or not table.boneyard_written
    drawn = memory.drew_in_vain.get(seat) if tile in table.boneyard else None
    return drawn or memory.robbed.get(seat) or (memory.short.get(seat) if unseen else None)


def lead_tile_reasons(table: Table, tile: Tile, wrong_leader: bool) -> list[Reason]:
    """Judge the forced opening tile; a wrong leader with another tile is DOM311 only."""
    forced = None if table.layout.tiles or wrong_leader else table.lead_tile
    return [Reason("DOM312")] if forced is not None and tile != forced else []


def draw_reasons(world: World, seat: str, tile: Tile) -> list[Reason]:
    """Judge a draw, in the order that FINDINGS gives."""
    table = world.table
    never = table.rules.draw_when == "never"
    reasons = [Reason("DOM422")] if never else []
    if table.rules.draw_when == "stuck" and table.playable(seat):
        reasons.append(Reason("DOM421", played_in_vain(world, seat)))
    most, drawn = table.rules.draw_most, table.drawn if table.is_on_turn(seat) else 0
    if not table.boneyard and not never:
        reasons.append(Reason("DOM424"))
    elif table.boneyard:
        if not never and not table.can_draw():
            reasons.append(Reason("DOM423"))
        if tile in SET and tile not in table.boneyard:
            reasons.append(Reason("DOM425", world.memory.moved.get(tile)))
    if most is not None and drawn >= most:  # not in the order of FINDINGS, and so after all that are
        reasons.append(Reason("DOM426"))
    return reasons


def is_named(edge: Edge, act: Act) -> bool:
    """Say whether an act names a place: its letter, its number, or its tile."""
    if act.end is not None:
        return edge.letter == act.end
    return act.on in (edge.number, edge.tile)


def distinct(edges: list[Edge]) -> list[Edge]:
    """Keep one of the places that no spelling and no later act can tell apart."""
    kept: dict[tuple[Tile, int, str, str], Edge] = {}
    for edge in edges:
        kept.setdefault((edge.tile, edge.number, edge.kind, edge.letter), edge)
    return list(kept.values())


def splits(world: World, count: int) -> list[World]:
    """Return a reading as several, one for each place."""
    return [world, *(world.copy() for _ in range(count - 1))]


# -- what is remembered of an irregular act -------------------------------------------------


def doubtful_place(world: World, tile: Tile, rests_on: list[Edge]) -> Finding | None:
    """Find the irregular act from which a wrong place follows.

    It does when the tile itself was left out or moved before, or when every place that the finding
    ``rests_on`` is doubtful; where it rests on none, any doubtful open place will do.
    """
    memory = world.memory
    irregular = memory.left_out.get(tile) or memory.moved.get(tile)
    if irregular is not None:
        return irregular
    if not rests_on:
        return any_doubt(world)
    doubts = [memory.doubtful.get(edge) for edge in rests_on]
    return None if None in doubts else doubts[0]


def note_false_pass(world: World, found: Finding | None) -> None:
    """Remember a false pass until something is played or drawn."""
    if found is not None and world.memory.false_pass is None:
        world.memory.false_pass = found


def remember_tile(world: World, seat: str, tile: Tile, reasons: list[Reason], found: Finding | None) -> None:
    """Remember a tile that was not held."""
    if found is None or not any(reason.code == "DOM402" for reason in reasons):
        return
    world.memory.moved.setdefault(tile, found)
    holders = [holder for holder, hand in world.table.hands.items() if tile in hand]
    world.memory.robbed |= dict.fromkeys(holders, found)
    world.memory.odd |= dict.fromkeys([seat, *holders], found)
    world.memory.trouble = world.memory.trouble or found


def settle(world: World, step: Step, ruling: str) -> None:
    """Forget what an act made doubtful, if it "counts although it was irregular" (FORMAT, ``stands``) and could be applied.

    Then the table is as it lies, for the players too: a later tile that does not fit there, or points that are not those
    of the round as played, do not follow from it. After a ruling that ends the round nothing follows from the act.
    """
    laid = len(world.table.layout.tiles) > len(step.table.layout.tiles)
    if laid or ruling != "stands":
        world.memory.trouble, world.memory.doubtful = step.memory.trouble, dict(step.memory.doubtful)


def any_doubt(world: World) -> Finding | None:
    """Return why some open place is doubtful: also the reason for another count of the open ends."""
    doubts = [world.memory.doubtful.get(edge) for edge in world.table.layout.open_edges()]
    return next((doubt for doubt in doubts if doubt is not None), None)


# -- readings -------------------------------------------------------------------------------


def acts_ruled_on(acts: list[Act]) -> set[int]:
    """Find the acts that a ruling deals with: one that was irregular refutes no reading, as the record says that it was."""
    found, standing = set(), []
    for index, act in enumerate(acts, start=1):
        if act.kind not in RULINGS:
            standing.append(index)
        elif standing and act.kind not in ("penalty", "award"):
            found.add(standing[-1])
            if act.kind == "taken_back":
                standing.pop()
    return found


def unrefuted(worlds: list[World]) -> list[World]:
    """Drop readings in which the last act is illegal, unless it is so in all: then it refutes none."""
    legal = [world for world in worlds if not world.illegal]
    return legal or worlds
