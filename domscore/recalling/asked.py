"""What was asked of the rules and of the place in a match, in order, and a memory that goes by the answers.

Whatever judges a round asks the same first question each time, and after the same answers the same next one: so what was
found out is kept in a tree of questions, and found again by answering them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from domscore.play.lead import Before
from domscore.play.table import Table
from domscore.rules.model import Rules

Way = tuple[str, ...]
"""What was asked: ``("table", "rules", "spinner")``."""
Log = list[tuple[Way, Any]]
"""Questions and answers, in order."""
T = TypeVar("T")
_WORDS = ("name", "title", "clauses", "clauses_of")
"""What only messages ask of the rules."""
_INNER = (Rules, Before)


class Asked:
    """Stands for another object, notes what is asked of it, and keeps it among its own attributes."""

    def __init__(self, real: object, way: Way, log: Log) -> None:
        self.__dict__.update(_real=real, _way=way, _log=log)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the other has
        value = getattr(self.__dict__["_real"], name)
        if name in _WORDS:
            return value
        way = (*self.__dict__["_way"], name)
        self.__dict__["_log"].append((way, _answer(value)))
        self.__dict__[name] = value = Asked(value, way, self.__dict__["_log"]) if isinstance(value, _INNER) else value
        return value


class AskedTable(Asked, Table):
    """A table of which is noted what was asked; what it works out, it asks itself.

    Attributes:
        apart: the totals before the round do not count as asked for, so that neither does the target.
        reached: some points in play reached the target.
        gained: by side, the most points in play that did not.
    """

    def __init__(self, real: Table, log: Log, *, apart: bool) -> None:
        super().__init__(real, ("table",), log)
        self.apart = apart
        self.reached = False
        self.gained: dict[int, int] = {}

    def reaches(self, before: int, gained: int, side: int) -> bool:
        """Answered; where rounds are judged apart from the totals, noted without the target and the total."""
        if not self.apart:
            return Table.reaches(self, before, gained, side)
        if self._real.reaches(before, gained, side):
            self.reached = True
            return True
        self.gained[side] = max(gained, self.gained.get(side, 0))
        return False

    def reaches_nowhere(self, table: Table, totals: list[int | None]) -> bool:
        """Nor does any side reach the target in play at another table, or with other totals before."""
        return not self.reached and not any(
            table.reaches(total, gained, side) for side, gained in self.gained.items() if (total := totals[side]) is not None
        )


def _answer(value: object) -> object:
    return type(value) if isinstance(value, _INNER) else value


@dataclass(slots=True)
class Known(Generic[T]):
    """A tree of questions.

    Attributes:
        found: what was found out when nothing more was asked.
        further: by what was asked next, the answers and what is known after each.
    """

    found: list[T] = field(default_factory=list)
    further: dict[Way, list[tuple[Any, Known[T]]]] = field(default_factory=dict)

    def keep(self, log: Log, value: T) -> None:
        """Keep what was found out by these questions and answers."""
        node = self
        for way, answer in log:
            branches = node.further.setdefault(way, [])
            after = next((child for known, child in branches if known == answer), None)
            if after is None:
                after = Known()
                branches.append((answer, after))
            node = after
        node.found.append(value)

    def under(self, real: dict[str, object]) -> list[T]:
        """All that was found out where every question has the answer that it has of these objects.

        Args:
            real: by the first word of each way.
        """
        found: list[T] = []
        nodes: list[Known[T]] = [self]
        while nodes:
            node = nodes.pop()
            found += node.found
            for way, branches in node.further.items():
                value = real[way[0]]
                for name in way[1:]:
                    value = getattr(value, name)
                answer = _answer(value)
                nodes += [child for known, child in branches if known is answer or known == answer][:1]
        return found
