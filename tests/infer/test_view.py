"""``domscore infer``: tiles, numbers of deals and chances at a moment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from domscore.cli import app
from domscore.infer import counting
from domscore.infer.counting import Counted, count
from domscore.infer.facts import BONEYARD, read_facts
from domscore.infer.proofs import Proofs
from domscore.infer.sampling import sampled
from domscore.infer.view import view
from tests.infer import campaign
from tests.infer.brute import Tried, all_deals, left_used
from tests.infer.looking import Looked, hidden_rounds
from tests.infer.making import as_bytes

SAMPLES = Path(__file__).parents[2] / "samples"


def explained(looked: Looked) -> tuple[Proofs, list[Tried]] | None:
    """A round that some deal explains, with all the deals that do."""
    facts = read_facts(looked.table, looked.deal, looked.replays[0], looked.shown, False)
    if facts is None:
        return None
    proofs = Proofs(facts, looked.replays[0], looked.place)
    if proofs.findings or not proofs.deals:
        return None
    left = left_used(facts, looked.shown)
    tried = all_deals(looked.table, looked.deal, looked.replays[0].moments, left, looked.place)
    kept = [one for one in tried if not one.false & facts.sound and not one.void and not (proofs.led and one.wrong_lead)]
    return proofs, kept


def test_deals_and_chances_are_those_of_every_deal_tried() -> None:
    """The number of deals, and how many of them give a seat a tile at any moment, are counted exactly."""
    rounds = 0
    for label, _, match in campaign.small_rounds(25, 9):
        for looked in hidden_rounds(as_bytes(match.seen)):
            found = explained(looked)
            if found is None:
                continue
            proofs, tried = found
            rounds += 1
            for before in (None, 3):
                seen = view(proofs, 1, before, chances=True)
                assert seen.deals == (len(tried), len(tried)), label
                moments = proofs.facts.moments
                at = next((n for n, one in enumerate(moments) if before and one.act >= before), len(moments))
                for one in seen.seats:
                    assert one.chances is not None
                    for tile, share in one.chances.items():
                        if one.seat != BONEYARD:
                            due = sum(deal.hands[at][one.seat] >> tile & 1 for deal in tried) / len(tried)
                            assert share == pytest.approx(due), label
    assert rounds > 20


def test_no_deal_is_counted_twice() -> None:
    """Worlds that differ in the leading tile add up."""
    total = Counted(3, {(0, 0): 2.0})
    total.add(Counted(4, {(0, 0): 1.0, (1, 0): 4.0}))
    assert (total.deals, total.weight) == (7, {(0, 0): 3.0, (1, 0): 4.0})
    assert callable(count)


def shown(*arguments: str) -> Any:
    """What the command prints as JSON."""
    result = CliRunner().invoke(app, ["infer", *arguments, "--format", "json"])
    return json.loads(result.stdout)


def test_json_says_what_a_seat_holds() -> None:
    """Before act 9 of the sample, C certainly holds 5-5 and 5-3 and is void in 6."""
    value = shown(str(SAMPLES / "partial/level-3-no-hands.domino.json"), "--at", "9", "--seat", "C", "--chances")
    (one,) = value["rounds"]
    assert one["deals"] == {"exact": True, "least": 15, "most": 15}
    assert list(one["seats"]) == ["C"]
    seat = one["seats"]["C"]
    assert seat["holds"] == 4
    assert seat["certain"] == ["5-5", "5-3"]
    assert seat["void"] == [{"number": 6, "act": None, "acts": [], "reason": "all such tiles were seen elsewhere"}]
    assert seat["chances"]["5-4"] == pytest.approx(1 / 3, abs=1e-6)


def test_a_pass_shows_numbers_that_a_seat_lacks() -> None:
    """The act that shows a void is named."""
    value = shown(str(SAMPLES / "illegal/twins/DOM602-proven-false-pass.domino.json"), "--seat", "B")
    (one,) = value["rounds"]
    assert (5, 4) in [(void["number"], void["act"]) for void in one["seats"]["B"]["void"]]


def test_table_names_the_seats_and_the_voids() -> None:
    """The table has a column for each seat and the boneyard."""
    path = SAMPLES / "illegal/twins/DOM602-proven-false-pass.domino.json"
    result = CliRunner().invoke(app, ["infer", str(path)])
    assert result.exit_code == 0
    assert result.stdout.startswith("round 1, at the end: ")
    assert "B is void in 5 and 2 (act 4)" in result.stdout


def test_every_void_has_a_reason_that_holds() -> None:
    """Of the deals tried, those in which the acts named are in order give the seat no such tile, whatever else is false."""
    rounds, told = 0, 0
    for label, _, match in campaign.small_rounds(60, 77):
        for looked in hidden_rounds(as_bytes(match.seen)):
            found = explained(looked)
            if found is None:
                continue
            rounds += 1
            moments = found[0].facts.moments
            tried = all_deals(looked.table, looked.deal, moments, left_used(found[0].facts, looked.shown), looked.place)
            for before in range(1, len(looked.replays[0].acts) + 2):
                at = next((n for n, one in enumerate(moments) if one.act >= before), len(moments))
                for one in view(found[0], 1, before, reasons=True).seats[:-1]:
                    reasons = one.reasons or []
                    assert [void.number for void in reasons] == [number for number, _ in one.void], label
                    for void in reasons:
                        told += len(void.acts)
                        lawful = "who led" in void.reason or "dealt again" in void.reason
                        mask = looked.table.tiles.containing[void.number]
                        for deal in tried:
                            if any(act in void.acts for act, _ in deal.false) or (lawful and (deal.void or deal.wrong_lead)):
                                continue
                            assert not deal.hands[at][one.seat] & mask, (label, before, void)
    assert rounds > 30
    assert told > 100


DRAWN = ["A 6-6", "B 6-2 R", "A 6-0 L", "B draw", "B draw", "B 2-1 R"]
"""Bo draws at 2 and 0."""


def lines_of(tmp_path: Path, acts: list[str], *arguments: str, rules: str = "selminha/1", **more: Any) -> str:
    """What the command prints about a round of which only the acts, and what is given besides, are written."""
    path = tmp_path / "one.domino.json"
    record = {"format": "domscore/1", "rules": rules, "players": ["Ana", "Bo"]}
    path.write_bytes(as_bytes({**record, "rounds": [{"acts": acts, "acts_complete": False, **more}]}))
    return CliRunner().invoke(app, ["infer", str(path), *arguments]).stdout


def test_a_draw_shows_what_a_seat_lacked_before_it(tmp_path: Path) -> None:
    """Before the act with which a seat draws, it is void in the open numbers, by that act."""
    assert "B is void in 2 and 0 (act 4)" in lines_of(tmp_path, DRAWN, "--at", "4")
    value = json.loads(lines_of(tmp_path, DRAWN, "--at", "4", "--format", "json"))
    reason = "B drew at 2 and 0 (act 4)"
    assert value["rounds"][0]["seats"]["B"]["void"] == [
        {"number": number, "act": 4, "acts": [4], "reason": reason} for number in (2, 0)
    ]


def test_a_void_without_an_act_has_a_reason() -> None:
    """What no act shows comes of the tiles seen, and that is said."""
    path = str(SAMPLES / "partial/level-3-no-hands.domino.json")
    (one,) = shown(path)["rounds"]
    reasons = {letter: {void["reason"] for void in one["seats"][letter]["void"]} for letter in "ABCD"}
    assert reasons["A"] == {"all its tiles are known"}
    assert reasons["C"] == {"all such tiles were seen elsewhere"}
    assert reasons["D"] == {"D passed at 6 and 5 (act 10)"}
    assert "A is void in 6, 5 and 2 (all its tiles are known)" in CliRunner().invoke(app, ["infer", path]).stdout


def test_what_is_left_out_of_an_impossible_record_is_said() -> None:
    """Where acts clash, the smallest set that clashes is told, and what is shown is what all other acts allow."""
    path = str(SAMPLES / "illegal/DOM601-impossible-record.domino.json")
    (one,) = shown(path)["rounds"]
    assert one["deals"]["most"] == 0
    assert one["left_out"] == {"acts": [2, 3, 4, 9], "lead_and_redeal": False}
    (problem,) = one["problems"]
    assert problem.startswith("no deal explains all of this: ")
    lines = CliRunner().invoke(app, ["infer", path]).stdout.splitlines()
    assert lines[0] == "round 1, at the end: no deal explains the acts; what the others allow"
    assert lines[1].startswith("- no deal explains all of this: ")
    assert "left out: acts 2, 3, 4 and 9" in lines


def test_other_passes_of_an_impossible_record_still_count(tmp_path: Path) -> None:
    """An act that no deal explains is left out alone: what the other passes show stays."""
    acts = ["A 6-6", "B pass", "A 6-5 R", "B 6-4 L", "A 4-3 L", "B pass"]
    text = lines_of(tmp_path, acts, rules="classic-block/1")
    assert "left out: act 2\n" in text
    assert "B is void in 5 and 3 (act 6)" in text


def test_tiles_that_clash_leave_nothing_to_conclude(tmp_path: Path) -> None:
    """Where what was seen clashes by itself, that is said, and no hand is shown."""
    acts = ["A 6-6", "B draw", "B 6-5 R", "A 5-4 R", "B 6-4 R"]
    deal = {"boneyard": ["6-5", "6-4", *["?"] * 12]}
    text = lines_of(tmp_path, acts, deal=deal)
    said, *problems = " ".join(text.split()).split(" - ")
    assert said == "round 1, at the end: no deal explains what was seen, and nothing can be concluded"
    due = "B played 6-5 (act 3), B played 6-4 (act 5) and 6-5 and 6-4 lay in the boneyard"
    assert problems == [f"no deal explains all of this: {due}"]
    value = json.loads(lines_of(tmp_path, acts, "--format", "json", deal=deal))
    assert value["rounds"][0]["seats"] == {}


@pytest.mark.parametrize("arguments", [["--round", "7"], ["--seat", "Z"]])
def test_what_the_record_does_not_have_is_a_usage_error(arguments: list[str]) -> None:
    """A round or a seat that is not there is an error of usage."""
    path = SAMPLES / "illegal/twins/DOM602-proven-false-pass.domino.json"
    assert CliRunner().invoke(app, ["infer", str(path), *arguments]).exit_code == 2


def hidden_hand_of_doubles() -> Proofs:
    """A round of selminha of which only the plays are known, where hands with four doubles would have been dealt again."""
    record = {"format": "domscore/1", "rules": "selminha/1", "players": ["Ana", "Bo"]}
    acts = ["A 6-6", "B 6-5 L", "A 5-5 L", "B draw", "B draw", "B 5-4 L", "A 4-4 L"]
    (looked,) = hidden_rounds(as_bytes({**record, "rounds": [{"acts": acts, "acts_complete": False}]}))
    facts = read_facts(looked.table, looked.deal, looked.replays[0], None, False)
    assert facts is not None
    return Proofs(facts, looked.replays[0], looked.place)


def test_chances_by_drawing_deals_are_those_counted_within_their_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where counting would take too long, chances come from deals drawn at random, and their errors are honest."""
    proofs = hidden_hand_of_doubles()
    counted = view(proofs, 1, None, chances=True)
    monkeypatch.setattr(counting, "MAX_STEPS", 1)
    drawn = view(proofs, 1, None, chances=True)
    assert (counted.samples, drawn.samples) == (0, 1000)
    assert drawn.deals[0] < counted.deals[0] < drawn.deals[1]
    assert drawn.as_json()["samples"] == 1000
    off = []
    for one, other in zip(counted.seats, drawn.seats, strict=True):
        assert one.chances is not None
        assert other.chances is not None
        assert other.errors is not None
        assert one.errors is None
        for tile, share in one.chances.items():
            assert other.errors[tile] < 0.05
            off.append(abs(other.chances[tile] - share) / max(other.errors[tile], 0.001))
    assert max(off) < 4.5
    assert sum(one > 2 for one in off) < len(off) / 8


def test_deals_drawn_at_random_are_the_same_every_time() -> None:
    """The same record gives the same estimate."""
    deals = hidden_hand_of_doubles().deals
    assert sampled(deals, 20).drawn == sampled(deals, 20).drawn


def test_small_deals_drawn_at_random_have_the_shares_of_all_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """On small sets the shares estimated are those of all deals tried, whatever hides the hands."""
    monkeypatch.setattr(counting, "MAX_STEPS", 0)
    off = []
    for _, _, match in campaign.small_rounds(25, 10):
        for looked in hidden_rounds(as_bytes(match.seen)):
            found = explained(looked)
            if found is None or len(found[1]) < 3:
                continue
            proofs, tried = found
            for one in view(proofs, 1, None, chances=True).seats[:-1]:
                for tile, share in (one.chances or {}).items():
                    due = sum(deal.hands[-1][one.seat] >> tile & 1 for deal in tried) / len(tried)
                    off.append(abs(share - due) / max((one.errors or {})[tile], 0.002))
    assert len(off) > 100
    assert max(off) < 5
