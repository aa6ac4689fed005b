"""Lines: statements in words, each with the values that it was made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from domscore.findings.finding import joined
from domscore.rules.catalogue import clause_texts
from domscore.rules.model import Rules

TOPICS = {
    "reached": ("P1.21", "P2.12", "P3.14", "P4.M6"),
    "fewest": ("P1.24", "P2.12", "P3.16", "P4.D4", "P4.M7", "P4.F6"),
    "fewest-of-pairs": ("P1.25", "P2.12", "P4.D4", "P4.M7", "P4.F6"),
    "tie": ("P1.27", "P2.13", "P3.17", "P4.B5"),
    "tie-of-pairs": ("P1.26", "P2.13", "P3.17", "P4.B5"),
    "went-out": ("P1.20", "P1.23", "P2.11", "P3.15", "P4.B7", "P4.M7", "P4.F5"),
    "paid-out": ("P1.23", "P1.28", "P2.11", "P3.15", "P4.B4", "P4.M7", "P4.F5"),
    "paid-blocked": ("P1.24", "P1.28", "P2.12", "P3.16", "P4.B4", "P4.M7", "P4.F6"),
    "partner": ("P1.28", "P2.11", "P4.F5"),
    "pass": ("P1.16", "P1.17", "P1.30", "P2.8", "P2.10", "P3.12", "P3.13", "P4.B1", "P4.M5"),
    "pass-on-lead": ("P2.9",),
    "before-drawing": ("P1.15", "P1.16", "P3.10", "P3.12", "P4.M5"),
    "drawing": ("P1.15", "P1.18", "P1.30", "P3.10", "P3.13", "P3.20", "P4.B1", "P4.D2", "P4.M5", "P2.3"),
}
"""Of the clauses that a field rests on, those that speak of one thing."""


@dataclass(slots=True)
class Line:
    """One statement.

    Attributes:
        kind: what it is about, one word for programs.
        text: in words.
        values: what the words were made of, as JSON values.
        depth: 0, or 1 and more for what stands under the line before.
        clauses: the statements of the rule pages that it rests on.
    """

    kind: str
    text: str
    values: dict[str, Any] = field(default_factory=dict)
    depth: int = 0
    clauses: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As in the JSON form of an explanation."""
        return {"kind": self.kind, "text": self.text, "clauses": list(self.clauses), "values": self.values}


@dataclass(slots=True)
class Part:
    """Lines under a title: a round, an act, the match, the clauses."""

    kind: str
    title: str
    lines: list[Line] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """As in the JSON form of an explanation."""
        return {"kind": self.kind, "title": self.title, **self.values, "lines": [line.as_json() for line in self.lines]}


def clauses(rules: Rules, *fields: str) -> tuple[str, ...]:
    """The clauses of some fields, each once; of ``"block:tie"`` those about the topic, or all of the field's."""
    found: list[str] = []
    for name in fields:
        field, _, topic = name.partition(":")
        every = rules.clauses_of(field)
        found += [clause for clause in every if clause in TOPICS.get(topic, ())] or every
    return tuple(dict.fromkeys(found))


def cited(names: Iterable[str]) -> str:
    """Clauses behind a statement.

    >>> cited(["P1.8", "P1.9"]), cited([])
    (' (P1.8, P1.9)', '')
    """
    listed = ", ".join(names)
    return f" ({listed})" if listed else ""


def clause_part(parts: Iterable[Part]) -> Part | None:
    """The wording of every clause that the parts cite; None when they cite none."""
    named = dict.fromkeys(name for part in parts for line in part.lines for name in line.clauses)
    texts = clause_texts()
    lines = [Line("clause", f"{name}: {texts[name]}", {"clause": name}) for name in named if name in texts]
    return Part("clauses", "What the rules say", lines) if lines else None


def plural(number: int | None, noun: str) -> str:
    """A number with its noun, or that it is not known.

    >>> plural(1, "point"), plural(2, "point"), plural(None, "point")
    ('1 point', '2 points', '? points')
    """
    return f"{'?' if number is None else number} {noun}{'' if number == 1 else 's'}"


def added_up(numbers: Iterable[int]) -> str:
    """Numbers to be added.

    >>> added_up([6, 7]), added_up([])
    ('6 + 7', '0')
    """
    return " + ".join(map(str, numbers)) or "0"


def rounds_in_words(numbers: Sequence[int]) -> str:
    """Which rounds there are.

    >>> rounds_in_words([3, 4, 5]), rounds_in_words([1]), rounds_in_words([])
    ('rounds 3 to 5', 'only round 1', 'no rounds')
    """
    if len(numbers) == 1:
        return f"only round {numbers[0]}"
    return f"rounds {numbers[0]} to {numbers[-1]}" if numbers else "no rounds"


__all__ = ["Line", "Part", "added_up", "cited", "clause_part", "clauses", "joined", "plural", "rounds_in_words"]
