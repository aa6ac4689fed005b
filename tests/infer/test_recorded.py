"""Games really played of which only one hand is known: looked for beside the checkout, and skipped where they are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domscore import audit
from domscore.score.ledger import RoundScore
from tests.infer.making import as_bytes
from tests.infer.truth import accusations, contradictions

RECORDS = Path(__file__).parents[3] / "shared" / "records"
pytestmark = pytest.mark.skipif(not RECORDS.is_dir(), reason="the recorded games are not here")

TELEFON = {
    "base": "five-up/1",
    "hand_size": {"2": 7, "3": 7, "4": 7},
    "spinner": "first-double",
    "in_play": {"divisors": [5], "unit": "pips"},
    "end_points": {"round_to": 5},
    "first_lead": "lot",
    "later_lead": "any",
    "target": 255,
    "targets": "any",
    "target_reached": "round-end",
}
KOZEL = {"base": "partners-block/1", "first_lead": ["1-1"], "later_lead": "any"}


def acts_of(events: list[dict[str, Any]]) -> list[str]:
    """Events as acts."""
    found = []
    for event in events:
        if "seat" in event:
            said = event.get("play") or ("pass" if "pass" in event else f"draw {event['draw']}")
            found.append(" ".join([event["seat"], said, *([event["end"]] if "end" in event else [])]))
    return found


def telefon(match: str, rounds: int) -> list[RoundScore]:
    """The first whole rounds of a match of which one player wrote down what he saw; nothing in them is called wrong."""
    facts = json.loads((RECORDS / "telefon" / f"match-{match}.json").read_bytes())
    whole = [one for one in facts["rounds"] if len(one["deal"]["A"]) == 7][:rounds]
    record = {"format": "domscore/1", "players": ["Ana", "Bo"], "rules": TELEFON}
    report = audit(as_bytes({**record, "rounds": [{"deal": one["deal"], "acts": acts_of(one["events"])} for one in whole]}))
    assert accusations(report) == []
    assert len(report.scores) == rounds
    return report.scores


def up_to_fives(pips: int) -> int:
    """Pips as the loser's are counted in that house."""
    return -(-pips // 5) * 5


def test_a_match_in_which_only_the_hand_left_over_was_seen() -> None:
    """The other player went out each time: what he scored follows exactly, and 280 to 275 was written."""
    scores = telefon("06", 5)
    in_play = [sum(score.in_play[side] or 0 for score in scores) for side in (0, 1)]
    left = [score.bounds[0] for score in scores if score.bounds]
    assert all(least == most for least, most in left)
    assert in_play[0] == 280
    assert in_play[1] + sum(up_to_fives(least) for least, _ in left) == 275


def test_a_match_in_which_the_hand_left_over_was_never_seen() -> None:
    """The writer went out five times: the 110 points that he wrote for hands not seen lie between the bounds."""
    scores = telefon("04", 5)
    left = [score.bounds[1] for score in scores if score.bounds]
    assert len(left) == 5
    assert all(least < most for least, most in left)
    assert sum(up_to_fives(least) for least, _ in left) <= 110 <= sum(up_to_fives(most) for _, most in left)
    for score in scores:
        assert score.hidden is not None
        sure, may = score.hidden[1]
        assert not sure
        assert 5 < len(may) < 16


def seen_by(record: dict[str, Any], seat: str) -> dict[str, Any]:
    """A record as one player would have written it: his own hand only, and nothing about what was left."""
    rounds = [{**one, "deal": {seat: one["deal"][seat]}} for one in record["rounds"]]
    return {**record, "rounds": [{key: one[key] for key in one if key != "left"} for one in rounds]}


def whole_records() -> list[dict[str, Any]]:
    """Recorded games of which every hand is known."""
    facts = json.loads((RECORDS / "kozel" / "sample_game.json").read_bytes())
    kozel = {"format": "domscore/1", "players": list("PQRS"), "rules": KOZEL}
    rounds = [{"deal": one["deal"], "acts": acts_of(one["events"])} for one in facts["rounds"]]
    found: list[dict[str, Any]] = [{**kozel, "rounds": rounds}]
    for path in sorted(RECORDS.rglob("*.json*")):
        lines = path.read_bytes().splitlines() if path.suffix == ".jsonl" else [path.read_bytes()]
        found += [value for value in map(json.loads, lines) if value.get("format") == "domscore/1"]
    return [one for one in found if all(len(round_.get("deal", {})) > 1 for round_ in one["rounds"])]


def test_games_seen_by_one_player() -> None:
    """With one hand known, whichever, nothing is called wrong, and what is said agrees with all the hands."""
    records = whole_records()
    assert len(records) == 15
    for record in records:
        truth = audit(as_bytes(record))
        assert accusations(truth) == []
        for seat in record["rounds"][0]["deal"]:
            if seat != "boneyard":
                assert contradictions(truth, audit(as_bytes(seen_by(record, seat)))) == []


def test_a_false_pass_in_a_game_seen_by_one_player() -> None:
    """A pass put in place of a play, with one hand known, is often proven false, and named."""
    proven = 0
    for record in whole_records():
        (acts, *_), seat = [one["acts"] for one in record["rounds"]], "A"
        for number, act in enumerate(acts):
            words = act.split(" ")
            later = [other for other in acts[number + 1 :] if other.split(" ")[:1] == words[:1] and "pass" not in other]
            if number < 4 or len(words) < 2 or "pass" in act or not later:
                continue
            changed = [*acts[:number], f"{words[0]} pass", *acts[number + 1 :]]
            one = {**seen_by(record, seat)["rounds"][0], "acts": changed, "acts_complete": False}
            told = audit(as_bytes({**record, "rounds": [{key: one[key] for key in ("deal", "acts", "acts_complete")}]}))
            proven += any(f.code in ("DOM602", "DOM411") and f.act == number + 1 for f in told.findings)
    assert proven > 20
