"""Explanations as text for 80 columns, as Markdown, and as JSON."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from domscore import __version__
from domscore.explain.lines import Line, Part
from domscore.report.json import dumped
from domscore.report.markdown import plain
from domscore.report.visible import visible

WIDTH = 79
EXPLANATION_VERSION = 1


def as_text(parts: list[Part]) -> str:
    """For a terminal: titles, and lines indented below them."""
    return "\n".join(_text_part(part) for part in parts)


def _text_part(part: Part) -> str:
    return "\n".join([_filled(part.title, "", ""), *(_text_line(line) for line in part.lines)]) + "\n"


def _text_line(line: Line) -> str:
    indent = "  " * (line.depth + 1)
    return _filled(line.text, indent, indent + "  ")


def _filled(text: str, first: str, later: str) -> str:
    lines = wrap(
        visible(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(map(visible, lines))  # a line may now begin with what was in the middle


def as_markdown(parts: list[Part]) -> str:
    """For a message: headings and lists."""
    return "\n\n".join(_markdown_part(part) for part in parts) + "\n"


def _markdown_part(part: Part) -> str:
    lines = [f"{'  ' * line.depth}- {plain(line.text)}" for line in part.lines]
    return "\n".join([f"### {plain(part.title)}", "", *lines]).rstrip()


def as_json(parts: list[Part], head: dict[str, Any]) -> str:
    """For programs: every line with its values."""
    value = {"domscore": __version__, "explanation": EXPLANATION_VERSION, **head}
    return dumped({**value, "parts": [part.as_json() for part in parts]}) + "\n"


def rendered(parts: list[Part], form: str, head: dict[str, Any]) -> str:
    """In the form asked for: ``text``, ``markdown``, ``json``."""
    if form == "json":
        return as_json(parts, head)
    return as_markdown(parts) if form == "markdown" else as_text(parts)
