"""Draws that were not written, together with hidden tiles."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from domscore import audit
from domscore.cli import app
from domscore.generate import NoDealStands, matches
from domscore.infer.facts import read_facts
from domscore.infer.proofs import Proofs
from domscore.rules.catalogue import resolve
from tests.infer import campaign
from tests.infer.brute import unwritten_ends
from tests.infer.looking import looked_at
from tests.infer.making import as_bytes
from tests.infer.truth import accusations, contradictions, thinned

DRAWS = [{"when": "stuck", "most": 1}, {"when": "stuck", "most": 2}, {"when": "at-will"}, {"when": "at-will", "most": 1}]


def without_draws(record: dict[str, Any]) -> dict[str, Any]:
    """The record with no draw written."""
    rounds = [{**one, "acts": [act for act in one["acts"] if "draw" not in act]} for one in record["rounds"]]
    return {**record, "rounds": rounds, "recording": {"draws": "implied"}}


@pytest.mark.parametrize("draw", DRAWS, ids=str)
@pytest.mark.parametrize("name", ["selminha/1", "classic-draw/1", "guide-draw/1", "five-up/1"])
def test_unwritten_draws_that_are_limited_or_free_accuse_nobody(name: str, draw: dict[str, Any]) -> None:
    """Where only a few tiles, or any number, may be drawn in a turn, a pass does not tell that nothing was left to draw."""
    rules = {"base": name, "draw": draw}
    for players in (2, 3):
        for number, line in enumerate(_lines(rules, players)):
            record = {**json.loads(line), "rules": rules}
            record["rounds"] = record["rounds"][:4]
            record.pop("result", None)
            truth = audit(as_bytes(record))
            assert truth.verdict == "verified"
            random = Random(f"{name}/{players}/{number}")
            for seen in (without_draws(record), thinned(without_draws(record), random)):
                assert contradictions(truth, audit(as_bytes(seen))) == []


def _lines(rules: dict[str, Any], players: int) -> list[bytes]:
    try:
        return list(matches(resolve(rules), players, 3, 17))
    except NoDealStands:
        return []


def test_open_ends_and_unwritten_draws_together() -> None:
    """Readings that differ in what fits at the end are kept apart: the seat to move may have drawn all there was."""
    rules = {"base": "guide-draw/1", "set": {"highest": 3}, "hand_size": {"2": 3, "3": 3, "4": 2}}
    one = {"deal": {"A": ["2-1", "2-0", "0-0"], "B": ["3-1", "3-0", "1-1"]}, "acts": ["B 3-0", "A 2-0", "B 3-1", "A 2-1"]}
    record = {"format": "domscore/1", "rules": rules, "players": ["Ana", "Bo"], "recording": {"draws": "implied"}}
    report = audit(
        as_bytes({**record, "rounds": [{**one, "result": {"how": "blocked", "winner": "A", "points": {"A": 9}}}]})
    )
    assert report.verdict == "undetermined"


@pytest.mark.parametrize("name", ["selminha/1", "classic-draw/1", "guide-draw/1", "muggins/1"])
def test_no_way_to_draw_is_left_out(name: str) -> None:
    """What every deal and every lawful way to draw leaves in a hand is possible, and what is certain is in all of them."""
    tried = exact = 0
    for label, faulty, match in campaign.small_rounds(8, 3, name):
        report, rounds = looked_at(as_bytes(without_draws(match.seen))) if not faulty else (None, [])
        for looked in rounds:
            facts = read_facts(looked.table, looked.deal, looked.replays[0], looked.shown, True)
            ends = unwritten_ends(looked)
            assert facts is not None, label
            assert ends, label
            deals = Proofs(facts, looked.replays[0], looked.place).deals
            for seat in range(looked.table.players):
                sure, may = looked.table.tiles.everything, 0
                for hands in ends:
                    sure, may = sure & hands[seat], may | hands[seat]
                certain, possible = deals.at(seat)
                assert (certain & ~sure, may & ~possible) == (0, 0), label
                tried, exact = tried + 1, exact + ((certain, possible) == (sure, may))
        assert report is None or accusations(report) == []
    assert exact > tried / 3


def proven(**changes: Any) -> list[str]:
    """The errors about a pass at a 6 by a seat that later lays one, draws not being written."""
    acts = ["A 6-6", "B pass", "A 6-5 R", "B 6-4 L"]
    record = {"format": "domscore/1", "rules": "selminha/1", "players": ["Ana", "Bo"], "recording": {"draws": "implied"}}
    return accusations(audit(as_bytes({**record, "rounds": [{"acts": acts, "acts_complete": False}], **changes})))


def test_after_a_pass_nothing_is_left_to_draw() -> None:
    """Who passes has drawn all there was: a tile that he lays later he held, and the pass was false."""
    told = "DOM602 B passed at 6 (act 2) but played 6-4 (act 4) and nothing was left to draw in between"
    assert proven() == [told]


def test_after_a_pass_a_tile_may_be_drawn_where_draws_are_limited() -> None:
    """Where one tile may be drawn in a turn, a pass leaves others to draw, and nothing is proven."""
    assert proven(rules={"base": "selminha/1", "draw": {"when": "stuck", "most": 1}}) == []


def test_tiles_shown_tell_how_many_were_drawn() -> None:
    """Where all remainders are shown, the hands are bounded, and claimed pips that no deal leaves are wrong."""
    acts = ["A 6-6", "B 6-5 L", "A 5-5 L", "B 5-4 L", "A 4-4 L", "B 4-3 L", "A 3-3 L", "B 3-2 L", "A 2-2 L", "B 2-1 L"]
    acts += ["A 1-1 L", "B 1-0 L", "A 6-0 R"]
    record = {"format": "domscore/1", "rules": "classic-draw/1", "players": ["Ana", "Bo"], "recording": {"draws": "implied"}}
    round_ = {
        "acts": acts,
        "left": {"A": [], "B": ["?", "0-0"]},
        "result": {"how": "out", "winner": "A", "points": {"A": 1}},
    }
    report = audit(as_bytes({**record, "rounds": [round_]}))
    assert report.scores[0].bounds == [(0, 0), (2, 10)]
    assert accusations(report) == ["DOM604 every possible deal gives 2 to 10 for A; 1 to A was written"]


def test_what_is_known_after_a_pass_is_told(tmp_path: Path) -> None:
    """Who passed is void in the open numbers ever after, and no hand holds what somebody else laid."""
    acts = ["A 6-6", "B 6-5 L", "A 5-5 L", "B 5-4 L", "A 4-4 L", "B pass", "A 6-3 R", "B 3-3 R"]
    record = {"format": "domscore/1", "rules": "classic-draw/1", "players": ["Ana", "Bo"], "recording": {"draws": "implied"}}
    path = tmp_path / "game.domino.json"
    path.write_bytes(as_bytes({**record, "rounds": [{"acts": acts, "acts_complete": False}]}))
    result = CliRunner().invoke(app, ["infer", str(path), "--format", "json", "--chances"])
    (one,) = json.loads(result.stdout)["rounds"]
    assert one["deals"]["exact"] is False
    assert one["seats"]["B"]["holds"] is None
    assert [(void["number"], void["act"]) for void in one["seats"]["B"]["void"]] == [(6, 6), (4, 6)]
    assert "chances" not in one["seats"]["B"]
    assert not {"6-6", "6-5", "5-4", "3-3"} & set(one["seats"]["A"]["possible"])
    table = CliRunner().invoke(app, ["infer", str(path)]).stdout
    assert "draws are not written, and when a tile was drawn is not known" in " ".join(table.split())
    assert "tile    A (?)    B (?)" in table
    replayed = CliRunner().invoke(app, ["replay", str(path)]).stdout
    assert "no 6 (act 6), no 4" in " ".join(replayed.split())
    explained = CliRunner().invoke(app, ["explain", str(path), "--act", "7"])
    assert "some of" in explained.stdout


def test_no_draws_are_imagined_after_the_scribe_stopped() -> None:
    """Where the acts are not all written, the tiles that others show at the end may have been drawn later."""
    one = {
        "deal": {"B": ["6-4", "6-3", "5-4", "6-1", "3-3", "5-0", "2-2"]},
        "acts": ["B 0-5", "A 5-6 R", "B 3-6 R", "A 0-0 L", "B 3-3 R"],
        "acts_complete": False,
        "left": {"A": [], "B": ["5-5", "6-2", "6-0", "2-2", "2-0", "1-1", "1-0"]},
    }
    record = {"format": "domscore/1", "rules": "selminha/1", "players": ["Ana", "Bo"], "recording": {"draws": "implied"}}
    assert accusations(audit(as_bytes({**record, "start": {"round": 3, "leader": "B"}, "rounds": [one]}))) == []
