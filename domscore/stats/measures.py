"""What counts come to: distributions, and shares with what chance alone allows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import erfc, sqrt
from typing import NamedTuple

_Z = 1.959963984540054
"""Of a normal distribution, 95 % lie within so many standard deviations."""


class Distribution(NamedTuple):
    """Numbers by rounds, in short. Quartiles are numbers that occur: the lowest that so large a part does not exceed."""

    rounds: int
    mean: float
    least: int
    lower: int
    median: int
    upper: int
    most: int


def distribution(counts: Mapping[int, int]) -> Distribution | None:
    """The distribution of numbers by how often each occurs; None where there are none.

    >>> distribution({0: 1, 10: 2, 25: 1})
    Distribution(rounds=4, mean=11.25, least=0, lower=0, median=10, upper=10, most=25)
    """
    values = sorted(counts)
    upto = list(accumulate(counts[value] for value in values))
    if not upto:
        return None
    total = upto[-1]

    def quartile(quarters: int) -> int:
        return next(value for value, reached in zip(values, upto, strict=True) if reached * 4 >= total * quarters)

    mean = sum(value * count for value, count in counts.items()) / total
    return Distribution(total, mean, values[0], quartile(1), quartile(2), quartile(3), values[-1])


class Share(NamedTuple):
    """How often something came out one way, and whether that is more than chance.

    Attributes:
        won, of: how often, of how many. ``nobody``: how often it came out neither way; not among ``of``.
        expected: the share that there would be if it did not matter.
        low, high: what the true share may be: a 95 % interval after Wilson.
        chance: how probable a share at least as far from the expected one is if it did not matter (normal approximation).
    """

    won: int
    of: int
    nobody: int
    expected: float
    low: float
    high: float
    chance: float

    @property
    def share(self) -> float:
        """The share that was found."""
        return self.won / self.of


def share(won: int, lost: int, nobody: int, sides: int) -> Share | None:
    """A share of rounds; None where there are none.

    The rounds are taken as independent, which those of one match are only nearly.

    Args:
        won, lost, nobody: how often.
        sides: how many could have won.

    >>> found = share(60, 40, 3, 2)
    >>> found.share, round(found.low, 3), round(found.high, 3), round(found.chance, 4)
    (0.6, 0.502, 0.691, 0.0455)
    """
    of = won + lost
    if not of or sides < 2:
        return None
    part, expected = won / of, 1 / sides
    spread = _Z * _Z / of
    middle = (part + spread / 2) / (1 + spread)
    half = _Z * sqrt(part * (1 - part) / of + spread / (4 * of)) / (1 + spread)
    deviations = (won - of * expected) / sqrt(of * expected * (1 - expected))
    return Share(won, of, nobody, expected, middle - half, middle + half, erfc(abs(deviations) / sqrt(2)))
