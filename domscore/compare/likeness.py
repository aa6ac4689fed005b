"""Whether two records tell one game at all: of two different games nothing is decided."""

from __future__ import annotations

from typing import NamedTuple

from domscore.compare.two_records import Pairing, Unit

FEWEST_ACTS = 4
"""With fewer acts on one side nothing is concluded from them."""
FEWEST_NUMBERS = 10
LEAST_ACTS = 0.5
"""Two scribes of one game agree about more than nine acts of ten; different games share up to three of ten by chance."""
LEAST_NUMBERS = 0.25


class Likeness(NamedTuple):
    """How much of two records agrees.

    Attributes:
        what: ``"players"``, ``"acts"`` or ``"numbers"``: what was compared.
        agree, of: how many agree, of how many that both could have.
        same: they may tell the same game.
    """

    what: str
    agree: int
    of: int
    same: bool

    @property
    def words(self) -> str:
        """Why the two do not tell one game."""
        if self.what == "players":
            return f"the one is a game of {self.agree} players, the other of {self.of}"
        return f"{self.agree} of {self.of} {self.what} agree"


def likeness(pairing: Pairing) -> Likeness:
    """Compare players, acts, and where too few acts are written the points, totals and pips."""
    players = [len(record.players) for record in pairing.records]
    if players[0] != players[1]:
        return Likeness("players", players[0], players[1], same=False)
    columns = [pair for unit in pairing.rounds for pair in unit.columns]
    alike = sum(one is not None and two is not None and one.same(two) for one, two in columns)
    acts = min(sum(len(round_.acts or ()) for round_ in record.rounds) for record in pairing.records)
    if acts >= FEWEST_ACTS:
        return Likeness("acts", alike, acts, same=alike >= LEAST_ACTS * acts)
    numbers = [pair for unit in pairing.rounds for pair in _numbers(unit)]
    alike = sum(one == two for one, two in numbers)
    enough = len(numbers) >= FEWEST_NUMBERS
    return Likeness("numbers", alike, len(numbers), same=not enough or alike >= LEAST_NUMBERS * len(numbers))


def _numbers(unit: Unit) -> list[tuple[int, int]]:
    """The numbers that both have, where at least one is not 0."""
    return [(one, two) for one, two in unit.fields.values() if type(one) is int and type(two) is int and (one or two)]
