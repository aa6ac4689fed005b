"""The state of a round in play, known as far as the record lets it be known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from domscore.domino.layout import Layout, Place
from domscore.findings.finding import Finding
from domscore.play.deal import Deal
from domscore.play.lead import Lead
from domscore.play.table import Table


class How(StrEnum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"
    TARGET = "target"
    RESIGNED = "resigned"
    VOID = "void"
    LOST = "lost"
    UNFINISHED = "unfinished"


PLACE_ORDER = {"L": 0, "R": 1, "U": 2, "D": 3, None: 4}
"""Open places are listed by their letters, those without one last."""


@dataclass(slots=True)
class Faults:
    """Earlier findings that later ones may only follow from.

    Attributes:
        turn: a fault in the order of play, until a whole lap of turns has been in order again (``laps`` counts down).
        hands: by seat, the finding that makes the hand on the table differ from the hand in the record.
        instead: by seat, the finding by which it holds another tile than the record has, one that nobody was dealt perhaps.
        left_over: mask of the tiles written as left over, which no fault of the deal can have put into a hand.
        tiles: by tile number, the finding that moved the tile irregularly.
        passing: the latest false pass since a tile was laid.
        table: the first finding that left an act out, or took a tile from elsewhere.
        after_end: the first act after the end.
    """

    turn: Finding | None = None
    lap: int = 0
    hands: dict[int, Finding] = field(default_factory=dict)
    instead: dict[int, Finding] = field(default_factory=dict)
    left_over: int = 0
    tiles: dict[int, Finding] = field(default_factory=dict)
    passing: Finding | None = None
    table: Finding | None = None
    after_end: Finding | None = None

    def copy(self) -> Faults:
        """An independent copy."""
        return replace(self, hands=dict(self.hands), instead=dict(self.instead), tiles=dict(self.tiles))


@dataclass(slots=True)
class State:
    """A round in play.

    Attributes:
        hands, unseen: by seat, known tiles (mask) and how many more it holds.
        vague: by seat, its hand may hold more tiles than are counted (draws that were not written).
        boneyard, boneyard_size: tiles known to be there, and how many there are (the most, if ``boneyard_vague``).
        on_table: mask of the tiles laid.
        turn: the seat to act; None before a lead that anybody may take.
        draws: tiles drawn in this turn, by ``drew``; see ``drawn_by``.
        passes: passes in a row since a tile was laid or drawn.
        dead: nobody can ever move again, by any legal act; ``passes`` then counts from there.
        in_play: by side, points made by acts. ``gains`` holds them one by one: act number, side, points, count.
        before: by side, the totals before the round; None when not known. ``most``: the most that each side may have had.
        target_open: the match is not over yet.
        over: how the round ended; ``ended_at`` is the act's number.
        target_by: the side that reached the target in play.
        lost_by: the side a ruling declared to have lost the round.
    """

    table: Table
    lead: Lead
    hands: list[int]
    unseen: list[int]
    vague: list[bool]
    boneyard: int
    boneyard_size: int
    layout: Layout
    in_play: list[int]
    before: list[int | None]
    most: list[int | None]
    target_open: bool = True
    boneyard_vague: bool = False
    on_table: int = 0
    turn: int | None = None
    lead_open: bool = True
    draws: int = 0
    drew: int = -1
    passes: int = 0
    dead: bool = False
    leader: int | None = None
    last_player: int | None = None
    over: How | None = None
    ended_at: int | None = None
    target_by: int | None = None
    lost_by: int | None = None
    resigned_by: int | None = None
    gains: list[tuple[int, int, int, int]] = field(default_factory=list)
    faults: Faults = field(default_factory=Faults)

    @staticmethod
    def dealt(
        table: Table,
        lead: Lead,
        deal: Deal,
        before: list[int | None],
        target_open: bool = True,
        most: list[int | None] | None = None,
    ) -> State:
        """The state before the first act.

        Args:
            before: the totals before the round, by side; None when not known.
            most: the most that each side may have had, where totals are not known.
        """
        turn = next(iter(lead.seats)) if lead.seats is not None and len(lead.seats) == 1 else None
        state = State(
            table=table,
            lead=lead,
            hands=list(deal.hands),
            unseen=list(deal.unseen),
            vague=[False] * table.players,
            boneyard=deal.boneyard,
            boneyard_size=deal.boneyard_size,
            layout=table.layout(),
            in_play=[0] * len(table.sides),
            before=before,
            most=most or before,
            target_open=target_open,
            turn=turn,
        )
        state.faults.hands, state.faults.instead = dict(deal.faults), dict(deal.faults)
        state.faults.left_over = deal.left_over
        state.faults.table = next(iter(deal.faults.values()), None)
        return state

    def copy(self) -> State:
        """An independent copy."""
        return replace(
            self,
            hands=list(self.hands),
            unseen=list(self.unseen),
            vague=list(self.vague),
            layout=self.layout.copy(),
            in_play=list(self.in_play),
            gains=list(self.gains),
            faults=self.faults.copy(),
        )

    @property
    def leading(self) -> bool:
        """No tile lies on the table yet."""
        return not self.layout.tiles

    def fitting(self) -> int:
        """Mask of the tiles of the set that fit an open place; before the lead all do."""
        if self.leading:
            return self.table.tiles.everything
        containing = self.table.tiles.containing
        mask = 0
        for place in self.layout.places:
            mask |= containing[place.number]
        return mask

    def hidden(self, seat: int) -> bool:
        """Some of the seat's tiles are not known."""
        return self.unseen[seat] > 0 or self.vague[seat]

    def drawn_by(self, seat: int) -> int:
        """Tiles that the seat has drawn in this turn, which may be out of turn."""
        return self.draws if seat == self.drew else 0

    def can_play(self, seat: int) -> bool | None:
        """Whether the seat holds a tile that fits; None when that cannot be known."""
        if self.hands[seat] & self.fitting():
            return True
        return None if self.hidden(seat) and self.unknown_tiles() & self.fitting() else False

    def unknown_tiles(self) -> int:
        """Mask of the tiles whose place is not known."""
        known = self.on_table | self.boneyard
        for hand in self.hands:
            known |= hand
        return self.table.tiles.everything & ~known

    def drawable(self) -> int | None:
        """How many tiles may still be drawn; None when that cannot be known."""
        if not self.table.draws:
            return 0
        most = max(0, self.boneyard_size - self.table.reserve)
        return None if self.boneyard_vague and most else most

    def drawable_by(self, seat: int) -> int | None:
        """How many tiles the seat may still draw in this turn; None when that cannot be known."""
        more, drawable = self.table.most_draws - self.drawn_by(seat), self.drawable()
        return 0 if more <= 0 else drawable and min(drawable, more)

    @property
    def all_passed(self) -> bool:
        """Every seat has passed in turn, and nobody can have drawn in between (draws that were not written may be few)."""
        return self.passes >= self.table.players and not self.leading and self.drawable() is not None

    def is_out(self, seat: int) -> bool | None:
        """Whether the seat has played all its tiles; None when that cannot be known."""
        if self.hands[seat] or self.unseen[seat]:
            return False
        return None if self.vague[seat] else True

    def nobody_can_move(self) -> bool | None:
        """Whether nobody can play or draw (P1.21, P2.12, P3.14, P4.M6); None when that cannot be known."""
        if self.leading:
            return False
        drawable = self.drawable()
        if drawable:
            return False
        fitting = self.fitting()
        if any(hand & fitting for hand in self.hands):
            return False
        if drawable is None:
            return None
        hidden = any(self.hidden(seat) for seat in range(self.table.players))
        return None if hidden and self.unknown_tiles() & fitting else True

    def pass_on(self, seat: int) -> None:
        """The turn goes on after a pass."""
        self.passes += 1
        self.draws = 0
        self.turn = self.table.following[seat]

    def look_for_block(self, passed: bool) -> bool:
        """Whether an act leaves the round blocked and over: at once, or when all have passed (P1.21, P2.12, P3.14, P4.M6).

        Args:
            passed: the act was a pass; only those made since nobody could move close a round.
        """
        if not self.dead:
            dead = self.nobody_can_move()
            if dead or (dead is None and self.all_passed):
                self.dead = True
                self.passes = self.passes if passed else 0
        closed = not self.table.passes_for_block or self.passes >= self.table.players
        return self.dead and (closed or self.over is How.TARGET)

    def where(self, tile: int) -> str | None:
        """Where a tile is known to be, in words: ``"B's hand"``; None when that is not known."""
        bit = 1 << tile
        if self.on_table & bit:
            return "on the table"
        if self.boneyard & bit:
            return "in the boneyard"
        for seat, hand in enumerate(self.hands):
            if hand & bit:
                return f"in {self.table.letters[seat]}'s hand"
        return None

    def ends(self) -> list[int]:
        """The open numbers, place by place, in the order L, R, U, D, then the others."""
        return [place.number for place in self.open_places()]

    def open_places(self) -> list[Place]:
        """The open places in the order L, R, U, D, then the others."""
        return sorted(self.layout.places, key=lambda place: PLACE_ORDER[place.letter])
