"""Reports: what an audit found, as data and as text.

A format is a module of this package with a ``FORMAT``. To add one, add the module and its name to a table below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from domscore.report.report import Report, Summary

FINDINGS_FORMATS = {name: name for name in ("text", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab")}
FINDINGS_FORMATS["markdown"] = "summary"
"""What ``check`` writes, and the module that does."""

SCORE_FORMATS = {name: name for name in ("table", "json", "csv", "markdown")}
"""What ``score`` writes."""

OTHER_FORMATS = {"validity": "validity"}
"""What ``validate`` writes."""


@dataclass(slots=True)
class Totals:
    """What stands at the end of a report.

    Attributes:
        unread: inputs that could not be opened: name and reason.
        cut: findings that are not shown because of a limit.
    """

    summary: Summary
    unread: Sequence[tuple[str, str]] = field(default_factory=list)
    cut: int = 0


class Format(NamedTuple):
    """A way to write reports down; the text is the opening, the records with separators between, and the closing.

    Attributes:
        record: one record; whether it comes from an archive, where clean records need no line of their own. May be empty.
        for_people: a terminal shows it, and quiet leaves its records out on standard output.
        tells_unread: the closing names the inputs that could not be opened; else they are told on standard error.
        excerpts: it shows the lines that findings stand in. ``fingerprints``: it holds the findings' fingerprints.
        gathering: for a text that can only be written when all records are known: what takes their texts, and gives the
            whole; opening and closing are not asked then.
    """

    record: Callable[[Report, bool], str]
    closing: Callable[[Totals], str] = lambda _: ""
    opening: Callable[[], str] = str
    separator: str = ""
    for_people: bool = False
    tells_unread: bool = False
    excerpts: bool = False
    fingerprints: bool = False
    gathering: Callable[[], Gathering] | None = None


class Gathering(Protocol):
    """Takes the texts of records as they come, in flat memory, and gives the whole in the end.

    Attributes:
        remarks: what was left out, for standard error; known when the whole was given.
    """

    remarks: list[str]

    def take(self, text: str) -> None:
        """Some records more."""

    def whole(self, totals: Totals) -> Iterator[str]:
        """All that is to be written, in parts."""


def format_named(module: str) -> Format:
    """The format of a module of this package (ImportError)."""
    found: Format = import_module(f"domscore.report.{module}").FORMAT
    return found
