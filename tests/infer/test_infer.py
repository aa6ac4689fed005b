"""Hidden hands: against the oracle that tries every deal, against networkx and scipy, and in whole records."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from domscore import audit
from domscore.findings.codes import Severity
from domscore.generate import matches
from domscore.report.report import Report
from domscore.rules.catalogue import names
from domscore.rules.model import Rules
from tests.infer import campaign, duel
from tests.infer.looking import hidden_rounds
from tests.infer.making import as_bytes

TABLES = [(name, players) for name in names() for players in Rules.named(name).players]


def errors(report: Report) -> list[tuple[str, str]]:
    """Codes and messages of the errors."""
    return [(f.code, f.message) for f in report.findings if f.severity is Severity.ERROR]


def hidden_match(name: str, players: int) -> dict[str, Any]:
    """A legal match without deal and faces."""
    return json.loads(next(matches(Rules.named(name), players, 1, 11, hidden=True)))


def without(record: dict[str, Any], *keys: str) -> dict[str, Any]:
    """The record with some keys of its rounds left out."""
    return {**record, "rounds": [{k: v for k, v in one.items() if k not in keys} for one in record["rounds"]]}


def as_pips(record: dict[str, Any]) -> dict[str, Any]:
    """The record with what was left as pips."""
    rounds = []
    for one in record["rounds"]:
        left = {seat: sum(sum(map(int, tile.split("-"))) for tile in tiles) for seat, tiles in one["left"].items()}
        rounds.append({**one, "left": left})
    return {**record, "rounds": rounds}


def small(count: int, seed: int) -> list[tuple[str, bool, Any]]:
    """Matches on small sets."""
    return list(campaign.small_rounds(count, seed))


@pytest.mark.parametrize(("label", "faulty", "match"), small(22, 3), ids=[label for label, _, _ in small(22, 3)])
def test_small_sets_agree_with_every_deal(label: str, faulty: bool, match: Any) -> None:
    """What is proven, certain, possible and settled is what trying every deal shows."""
    for looked in hidden_rounds(as_bytes(match.seen)):
        assert duel.differences(looked) == []
    if not faulty:
        assert errors(audit(as_bytes(match.seen))) == []


def test_full_sets_agree_with_networkx_and_scipy() -> None:
    """Existence, possible tiles and extremes of pips are those that two other libraries find."""
    pytest.importorskip("networkx")
    pytest.importorskip("scipy")
    from tests.infer import duel_full

    for label, _, match in campaign.full_rounds(22, 2):
        for looked in hidden_rounds(as_bytes(match.seen)):
            assert duel_full.differences(looked, Random(label), samples=1) == []


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_legal_hidden_matches_are_never_accused(name: str, players: int) -> None:
    """Whatever of a legal match was not written, nothing in it is called wrong."""
    record = hidden_match(name, players)
    for seen in (record, without(record, "left"), as_pips(record), without(record, "left", "result", "scores")):
        assert errors(audit(as_bytes(seen))) == []


@pytest.mark.parametrize(("name", "players"), [(name, players) for name, players in TABLES if "block" in name])
def test_block_games_are_verified_from_plays_and_tiles_shown(name: str, players: int) -> None:
    """Where nobody draws, the hands follow from the plays and the tiles turned up, and nothing stays open."""
    assert audit(as_bytes(hidden_match(name, players))).verdict == "verified"


@pytest.mark.parametrize(("name", "players"), [(name, players) for name, players in TABLES if "block" not in name])
def test_draws_face_down_leave_something_open(name: str, players: int) -> None:
    """With draws face down nobody can say that no draw was false, so such a match is not verified."""
    record = hidden_match(name, players)
    drawn = any("draw" in act for one in record["rounds"] for act in one["acts"])
    assert audit(as_bytes(record)).verdict == ("undetermined" if drawn else "verified")


def test_faults_in_full_sets_are_never_verified() -> None:
    """A record with a false pass, a false draw, a wrong lead or a void deal is not called verified."""
    for label, faulty, match in campaign.full_rounds(44, 4):
        verdict, truth = audit(as_bytes(match.seen)).verdict, audit(as_bytes(match.full)).verdict
        assert verdict != "verified" or truth == "verified", label
        assert faulty or truth == "verified", label


RECORD = {"format": "domscore/1", "players": ["Ana", "Bo"], "rules": "classic-block/1"}


def one_round(**parts: Any) -> Report:
    """The report of a record of one round."""
    return audit(as_bytes({**RECORD, "rounds": [parts]}))


def test_a_pass_is_proven_false_by_a_later_play() -> None:
    """Who passes at a 6 and later lays one passed falsely: no deal explains it."""
    report = one_round(acts=["A 6-6", "B pass", "A 6-5 R", "B 6-4 L"], acts_complete=False)
    (finding,) = [f for f in report.findings if f.severity is Severity.ERROR]
    assert (finding.code, finding.act, finding.seat, finding.certainty.value) == ("DOM602", 2, "B", "proven")
    assert finding.message == "B passed at 6 (act 2) but played 6-4 (act 4) and drew nothing in between"


def test_a_ruling_deals_with_a_proven_false_pass() -> None:
    """A proven false pass that the referee let stand is a note, and is told at the ruling."""
    stands = {"ruling": "stands", "reason": "seen too late"}
    report = one_round(acts=["A 6-6", "B pass", stands, "A 6-5 R", "B 6-4 L"], acts_complete=False)
    assert errors(report) == []
    assert [(f.code, f.act) for f in report.findings if f.code != "DOM903"] == [("DOM602", 2), ("DOM905", 3)]


def test_a_ruled_pass_says_nothing_about_the_hand() -> None:
    """An act that a ruling took back shows nothing about the tiles."""
    back = {"ruling": "taken_back"}
    report = one_round(acts=["A 6-6", "B pass", back, "B 6-4 L"], acts_complete=False)
    assert errors(report) == []


def test_bounds_and_hidden_tiles_are_in_the_report() -> None:
    """The report says of each hidden hand what it certainly and possibly holds, and its least and greatest pips."""
    report = one_round(acts=["A 6-6", "B 6-5 L", "A 5-5 L", "B pass"], acts_complete=False)
    one = report.as_json()["rounds"][0]
    assert set(one["bounds"]) == {"A", "B"}
    assert all("6" not in tile and "5" not in tile for tile in one["hidden"]["B"]["possible"])
    assert one["hidden"]["B"]["certain"] == []
    assert one["bounds"]["B"][0] == sum((0, 1, 2, 2, 3, 3))


def test_claimed_points_out_of_bounds() -> None:
    """Points that no hand of that size can make are DOM604."""
    acts = ["A 6-6", "B 6-5 L", "A 5-5 L", "B 5-4 L", "A 4-4 L", "B 4-3 L", "A 3-3 L", "B 3-2 L"]
    acts += ["A 2-2 L", "B 2-1 L", "A 1-1 L", "B 1-0 L", "A 0-0 L"]
    report = one_round(acts=acts, result={"how": "out", "winner": "A", "points": {"A": 20}})
    assert [code for code, _ in errors(report)] == ["DOM604"]
    assert errors(one_round(acts=acts, result={"how": "out", "winner": "A", "points": {"A": 10}})) == []


def without_ends(record: dict[str, Any]) -> dict[str, Any]:
    """The record with no end written."""
    rounds = []
    for one in record["rounds"]:
        acts = [act if "draw" in act else " ".join(act.split(" ")[:2]) for act in one["acts"]]
        rounds.append({**one, "acts": acts})
    return {**record, "rounds": rounds}


def test_ends_that_are_not_written_accuse_nobody() -> None:
    """With hidden hands and open ends a legal record is not refuted, and what is verified is really in order."""
    for source in (campaign.small_rounds(48, 31), campaign.full_rounds(30, 32)):
        for label, _, match in source:
            verdict = audit(as_bytes(without_ends(match.seen))).verdict
            full, truth = audit(as_bytes(without_ends(match.full))).verdict, audit(as_bytes(match.full)).verdict
            assert not (truth == "verified" and verdict == "refuted"), label
            assert not (full == "refuted" and verdict == "verified"), label


def test_the_tiles_turned_up_tell_which_end_was_meant() -> None:
    """The last tile fits both ends; only at one of them is the round blocked, as the tiles turned up show."""
    acts = ["B 5-5", "A 6-5", "B 5-1", "A 6-1"]
    left = {"A": ["4-0", "4-3", "2-2", "4-2", "2-0"], "B": ["5-3", "4-4", "5-2", "3-3", "3-2"]}
    report = one_round(acts=acts, left=left, result={"how": "blocked"})
    assert errors(report) == []
    assert not any(finding.code == "DOM405" for finding in report.findings)
