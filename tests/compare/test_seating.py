"""Two records of one game in which the players sit in another order."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest
from typer.testing import CliRunner

from domscore import Rules, audit
from domscore.cli import app
from domscore.compare.seating import laid_together, reseated
from tests.compare.samples import SAMPLES, as_record, generated, sample

LETTERS = "ABCDEFGHIJ"


def turned(value: dict[str, Any], by: int) -> dict[str, Any]:
    """The same game, written by somebody who begins to count the seats at another player."""
    count = len(value["players"])
    seats = {LETTERS[seat]: LETTERS[(seat + by) % count] for seat in range(count)}
    return json.loads(reseated(as_record(value), seats).model_dump_json(exclude_unset=True, by_alias=True))


@pytest.mark.parametrize(
    ("name", "players", "by"),
    [
        ("muggins/1", 2, 1),
        ("selminha/1", 3, 1),
        ("classic-draw/1", 3, 2),
        ("partners-block/1", 4, 1),
        ("guide-draw/1", 4, 3),
    ],
)
def test_same_game_from_another_seat_is_the_same(name: str, players: int, by: int) -> None:
    """Names in turn order from another seat on: no differences, and the seats of the one by those of the other."""
    for value in generated(Rules.named(name), players, 2, 6):
        other = turned(value, by)
        assert other["players"] != value["players"]
        assert audit(as_record(other)).verdict == "verified"
        pairing, like, seating = laid_together(as_record(value), as_record(other))
        assert like.same
        assert pairing.differences == []
        assert seating is not None
        assert seating.turns
        assert all(
            value["players"][LETTERS.index(mine)] == other["players"][LETTERS.index(theirs)]
            for theirs, mine in seating.seats.items()
        )


def test_reseating_there_and_back_changes_nothing() -> None:
    """Every permutation of the seats, and its inverse, on records with rulings, sides, starts and objects for acts."""
    for path in [*sorted((SAMPLES / "rulings").glob("*.json")), *sorted((SAMPLES / "partial").glob("*.json"))]:
        record = sample(str(path.relative_to(SAMPLES)).removesuffix(".domino.json"))
        letters = LETTERS[: len(record.players)]
        for order in permutations(letters):
            seats = dict(zip(letters, order, strict=True))
            back = reseated(reseated(record, seats), {new: old for old, new in seats.items()})
            assert back.model_dump(exclude_unset=True) == record.model_dump(exclude_unset=True)


def test_names_merely_swapped_are_told_by_their_seats() -> None:
    """Where only the names were written the other way round, the seats agree, and the names are the difference."""
    (value,) = generated(Rules.named("muggins/1"), 2, 1, 6)
    pairing, like, seating = laid_together(as_record(value), as_record({**value, "players": value["players"][::-1]}))
    assert seating is None
    assert like.same
    assert [one.kind for one in pairing.differences] == ["players"]


def test_another_order_of_play_is_said(tmp_path: Any) -> None:
    """Three players written the other way round: told by name, and that the turns go the wrong way in one of them."""
    (value,) = generated(Rules.named("classic-block/1"), 3, 1, 6)
    mirrored = reseated(as_record(value), {"A": "A", "B": "C", "C": "B"})
    for name, text in (("one", json.dumps(value)), ("two", mirrored.model_dump_json(exclude_unset=True, by_alias=True))):
        (tmp_path / f"{name}.json").write_text(text)
    paths = [str(tmp_path / "one.json"), str(tmp_path / "two.json")]
    result = CliRunner().invoke(app, ["diff", *paths])
    said = " ".join(result.output.split())
    assert "the second is told by the seats of the first (its B is C, its C is B)" in said
    assert "one of them has the turns the wrong way" in said
    assert json.loads(CliRunner().invoke(app, ["diff", *paths, "--format", "json"]).output)["seats"] == {
        "A": "A",
        "B": "C",
        "C": "B",
    }
