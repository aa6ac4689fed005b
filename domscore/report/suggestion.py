"""Suggestions: what may have been written wrong, with the findings that the correction would explain."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from domscore.findings.finding import Finding, joined
from domscore.record.edits import Edit
from domscore.report.words import counted

_NAMED = 3
_WIDTH = 80


@dataclass(slots=True)
class Suggestion:
    """One correction that would explain findings. It is a guess with its evidence, and nothing is changed by it.

    Attributes:
        number: counted from 1 within the record.
        finding: the root cause it is offered for.
        kind: a key of ``domscore.suggest.KINDS``.
        words: what was written wrong, in a few words.
        round, act: counted from 1, in the record as it is; the act that the words are about.
        edits: the correction.
        explains: the findings that it makes vanish; none new appears.
        remaining: errors and warnings that are left.
        rivals: how many other corrections that were tried explain as much.
        best: no correction that was tried explains more.
        stopped: not everything was tried that might explain it; the record would have taken too long.
    """

    finding: Finding
    kind: str
    words: str
    edits: Sequence[Edit]
    explains: list[Finding]
    remaining: int
    round: int | None = None
    act: int | None = None
    rivals: int = 0
    best: bool = True
    stopped: bool = False
    number: int = 0

    @property
    def message(self) -> str:
        """What was perhaps written wrong."""
        return f"perhaps {self.words}"

    @property
    def evidence(self) -> str:
        """How much speaks for it, in words."""
        count = len(self.explains)
        names = [_name(finding) for finding in self.explains]
        listed = joined(names) if count <= _NAMED else f"{names[0]} and {counted(count - 1, 'further finding')}"
        rest = "nothing else is left" if not self.remaining else f"{counted(self.remaining, 'finding')} would be left"
        stopped = "; not everything was tried" if self.stopped else ""
        return f"would explain {listed}; {rest}; {self._standing()}{stopped}"

    def _standing(self) -> str:
        if not self.best:
            return "another correction explains more"
        if self.rivals:
            return f"{counted(self.rivals, 'other correction')} would explain as much: the record does not decide"
        return "no other correction tried explains as much"

    def as_json(self) -> dict[str, Any]:
        """As an entry of ``suggestions`` in the JSON report."""
        return {
            "number": self.number,
            "finding": self.finding.number,
            "kind": self.kind,
            "round": self.round,
            "act": self.act,
            "edits": [edit.as_json() for edit in self.edits],
            "explains": [finding.number for finding in self.explains],
            "remaining": self.remaining,
            "best": self.best,
            "rivals": self.rivals,
            "message": f"{self.message}: {self.evidence}",
        }


def _name(finding: Finding) -> str:
    if finding.act is not None:
        return f"{finding.code} at act {finding.act}"
    whose = finding.fields.get("side") or finding.fields.get("seat")
    return f"{finding.code} ({whose})" if isinstance(whose, str) else finding.code


def suggestion_lines(suggestions: Sequence[Suggestion], clean: Callable[[str], str], indent: str = "  ") -> list[str]:
    """Suggestions for people, in lines of at most 80 columns where the words allow it.

    Args:
        suggestions: in order.
        clean: makes what comes from a record harmless.
        indent: before each line.
    """
    if not suggestions:
        return [f"{indent}suggestions: none; no single correction that was tried explains the findings"]
    lines = [f"{indent}suggestions (guesses; nothing is changed, and domscore fix makes a corrected copy):"]
    for each in suggestions:
        where = "" if each.round is None else f"round {each.round}: "
        head = f"{indent}{each.number}. "
        for text, first in ((f"{where}{clean(each.message)}", head), (clean(each.evidence), " " * len(head))):
            lines += textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=" " * len(head))
    return lines
