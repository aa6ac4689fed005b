"""Pages: headings, paragraphs, lists and tables, written as text of 80 columns or as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from domscore.report.markdown import plain
from domscore.report.visible import visible

WIDTH = 80
_GAP = 2


class Table(NamedTuple):
    """Rows of texts under headings; the last column takes what room is left.

    Attributes:
        numbers: columns, counted from 0, that stand to the right.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: frozenset[int] = frozenset()


@dataclass(slots=True)
class Page:
    """Blocks in their order. The texts are as they come: what a terminal or Markdown would take amiss is escaped here."""

    blocks: list[tuple[str, object]] = field(default_factory=list)

    def heading(self, text: str) -> None:
        """A heading."""
        self.blocks.append(("heading", text))

    def paragraph(self, text: str) -> None:
        """A paragraph."""
        self.blocks.append(("paragraph", text))

    def points(self, texts: Sequence[str]) -> None:
        """A list; a text may hold line breaks, whose later lines are set further in."""
        if texts:
            self.blocks.append(("points", list(texts)))

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> None:
        """A table, unless it would be empty."""
        if rows:
            self.blocks.append(("table", Table(heads, rows, frozenset(numbers))))

    def text(self) -> str:
        """For a terminal of 80 columns."""
        return "\n\n".join(_TEXT[kind](content) for kind, content in self.blocks) + "\n"  # type: ignore[operator]

    def markdown(self) -> str:
        """To paste into a message."""
        return "\n\n".join(_MARKDOWN[kind](content) for kind, content in self.blocks) + "\n"  # type: ignore[operator]


def _wrapped(text: str, first: str = "", later: str = "", width: int = WIDTH) -> str:
    lines = []
    for number, line in enumerate(text.split("\n")):
        indent = first if number == 0 else later
        lines += textwrap.wrap(
            visible(line), width, initial_indent=indent, subsequent_indent=later, break_on_hyphens=False
        ) or [indent.rstrip()]
    return "\n".join(map(visible, lines))  # a line may now begin with what was in the middle


def _text_heading(text: str) -> str:
    wrapped = _wrapped(text)
    return f"{wrapped}\n{'=' * max(map(len, wrapped.splitlines()))}"


def _text_points(texts: list[str]) -> str:
    return "\n".join(_wrapped(text, "- ", "  ") for text in texts)


def _text_table(table: Table) -> str:
    rows = [[visible(cell) for cell in row] for row in (table.heads, *table.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.heads))]
    widths[-1] = max(12, min(widths[-1], WIDTH - sum(widths[:-1]) - _GAP * (len(widths) - 1)))
    lines = [_row(row, widths, table.numbers) for row in rows]
    rule = (" " * _GAP).join("-" * width for width in widths)
    return "\n".join([lines[0], rule, *lines[1:]])


def _row(cells: list[str], widths: list[int], numbers: frozenset[int]) -> str:
    *short, long = cells
    wrapped = textwrap.wrap(long, widths[-1], break_on_hyphens=False) or [""]
    lines = []
    for number, last in enumerate(wrapped):
        texts = [*(short if number == 0 else [""] * len(short)), last]
        padded = [
            text.rjust(width) if column in numbers else text.ljust(width)
            for column, (text, width) in enumerate(zip(texts, widths, strict=True))
        ]
        lines.append((" " * _GAP).join(padded).rstrip())
    return "\n".join(lines)


def _markdown_points(texts: list[str]) -> str:
    return "\n".join("- " + "\n  ".join(plain(line) for line in text.split("\n")) for text in texts)


def _markdown_table(table: Table) -> str:
    marks = ["---:" if column in table.numbers else "---" for column in range(len(table.heads))]
    rows = [list(map(plain, table.heads)), marks, *(list(map(plain, row)) for row in table.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


_TEXT = {"heading": _text_heading, "paragraph": _wrapped, "points": _text_points, "table": _text_table}
_MARKDOWN = {
    "heading": lambda text: f"## {plain(text)}",
    "paragraph": plain,
    "points": _markdown_points,
    "table": _markdown_table,
}
