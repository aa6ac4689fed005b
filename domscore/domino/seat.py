"""Seats and sides.

Seats are numbered from 0 in turn order and written ``A``, ``B``, ``C`` …; a side is a tuple of seats and is written with
its seats' letters in order, ``AC``.
"""

from __future__ import annotations

from collections.abc import Iterable

LETTERS = "ABCDEFGHIJ"
"""The seat letters: ten players at most."""

Side = tuple[int, ...]


def side_id(seats: Iterable[int]) -> str:
    """A side's id.

    >>> side_id((2, 0))
    'AC'
    """
    return "".join(LETTERS[seat] for seat in sorted(seats))


def opposite_pairs(players: int) -> tuple[Side, ...]:
    """Partners sit opposite each other (P1.4, P2.1).

    >>> opposite_pairs(4)
    ((0, 2), (1, 3))
    """
    half = players // 2
    return tuple((seat, seat + half) for seat in range(half))


def each_alone(players: int) -> tuple[Side, ...]:
    """Everybody for himself (P1.4, P3.1)."""
    return tuple((seat,) for seat in range(players))
