"""Edits: small changes of a record, made in its JSON value or, byte for byte elsewhere, in its text.

>>> value = {"acts": ["A 6-6", "B 6-4 L"]}
>>> changed(value, [Edit("replace", "/acts/1", "B 6-4 L", "B 6-4 R")])["acts"], value["acts"]
(['A 6-6', 'B 6-4 R'], ['A 6-6', 'B 6-4 L'])
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from domscore.record.source import scan


class Edit(NamedTuple):
    """One change, as in JSON Patch (RFC 6902), with what stood there before.

    Attributes:
        op: ``replace`` a value; ``add`` an item to a list, before the one at ``path`` (or at its end); ``remove`` an item.
        path: JSON Pointer.
        before, after: JSON values; None where there is none.
    """

    op: Literal["replace", "add", "remove"]
    path: str
    before: Any
    after: Any

    def as_json(self) -> dict[str, Any]:
        """As in the JSON report."""
        return {"op": self.op, "path": self.path, "before": self.before, "after": self.after}


class EditProblem(ValueError):
    """The text does not hold what an edit is about."""


def parts_of(pointer: str) -> list[str]:
    """The parts of a JSON Pointer.

    >>> parts_of("/rounds/0/a~1b")
    ['rounds', '0', 'a/b']
    """
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def changed(value: Any, edits: Iterable[Edit]) -> Any:  # noqa: ANN401 - any JSON value
    """A changed copy; what no edit touches is shared with the original. The edits are made one after another."""
    for edit in edits:
        value = _changed(value, parts_of(edit.path), edit)
    return value


def _changed(value: Any, parts: list[str], edit: Edit) -> Any:  # noqa: ANN401
    if not parts:
        return edit.after
    if isinstance(value, dict):
        return {**value, parts[0]: _changed(value.get(parts[0]), parts[1:], edit)}
    index = int(parts[0])
    if len(parts) > 1 or edit.op == "replace":
        return [*value[:index], _changed(value[index], parts[1:], edit), *value[index + 1 :]]
    added = [edit.after] if edit.op == "add" else []
    return [*value[:index], *added, *value[index + (edit.op == "remove") :]]


def changed_text(text: str, edits: Iterable[Edit]) -> str:
    """The text of a record with the edits made, one after another; nothing else in it changes.

    Raises:
        EditProblem: an edit is about a value that does not stand there.
    """
    for edit in edits:
        text = _EditedText(text, edit).changed()
    return text


class _EditedText:
    """One edit in one text, by the places of the values in it."""

    def __init__(self, text: str, edit: Edit) -> None:
        self.text, self.edit = text, edit
        self.parent, _, last = edit.path.rpartition("/")
        self.index = int(last) if last.isdecimal() else 0
        neighbours = {f"{self.parent}/{max(0, self.index + step)}" for step in (-1, 0, 1)}
        self.at = scan(text, {edit.path, self.parent, *neighbours}).values

    def changed(self) -> str:
        new = json.dumps(self.edit.after, ensure_ascii=False)
        if self.edit.op == "add":
            return self._added(new)
        start = self._start(self.edit.path)
        end = self._end(start)
        if json.loads(self.text[start:end]) != self.edit.before:
            raise EditProblem(f"{self.edit.path} does not hold {json.dumps(self.edit.before)}")
        return self._removed(start, end) if self.edit.op == "remove" else self.text[:start] + new + self.text[end:]

    def _start(self, pointer: str) -> int:
        if pointer not in self.at:
            raise EditProblem(f"there is nothing at {pointer}")
        return self.at[pointer]

    def _end(self, start: int) -> int:
        return json.JSONDecoder().raw_decode(self.text, start)[1]

    def _item(self, index: int) -> int | None:
        return self.at.get(f"{self.parent}/{index}") if index >= 0 else None

    def _space_before(self, start: int) -> str:
        """The white space between an item and the comma or bracket before it."""
        return self.text[len(self.text[:start].rstrip(" \t\r\n")) : start]

    def _added(self, new: str) -> str:
        here, before, following = (self._item(self.index + step) for step in (0, -1, 1))
        if here is not None:
            second = here if self.index else following
            space = " " if second is None else self._space_before(second)
            return f"{self.text[:here]}{new},{space}{self.text[here:]}"
        if before is not None:
            end = self._end(before)
            space = self._space_before(before) if self.index > 1 else " "
            return f"{self.text[:end]},{space}{new}{self.text[end:]}"
        start = self._start(self.parent) + 1
        return self.text[:start] + new + self.text[start:]

    def _removed(self, start: int, end: int) -> str:
        following, before = self._item(self.index + 1), self._item(self.index - 1)
        if following is not None:
            return self.text[:start] + self.text[following:]
        if self.index and before is not None:
            return self.text[: self._end(before)] + self.text[end:]
        return self.text[:start] + self.text[end:]
