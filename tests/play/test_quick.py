"""The short way through ordinary rounds, against the long way that every other round takes."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from domscore import audit
from domscore.generate import match
from domscore.play.deal import clean_hands
from domscore.play.table import seated
from domscore.rules import Rules
from domscore.score.ordinary import ordinary_round
from tests.bench.games import verbose
from tests.oracle.corrupt import corrupted
from tests.play.positions import Seats, every_table

MATCHES = 6


def records(seats: Seats, faults: bool, claims: bool = True) -> list[bytes]:
    """Random matches, legal or with planted faults, with or without claims."""
    name, players, sides = seats
    random = Random(f"{seats} {faults}")
    table = seated(Rules.named(name), players, sides)
    found = []
    for number in range(MATCHES):
        record: dict[str, Any] = match(table, random, f"{name}-{number}", sides=sides)
        record["rounds"] = record["rounds"][:4]
        if faults:
            record = corrupted(record, random)
        if not claims:
            unclaimed(record)
        found.append(json.dumps(record).encode())
    return found


def unclaimed(record: dict[str, Any]) -> None:
    """Take every claim away, so that nothing but the acts tells what a round is worth."""
    for round_ in record["rounds"]:
        for key in ("left", "result", "scores"):
            round_.pop(key, None)
        if "acts" in round_:
            round_["acts"] = [
                act.split(" +")[0] if isinstance(act, str) and "claim" not in act else act for act in round_["acts"]
            ]


@pytest.mark.parametrize("claims", [True, False], ids=["claims", "no claims"])
@pytest.mark.parametrize("faults", [False, True], ids=["sound", "corrupted"])
@pytest.mark.parametrize("seats", every_table(), ids=str)
def test_the_short_way_says_the_same(seats: Seats, faults: bool, claims: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match is reported alike, ledger and all, whether its ordinary rounds are judged the short way or the long way."""
    given = records(seats, faults, claims)

    def judged() -> list[Any]:
        reports = map(audit, given)
        return [(report.as_json(), [score.entries for score in report.scores]) for report in reports]

    quick = judged()
    monkeypatch.setattr("domscore.auditing.ordinary_round", lambda *_: None)
    assert judged() == quick


def test_the_short_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most rounds of legal matches are judged the short way, so that the comparison means something."""
    taken: list[bool] = []
    short = ordinary_round

    def watched(*arguments: Any) -> Any:
        found = short(*arguments)
        taken.append(found is not None)
        return found

    monkeypatch.setattr("domscore.auditing.ordinary_round", watched)
    for record in records(("classic-block/1", 2, None), False):
        audit(record)
    assert sum(taken) > len(taken) / 2 > 0


def with_boneyard(record: bytes, change: Any = None) -> bytes:
    """The same record with the boneyard of every round written, and perhaps changed."""
    value = json.loads(record)
    table = seated(Rules.named(value["rules"]), len(value["players"]), value.get("sides"))
    for round_ in value["rounds"]:
        dealt = table.tiles.mask(tile for hand in round_["deal"].values() for tile in hand)
        boneyard = table.tiles.names_of(table.tiles.everything & ~dealt)
        round_["deal"]["boneyard"] = boneyard if change is None else change(boneyard)
    return json.dumps(value).encode()


@pytest.mark.parametrize("form", [with_boneyard, verbose], ids=["boneyard", "objects"])
@pytest.mark.parametrize("seats", [("muggins/1", 2, None), ("five-up/1", 3, None), ("selminha/1", 2, None)], ids=str)
def test_other_forms_take_the_short_way_too(seats: Seats, form: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A written boneyard, and acts as objects, are judged as the same matches without are, and no more slowly."""
    given = records(seats, False)
    plain = [audit(record).as_json() for record in given]
    monkeypatch.setattr("domscore.score.rounds.judge_round", None)
    assert [audit(form(record)).as_json() for record in given] == plain


@pytest.mark.parametrize(
    "change",
    [lambda tiles: tiles[1:], lambda tiles: [*tiles, tiles[0]], lambda tiles: [tiles[0], tiles[0], *tiles[2:]]],
    ids=["one missing", "one too many", "one twice"],
)
def test_a_wrong_boneyard_is_not_verified(change: Any) -> None:
    """A boneyard that is not what the hands leave over is found out."""
    record = with_boneyard(records(("muggins/1", 2, None), False)[0], change)
    assert audit(record).verdict != "verified"


@pytest.mark.parametrize("hand", [["6-6", "6-6"], ["6-6"], ["6-6", "6-5", "6-4"]], ids=str)
def test_a_hand_with_a_tile_twice_is_no_clean_hand(hand: list[str]) -> None:
    """Hands are added up as bits, and a carry is not taken for a tile: every hand has its number of different tiles."""
    table = seated(Rules.named("classic-block/1"), 2, None)
    rest = ["5-5", "5-4", "5-3", "5-2", "5-1", "5-0"]
    deal = {"A": [*hand, *rest][:7], "B": ["4-4", "4-3", "4-2", "4-1", "4-0", "3-3", "3-2"]}
    clean = len(set(deal["A"])) == 7
    assert (clean_hands(table, deal) is not None) is clean


@pytest.mark.parametrize("left", [["5-1", "3-1", "6-6", "6-6"], ["5-1", "3-1", "?"], ["5-1", "3-1", "3-1", "3-1"]])
def test_tiles_shown_beyond_the_hand_are_not_verified(left: list[str]) -> None:
    """A tile shown twice, one that is elsewhere, or one face down too many is never called verified."""
    deal = {"A": ["6-6", "6-5", "6-3", "4-3", "5-2", "5-0", "1-0"], "B": ["5-5", "6-4", "4-4", "5-3", "6-1", "5-1", "3-1"]}
    acts = "A 6-6|B 6-4 R|A 6-5 L|B 5-5 L|A 5-2 L|B 4-4 R|A 4-3 R|B 5-3 R|A 5-0 R|B draw 2-2|B 2-2 L|A 1-0 R|B 6-1 R|A 6-3 R"
    round_ = {"deal": deal, "acts": acts.split("|"), "left": {"B": left}}
    record = {"format": "domscore/1", "rules": "selminha/1", "players": ["Ana", "Bo"], "rounds": [round_]}
    assert audit(json.dumps(record).encode()).verdict == "refuted"
