"""From names, overrides and files to rule sets: what is wrong is said with what there is."""

from __future__ import annotations

from typing import Any

import pytest

from domscore.rules.catalogue import RulesError, names, resolve


def refused(value: str | dict[str, Any]) -> RulesError:
    with pytest.raises(RulesError) as caught:
        resolve(value)
    return caught.value


@pytest.mark.parametrize(
    ("name", "first"), [("selmina", "selminha/1"), ("Five-Up/1", "five-up/1"), ("mugins/2", "muggins/1")]
)
def test_an_unknown_name_is_answered_with_the_nearest_and_all_others(name: str, first: str) -> None:
    """The nearest is offered, and every name there is is listed, the nearest first."""
    error = refused(name)
    assert error.code == "DOM204"
    text = str(error)
    assert f"did you mean {first}" in text
    listed = text.partition(" There are ")[2].partition(";")[0].split(", ")
    assert sorted(listed) == sorted(names())
    assert listed[0] == first


def test_a_name_like_no_other_is_answered_with_all() -> None:
    """Without a near name all are listed, and a rule set of one's own is shown the way."""
    text = str(refused("house/1"))
    assert "did you mean" not in text
    assert all(name in text for name in names())
    assert text.endswith("--rules FILE takes one of your own")


@pytest.mark.parametrize(
    ("changes", "path", "said", "key"),
    [
        ({"Target": 50}, "/Target", "no field Target; did you mean target?", True),
        ({"draw": {"Most": 1}}, "/draw/Most", "no field draw.Most; did you mean most?", True),
        ({"draw": {"colour": 1}}, "/draw/colour", "known are when, most", True),
        ({"draw": {"when": "Stuck"}}, "/draw/when", "did you mean stuck?", False),
        (
            {"penalties": {"rows": [{"infraction": "misplay", "amout": 1}]}},
            "/penalties/rows/0/amout",
            "did you mean amount?",
            True,
        ),
    ],
)
def test_a_wrong_override_names_place_and_nearest(changes: dict[str, Any], path: str, said: str, key: bool) -> None:
    """A field that differs by case or a letter, or a word that does, is answered with the right one, at its place."""
    error = refused({"base": "selminha/1", **changes})
    assert (error.code, error.path, error.key) == ("DOM205", path, key)
    assert said in str(error)


def test_an_unknown_set_to_extend_stands_at_its_key() -> None:
    """``extends`` and ``base`` are each named where they stand."""
    assert refused({"extends": "selmina/1", "name": "x/1"}).path == "/extends"
    assert refused({"base": "selmina/1"}).path == "/base"
