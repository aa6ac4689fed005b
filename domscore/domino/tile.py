"""Tiles as small integers.

A tile of a set has a number, counted from 0 in order of pips (equal pips: the lower high half first), so the lowest bit set
in a hand is its lightest tile. A hand is a mask: bit ``n`` stands for tile ``n``.

>>> six = tile_set(6)
>>> six.names[six.number["6-4"]], six.number["4-6"] == six.number["6-4"]
('6-4', True)
>>> six.pips_of(six.mask(["6-3", "5-1"]))
15
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

HIGHEST_SET = 18
"""The largest set known by name: double-18, 190 tiles."""


class TileSet:
    """All tiles of one set and what is asked of them, precomputed.

    Attributes:
        highest: the highest number of pips on a half.
        halves: by tile number, ``(high, low)``.
        names: by tile number, the spelling, high half first.
        number: tile number by either spelling.
        bit: ``1 << number`` by either spelling.
        pips: by tile number, both halves added.
        rows: by first and second half, 0 to 99 each, the tile's bit; 0 for a tile that the set does not have.
        containing: by number of pips, the mask of the tiles that show it; empty masks beyond ``highest``.
        doubles: mask of the doubles.
        everything: mask of the whole set.
        size: how many tiles there are.
        pips_of: the pips on all tiles of a mask together.
    """

    def __init__(self, highest: int, without: Iterable[str] = ()) -> None:
        gone = set(without)
        pairs = [(high, low) for high in range(highest + 1) for low in range(high + 1) if f"{high}-{low}" not in gone]
        pairs.sort(key=lambda pair: (pair[0] + pair[1], pair[0]))
        self.highest = highest
        self.halves = tuple(pairs)
        self.names = tuple(f"{high}-{low}" for high, low in pairs)
        self.number = {name: n for n, name in enumerate(self.names)}
        self.number.update({f"{low}-{high}": n for n, (high, low) in enumerate(pairs)})
        self.bit = {name: 1 << n for name, n in self.number.items()}
        self.pips = tuple(high + low for high, low in pairs)
        containing, rows = [0] * 100, [[0] * 100 for _ in range(highest + 1)]
        for n, (high, low) in enumerate(pairs):
            containing[high] |= 1 << n
            containing[low] |= 1 << n
            rows[high][low] = rows[low][high] = 1 << n
        self.containing = tuple(containing)
        self.rows = (*map(tuple, rows), *[(0,) * 100] * (99 - highest))
        self.doubles = sum(1 << n for n, (high, low) in enumerate(pairs) if high == low)
        self.size = len(pairs)
        self.everything = (1 << self.size) - 1
        self.pips_of = lru_cache(maxsize=2**14)(partial(_pips_of, self.pips))

    def mask(self, names: Iterable[str]) -> int:
        """The mask of the tiles with these spellings (KeyError for one that is not in the set)."""
        mask = 0
        for name in names:
            mask |= self.bit[name]
        return mask

    def listed(self, mask: int) -> Iterator[int]:
        """The tile numbers in a mask, lightest first."""
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low

    def names_of(self, mask: int) -> list[str]:
        """The spellings of the tiles in a mask, heaviest first."""
        return [self.names[n] for n in self.listed(mask)][::-1]


def _pips_of(pips: tuple[int, ...], mask: int) -> int:
    """The pips on all tiles of a mask together; ``pips`` by tile number."""
    total = 0
    while mask:
        low = mask & -mask
        total += pips[low.bit_length() - 1]
        mask ^= low
    return total


@lru_cache(maxsize=64)
def tile_set(highest: int, without: tuple[str, ...] = ()) -> TileSet:
    """The set from 0-0 to ``highest-highest``, less the tiles named in ``without`` (high half first)."""
    return TileSet(highest, without)


def spelled(first: int, second: int) -> str:
    """A tile's one spelling on output, high half first.

    >>> spelled(4, 6)
    '6-4'
    """
    return f"{first}-{second}" if first >= second else f"{second}-{first}"
