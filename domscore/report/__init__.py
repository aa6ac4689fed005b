"""Reports: what an audit found, as data and as text.

A format is a module of this package with a ``FORMAT``. To add one, add the module and a row to a table below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from domscore.report.report import Report, Summary

FINDINGS_FORMATS = {
    "text": "domscore.report.text",
    "concise": "domscore.report.concise",
    "json": "domscore.report.json",
    "jsonl": "domscore.report.jsonl",
}
"""What ``check`` writes."""

SCORE_FORMATS = {
    "table": "domscore.report.table",
    "json": "domscore.report.json",
    "csv": "domscore.report.csv",
    "markdown": "domscore.report.markdown",
}
"""What ``score`` writes."""

OTHER_FORMATS = {"validity": "domscore.report.validity"}
"""What ``validate`` writes."""


@dataclass(slots=True)
class Totals:
    """What stands at the end of a report.

    Attributes:
        unread: inputs that could not be opened: name and reason.
        quiet: the records were not rendered.
    """

    summary: Summary
    unread: Sequence[tuple[str, str]] = field(default_factory=list)
    quiet: bool = False


class Format(NamedTuple):
    """A way to write reports down; the text is the opening, the records with separators between, and the closing.

    Attributes:
        record: one record; whether it comes from an archive, where clean records need no line of their own. May be empty.
        for_people: a terminal shows it, and quiet leaves its records out.
        tells_unread: the closing names the inputs that could not be opened; else they are told on standard error.
    """

    record: Callable[[Report, bool], str]
    closing: Callable[[Totals], str]
    opening: Callable[[], str] = str
    separator: str = ""
    for_people: bool = False
    tells_unread: bool = False


def format_named(name: str) -> Format:
    """The format of that name (KeyError)."""
    home = {**FINDINGS_FORMATS, **SCORE_FORMATS, **OTHER_FORMATS}[name]
    found: Format = import_module(home).FORMAT
    return found
