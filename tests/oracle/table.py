"""The table during a round: the layout as a list of edges, the hands, the turn, the legal moves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .rules import Rules
from .scoring import side_of
from .tiles import Tile, is_double, spelled

#: more points than anybody makes in a round.
UNREACHED = 10_000


@dataclass(frozen=True)
class Edge:
    """One place of one laid tile where another tile may touch it.

    ``kind`` is "half" for either half of a single, "side" and "end" for a double's long and
    short edges. ``letter`` is the arm's letter, or "" on arms that have none.
    """

    tile: Tile
    number: int
    kind: str
    letter: str
    index: int


@dataclass
class Layout:
    """The tiles laid so far, in order, with all their edges and the covered ones."""

    rules: Rules
    tiles: list[Tile] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    covered: set[Edge] = field(default_factory=set)

    def copy(self) -> Layout:
        """Copy the lists; the edges themselves never change."""
        return Layout(self.rules, list(self.tiles), list(self.edges), set(self.covered))

    def lay_first(self, first: int, second: int) -> None:
        """Lay the opening tile as written: its first half is the left end."""
        tile = (max(first, second), min(first, second))
        kind = "side" if first == second else "half"
        self.edges.append(Edge(tile, first, kind, "L", 0))
        self.edges.append(Edge(tile, second, kind, "R", 1))
        self._add_ends(tile)
        self.tiles.append(tile)

    def lay(self, tile: Tile, touching: int, other: int, at: Edge) -> None:
        """Lay a tile at an edge; the place hands its letter on to the tile laid there."""
        kind = "side" if is_double(tile) else "half"
        inner = Edge(tile, touching, kind, "", 0)
        self.edges += [inner, Edge(tile, other, kind, at.letter, 1)]
        self.covered |= {at, inner}
        self._add_ends(tile)
        self.tiles.append(tile)

    def _add_ends(self, tile: Tile) -> None:
        """Give a double its two ends, where doubles branch; those of the first are U and D."""
        if not (is_double(tile) and self.rules.branching):
            return
        first = not any(is_double(laid) for laid in self.tiles)
        for index, letter in ((2, "U"), (3, "D")):
            self.edges.append(Edge(tile, tile[0], "end", letter if first else "", index))

    def covered_edges(self, tile: Tile, kinds: tuple[str, ...]) -> int:
        """Count the covered edges of a tile, of some kinds."""
        return sum(edge.tile == tile and edge.kind in kinds for edge in self.covered)

    def is_open(self, edge: Edge) -> bool:
        """Say whether a tile may be laid at an edge (P1.14, P4.B3, P4.F3; sides before ends)."""
        if edge in self.covered:
            return False
        if edge.kind != "end" or not self.rules.sides_first:
            return True
        return self.covered_edges(edge.tile, ("side",)) == 2

    def open_edges(self) -> list[Edge]:
        """List the open places."""
        return [edge for edge in self.edges if self.is_open(edge)]

    def is_cut_off(self, double: Tile) -> bool:
        """Say whether a double counts nothing any more (P4.F3, P4.F4)."""
        if self.rules.double_count == "edges" and self.rules.branching:
            return self.covered_edges(double, ("side", "end")) == 4
        return self.covered_edges(double, ("side",)) == 2

    def count(self) -> int:
        """Add up the ends of the lines of play; a double counts both halves (P4.M3)."""
        total = 0
        for tile in self.tiles:
            if is_double(tile):
                total += 0 if self.is_cut_off(tile) else 2 * tile[0]
            else:
                free = [e for e in self.edges if e.tile == tile and e not in self.covered]
                total += sum(edge.number for edge in free)
        return total


@dataclass(frozen=True)
class Move:
    """One legal act: a play (with its edge, none for the lead), a draw, or a pass."""

    seat: str
    kind: str
    tile: Tile | None = None
    edge: Edge | None = None


@dataclass
class Table:
    """A round in progress. ``turn`` is None while the opening tile is missing."""

    rules: Rules
    seats: str
    sides: list[str]
    hands: dict[str, list[Tile]]
    boneyard: list[Tile]
    layout: Layout
    #: who may lead; None: nothing is known against anybody.
    leaders: frozenset[str] | None = None
    #: the record says what lies in the boneyard; else it is the rest of the set.
    boneyard_written: bool = True
    lead_tile: Tile | None = None
    #: in-play points with which a side has won the match at once; None: not looked at.
    goal: dict[str, int] | None = None
    #: the same for sides whose total is not known: the in-play points that might do.
    goal_perhaps: dict[str, int] = field(default_factory=dict)
    turn: str | None = None
    drawn: int = 0
    passers: list[str] = field(default_factory=list)
    leader: str | None = None
    last: str | None = None
    out: str | None = None
    #: "" while the round goes on, else how it ended.
    over: str = ""
    #: the side that won the match in play; "?": this one, or one of unknown total that may have won before it.
    reached: str | None = None
    resigned: str | None = None
    lost: str | None = None
    made: int = 0
    in_play: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Table:
        """Copy everything that a later act may change."""
        return replace(
            self,
            hands={seat: list(hand) for seat, hand in self.hands.items()},
            boneyard=list(self.boneyard),
            layout=self.layout.copy(),
            passers=list(self.passers),
            in_play=dict(self.in_play),
        )

    # -- what is possible ---------------------------------------------------------------

    def next_seat(self, seat: str) -> str:
        """Return the seat that plays after another (P1.5)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def fitting(self, tile: Tile) -> list[Edge]:
        """List the open places that a tile fits (P1.12, P2.7, P3.8, P4.G2)."""
        return [edge for edge in self.layout.open_edges() if edge.number in tile]

    def playable(self, seat: str) -> list[Tile]:
        """List the tiles that a seat could play now; on the lead every tile fits."""
        hand = self.hands[seat]
        numbers = {edge.number for edge in self.layout.open_edges()}
        return [tile for tile in hand if not self.layout.tiles or numbers & set(tile)]

    def can_draw(self) -> bool:
        """Say whether the boneyard still gives tiles (P1.19, P2.3, P3.11, P4.D3, P4.M5)."""
        reserve = self.rules.reserve[len(self.seats)]
        return self.rules.draw_when != "never" and len(self.boneyard) > reserve

    def may_draw_more(self, seat: str) -> bool:
        """Say whether a seat may draw in this turn, as far as numbers go."""
        drawn = self.drawn if seat == self.turn else 0
        return self.can_draw() and (self.rules.draw_most is None or drawn < self.rules.draw_most)

    def is_dead(self) -> bool:
        """Say whether nobody can set a tile and nobody can draw (P3.14, P4.M6)."""
        stuck = not any(self.playable(seat) for seat in self.seats)
        return bool(self.layout.tiles) and stuck and not self.can_draw()

    def could_only_pass(self, seat: str) -> bool:
        """Say whether a seat on turn would have nothing but a pass."""
        return not self.playable(seat) and not self.may_draw_more(seat)

    # -- the legal moves ----------------------------------------------------------------

    def leads(self) -> list[Move]:
        """List the legal opening tiles (P1.8-P1.11, P2.4, P3.4-P3.6, P4.G3, P4.B2)."""
        allowed = self.seats if self.leaders is None else sorted(self.leaders)
        forced = self.lead_tile
        return [
            Move(seat, "play", tile) for seat in allowed for tile in self.hands[seat] if forced is None or tile == forced
        ]

    def moves(self) -> list[Move]:
        """List every legal act of the seat to move, each place of a tile by itself."""
        if self.over:
            return []
        if not self.layout.tiles:
            return self.leads()
        seat = self.turn
        assert seat is not None
        found = [Move(seat, "play", t, e) for t in self.hands[seat] for e in self.fitting(t)]
        wanted = not found or self.rules.draw_when == "at-will"
        if wanted and self.may_draw_more(seat):
            found += [Move(seat, "draw", tile) for tile in self.boneyard]
        return found or [Move(seat, "pass")]

    # -- what an act does ---------------------------------------------------------------

    def make(self, move: Move) -> None:
        """Carry out a legal move."""
        if move.kind == "pass":
            self.do_pass(move.seat)
        elif move.kind == "draw":
            assert move.tile is not None
            self.do_draw(move.seat, move.tile)
        else:
            assert move.tile is not None
            first, second = move.tile
            if move.edge is not None and move.edge.number == second:
                first, second = second, first
            self.do_play(move.seat, (first, second), move.edge)

    def give_turn(self, seat: str) -> None:
        """Begin a seat's turn; while nothing lies, that seat leads."""
        self.drawn = 0
        if self.layout.tiles:
            self.turn = seat
        else:
            self.leaders, self.lead_tile = frozenset(seat), None

    def take(self, tile: Tile, seat: str) -> None:
        """Take a tile from the hand that should hold it, or else from where it was."""
        for pile in [self.hands[seat], *self.hands.values(), self.boneyard]:
            if tile in pile:
                pile.remove(tile)
                return

    def do_play(self, seat: str, halves: tuple[int, int], edge: Edge | None) -> None:
        """Lay a tile, its first half touching ``edge``; as the opening tile, as written."""
        first, second = halves
        tile = (max(halves), min(halves))
        self.take(tile, seat)
        if edge is None:
            self.layout.lay_first(first, second)
            self.leader = seat
        else:
            self.layout.lay(tile, first, second, edge)
        self.last = seat
        self.passers = []
        self.give_turn(self.next_seat(seat))
        self._score(seat)
        if not self.hands[seat]:
            self.over, self.out = "out", seat
        self._end_if_dead()
        self._end_if_reached(seat)

    def _score(self, seat: str) -> None:
        """Note in-play points when the count is a multiple of five (P4.M3, P4.M4)."""
        self.made = 0
        step = self.rules.in_play
        if step and self.layout.count() % step == 0:
            self.made = self.layout.count() // step
        side = side_of(self.sides, seat)
        self.in_play[side] = self.in_play.get(side, 0) + self.made

    def _end_if_dead(self) -> None:
        """End a round that is blocked at once (P3.14, P4.M6)."""
        if not self.over and self.rules.block_reached == "at-once" and self.is_dead():
            self.over = "blocked"

    def _end_if_reached(self, seat: str) -> None:
        """End the round when the target was reached in play (P4.M8); out and blocked keep their name."""
        side = side_of(self.sides, seat)
        if self.goal is None or not self.made or self.in_play[side] < self.goal.get(side, UNREACHED):
            return
        perhaps = any(0 < self.in_play[other] >= points for other, points in self.goal_perhaps.items())
        self.reached = "?" if perhaps else side
        self.over = self.over or "target"

    def do_draw(self, seat: str, tile: Tile) -> None:
        """Move a tile into a hand; the turn stays (P1.15, P3.10, P4.M5)."""
        drawn = self.drawn if self.is_on_turn(seat) else 0
        self.boneyard.remove(tile)
        self.hands[seat].append(tile)
        self.passers = []
        if self.layout.tiles:
            self.turn = seat
        elif not self.is_on_turn(seat):
            self.leaders = frozenset(seat)
        self.drawn = drawn + 1
        self._end_if_dead()

    def is_on_turn(self, seat: str) -> bool:
        """Say whether a seat may act now."""
        if self.layout.tiles:
            return seat == self.turn
        return self.leaders is None or seat in self.leaders

    def do_pass(self, seat: str) -> None:
        """Note a pass; a dead position with a pass of every seat is blocked (P1.21, P2.12)."""
        dead = self.is_dead()
        self.passers.append(seat)
        self.give_turn(self.next_seat(seat))
        if dead and len(self.passers) >= len(self.seats):
            self.over = "blocked"

    def skip(self, seat: str) -> None:
        """Use up a turn in which nothing reached the table; in a dead position passes are counted since it died."""
        if not self.is_dead():
            self.passers = []
        self.give_turn(self.next_seat(seat))


def written(move: Move, table: Table) -> str | None:
    """Spell a move with its place: a letter, else ``on`` the tile; None if that is not exact."""
    if move.kind == "pass":
        return f"{move.seat} pass"
    assert move.tile is not None
    text = spelled(move.tile)
    if move.kind == "draw":
        return f"{move.seat} draw {text}"
    if move.edge is None:
        return f"{move.seat} {text}"
    if move.edge.letter:
        return f"{move.seat} {text} {move.edge.letter}"
    same = [edge for edge in table.fitting(move.tile) if edge.tile == move.edge.tile]
    exact = all((edge.kind, edge.letter) == (move.edge.kind, "") for edge in same)
    return f"{move.seat} {text} on {spelled(move.edge.tile)}" if exact else None
