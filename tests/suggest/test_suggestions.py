"""Suggestions: the right ones first, with true evidence, and never as more than a guess."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domscore import audit, read
from domscore.findings.codes import Severity
from domscore.record.edits import changed, changed_text
from domscore.report.suggestion import Suggestion
from domscore.suggest import KINDS, offering, suggestions
from domscore.suggest.offering import OFFERED
from tests.suggest.campaign import broken, judged, trials
from tests.suggest.planting import PLANTERS

SAMPLES = Path(__file__).parents[2] / "samples"
RIGHT: dict[str, list[tuple[str, Any]]] = {
    "slip-wrong-end": [("/rounds/0/acts/11", "A 4-1 L")],
    "slip-swapped-acts": [("/rounds/0/acts/13", "A 6-2 R"), ("/rounds/0/acts/14", "B 3-2 R")],
    "slip-pass-not-written": [("/rounds/0/acts/8", "B pass")],
    "slip-draw-not-written": [("/rounds/0/acts/13", "A draw 5-0")],
    "slip-misread-tile": [("/rounds/0/acts/0", "A 0-1")],
    "slip-misread-deal": [("/rounds/0/deal/A/5", "2-0")],
    "slip-wrong-seat": [("/rounds/0/acts/22", "B 2-1 L")],
    "slip-digits-swapped": [("/rounds/0/scores/B", 13)],
    "slip-carried-on": [("/rounds/1/scores/C", 31), ("/rounds/2/scores/C", 31), ("/result/scores/C", 31)],
}
"""What puts each sample right: places and values."""


def sample(name: str) -> bytes:
    """The bytes of a dispute."""
    return (SAMPLES / "disputes" / f"{name}.domino.json").read_bytes()


FAULTY = sorted([*SAMPLES.glob("illegal/*.json"), *SAMPLES.glob("disputes/slip-*.json")])


@cache
def offered_for(path: Path) -> list[Suggestion]:
    """The suggestions for a sample."""
    return suggestions(path.read_bytes())


def clean(value: Any) -> bool:
    """The record holds no error."""
    return audit(json.dumps(value).encode()).count(Severity.ERROR) == 0


@pytest.mark.parametrize("kind", PLANTERS)
def test_planted_error_is_found_where_the_evidence_decides(kind: str) -> None:
    """Of random legal matches with one error of this kind, the right correction comes first unless there are equal ones."""
    outcomes = []
    for record, wrong in trials(kind, 2, seed=5):
        outcome, offered = judged(record, wrong)
        outcomes.append(outcome)
        assert broken(wrong, offered) == 0
    assert set(outcomes) <= {"first", "undecided", "silent"}
    assert outcomes.count("first") >= 1


def test_every_kind_is_planted_or_a_claim() -> None:
    """Each kind of slip is tried with planted errors; only wrong claims are not, which are no slips of one kind."""
    assert set(PLANTERS) == set(KINDS) - {"wrong-claim"}


@pytest.mark.parametrize("name", RIGHT)
def test_first_suggestion_puts_the_sample_right(name: str) -> None:
    """The first suggestion for a slip is the one that its story tells; it explains every finding, and no other does."""
    data = sample(name)
    first = suggestions(data)[0]
    assert [(edit.path, edit.after) for edit in first.edits] == RIGHT[name]
    assert (first.best, first.rivals, first.remaining) == (True, 0, 0)
    assert clean(changed(json.loads(data), first.edits))


def test_undecided_record_is_called_undecided() -> None:
    """Where two corrections explain as much, both are offered and each says that the record does not decide."""
    offered = suggestions(sample("slip-undecided"))
    assert len(offered) == 2
    for offer in offered:
        assert offer.rivals == 1
        assert "the record does not decide" in offer.evidence
        assert clean(changed(json.loads(sample("slip-undecided")), offer.edits))


def test_words_never_claim_certainty() -> None:
    """Every suggestion for every faulty sample is worded as a guess."""
    seen = 0
    for path in FAULTY:
        for offer in offered_for(path):
            seen += 1
            assert offer.message.startswith("perhaps ")
            assert "would explain" in offer.evidence
            assert offer.as_json()["message"].startswith("perhaps ")
    assert seen > 30


def numbers(offered: list[Suggestion]) -> list[int]:
    """Their numbers."""
    return [offer.number for offer in offered]


def test_evidence_is_true_for_every_faulty_sample() -> None:
    """What a suggestion says it leaves is what an audit of the corrected record finds, and what it explains is gone."""
    for path in FAULTY:
        offered = offered_for(path)
        assert numbers(offered) == list(range(1, len(offered) + 1))
        if offered:
            assert broken(json.loads(path.read_bytes()), offered) == 0, path


def test_texts_of_corrected_records_are_the_corrected_values() -> None:
    """A correction made in the text gives the same record as one made in the value, pretty-printed or on one line."""
    for path in FAULTY:
        data = path.read_bytes()
        for offer in offered_for(path):
            value = json.loads(data)
            for text in (data.decode(), json.dumps(value), json.dumps(value, indent=1).replace("\n", "\r\n")):
                assert json.loads(changed_text(text, offer.edits)) == changed(value, offer.edits)


def test_sound_record_gets_no_suggestion() -> None:
    """Nothing is suggested where nothing is wrong."""
    assert suggestions((SAMPLES / "legal" / "selminha-2.domino.json").read_bytes()) == []


@pytest.mark.parametrize("data", [b"", b"{}", b'{"format": "domscore/1"', b"[1, 2]"])
def test_unreadable_record_gets_no_suggestion(data: bytes) -> None:
    """What is no record gets no suggestion, and no exception."""
    assert suggestions(data) == []


def test_record_and_bytes_get_the_same_suggestions() -> None:
    """It does not matter whether the record was read before."""
    data = sample("slip-wrong-end")
    from_bytes, from_record = ([offer.as_json() for offer in suggestions(each)] for each in (data, read(data)))
    assert from_bytes == from_record


def test_ruled_act_gets_no_suggestion() -> None:
    """An act that the referee ruled on is settled: there is nothing to correct."""
    assert suggestions((SAMPLES / "rulings" / "stands-and-penalty.domino.json").read_bytes()) == []


def test_each_root_cause_gets_few_suggestions_unless_explained_before() -> None:
    """Two slips in two rounds are corrected one by one; neither correction is offered for the other."""
    value = json.loads((SAMPLES / "legal" / "selminha-2.domino.json").read_bytes())
    value["rounds"][0]["scores"]["A"] += 1
    value["rounds"][2]["result"]["points"]["A"] += 1
    offered = suggestions(json.dumps(value).encode())
    assert {offer.edits[0].path for offer in offered} == {"/rounds/0/scores/A", "/rounds/2/result/points/A"}
    assert all(offer.remaining for offer in offered)
    assert clean(changed(changed(value, offered[0].edits), offered[-1].edits))


def test_work_is_bounded_on_a_record_full_of_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a record with faults in a great many rounds only the first ones are looked at."""
    monkeypatch.setattr(offering, "ROUNDS", 2)
    value = json.loads(sample("slip-wrong-end"))
    value["rounds"] = value["rounds"] * 5
    value["rules"] = {"base": "selminha/1", "target": 100_000, "targets": "any"}
    value.pop("result")
    offered = suggestions(json.dumps(value).encode())
    rounds = {offer.round for offer in offered}
    assert rounds == {1, 2}
    by_finding = [offer.finding.number for offer in offered]
    assert max(map(by_finding.count, by_finding)) <= OFFERED


def test_carried_total_is_corrected_in_all_places() -> None:
    """A wrong total that later ones build on is one slip, and its correction is made wherever it was carried on."""
    (first,) = suggestions(sample("slip-carried-on"))
    assert first.kind == "carried-number"
    assert len(first.explains) == 3


def test_acts_written_as_objects_are_corrected_in_their_form() -> None:
    """A correction of an act written as an object changes one of its values and keeps the object."""
    value = json.loads(sample("slip-wrong-end"))
    value["rounds"][0]["acts"][11] = {"seat": "A", "play": "4-1", "end": "R", "note": "loud"}
    first = suggestions(json.dumps(value).encode())[0]
    assert [edit.as_json() for edit in first.edits] == [
        {"op": "replace", "path": "/rounds/0/acts/11/end", "before": "R", "after": "L"}
    ]


@pytest.mark.parametrize("number", [10**30, 10**400, -(10**30)], ids=["30 digits", "400 digits", "negative"])
@pytest.mark.parametrize("place", ["/meta", "/rounds/0/result/points", "/start"])
def test_numbers_of_any_size_do_no_harm(place: str, number: int) -> None:
    """A number that 64 bits or a double cannot hold may stand in free data and in the wrong place: nothing raises."""
    record = json.loads(sample("slip-wrong-end"))
    inside = record
    for part in place.split("/")[1:-1]:
        inside = inside[int(part)] if part.isdecimal() else inside.setdefault(part, {})
    inside[place.rpartition("/")[2]] = {"round" if place == "/start" else "A": number}
    found = suggestions(json.dumps(record).encode())
    assert [one.kind for one in found if one.number == 1] == (["wrong-end"] if place == "/meta" else [])
    if place == "/meta":
        again = suggestions(read(json.dumps(record).encode()))
        assert [one.edits for one in again] == [one.edits for one in found]
