"""Explanations, line by line, against what the records give by hand: no number here is asked of the engine."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from domscore import Rules
from domscore.explain.lines import Line, Part
from domscore.explain.matches import Explainer
from domscore.generate import matches
from domscore.rules.catalogue import clause_texts, names
from tests.oracle.counting import legal

SAMPLES = Path(__file__).parents[2] / "samples"
LEGAL = sorted(path.name for path in (SAMPLES / "legal").glob("*.json"))
FIVES = ("muggins", "five-up")
OWN_OFF = ("classic", "guide")


def pips(tile: str) -> int:
    """Both halves of a tile."""
    return sum(map(int, tile.split("-")))


def high_first(tile: str) -> str:
    """The tile's one spelling."""
    return "-".join(sorted(tile.split("-"), key=int, reverse=True))


@cache
def record(name: str) -> dict[str, Any]:
    """A sample as JSON."""
    value: dict[str, Any] = json.loads((SAMPLES / f"{name}").read_bytes())
    return value


@cache
def explainer(name: str) -> Explainer:
    """A sample, ready to be explained."""
    return Explainer((SAMPLES / name).read_bytes())


def of_kind(part: Part, kind: str) -> list[Line]:
    """The lines of a part that are about one thing."""
    return [line for line in part.lines if line.kind == kind]


@cache
def played() -> list[tuple[str, dict[str, Any], Part]]:
    """Every round of the legal samples that was dealt and played: rules, round, explanation."""
    found = []
    for name in LEGAL:
        rules = record(f"legal/{name}")["rules"]
        rules = rules if isinstance(rules, str) else rules["base"]
        rounds = record(f"legal/{name}")["rounds"]
        parts = [part for part in explainer(f"legal/{name}").match() if part.kind == "round"]
        assert len(parts) == len(rounds)
        found += [(rules, round_, part) for round_, part in zip(rounds, parts, strict=True) if round_.get("acts")]
    return found


def acts_of(round_: dict[str, Any]) -> list[str]:
    """The acts as strings."""
    found = []
    for act in round_["acts"]:
        if isinstance(act, dict):
            what = act.get("play") or (f"draw {act['draw']}" if "draw" in act else "pass")
            place = act.get("end") or (f"on {act['on']}" if "on" in act else "")
            called = f"+{act['points']}" if "points" in act else ""
            act = " ".join(word for word in (act["seat"], what, place, called) if word)
        found.append(act)
    return found


def left_by_hand(round_: dict[str, Any]) -> dict[str, set[str]]:
    """Dealt, and drawn, and not played."""
    hands = {seat: set(map(high_first, tiles)) for seat, tiles in round_["deal"].items() if seat != "boneyard"}
    for act in acts_of(round_):
        seat, what, *more = act.split(" ")
        if what == "draw":
            hands[seat].add(high_first(more[0]))
        elif "-" in what:
            hands[seat].remove(high_first(what))
    return hands


def test_there_is_something_to_explain() -> None:
    """The legal samples hold rounds of every rule set that went out, blocked, and reached the target."""
    assert len(played()) > 100
    assert {rules.split("/")[0] for rules, _, _ in played()} == {name.split("/")[0] for name in names()}
    assert {part.values["how"] for _, _, part in played()} == {"out", "blocked", "target"}


def test_hands_are_what_was_dealt_drawn_and_not_played() -> None:
    """Each line about a hand lists the tiles left, and adds them up."""
    for _, round_, part in played():
        hands = left_by_hand(round_)
        lines = of_kind(part, "hand")
        assert [line.values["seat"] for line in lines] == list(hands)
        for line in lines:
            tiles = hands[line.values["seat"]]
            assert set(line.values["tiles"]) == tiles
            assert line.values["pips"] == sum(map(pips, tiles))
            assert all(tile in line.text for tile in tiles)
            assert not tiles or f"= {line.values['pips']} pip" in line.text


def sides_of(part: Part) -> list[str]:
    """The side ids."""
    return [line.values["side"] for line in of_kind(part, "running")]


def test_who_counts_and_who_does_not() -> None:
    """Opponents of the winner count; partners and own pips do not, or come off where the rules say so in a block."""
    for rules, _, part in played():
        winner = next((line.values["winner"] for line in of_kind(part, "winner")), None)
        blocked = part.values["how"] == "blocked"
        for line in of_kind(part, "hand"):
            how = line.values["treatment"]
            if part.values["how"] == "target":
                assert how == "shown"
            elif winner is None:
                assert how == "compared"
            elif line.values["seat"] not in winner:
                assert how == "counted"
            elif blocked and rules.startswith(OWN_OFF):
                assert how == "off"
            else:
                assert how in ("out", "own", "partner")
                assert how != "out" or not line.values["tiles"]


def test_points_are_what_counts_rounded() -> None:
    """Pips are the sum of what counts, less what comes off; fives are rounded at 3; points stand in the record too."""
    seen = set()
    for rules, round_, part in played():
        for line in of_kind(part, "points"):
            hands = {hand.values["seat"]: hand.values for hand in of_kind(part, "hand")}
            counted = sum(hand["pips"] for hand in hands.values() if hand["treatment"] == "counted")
            off = sum(hand["pips"] for hand in hands.values() if hand["treatment"] == "off")
            expected = (counted - off + 2) // 5 if rules.startswith(FIVES) else counted - off
            assert line.values["points"] == expected
            assert round_["result"]["points"][line.values["side"]] == expected
            numbers = list(map(int, re.findall(r"\d+", re.sub(r"\(.*\)", "", line.text))))
            assert counted in numbers
            assert numbers[-1] == expected
            if rules.startswith(FIVES):
                assert f"-> {expected * 5} -> {expected} point" in line.text
            seen.add((rules.split("/")[0], bool(off)))
    assert {name for name, off in seen if off} == {"classic-draw", "classic-block", "guide-block", "guide-draw"}


def test_winner_has_the_fewest_pips_or_went_out() -> None:
    """The winner of a block has the lowest total of the totals shown, which are the hands added up."""
    for _, round_, part in played():
        assert {line.values["winner"] for line in of_kind(part, "winner")} <= {round_["result"]["winner"]}
        for line in of_kind(part, "totals"):
            hands = {hand.values["seat"]: hand.values["pips"] for hand in of_kind(part, "hand")}
            totals = {side: sum(hands[seat] for seat in side) for side in sides_of(part)}
            assert line.values["totals"] == totals
            winner = round_["result"]["winner"]
            assert winner is None or totals[winner] == min(totals.values())


def test_ties_are_settled_step_by_step() -> None:
    """Each step compares the n-th lowest tiles of those still equal; the last one names the winner."""
    ties = 0
    for _, round_, part in tied_rounds():
        (tie,) = of_kind(part, "tie")
        steps = of_kind(part, "tie-step")
        hands = {hand.values["seat"]: hand.values["tiles"] for hand in of_kind(part, "hand")}
        totals = {side: sum(pips(tile) for seat in side for tile in hands[seat]) for side in sides_of(part)}
        assert tie.values["tied"] == [side for side in totals if totals[side] == min(totals.values())]
        if tie.values["rule"] == "lowest-tile":
            ties += 1
            lowest = {side: sorted(pips(t) for seat in side for t in hands[seat]) for side in tie.values["tied"]}
            left = list(lowest)
            for step in steps:
                values = {side: lowest[side][step.values["place"] - 1] for side in left}
                assert {side: pips(tile) for side, tile in step.values["tiles"].items()} == values
                left = [side for side in left if values[side] == min(values.values())]
                assert step.values["lower"] == left
            winner = left[0] if len(left) == 1 else None
            assert of_kind(part, "winner")[0].values["winner"] == winner == round_["result"]["winner"]
        elif tie.values["rule"] == "nobody":
            assert round_["result"]["winner"] is None
        else:
            last = [act[0] for act in acts_of(round_) if re.match(r". \d", act)][-1]
            assert steps[0].values["last_player"] == last
            assert last in of_kind(part, "winner")[0].values["winner"]
    assert ties > 3


@cache
def tied_rounds() -> list[tuple[str, dict[str, Any], Part]]:
    """Tied rounds of the samples and of generated matches."""
    found = [(rules, round_, part) for rules, round_, part in played() if of_kind(part, "tie")]
    for name, players in (("guide-block", 2), ("selminha", 3), ("classic-block", 3), ("partners-block", 4)):
        for line in matches(Rules.named(name), players, 25, 11):
            rounds = json.loads(line)["rounds"]
            parts = [part for part in Explainer(line).match() if part.kind == "round"]
            found += [(name, r, part) for r, part in zip(rounds, parts, strict=True) if of_kind(part, "tie")]
    return found


def test_every_tie_rule_is_among_the_ties() -> None:
    """The ties tried are settled in all three ways."""
    assert {of_kind(part, "tie")[0].values["rule"] for _, _, part in tied_rounds()} == {
        "nobody",
        "lowest-tile",
        "last-to-play",
    }


def test_points_in_play_are_the_calls() -> None:
    """Every call of the record is a line of the ledger, and the count is five times the points."""
    lines = 0
    for _, round_, part in played():
        called = {n: int(act.split("+")[1]) for n, act in enumerate(acts_of(round_), 1) if "+" in act}
        ledger = of_kind(part, "in-play")
        made = {line.values["act"]: line.values["points"] for line in ledger}
        assert {act: made.get(act, 0) for act in called} == called
        for line in ledger:
            assert line.values["count"] == 5 * line.values["points"]
            assert f"count {line.values['count']} -> {line.values['points']} point" in line.text
            assert acts_of(round_)[line.values["act"] - 1][0] in line.values["side"]
        lines += len(ledger)
    assert lines > 50


def test_running_totals_add_up_to_the_target() -> None:
    """Before, plus what came, is the total of the record; the distance is what the target leaves."""
    for name in LEGAL:
        target = Rules.named("muggins").target
        value = record(f"legal/{name}")
        base = value["rules"] if isinstance(value["rules"], str) else value["rules"]["base"]
        target = Rules.named(base).target if isinstance(value["rules"], str) else value["rules"].get("target")
        before: dict[str, int] = {}
        for round_, part in zip(value["rounds"], explainer(f"legal/{name}").match()[1:], strict=False):
            for line in of_kind(part, "running"):
                shown = line.values
                assert shown["before"] == before.get(shown["side"], 0)
                assert shown["total"] == shown["before"] + sum(shown["gains"].values())
                assert round_.get("scores", {}).get(shown["side"], shown["total"]) == shown["total"]
                assert shown["to_go"] == (None if target == "hand" else target - shown["total"])
                before[shown["side"]] = shown["total"]


def test_lead_next_is_who_leads_next() -> None:
    """Where the rules settle it, the seat named as the next leader lays the first tile of the next round."""
    tried = 0
    for name in LEGAL:
        rounds = record(f"legal/{name}")["rounds"]
        parts = [part for part in explainer(f"legal/{name}").match() if part.kind == "round"]
        for part, after in zip(parts, rounds[1:], strict=False):
            due = [line.values["due"] for line in of_kind(part, "next-lead")]
            if due and due[0] and after.get("acts"):
                assert acts_of(after)[0][0] in due[0]
                tried += 1
    assert tried > 50


def test_claims_of_legal_samples_are_all_right() -> None:
    """Every claim of a legal sample is listed as right, and none as wrong or open."""
    for _, round_, part in played():
        assert of_kind(part, "claim-wrong") == []
        assert of_kind(part, "claims-open") == []
        (line,) = of_kind(part, "claims-right")
        said = line.values["claims"]
        assert f"ended {round_['result']['how']}" in said
        assert all(f"points {side} {points}" in said for side, points in round_["result"]["points"].items())


def test_every_clause_cited_is_worded_once() -> None:
    """What a line cites stands in its text, and its wording at the end of the explanation."""
    for name in LEGAL:
        parts = explainer(f"legal/{name}").match()
        cited = {clause for part in parts for line in part.lines for clause in line.clauses}
        worded = [line.values["clause"] for line in parts[-1].lines]
        assert sorted(worded) == sorted(cited)
        for line in parts[-1].lines:
            assert line.text == f"{line.values['clause']}: {clause_texts()[line.values['clause']]}"


# acts


def act_parts(name: str, number: int, act: int) -> tuple[Part, Part]:
    """The table before an act, and the act."""
    parts = explainer(name).act(number, act)
    table, about = (part for part in parts if part.kind in ("table", "act"))
    return table, about


@pytest.mark.parametrize(("name", "players"), [(name, n) for name in names() for n in Rules.named(name).players])
def test_legal_acts_are_those_of_an_independent_engine(name: str, players: int) -> None:
    """At every act of a first round, the acts listed as legal are exactly those that another engine lists."""
    (line,) = matches(Rules.named(name), players, 1, 2)
    whole, round_ = Explainer(line), json.loads(line)["rounds"][0]
    every = {f"{high}-{low}" for high in range(7) for low in range(high + 1)}
    boneyard = sorted(every - {high_first(tile) for tiles in round_["deal"].values() for tile in tiles})
    plain = [act.split(" +")[0] for act in round_["acts"]]
    for number in range(1, len(plain) + 1):
        table = next(part for part in whole.act(1, number) if part.kind == "table")
        (shown,) = of_kind(table, "legal")
        assert shown.values["complete"]
        assert set(shown.values["legal"]) == legal(name, players, round_["deal"], boneyard, plain[: number - 1])


@pytest.mark.parametrize("name", LEGAL)
def test_line_of_play_matches_and_holds_what_was_played(name: str) -> None:
    """Neighbouring halves are equal, every tile played lies there once, and the line ends in the open numbers."""
    value = record(f"legal/{name}")
    for watched, round_ in zip(explainer(f"legal/{name}").rounds, value["rounds"], strict=True):
        acts = acts_of(round_) if round_.get("acts") else []
        for act in {len(acts) // 2 + 1, len(acts)} if acts else ():
            table, _ = act_parts(f"legal/{name}", watched.place.number, act)
            arms = [line.values["tiles"] for line in of_kind(table, "arm")]
            for tiles in arms:
                assert all(one.split("-")[1] == two.split("-")[0] for one, two in pairwise(tiles))
            lying = [high_first(tile) for tiles in arms for tile in tiles]
            before = [high_first(a.split(" ")[1]) for a in acts[: act - 1] if re.match(r". \d", a)]
            assert sorted(lying) == sorted(before)
            (shown,) = of_kind(table, "open")
            places = {place["place"]: place["number"] for place in shown.values["places"]}
            assert places["L"] == int(arms[0][0].split("-")[0])
            assert places["R"] == int(arms[0][-1].split("-")[1])


def test_every_open_place_counts_what_it_should() -> None:
    """Open halves count themselves, a double both halves until two sides are covered, then nothing; the sum is the count."""
    covered = 0
    for name, players in (("five-up", 2), ("five-up", 3), ("five-up", 4), ("muggins", 2)):
        for line in matches(Rules.named(name), players, 1, 5):
            whole = Explainer(line)
            for number, act in enumerate(acts_of(json.loads(line)["rounds"][0]), 1):
                if not re.match(r". \d", act):
                    continue
                about = next(part for part in whole.act(1, number) if part.kind == "act")
                places = of_kind(about, "place")
                (total,) = of_kind(about, "count")
                for place in places:
                    high, low = map(int, place.values["tile"].split("-"))
                    free = {"double, both halves": {2 * high}, "double, covered": {0}, "open half": {high, low}}
                    assert place.values["worth"] in free[place.values["how"]]
                    assert (high == low) == place.values["how"].startswith("double")
                    covered += place.values["how"] == "double, covered"
                count = sum(place.values["worth"] for place in places)
                assert total.values["count"] == count
                points = count // 5 if count % 5 == 0 else 0
                assert total.values["points"] == points
                assert act.split("+")[1:] == ([str(points)] if points else [])
    assert covered > 5


FOSTER = ["A 6-6", "B 6-1 L", "A 1-1 L", "B 6-4 R", "A 5-1 L", "B 1-0 on 1-1", "A 3-1 on 1-1", "B 6-5 U"]


def test_two_spinners_are_counted_as_the_worked_example() -> None:
    """The example with two spinners counts 12, 13, 14, 6, 9, 9, 12, 17."""
    deal = {"A": ["6-6", "1-1", "5-1", "3-1", "0-0"], "B": ["6-1", "6-4", "1-0", "6-5", "2-2"]}
    value = {"format": "domscore/1", "rules": "five-up/1", "players": ["Ana", "Bo"]}
    whole = Explainer(json.dumps({**value, "rounds": [{"deal": deal, "acts": FOSTER, "acts_complete": False}]}).encode())
    counts = []
    for number in range(1, len(FOSTER) + 1):
        about = next(part for part in whole.act(1, number) if part.kind == "act")
        counts.append(of_kind(about, "count")[0].values["count"])
    assert counts == [12, 13, 14, 6, 9, 9, 12, 17]


ILLEGAL = sorted(path.name for path in (SAMPLES / "illegal").glob("DOM4*.json"))


@pytest.mark.parametrize("name", [name for name in ILLEGAL if name[:6] not in ("DOM405", "DOM432", "DOM441", "DOM442")])
def test_act_that_was_not_in_order_is_told_with_code_and_clause(name: str) -> None:
    """The act of a sample of illegal acts is not in order, by its code and a clause of the rule page."""
    whole = explainer(f"illegal/{name}")
    finding = next(f for f in whole.report.findings if f.code == name[:6])
    _, about = act_parts(f"illegal/{name}", finding.round or 1, finding.act or 1)
    line = next(line for line in about.lines if line.values.get("code") == finding.code)
    assert line.kind == "not-in-order"
    assert finding.message in line.text
    changed_by_the_record = finding.code == "DOM426"  # its limit on draws stands on no page
    assert bool(line.clauses) is not changed_by_the_record
    assert of_kind(about, "in-order") == []


@pytest.mark.parametrize("name", ILLEGAL)
def test_every_act_of_the_twin_is_in_order(name: str) -> None:
    """In the twin without the fault every act is in order, and the explanation says why."""
    whole = explainer(f"illegal/twins/{name}")
    for watched in whole.rounds:
        for number, act in enumerate(watched.acts, 1):
            about = next(part for part in whole.act(watched.place.number, number) if part.kind == "act")
            assert of_kind(about, "not-in-order") == []
            if act.kind.name in ("PLAY", "DRAW", "PASS"):
                assert len(of_kind(about, "in-order") + of_kind(about, "undecided") + of_kind(about, "remark")) >= 1


def test_what_followed_from_an_act_is_listed() -> None:
    """Findings whose cause is the act's own stand below it; others do not."""
    whole = explainer("disputes/reached-in-mid-round.domino.json")
    _, about = act_parts("disputes/reached-in-mid-round.domino.json", 9, 14)
    root = next(f for f in whole.report.findings if f.act == 14)
    expected = [f.number for f in whole.report.findings if f is not root and f.root is root]
    assert [line.values["number"] for line in of_kind(about, "followed")] == expected
    assert len(expected) > 5


def test_hidden_hands_are_not_guessed() -> None:
    """Where a hand is not known the table says so, and the legal acts are not complete."""
    table, about = act_parts("partial/level-3-no-hands.domino.json", 1, 2)
    assert all(line.values["unseen"] for line in of_kind(table, "hand"))
    assert of_kind(table, "legal")[0].values["complete"] is False
    assert of_kind(about, "in-order")[0].text.startswith("In order: ")


# readings


def test_other_reading_of_the_winner_is_worked_out_by_hand() -> None:
    """Muggins pairs: by the letter the lowest total wins; read otherwise the side that went out scores its opponents."""
    part = explainer("disputes/out-with-the-higher-total.domino.json").round(1)[1]
    hands = {line.values["seat"]: line.values["pips"] for line in of_kind(part, "hand")}
    assert hands["A"] + hands["C"] < hands["B"] + hands["D"]
    assert of_kind(part, "winner")[0].values["winner"] == "AC"
    (reading,) = [line for line in of_kind(part, "other-reading") if line.values["field"] == "end_winner"]
    assert reading.values["winner"] == "BD"
    assert reading.values["points"] == (hands["A"] + hands["C"] + 2) // 5
    assert "P4.M7" in reading.clauses


def test_other_reading_of_the_rounding() -> None:
    """Three hands of three pips: the sum is two points, each hand rounded by itself three."""
    part = explainer("disputes/each-hand-rounded.domino.json").round(1)[1]
    (reading,) = [line for line in of_kind(part, "other-reading") if line.values["field"] == "end_points.rounded"]
    assert of_kind(part, "points")[0].values["points"] == (3 + 3 + 3 + 2) // 5
    assert reading.values["points"] == 3 * ((3 + 2) // 5)


def test_no_other_reading_where_the_page_is_plain() -> None:
    """The pages of the first three rule sets leave nothing open at the end of a round."""
    plain = [part for rules, _, part in played() if not rules.startswith(("guide", *FIVES))]
    assert plain
    assert all(of_kind(part, "other-reading") == [] for part in plain)


def test_block_keeps_its_own_tie_rule() -> None:
    """The tie rule is said of Block, so it is no reading there; the other games of the guide borrow it."""
    tied = [(rules, part) for rules, _, part in tied_rounds() if rules.startswith(("guide", *FIVES))]
    for rules, part in tied:
        readings = {line.values["field"] for line in of_kind(part, "other-reading")}
        assert not (rules.startswith("guide-block") and readings & {"block.tie", "block.tie_of_pairs"})
    assert any(rules.startswith("guide-block") for rules, _ in tied)


def test_count_under_the_other_reading_of_a_covered_double() -> None:
    """Five-Up: 4-4 with both sides covered counts nothing; to the letter of P4.F3 it would count 8."""
    _, about = act_parts("disputes/covered-spinner.domino.json", 1, 7)
    (reading,) = of_kind(about, "other-reading")
    assert of_kind(about, "count")[0].values["count"] == 0 + 1 + 6
    assert (reading.values["count"], reading.values["points"]) == (8 + 1 + 6, 3)


def test_blocked_or_not_is_a_matter_of_counting_tiles() -> None:
    """Where a block is claimed, the seven tiles of each open number are accounted for."""
    part = explainer("disputes/is-it-blocked.domino.json").round(1)[1]
    value = record("disputes/is-it-blocked.domino.json")["rounds"][0]
    on_table = [high_first(act.split(" ")[1]) for act in acts_of(value) if re.match(r". \d", act)]
    hands = left_by_hand(value)
    for line in of_kind(part, "blocked"):
        number = str(line.values["number"])
        assert line.values["on_table"] == sum(number in tile.split("-") for tile in on_table)
        assert line.values["in_hands"] == sum(number in t.split("-") for tiles in hands.values() for t in tiles)
        assert line.values["on_table"] + line.values["in_hands"] + line.values["elsewhere"] == 7
    drawn = sum(" draw" in act for act in acts_of(value))
    assert of_kind(part, "drawable")[0].values["drawable"] == 28 - 2 * 7 - drawn - 2
