"""Edits: in a JSON value, and in its text, where nothing else changes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domscore.record.edits import Edit, EditProblem, changed, changed_text

PRETTY = '{\n  "a": ["x", "y",\n        "z"],\n  "b": {"k/l": 1.0,  "m": "\\u0041"}\n}\n'


def replace(path: str, before: Any, after: Any) -> Edit:
    """An edit that replaces."""
    return Edit("replace", path, before, after)


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        (replace("/a/1", "y", "Y"), PRETTY.replace('"y"', '"Y"')),
        (replace("/b/k~1l", 1.0, 2), PRETTY.replace("1.0", "2")),
        (replace("/b/m", "A", "ä"), PRETTY.replace('"\\u0041"', '"ä"')),
        (replace("/b", {"k/l": 1.0, "m": "A"}, []), '{\n  "a": ["x", "y",\n        "z"],\n  "b": []\n}\n'),
        (Edit("add", "/a/0", None, "w"), PRETTY.replace('"x",', '"w", "x",')),
        (Edit("add", "/a/1", None, "w"), PRETTY.replace('"y",', '"w", "y",')),
        (Edit("add", "/a/2", None, "w"), PRETTY.replace('"z"', '"w",\n        "z"')),
        (Edit("add", "/a/3", None, "w"), PRETTY.replace('"z"', '"z",\n        "w"')),
        (Edit("remove", "/a/0", "x", None), PRETTY.replace('"x", ', "")),
        (Edit("remove", "/a/1", "y", None), PRETTY.replace('"y",\n        ', "")),
        (Edit("remove", "/a/2", "z", None), PRETTY.replace(',\n        "z"', "")),
    ],
)
def test_only_what_the_edit_is_about_changes(edit: Edit, text: str) -> None:
    """One value of the text is replaced, added or taken out; spaces, line ends and escapes elsewhere stay."""
    assert changed_text(PRETTY, [edit]) == text
    assert json.loads(text) == changed(json.loads(PRETTY), [edit])


def test_empty_list_gets_its_first_item_and_loses_its_last() -> None:
    """An item is added to an empty list, and the only one taken out of a list."""
    assert changed_text('{"a": []}', [Edit("add", "/a/0", None, 1)]) == '{"a": [1]}'
    assert changed_text('{"a": [ 1 ]}', [Edit("remove", "/a/0", 1, None)]) == '{"a": [  ]}'


def test_edits_are_made_one_after_another() -> None:
    """A later edit counts items as the earlier ones left them."""
    edits = [Edit("add", "/a/0", None, "v"), Edit("add", "/a/1", None, "w"), Edit("remove", "/a/2", "x", None)]
    assert json.loads(changed_text(PRETTY, edits))["a"] == ["v", "w", "y", "z"]
    assert changed(json.loads(PRETTY), edits)["a"] == ["v", "w", "y", "z"]


def test_original_value_stays() -> None:
    """The value that is edited is a copy."""
    value = {"a": [1, {"b": 2}]}
    assert changed(value, [replace("/a/1/b", 2, 3)]) == {"a": [1, {"b": 3}]}
    assert value == {"a": [1, {"b": 2}]}


@pytest.mark.parametrize("edit", [replace("/a/1", "n", "Y"), replace("/c", 1, 2), Edit("remove", "/a/9", "x", None)])
def test_text_that_holds_something_else_is_refused(edit: Edit) -> None:
    """An edit is not made where the text does not hold what it is about."""
    with pytest.raises(EditProblem):
        changed_text(PRETTY, [edit])
