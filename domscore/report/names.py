"""Who sits where, in words; two players of one name are told apart by their seats, and it is said that there are two."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from domscore.domino.seat import LETTERS
from domscore.findings.finding import joined


def seated_names(players: Sequence[str], sides: Sequence[str] | None = None, clean: Callable[[str], str] = str) -> str:
    """The sides with the names of their players; everybody alone without ``sides``.

    >>> seated_names(["Ana", "Bo", "Cy", "Di"], ["AC", "BD"]), seated_names(["Reds", "Blues", "Reds", "Blues"], ["AC", "BD"])
    ('AC Ana & Cy, BD Bo & Di', 'AC Reds, BD Blues')
    >>> seated_names(["Ana", "Bo", "Ana"])
    'A Ana, B Bo, C Ana (A and C bear one name)'
    """
    names = dict(zip(LETTERS, map(clean, players), strict=False))
    ids = list(names) if sides is None else sides
    listed = ", ".join(f"{side} {' & '.join(dict.fromkeys(names[letter] for letter in side))}" for side in ids)
    alike = namesakes(players, ids)
    return f"{listed} ({'; '.join(f'{joined(seats)} bear one name' for seats in alike)})" if alike else listed


def namesakes(players: Sequence[str], sides: Sequence[str] | None = None) -> list[list[str]]:
    """The seats whose players have the same name, but for partners, whose side may have one name.

    >>> namesakes(["Ana", "ana ", "Bo"]), namesakes(["X", "Y", "X", "Y"], ["AC", "BD"])
    ([['A', 'B']], [])
    """
    by_name: dict[str, list[str]] = {}
    for letter, name in zip(LETTERS, players, strict=False):
        by_name.setdefault(" ".join(name.casefold().split()), []).append(letter)
    together = {frozenset(side) for side in sides or ()}
    return [seats for seats in by_name.values() if len(seats) > 1 and frozenset(seats) not in together]


def called(players: Sequence[str], sides: Sequence[str], *, beside: bool = False) -> dict[str, str]:
    """What seats and sides are called: by the names of the players; with the letter where a name alone does not tell who.

    Args:
        beside: the letter stands beside every name.

    >>> called(["Ana", "Bo"], ["A", "B"]), called(["Ana", "B"], ["A", "B"], beside=True)
    ({'A': 'Ana', 'B': 'Bo'}, {'A': 'Ana (A)', 'B': 'B'})
    """
    names = dict(zip(LETTERS, players, strict=False))
    alike = {letter for seats in namesakes(players) for letter in seats}
    found = {}
    for one in [*names, *sides]:
        name = " & ".join(dict.fromkeys(names[letter] for letter in one))
        doubtful = beside or (len(one) == 1 and one in alike)
        found[one] = f"{name} ({one})" if doubtful and name != one else name
    return found


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A sentence of domscore's own with names for the letters of seats and sides.

    >>> with_names("the running total of A is 58, 68 was written", {"A": "Ana", "B": "Bo"})
    'the running total of Ana is 58, 68 was written'
    """
    return re.sub(r"\b[A-J]{1,5}\b", lambda found: names.get(found[0], found[0]), text)
