"""The short way through an ordinary round.

Most rounds of most archives are complete and in order. These functions go through such a round once, on small integers only,
and answer with its end; at the first sign of anything else, wrong or merely unusual, they answer None, and ``replay``
judges the round properly. A property of the tests ties the two: an answer here is the answer there, without findings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Protocol

from domscore.domino.layout import DoubleCount, Spinner
from domscore.play.lead import Before
from domscore.play.quick_branches import Branches
from domscore.play.quick_ended import Ended
from domscore.play.quick_line import Line
from domscore.play.table import Table
from domscore.record.acts import read_time
from domscore.record.models import MAX_TEXT, MAX_TIME
from domscore.record.plain import is_simple
from domscore.rules.model import LaterLead


class Way(Protocol):
    """A way through a round for one kind of layout."""

    def lead(self, act: str) -> tuple[int, int] | None:
        """Seat and tile's bit of a first act; None where it needs a closer look."""

    def through(self, hands: list[int], acts: list[str], totals: list[int]) -> Ended | None:
        """The end of a round whose lead is in order; None where it needs a closer look.

        Args:
            hands: by seat, complete; changed in place.
            acts: as strings; the first is a play.
            totals: by side, before the round; all known.
        """


@lru_cache(maxsize=64)
def short_way(table: Table) -> Way | None:
    """The way for a table, with its memos; None where the layout is an unusual one."""
    if not table.branching:
        return Line(table)
    rules = table.rules
    usual = rules.spinner is Spinner.ALL_DOUBLES and rules.sides_first and rules.double_count is DoubleCount.SIDES
    return Branches(table) if usual else None


def as_strings(table: Table, acts: Sequence[Any]) -> list[str] | None:
    """The acts as strings, where objects say nothing that the engine must hear; None when one does, or may be none.

    Args:
        table: the rules at this table.
        acts: JSON values of any kind.
    """
    texts = []
    timed = False
    for act in acts:
        if act.__class__ is str:
            texts.append(act)
            continue
        text = _as_string(table, act)
        if text is None:
            return None
        timed = timed or "at" in act
        texts.append(text)
    return texts if not timed or _timely(acts, table.clock) else None


def _as_string(table: Table, act: Any) -> str | None:  # noqa: ANN401 - any JSON value
    """The string form of a play, draw or pass with its free additions; None for anything else."""
    tiles = table.tiles.bit
    if act.__class__ is not dict or act.get("seat") not in table.seat_of:
        return None
    keys = 2
    if "play" in act:
        text, more = f"{act['seat']} {act['play']}", _more_of_play(tiles, act)
        right = act["play"] in tiles and more is not None
        if more:
            text += more
            keys += ("end" in act or "on" in act) + ("points" in act)
    elif "pass" in act:
        text, right = f"{act['seat']} pass", act["pass"] is True
    else:
        text, right = f"{act['seat']} draw {act.get('draw')}", act.get("draw") in tiles
    return text if right and (len(act) == keys or len(act) - keys == _additions(act)) else None


def _more_of_play(tiles: Mapping[str, int], act: dict[str, Any]) -> str | None:
    """The place and the points of a play, if any are named, as in its string; None for what they cannot be."""
    more = ""
    if "end" in act:
        if act["end"] not in _ENDS:
            return None
        more = f" {act['end']}"
    elif "on" in act:
        if act["on"].__class__ is not int and act["on"] not in tiles:
            return None
        more = f" on {act['on']}"
    if "points" in act:
        return f"{more} +{act['points']}" if act["points"].__class__ is int else None
    return more


_ENDS = frozenset("LRUD")
_AUTO = frozenset(("timeout", "disconnected", "bot"))


def _additions(act: dict[str, Any]) -> int:
    """How many keys of an act object say nothing about the play; those of another form are not counted."""
    texts = (("at", MAX_TIME), ("note", MAX_TEXT))
    count = sum(act[key].__class__ is str and len(act[key]) <= most for key, most in texts if key in act)
    count += "auto" in act and act["auto"] in _AUTO
    return count + ("meta" in act and act["meta"].__class__ is dict and is_simple(act["meta"]))


def _timely(acts: Sequence[str | dict[str, Any]], clock: int | None) -> bool:
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
    most, doubles = table.redeal_doubles, table.tiles.doubles
    if most is not None:
        for hand in hands:
            if (hand & doubles).bit_count() >= most:
                return False
    if first_round and table.redeal_without_double:
        return any(hand & doubles for hand in hands)
    return True


def lead_in_order(table: Table, hands: list[int], before: Before | None, first: bool, seat: int, bit: int) -> bool:
    """Whether this seat is a rightful leader, and may lead the tile of this bit, all hands being known."""
    if first:
        return _first_lead_in_order(table, hands, seat, bit)
    if before is None:
        return False
    winner = before.winner
    for way in table.later_leads:
        if way is _ANY:
            return True
        if way is _HIGHEST_DOUBLE:
            holder, double = _holder(hands, table.tiles.doubles)
            if double and holder == seat:
                return True
        elif way is _WINNER and winner != ():
            if winner is None:
                return False
            if seat in winner:
                return True
        elif before.leader is not None and table.following[before.leader] == seat:
            return True
    return False


_ANY, _WINNER, _HIGHEST_DOUBLE = LaterLead.ANY, LaterLead.WINNER, LaterLead.HIGHEST_DOUBLE


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
