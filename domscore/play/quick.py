"""The short way through an ordinary round.

Most rounds of most archives are complete and in order. These functions go through such a round once, on small integers only,
and answer with its end; at the first sign of anything else, wrong or merely unusual, they answer None, and ``replay``
judges the round properly. A property of the tests ties the two: an answer here is the answer there, without findings.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from domscore.domino.layout import DoubleCount, Spinner
from domscore.play.lead import Before
from domscore.play.state import How
from domscore.play.table import Table
from domscore.record.acts import ActProblem, Kind, Named, decoded, read_time
from domscore.record.models import ActObject
from domscore.rules.model import LaterLead

Short = tuple[int, int, int, int, int, int | None]
"""An act in short: seat, the tile's bit (0 for a pass), both halves as written, the place, the points called.

The place is 0 for none, 1 to 4 for L R U D, ``PASS`` or ``DRAW``, 200 and the number for ``on N``, and 1000 and the tile for
``on`` a tile.
"""

PASS, DRAW, ODD, NUMBER, TILE = 8, 9, 10, 200, 1000
_ODD: Short = (-1, 0, 0, 0, ODD, None)
_LIMIT = 100_000


class ShortActs(dict[str, Short]):
    """Act strings in short, worked out once each; ``ODD`` for those that need a closer look."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._rows = table.tiles.rows

    def __missing__(self, text: str) -> Short:
        """Work out an act that was not met before."""
        if len(self) >= _LIMIT:
            self.clear()
        short = self[text] = self._short(text)
        return short

    def _short(self, text: str) -> Short:
        if not text:
            return _ODD
        try:
            act = decoded(text)
        except ActProblem:
            return _ODD
        if act.kind is Kind.PASS:
            return act.seat, 0, 0, 0, PASS, None
        bit = self._rows[act.first][act.second] if act.first >= 0 else 0
        if not bit or act.number != 1 or act.kind not in (Kind.PLAY, Kind.DRAW):
            return _ODD
        if act.kind is Kind.DRAW:
            return act.seat, bit, act.first, act.second, DRAW, None
        place: int = act.place
        if act.place is Named.NUMBER:
            place = NUMBER + act.on
        elif act.place is Named.TILE:
            first, second = divmod(act.on, 100)
            place = TILE + 100 * max(first, second) + min(first, second)
        return act.seat, bit, act.first, act.second, place, act.points


@lru_cache(maxsize=256)
def short_acts(table: Table) -> ShortActs:
    """The memo of a table."""
    return ShortActs(table)


class Ended(NamedTuple):
    """The end of an ordinary round.

    Attributes:
        hands: by seat, the mask of what is left.
        gains: act number, side, points, count of each act that scored.
        last_player: the seat that laid the last tile; ``out``: the side that went out.
        target_by: the side that reached the target in play.
    """

    how: How
    leader: int
    hands: list[int]
    gains: list[tuple[int, int, int, int]]
    last_player: int
    out: int | None
    target_by: int | None


def as_strings(acts: Sequence[str | ActObject], clock: int | None) -> list[str] | None:
    """The acts as strings, where objects say nothing that the engine must hear; None when one does."""
    texts = []
    timed = False
    for act in acts:
        if isinstance(act, str):
            texts.append(act)
            continue
        if "seat" not in act:
            return None
        timed = timed or "at" in act
        texts.append(_as_string(act))
    return texts if not timed or _timely(acts, clock) else None


def _as_string(act: ActObject) -> str:
    """The string form of a play, draw or pass with its free additions; empty for anything else."""
    more = len(act) - 2
    if "play" in act:
        text = f"{act['seat']} {act['play']}"
        if "end" in act:
            text = f"{text} {act['end']}"
            more -= 1
        elif "on" in act:
            text = f"{text} on {act['on']}"
            more -= 1
        if "points" in act:
            text = f"{text} +{act['points']}"
            more -= 1
    elif "pass" in act:
        text = f"{act['seat']} pass"
    elif "draw" in act:
        text = f"{act['seat']} draw {act['draw']}"
    else:
        return ""
    if more and more != ("at" in act) + ("note" in act) + ("meta" in act) + ("auto" in act):
        return ""
    return text


def _timely(acts: Sequence[str | ActObject], clock: int | None) -> bool:
    """All times are times, and none is later than the clock allows after the act before it."""
    before: datetime | None = None
    for act in acts:
        written = None if isinstance(act, str) else act.get("at")
        now = None if written is None else read_time(written)
        if written is not None and now is None:
            return False
        if clock is not None and now is not None and before is not None and (now - before).total_seconds() > clock:
            return False
        before = now
    return True


def clean_hands_stand(table: Table, hands: list[int], first_round: bool) -> bool:
    """Whether the rules let a completely known deal stand (P1.7, P4.G4)."""
    redeal = table.rules.redeal
    doubles = table.tiles.doubles
    if redeal.doubles_in_hand is not None:
        for hand in hands:
            if (hand & doubles).bit_count() >= redeal.doubles_in_hand:
                return False
    if redeal.no_double_in_first_round and first_round and table.rules.first_lead != "lot":
        return any(hand & doubles for hand in hands)
    return True


def lead_in_order(table: Table, hands: list[int], before: Before | None, first: bool, seat: int, bit: int) -> bool:
    """Whether this seat is a rightful leader, and may lead the tile of this bit, all hands being known."""
    if first:
        return _first_lead_in_order(table, hands, seat, bit)
    if before is None:
        return False
    for way in table.rules.later_leads:
        if way is LaterLead.ANY:
            return True
        if way is LaterLead.HIGHEST_DOUBLE:
            holder, double = _holder(hands, table.tiles.doubles)
            if double and holder == seat:
                return True
        elif way is LaterLead.WINNER and before.winner is None:
            return False
        elif way is LaterLead.WINNER and before.winner:
            if seat in before.winner:
                return True
        elif before.leader is not None and table.following[before.leader] == seat:
            return True
    return False


def _first_lead_in_order(table: Table, hands: list[int], seat: int, bit: int) -> bool:
    if not table.lead_masks:
        return True
    for mask in table.lead_masks:
        holder, due = _holder(hands, mask)
        if due:
            return holder == seat and (not table.forced_lead or bit == due)
    return False


def _holder(hands: list[int], mask: int) -> tuple[int, int]:
    """Who holds the highest tile of a mask, and that tile's bit; 0 when nobody holds any."""
    best = owner = 0
    for seat, hand in enumerate(hands):
        if hand & mask > best:
            best, owner = hand & mask, seat
    return owner, 1 << (best.bit_length() - 1) if best else 0


def go_through(table: Table, hands: list[int], acts: list[Short], totals: list[int | None]) -> Ended | None:
    """The end of a round whose lead is in order, or None.

    Args:
        table: the rules at this table.
        hands: by seat, complete; changed in place.
        acts: in short; the first is a play.
        totals: by side, before the round.
    """
    if not table.branching:
        return _line(table, hands, acts, totals)
    rules = table.rules
    usual = rules.spinner is Spinner.ALL_DOUBLES and rules.sides_first and rules.double_count is DoubleCount.SIDES
    return _branching(table, hands, acts, totals) if usual else None


def _line(table: Table, hands: list[int], acts: list[Short], totals: list[int | None]) -> Ended | None:  # noqa: C901, PLR0911, PLR0912, PLR0915
    """A line with two ends (P1.14, P2.6, P3.9, P4.B3). One long loop: no call and no object for an ordinary act."""
    containing, following = table.tiles.containing, table.following
    scoring, by_count, most = table.scores, table.points_by_count, table.most_draws
    may_draw = table.may_draw
    held = 0
    for hand in hands:
        held |= hand
    rest = table.tiles.everything & ~held
    gains: list[tuple[int, int, int, int]] = []
    target_by = None
    last = len(acts)
    turn = leader = last_player = acts[0][0]
    lone_double = False
    left = right = left_count = right_count = draws = index = 0
    for seat, bit, first, second, place, points in acts:
        if seat != turn:
            return None
        index += 1
        hand = hands[seat]
        if place == PASS:
            fitting = containing[left] | containing[right]
            if hand & fitting or (may_draw > 0 and draws < most):
                return None
            if may_draw <= 0 and not held & fitting:
                index -= 1
                break
            turn, draws = following[seat], 0
            continue
        if place == DRAW:
            if (
                may_draw <= 0
                or hand & (containing[left] | containing[right])
                or not rest & bit
                or draws >= most
                or index == 1
            ):
                return None
            rest ^= bit
            held |= bit
            hands[seat] = hand | bit
            may_draw -= 1
            draws += 1
            continue
        if not hand & bit:
            return None
        if index == 1:
            left, right = first, second
            lone_double = left == right
            left_count, right_count = (left, right) if not lone_double else (2 * left, 0)
        else:
            if place == 1:
                at_left = True
            elif place == 2:
                at_left = False
            elif left == right or place >= TILE or place == 3 or place == 4:
                return None
            elif place == 0:
                at_left = first == left or second == left
                if at_left and (first == right or second == right):
                    return None
            else:
                at_left = place - NUMBER == left
                if not at_left and place - NUMBER != right:
                    return None
            if at_left:
                if first == left:
                    left = second
                elif second == left:
                    left = first
                else:
                    return None
                if scoring:
                    if lone_double:
                        right_count, lone_double = left_count, False
                    left_count = 2 * left if first == second else left
            else:
                if first == right:
                    right = second
                elif second == right:
                    right = first
                else:
                    return None
                if scoring:
                    lone_double = False
                    right_count = 2 * right if first == second else right
        hands[seat] = hand = hand ^ bit
        held ^= bit
        last_player, draws = seat, 0
        count = left_count + right_count
        if points or by_count[count]:
            target_by = _gain(table, gains, index, seat, count, points, totals)
            if target_by == -1:
                return None
        turn = following[seat]
        if not hand or target_by is not None:
            break
    dead = may_draw <= 0 and not held & (containing[left] | containing[right])
    return _ended(table, hands, acts[index:] if index < last else None, dead, leader, gains, last_player, target_by)


def _gain(
    table: Table,
    gains: list[tuple[int, int, int, int]],
    act: int,
    seat: int,
    count: int,
    called: int | None,
    totals: list[int | None],
) -> int | None:
    """Enter the points of a play. The side that reaches the target by them; -1 for a wrong call; else None."""
    points = table.points_by_count[count]
    if called is not None and called != points:
        return -1
    if points:
        side = table.side_of[seat]
        gains.append((act, side, points, count))
        if table.at_once and table.target is not None:
            before = totals[side]
            if before is None:
                return -1
            if before + sum([gain[2] for gain in gains if gain[1] == side]) >= table.target:
                return side
    return None


def _ended(
    table: Table,
    hands: list[int],
    closing: list[Short] | None,
    dead: bool,
    leader: int,
    gains: list[tuple[int, int, int, int]],
    last_player: int,
    target_by: int | None,
) -> Ended | None:
    """How the round ended; ``closing`` are the acts after, which may only be the passes that close a block."""
    if not hands[last_player]:
        out = table.side_of[last_player]
        return None if closing else Ended(How.OUT, leader, hands, gains, last_player, out, target_by)
    if not dead:
        if target_by is None or closing:
            return None
        return Ended(How.TARGET, leader, hands, gains, last_player, None, target_by)
    if closing:
        in_order = table.passes_for_block and len(closing) <= table.players
        if not in_order or any(act[4] != PASS or act[0] >= table.players for act in closing):
            return None
    return Ended(How.BLOCKED, leader, hands, gains, last_player, None, target_by)


def _branching(table: Table, hands: list[int], acts: list[Short], totals: list[int | None]) -> Ended | None:  # noqa: C901, PLR0911, PLR0912, PLR0915
    """A layout in which every double branches, sides before ends (P4.F3).

    ``shows`` maps an open place to its number: the letters as in ``Named``, an arm without a letter by 1000 and its tile.
    ``host`` maps it to its double (0 for a single tile); ``sides`` counts the covered sides of a double.
    """
    containing, following = table.tiles.containing, table.following
    by_count, most = table.points_by_count, table.most_draws
    may_draw = table.may_draw
    held = 0
    for hand in hands:
        held |= hand
    rest = table.tiles.everything & ~held
    shows: dict[int, int] = {}
    host: dict[int, int] = {}
    sides: dict[int, int] = {}
    twice: set[int] = set()
    gains: list[tuple[int, int, int, int]] = []
    turn = leader = last_player = acts[0][0]
    spun = count = draws = index = 0
    target_by = None
    last = len(acts)
    for seat, bit, first, second, place, points in acts:
        if seat != turn:
            return None
        index += 1
        hand = hands[seat]
        if place != PASS and place != DRAW:
            if not hand & bit:
                return None
            if index == 1:
                shows[1], shows[2] = first, second
                if first == second:
                    spun = 1000 + 101 * first
                    host[1] = host[2] = spun
                    sides[spun] = 0
                count = first + second
            else:
                key = place
                open_number = shows.get(key)
                if open_number is None:
                    return None
                if first == open_number:
                    outer = second
                elif second == open_number:
                    outer = first
                else:
                    return None
                double = host.pop(key, 0)
                if key in twice:
                    twice.discard(key)
                    host[key] = double
                else:
                    del shows[key]
                if not double:
                    count -= open_number
                elif sides[double] < 2:
                    sides[double] += 1
                    if sides[double] == 2:
                        count -= 2 * open_number
                        if double == spun:
                            shows[3] = shows[4] = open_number
                            host[3] = host[4] = double
                        else:
                            shows[double] = open_number
                            host[double] = double
                            twice.add(double)
                tile = 1000 + (100 * first + second if first >= second else 100 * second + first)
                arm = key if key < 1000 else tile
                shows[arm] = outer
                if first == second:
                    count += 2 * outer
                    sides[tile] = 1
                    host[arm] = tile
                    spun = spun or tile
                else:
                    count += outer
            hands[seat] = hand = hand ^ bit
            held ^= bit
            if points or by_count[count]:
                target_by = _gain(table, gains, index, seat, count, points, totals)
                if target_by == -1:
                    return None
            last_player, draws = seat, 0
            turn = following[seat]
            if not hand or target_by is not None:
                break
        else:
            fitting = 0
            for shown in shows.values():
                fitting |= containing[shown]
            if hand & fitting or index == 1:
                return None
            if place == PASS:
                if may_draw > 0 and draws < most:
                    return None
                if may_draw <= 0 and not held & fitting:
                    index -= 1
                    break
                turn, draws = following[seat], 0
            elif may_draw <= 0 or draws >= most or not rest & bit:
                return None
            else:
                rest ^= bit
                held |= bit
                hands[seat] = hand | bit
                may_draw -= 1
                draws += 1
    fitting = 0
    for shown in shows.values():
        fitting |= containing[shown]
    dead = may_draw <= 0 and not held & fitting
    return _ended(table, hands, acts[index:] if index < last else None, dead, leader, gains, last_player, target_by)
