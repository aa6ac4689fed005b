"""Rulings: the acts that they speak of, and what an act that counts by a ruling leaves behind."""

from __future__ import annotations

from typing import NamedTuple

from domscore.play.state import State
from domscore.record.acts import Act, Kind


class Concerned(NamedTuple):
    """Positions of acts.

    Attributes:
        ruled: any ruling deals with them, penalties and awards apart.
        undone: a ruling takes them back.
    """

    ruled: frozenset[int]
    undone: frozenset[int]


def concerned(acts: list[Act]) -> Concerned:
    """The acts that later rulings deal with: each speaks of the act before it, acts already taken back skipped."""
    standing: list[int] = []
    ruled, undone = set(), set()
    for index, act in enumerate(acts):
        ruling = None if act.kind is not Kind.RULING else (act.extra or {}).get("ruling")
        if ruling is None:
            standing.append(index)
        elif standing and ruling not in ("penalty", "award"):
            ruled.add(standing[-1])
            if ruling == "taken_back":
                undone.add(standing.pop())
    return Concerned(frozenset(ruled), frozenset(undone))


def settle(state: State, before: State, ruling: str) -> None:
    """Where an act counts as it lies it leaves nothing doubtful: what is wrong afterwards is wrong by itself.

    Args:
        state: after the act; changed.
        before: before it.
        ruling: ``stands``, or one that ends the round, after which nothing follows from the act.
    """
    faults = state.faults
    faults.after_end = before.faults.after_end
    if ruling == "stands" and state.on_table == before.on_table:
        return  # it could not be applied, so that the table of the players may be another one
    faults.table = before.faults.table
    doubts = {(place.host, place.letter, place.end): place.fault for place in before.layout.places}
    for place in state.layout.places:
        place.fault = doubts.get((place.host, place.letter, place.end))
