"""Two records of one game: what differs, which version holds, and what is merged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domscore import Record, Rules, audit
from domscore.compare.aligning import aligned
from domscore.compare.deciding import Deciding, Outcome
from domscore.compare.diff_page import as_json, page_of
from domscore.compare.likeness import likeness
from domscore.compare.merging import merged, undecided
from domscore.compare.two_records import Difference, paired
from tests.compare.samples import as_record, generated, sample, tables

LEGAL = [f"{name.split('/')[0]}-{players}" for name, players in tables()]
ANSWERS = [
    ("missing-act", [(2, 6, "act", "first")]),
    ("other-tile", [(2, 22, "tile", "first")]),
    ("other-end", [(2, 3, "end", "second")]),
    ("other-seat", [(1, 5, "seat", "first")]),
    ("other-score", [(1, None, "result.points.B", "second"), (1, None, "scores.B", "second")]),
    (
        "two-sheets",
        [(1, None, "result.points.A", "open"), (1, None, "scores.A", "open"), (2, None, "scores.A", "open")],
    ),
    ("two-sheets-and-totals", [(1, None, "result.points.A", "first")]),
    ("missing-round", [(1, None, "round", "first")]),
    ("from-both-sides", []),
]


def decided(first: Record, second: Record) -> Deciding:
    """Two records, weighed."""
    deciding = Deciding(paired(first, second))
    deciding.run()
    return deciding


def outcomes(deciding: Deciding) -> list[tuple[int | None, int | None, str, str]]:
    """The differences with what the evidence says."""
    return [(one.round, one.act, one.kind, deciding.decisions[one].outcome.value) for one in deciding.pairing.differences]


def dispute(name: str) -> tuple[Record, Record]:
    """Ana's and Bo's records of a sample."""
    return sample(f"disputes/{name}-ana"), sample(f"disputes/{name}-bo")


def differences(one: dict[str, Any], two: dict[str, Any]) -> list[Difference]:
    """The differences of two JSON values."""
    return paired(as_record(one), as_record(two)).differences


def game(seed: int = 2, name: str = "selminha/1", players: int = 2) -> dict[str, Any]:
    """A legal match of two rounds, unfinished."""
    value = next(generated(Rules.named(name), players, 1, seed))
    return {**value, "rounds": value["rounds"][:2], "result": {"how": "unfinished"}}


def copied(value: dict[str, Any]) -> dict[str, Any]:
    """An independent copy."""
    again: dict[str, Any] = json.loads(json.dumps(value))
    return again


@pytest.mark.parametrize("name", LEGAL)
def test_a_record_does_not_differ_from_itself(name: str) -> None:
    """Every legal sample, laid beside itself, tells the same game."""
    record = sample(f"legal/{name}")
    assert paired(record, record).differences == []


@pytest.mark.parametrize(("name", "answer"), ANSWERS)
def test_the_samples_get_the_answers_of_their_stories(name: str, answer: list[tuple[Any, ...]]) -> None:
    """Each dispute among the samples is found at its place and decided as its line in the README says."""
    assert outcomes(decided(*dispute(name))) == answer


@pytest.mark.parametrize(("name", "answer"), ANSWERS)
def test_the_order_of_the_records_does_not_matter(name: str, answer: list[tuple[Any, ...]]) -> None:
    """With the two records exchanged, the same version holds."""
    turned = {"first": "second", "second": "first"}
    found = outcomes(decided(*reversed(dispute(name))))
    assert sorted(turned.get(one[3], one[3]) for one in found) == sorted(one[3] for one in answer)


def as_object(act: str) -> Any:
    """A play, pass or seen draw as an object."""
    seat, *words = act.split(" ")
    called = {"points": int(words.pop()[1:])} if words[-1].startswith("+") else {}
    if words[0] == "pass":
        return {"seat": seat, "pass": True}
    if words[0] == "draw":
        return {"seat": seat, "draw": words[1]}
    place = {"end": words[1]} if len(words) == 2 else {"on": words[2]} if len(words) == 3 else {}
    return {"seat": seat, "play": words[0], **place, **called, "note": "as I saw it"}


@pytest.mark.parametrize(("name", "players"), tables())
def test_strings_and_objects_are_the_same_acts(name: str, players: int) -> None:
    """Objects with notes say the same as strings."""
    one = next(generated(Rules.named(name), players, 1, 4))
    two = copied(one)
    for round_ in two["rounds"]:
        round_["acts"] = [as_object(act) for act in round_["acts"]]
    assert differences(one, two) == []


@pytest.mark.parametrize(("name", "players"), tables())
def test_left_and_right_are_exchanged_from_the_other_side(name: str, players: int) -> None:
    """The same game written from the opposite side of the table is the same."""
    one = next(generated(Rules.named(name), players, 1, 6))
    two = copied(one)
    for round_ in two["rounds"]:
        lead, *rest = round_["acts"]
        round_["acts"] = [re.sub(r"(\d)-(\d)", r"\2-\1", lead), *(re.sub(r" [LR]\b", exchanged, act) for act in rest)]
    assert differences(one, two) == []


def exchanged(found: re.Match[str]) -> str:
    """The other end of the line."""
    return {" L": " R", " R": " L"}[found[0]]


def test_an_end_named_by_its_number_is_the_same_place() -> None:
    """``on 5`` where one end shows 5 is that end; the order of tiles in a hand means nothing."""
    one = {**game(), "rounds": [{"deal": {"A": ["6-5", "1-0"]}, "acts": ["A 6-5", "B 5-4 R", "A 6-1 L"]}]}
    two = {**game(), "rounds": [{"deal": {"A": ["0-1", "5-6"]}, "acts": ["A 6-5", "B 4-5 on 5", "A 1-6 on 6"]}]}
    three = {**game(), "rounds": [{"deal": {"A": ["6-5", "1-0"]}, "acts": ["A 6-5", "B 5-4 on 6-5", "A 6-1 on 6-5"]}]}
    assert differences(one, two) == differences(one, three) == []


def test_draws_at_once_are_the_same_as_one_by_one() -> None:
    """``draw x2`` and two draws of unseen tiles are the same acts."""
    one = {**game(), "rounds": [{"acts": ["A 6-5", "B draw x2", "B 5-4 R"]}]}
    two = {**game(), "rounds": [{"acts": ["A 6-5", "B draw", "B draw ?", "B 5-4 R"]}]}
    assert differences(one, two) == []


def test_a_difference_is_told_once_and_not_at_every_later_act() -> None:
    """Acts that are written alike but lie elsewhere because of an earlier difference are no differences of their own."""
    found = paired(*dispute("other-end")).differences
    assert len(found) == 1
    assert found[0].versions == ("A 4-3 L", "A 4-3 R")


def test_saying_more_is_no_contradiction() -> None:
    """A deal, a drawn face or called points that one record leaves out are differences in which the fuller one stands."""
    one = game()
    two = copied(one)
    for round_ in two["rounds"]:
        del round_["deal"]
        round_["acts"] = [re.sub(r"draw .*", "draw", act) for act in round_["acts"]]
    found = decided(as_record(one), as_record(two))
    assert found.pairing.differences
    assert not any(difference.contradicts for difference in found.pairing.differences)
    assert {decision.outcome for decision in found.decisions.values()} == {Outcome.FULLER}
    assert [round_["acts"] for round_ in json.loads(merged(found))["rounds"]] == [each["acts"] for each in one["rounds"]]


def test_passes_left_out_as_a_rule_are_no_contradiction() -> None:
    """Where one scribe never writes passes, and says so, the other's passes are only more."""
    one = game(3, "partners-block/1", 4)
    two = copied({**one, "recording": {"passes": "implied"}})
    for round_ in two["rounds"]:
        round_["acts"] = [act for act in round_["acts"] if "pass" not in act]
    found = decided(as_record(one), as_record(two))
    assert any(difference.kind == "act" for difference in found.pairing.differences)
    assert not any(difference.contradicts for difference in found.pairing.differences)
    assert [round_["acts"] for round_ in json.loads(merged(found))["rounds"]] == [each["acts"] for each in one["rounds"]]


def test_a_side_left_out_of_the_points_has_none() -> None:
    """Points of 0 and no entry are the same claim."""
    one = {**game(), "rounds": [{"result": {"winner": "A", "points": {"A": 9, "B": 0}}}]}
    two = {**game(), "rounds": [{"result": {"winner": "A", "points": {"A": 9}}}]}
    assert differences(one, two) == []


def test_a_wrong_version_may_stand_in_either_record() -> None:
    """Where each record is wrong once, each difference is decided by itself, and the merged record is free of errors."""
    one, two = game(), game()
    one["rounds"][0]["scores"]["A"] += 1
    two["rounds"][1]["scores"]["B"] += 5
    found = decided(as_record(one), as_record(two))
    assert [one[2:] for one in outcomes(found)] == [("scores.A", "second"), ("scores.B", "first")]
    report = audit(merged(found).encode())
    assert report.verdict == "verified"


def test_neither_is_said_where_both_are_wrong() -> None:
    """Two wrong totals are not settled in favour of one of them."""
    one, two = game(), game()
    one["rounds"][1]["scores"]["A"] += 1
    two["rounds"][1]["scores"]["A"] += 2
    found = decided(as_record(one), as_record(two))
    assert [one[2:] for one in outcomes(found)] == [("scores.A", "neither")]
    with pytest.raises(ValueError, match="undecided"):
        merged(found)


def test_nothing_is_merged_while_something_is_open() -> None:
    """Two sheets that each add up are left as they are."""
    found = decided(*dispute("two-sheets"))
    assert len(undecided(found)) == 3
    with pytest.raises(ValueError, match="undecided"):
        merged(found)


@pytest.mark.parametrize("name", ["missing-act", "other-tile", "other-end", "other-seat", "other-score", "missing-round"])
def test_a_merged_record_has_no_error_and_no_difference_from_the_right_one(name: str) -> None:
    """What the evidence decides is merged to the record that held, whichever came first."""
    for pair in (dispute(name), dispute(name)[::-1]):
        found = decided(*pair)
        together = as_record(json.loads(merged(found)))
        held = next(decision.chosen(one) for one, decision in found.decisions.items())
        assert held is not None
        assert paired(together, pair[held]).differences == []


def test_a_weighing_that_stops_decides_nothing() -> None:
    """Without the time to try a version, the difference is open, and the page says so."""
    deciding = Deciding(paired(*dispute("other-end")), most_rounds=1)
    deciding.run()
    assert {decision.outcome for decision in deciding.decisions.values()} == {Outcome.OPEN}
    assert deciding.stopped
    assert "Not every combination was tried" in page_of(("a", "b"), deciding).text()


def wrong_end(acts: list[str], at: int) -> None:
    acts[at] = re.sub(r" [LR]\b", exchanged, acts[at])


def gone(acts: list[str], at: int) -> None:
    del acts[at]


def other_seat(acts: list[str], at: int) -> None:
    acts[at] = ("B" if acts[at][0] == "A" else "A") + acts[at][1:]


def other_tile(acts: list[str], at: int) -> None:
    acts[at] = re.sub(r"(\d)-(\d)", lambda found: f"{found[1]}-{(int(found[2]) + 1) % 7}", acts[at])


SLIPS: list[Callable[[list[str], int], None]] = [wrong_end, gone, other_seat, other_tile]


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("name", ["selminha/1", "classic-block/1", "muggins/1", "five-up/1"])
def test_the_corrupted_version_never_holds(name: str, slip: Callable[[list[str], int], None]) -> None:
    """One slip in one of two records of a legal game: the sound version holds or the matter is open, never the slip."""
    random = Random(f"{name}{slip.__name__}")
    held = tried = 0
    for seed in range(8):
        sound = game(seed, name)
        slipped = copied(sound)
        acts = slipped["rounds"][random.randrange(2)]["acts"]
        slip(acts, random.randrange(1, len(acts)))
        found = decided(as_record(sound), as_record(slipped))
        tried += bool(found.decisions)
        held += bool(found.decisions) and all(one.outcome is Outcome.FIRST for one in found.decisions.values())
        assert Outcome.SECOND not in {one.outcome for one in found.decisions.values()}, outcomes(found)
    assert held >= tried // 2 > 0


def test_the_first_divergence_is_in_play() -> None:
    """The first divergence is the first contradiction in the rounds, before any difference of names."""
    one, two = game(), game()
    two["players"] = ["Anna", "Bo"]
    two["rounds"][1]["scores"]["A"] += 1
    first = paired(as_record(one), as_record(two)).first_divergence
    assert first is not None
    assert (first.round, first.kind) == (2, "scores.A")


def test_alignment_finds_what_is_missing_in_the_middle() -> None:
    """The cheapest alignment leaves the one element without a counterpart alone."""
    cost = lambda one, two: 0.0 if one == two else 3.0  # noqa: E731 - a cost in one word
    assert aligned("ABCDE", "ABDE", cost) == [(0, 0), (1, 1), (2, None), (3, 2), (4, 3)]
    assert aligned("", "AB", cost) == [(None, 0), (None, 1)]
    assert aligned("AXB", "AYB", cost) == [(0, 0), (1, None), (None, 1), (2, 2)]


@pytest.mark.parametrize("name", [name for name, _ in ANSWERS])
def test_page_and_json_agree(name: str) -> None:
    """The page keeps to 80 columns and names every difference; the JSON holds as many, with the same outcomes."""
    found = decided(*dispute(name))
    text = page_of((f"{name}-ana.domino.json", f"{name}-bo.domino.json"), found).text()
    assert [line for line in text.splitlines() if len(line) > 80] == []
    data = as_json(("a", "b"), found.pairing, likeness(found.pairing), found)
    assert data["same"] is (not found.pairing.differences)
    assert [one["outcome"] for one in data["differences"]] == [one[3] for one in outcomes(found)]
    assert text.count("\n- round") == len(data["differences"])


@pytest.mark.parametrize("name", LEGAL[::5])
def test_sheet_of_a_game_whose_acts_the_other_wrote_down_is_not_accused_of_missing_acts(name: str) -> None:
    """Nothing speaks against who wrote no acts; a wrong result on his sheet is decided by the acts of the other."""
    full = sample(f"legal/{name}")
    sheet = full.model_dump(mode="json", exclude_unset=True, by_alias=True)
    for round_ in sheet["rounds"]:
        del round_["acts"], round_["deal"]
    alike = decided(full, as_record(sheet))
    assert {outcome for *_, outcome in outcomes(alike)} == {"fuller"}
    side, total = next(iter(sheet["rounds"][-1]["scores"].items()))
    sheet["rounds"][-1]["scores"][side] = total + 1
    wrong = decided(full, as_record(sheet))
    found = [one for one in outcomes(wrong) if one[3] != "fuller"]
    assert found == [(len(sheet["rounds"]), None, f"scores.{side}", "first")]
