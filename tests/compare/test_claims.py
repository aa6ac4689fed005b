"""Which rule sets explain what was claimed, and which changes would."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domscore import Rules, audit
from domscore.compare.changes import Change, changed
from domscore.compare.claims import Search, has_claims, ranking, search, searches
from domscore.compare.rule_sets import Judgement, compare, root_errors
from domscore.compare.sets_page import page_of
from domscore.play.state import How
from domscore.play.table import seated
from domscore.rules.catalogue import names, resolve
from domscore.score.round_end import Hands, end_of_round
from tests.compare.samples import as_record, generated, sample, tables

HOUSES: list[tuple[str, int, dict[str, Any]]] = [
    ("classic-draw/1", 2, {"own_pips": "ignored"}),
    ("selminha/1", 3, {"own_pips": "blocked"}),
    ("selminha/1", 2, {"reserve": {"2": 2}}),
    ("selminha/1", 2, {"target": 150, "targets": "any"}),
    ("partners-block/1", 4, {"counted_pips": "all"}),
    ("partners-block/1", 4, {"own_pips": "blocked", "later_lead": "winner"}),
    ("muggins/1", 2, {"target_reached": "round-end"}),
    ("muggins/1", 3, {"end_points": {"rounded": "each-hand"}}),
    ("muggins/1", 3, {"in_play": {"divisors": [3]}}),
    ("five-up/1", 2, {"double_count": "edges"}),
]


def searched(record: Any, name: str) -> Search:
    """The search for one set."""
    comparison = compare(record, [(name, Rules.named(name))])
    return search(comparison.record, comparison.judged[0])


@pytest.mark.parametrize(("name", "players"), tables())
def test_the_true_set_ranks_first(name: str, players: int) -> None:
    """Of matches played and scored under one set whose record names another, the true set is first, and explains them."""
    random = Random(f"{name}{players}")
    for value in generated(Rules.named(name), players, 3, 5):
        value["rules"] = random.choice([other for other in names() if other != name])
        ranked = ranking(compare(as_record(value)))
        (true,) = [one for one in ranked if one.judgement.name == name]
        assert (true.rank, true.explains, true.verified) == (1, True, True)


def test_sets_that_do_equally_well_share_a_rank() -> None:
    """A score sheet that many sets explain does not prefer one; the set that the record names is listed first."""
    ranked = ranking(compare(sample("disputes/two-sheets-ana")))
    explaining = [one for one in ranked if one.explains]
    assert len(explaining) > 1
    assert {one.rank for one in explaining} == {1}
    assert ranked[0].judgement.name == "selminha/1"
    assert not any(one.verified for one in explaining)


@pytest.mark.parametrize(("name", "players", "house"), HOUSES)
def test_a_house_rule_is_found_among_the_changes(name: str, players: int, house: dict[str, Any]) -> None:
    """Matches by one or two changed fields that contradict the set named: the change is found, or one that does as well."""
    rules = resolve({"base": name, **house})
    contradicted = False
    for value in generated(rules, players, 20, 9):
        value["rules"] = name
        record = as_record(value)
        if not root_errors(audit(record)):
            continue
        contradicted = True
        found = searched(record, name)
        assert found.complete, value["id"]
        fields = set(house) - {"targets"}
        assert any({change.top for change in one.changes} <= fields for one in found.complete)
        break
    assert contradicted


@pytest.mark.parametrize(("name", "players", "house"), HOUSES[:2])
def test_every_change_offered_explains_everything(name: str, players: int, house: dict[str, Any]) -> None:
    """Judged under the set with the changes made, the record has no root error left."""
    for value in generated(resolve({"base": name, **house}), players, 2, 9):
        value["rules"] = name
        record = as_record(value)
        found = searched(record, name) if root_errors(audit(record)) else None
        for explanation in found.complete if found else ():
            rules = changed(Rules.named(name), *explanation.changes)
            assert rules is not None
            assert root_errors(audit(record, rules)) == []


def test_no_pair_is_offered_where_a_single_change_is_enough() -> None:
    """The simplest changes come first, and what one field explains is not explained again by two."""
    found = searched(sample("disputes/own-pips-in-a-block"), "classic-draw/1")
    assert [len(one.changes) for one in found.complete] == [1] * len(found.complete)
    assert found.complete[0].changes == (Change("own_pips", "ignored", "blocked"),)


def test_the_partners_pips_explain_the_claimed_31() -> None:
    """The sample's 31 is right if the partner's pips count, and by no other single change."""
    found = searched(sample("disputes/partners-pips"), "partners-block/1")
    assert [one.changes for one in found.complete] == [(Change("counted_pips", "all", "opponents"),)]


def test_another_house_is_found_and_alone() -> None:
    """The sample named muggins was played by guide-draw, and by no other published set."""
    ranked = ranking(compare(sample("disputes/another-house")))
    assert [one.judgement.name for one in ranked if one.explains] == ["guide-draw/1"]


def test_a_plain_mistake_is_explained_by_no_rule() -> None:
    """Points that nothing explains are left as they are: the page says that the claims may simply be wrong."""
    comparison = compare(sample("illegal/DOM505-wrong-round-points"))
    ranked = ranking(comparison)
    found = searches(comparison, ranked)
    assert [one.complete for one in found] == [[]] * len(found)
    assert "may simply be wrong" in page_of("x", comparison, [], ranked, found).text()


def test_the_nearest_changes_leave_fewer_errors() -> None:
    """Where nothing explains everything, the single changes shown are those that leave least, and less than before."""
    value = sample("disputes/own-pips-in-a-block").model_dump(exclude_unset=True)
    value["rounds"][0]["scores"]["A"] += 3
    found = searched(as_record(value), "classic-draw/1")
    assert found.complete == []
    assert [one.errors for one in found.partial] == [1] * len(found.partial)
    assert Change("own_pips", "ignored", "blocked") in [one.changes[0] for one in found.partial]


def test_a_search_that_stops_says_so() -> None:
    """With too little time for every change, the search is marked as stopped."""
    record = sample("disputes/own-pips-in-a-block")
    judgement = Judgement("classic-draw/1", Rules.named("classic-draw/1"), audit(record))
    assert search(record, judgement, most_acts=10).stopped
    assert not search(record, judgement).stopped


@pytest.mark.parametrize(
    ("round_", "claims"),
    [
        ({"acts": ["A 6-6", "B 6-5 L"]}, False),
        ({"acts": ["A 5-5 +2"]}, True),
        ({"acts": [{"seat": "A", "play": "5-5", "points": 2}]}, True),
        ({"left": {"A": 3}}, True),
        ({"result": {"winner": "A"}}, True),
        ({"scores": {"A": 3}}, True),
        ({"deal": {"A": ["6-6"]}}, False),
    ],
)
def test_claims_are_what_somebody_wrote_down_about_the_score(round_: dict[str, Any], claims: bool) -> None:
    """Called points, tiles left, results and totals are claims; deals and acts are not."""
    record = {"format": "domscore/1", "rules": "muggins/1", "players": ["Ana", "Bo"], "rounds": [round_]}
    assert has_claims(as_record(record)) is claims


@pytest.mark.parametrize(
    ("how", "pips", "counted", "points"),
    [
        (How.OUT, [0, 12, 5, 14], "opponents", [26, 0]),
        (How.OUT, [0, 12, 5, 14], "all", [31, 0]),
        (How.BLOCKED, [3, 12, 5, 14], "opponents", [26, 0]),
        (How.BLOCKED, [3, 12, 5, 14], "all", [34, 0]),
    ],
)
def test_counted_pips_say_whose_pips_the_winner_scores(how: How, pips: list[int], counted: str, points: list[int]) -> None:
    """The opponents' pips, or those of all four hands, after going out and in a block."""
    table = seated(resolve({"base": "partners-block/1", "counted_pips": counted}), 4, None)
    end = end_of_round(table, how, Hands(list(pips), [None] * 4), out=0)
    assert end.points == points
    assert end.entry is not None
    assert sum(end.entry.detail["counted"].values()) == points[0]


@pytest.mark.parametrize(
    ("name", "house", "pairs"),
    [
        ("classic-block/1", {"pairs": {"4": "always"}}, "always"),
        ("partners-block/1", {"pairs": {"4": "never"}}, "never"),
        ("classic-block/1", {"pairs": {"4": "always"}, "own_pips": "ignored"}, "always"),
    ],
)
def test_set_that_seats_the_players_otherwise_is_searched_too(name: str, house: dict[str, Any], pairs: str) -> None:
    """Claims by pairs under a set without pairs, and the other way round: pairs would have to change, and what else."""
    value = next(iter(generated(resolve({"base": name, **house}), 4, 3, 4)))
    value["rules"] = name
    comparison = compare(as_record(value), [(name, Rules.named(name))])
    assert comparison.judged == []
    (found,) = searches(comparison, ranking(comparison))
    changes = [{(change.field, change.value) for change in one.changes} for one in found.complete]
    wanted = {("pairs.4", pairs)} | {(field, value) for field, value in house.items() if field != "pairs"}
    assert wanted in changes
    assert "would explain everything" in page_of("x", comparison, [], [], [found]).text().replace("\n", " ")


def test_set_with_more_tiles_is_found_by_the_tiles_played() -> None:
    """A double-nine match under the name of a double-six set: the set of tiles would have to be another."""
    value = next(iter(generated(resolve({"base": "classic-draw/1", "set": {"highest": 9}}), 3, 3, 4)))
    value["rules"] = "classic-draw/1"
    found = searched(as_record(value), "classic-draw/1")
    assert [[(change.field, change.value) for change in one.changes] for one in found.complete] == [[("set.highest", 9)]]


def test_size_of_the_hands_is_tried_as_it_was_dealt() -> None:
    """Eight tiles each, which no published set deals: the record's own number is among the changes."""
    value = next(iter(generated(resolve({"base": "selminha/1", "hand_size": {"2": 8}}), 2, 3, 4)))
    value["rules"] = "selminha/1"
    found = searched(as_record(value), "selminha/1")
    assert [("hand_size.2", 8)] in [[(change.field, change.value) for change in one.changes] for one in found.complete]
