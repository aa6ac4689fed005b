"""Tiles as (high, low) pairs, and their spelling."""

from __future__ import annotations

Tile = tuple[int, int]

#: The double-six set: every unordered pair of 0..6 once (P1.2, P2.2, P3.2, P4.G1).
SET: tuple[Tile, ...] = tuple((high, low) for high in range(7) for low in range(high + 1))


def tile_of(text: str) -> Tile:
    """Read ``"4-6"`` or ``"6-4"`` as the tile (6, 4)."""
    first, second = halves_of(text)
    return (max(first, second), min(first, second))


def halves_of(text: str) -> tuple[int, int]:
    """Read the two halves in the order written."""
    first, second = text.split("-")
    return int(first), int(second)


def spelled(tile: Tile) -> str:
    """Write a tile with its high half first."""
    return f"{tile[0]}-{tile[1]}"


def is_double(tile: Tile) -> bool:
    """Say whether both halves are equal."""
    return tile[0] == tile[1]


def pips(tiles: list[Tile]) -> int:
    """Add up the halves of some tiles (P1.3)."""
    return sum(high + low for high, low in tiles)
