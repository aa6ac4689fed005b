"""One record under several rule sets, and where they part."""

from __future__ import annotations

from typing import Any

import pytest

from domscore import Rules, audit
from domscore.compare.changes import MORE, NEVER_CHANGED, changed, changes_of, with_fields_of
from domscore.compare.parting import DEAL, END, partings
from domscore.compare.rule_sets import THE_RECORDS_OWN, compare
from domscore.compare.sets_page import page_of
from domscore.compare.wording import worded
from domscore.report.pages import Page
from domscore.report.report import Report
from tests.compare.samples import as_record, sample, tables

LEGAL = [f"{name.split('/')[0]}-{players}" for name, players in tables()]


def points_in(report: Report, number: int) -> list[int | None]:
    """The end points of a round."""
    return next(list(score.points) for score in report.scores if score.number == number)


def test_sets_for_other_numbers_of_players_are_named_and_left_out() -> None:
    """A set that does not allow the player count is not judged, and the reason names its own counts."""
    comparison = compare(sample("legal/classic-draw-3"))
    assert comparison.left_out == [("partners-block/1", "is for 4 players, not 3")]
    assert "partners-block/1" not in {one.name for one in comparison.judged}


def test_the_records_own_set_comes_first() -> None:
    """The set that the record names is judged first: the others are compared with it."""
    comparison = compare(sample("legal/selminha-2"))
    assert comparison.own == "selminha/1"
    assert comparison.judged[0].name == "selminha/1"


def test_a_record_with_overrides_is_judged_under_them_too() -> None:
    """Overrides in the record make one more set, beside the published one that they change."""
    data = sample("legal/selminha-2").model_dump(exclude_unset=True)
    comparison = compare(as_record({**data, "rules": {"base": "selminha/1", "target": 50}}))
    assert comparison.judged[0].name == THE_RECORDS_OWN
    assert "selminha/1" in {one.name for one in comparison.judged}


def test_an_unknown_rule_set_does_not_keep_a_record_from_being_compared() -> None:
    """A record that names no known set is judged under the published ones."""
    data = sample("legal/selminha-2").model_dump(exclude_unset=True)
    comparison = compare(as_record({**data, "rules": "kitchen/7"}))
    assert comparison.own is None
    assert {one.name: one.report.verdict for one in comparison.judged}["selminha/1"] == "verified"


def test_pairs_named_in_the_claims_sit_together_under_every_set() -> None:
    """Where the claims name pairs, a set with optional partners is judged with them, and one without is left out."""
    comparison = compare(sample("legal/selminha-4"))
    sides = {one.name: one.report.sides for one in comparison.judged}
    assert sides["guide-block/1"] == ["AC", "BD"]
    assert "classic-draw/1" in dict(comparison.left_out)


def test_rounds_are_told_once_for_all_sets_that_agree() -> None:
    """Each outcome of a round stands once, with the sets that give it; together they are all the sets."""
    comparison = compare(sample("partial/level-1-own-pips-forgotten"))
    (outcomes,) = comparison.rounds()
    assert ("blocked, A wins 33", ["selminha/1"]) in outcomes
    assert sorted(name for _, sets in outcomes for name in sets) == sorted(one.name for one in comparison.judged)


def test_the_field_that_makes_the_difference_is_named_with_both_clauses() -> None:
    """Own pips in a block part classic-draw from selminha, and nothing else is named."""
    comparison = compare(sample("disputes/own-pips-in-a-block"), [(n, Rules.named(n)) for n in ("classic-draw", "selminha")])
    without = compare(sample("partial/level-1-own-pips-forgotten"))
    (parting,) = [one for one in partings(without) if one.name == "selminha/1"]
    assert (parting.point.round, parting.point.act, parting.fields, parting.together) == (1, END, ["own_pips"], False)
    page = page_of("x", without, partings(without), [], []).text()
    assert "(P1.24, P1.28)" in page
    assert "(P3.16)" in page
    assert [one.name for one in partings(comparison)] == ["selminha"]


def test_a_draw_is_the_first_parting_from_a_set_without_drawing() -> None:
    """classic-block parts from classic-draw at the first drawn tile, by the field draw."""
    record = sample("legal/classic-draw-3")
    first = next(n for n, act in enumerate(record.rounds[0].acts or (), 1) if isinstance(act, str) and "draw" in act)
    (parting,) = [one for one in partings(compare(record)) if one.name == "classic-block/1"]
    assert (parting.point.round, parting.point.act, parting.fields) == (1, first, ["draw"])


def test_equal_sets_part_nowhere() -> None:
    """Two names for the same rules give no parting."""
    twice = [("one", Rules.named("muggins/1")), ("two", Rules.named("muggins/1"))]
    assert partings(compare(sample("legal/muggins-2"), twice)) == []


@pytest.mark.parametrize("name", LEGAL)
def test_the_fields_named_do_make_the_difference(name: str) -> None:
    """Put into the first set, the fields named give what the other set says at that point; without them it does not."""
    comparison = compare(sample(f"legal/{name}"))
    first = comparison.judged[0]
    for parting in partings(comparison):
        other = next(one for one in comparison.judged if one.name == parting.name)
        groups = [parting.fields] if parting.together else [[field] for field in parting.fields]
        assert all(groups), parting
        for fields in groups:
            mixed = with_fields_of(first.rules, other.rules, fields)
            assert mixed is not None
            report = audit(comparison.record, mixed)
            assert seen(report, parting.point) == seen(other.report, parting.point) != seen(first.report, parting.point)


def seen(report: Report, point: Any) -> Any:
    """What a report says at a point, worked out apart from the code under test."""
    if point.what == "acts":
        act = None if point.act in (DEAL, END) else point.act
        codes = {DEAL: ("DOM3",), END: ("DOM4",)}.get(point.act, ("DOM3", "DOM4"))
        found = [f for f in report.findings if (f.round, f.act) == (point.round, act) and f.code.startswith(codes)]
        return sorted((f.code, f.seat or "") for f in found if f.severity != "note")
    if point.what == "in play":
        score = next(one for one in report.scores if one.number == point.round)
        return [(entry.side, entry.points) for entry in score.entries if entry.act == point.act]
    if point.what == "match":
        return (report.match.how, report.match.winner, report.match.over_in) if report.match else None
    score = next(one for one in report.scores if one.number == point.round)
    return score.how, score.winner, score.points, score.totals


def test_every_rule_field_can_change_or_is_known_not_to() -> None:
    """A new field of the model is either tried by the search or named among those that never are."""
    tried = {change.top for name in ("selminha/1", "muggins/1", "five-up/1") for change in changes_of(Rules.named(name), 4)}
    assert set(Rules.model_fields) - NEVER_CHANGED == tried


@pytest.mark.parametrize(("name", "players"), tables())
def test_every_change_is_said_in_words(name: str, players: int) -> None:
    """No value that is tried is shown as a bare field name, and the old value neither."""
    for change in changes_of(Rules.named(name), players):
        for value in (change.value, change.old):
            assert worded(change.field, value) != f"{change.field} is {value}"


@pytest.mark.parametrize(("name", "players"), tables())
def test_a_change_changes_that_field_alone(name: str, players: int) -> None:
    """The rules with a change differ from those without in its field, and in what is offered as a target."""
    rules = Rules.named(name)
    plain = rules.as_json()
    for change in changes_of(rules, players):
        other = changed(rules, change)
        if other is not None:
            differing = {key for key, value in other.as_json().items() if value != plain[key]}
            assert differing - {"targets"} == {change.top}


def test_values_beyond_the_published_sets_belong_to_fields() -> None:
    """Every extra value stands under a field that some change names."""
    general = {change.general for change in changes_of(Rules.named("muggins/1"), 4)}
    assert set(MORE) <= general


@pytest.mark.parametrize("name", LEGAL)
def test_the_page_keeps_to_80_columns(name: str) -> None:
    """No line of the text is longer than 80 characters."""
    comparison = compare(sample(f"legal/{name}"))
    text = page_of(f"{name}.domino.json", comparison, partings(comparison), [], []).text()
    assert [line for line in text.splitlines() if len(line) > 80] == []


def test_what_a_record_says_cannot_steer_a_terminal_or_markdown() -> None:
    """Control characters are written out, and Markdown's marks are escaped."""
    page = Page()
    page.heading("a\x1b[31m|b")
    page.table(["x", "y"], [["p|q", "*r*\x07"]])
    assert "\x1b" not in page.text()
    assert "\x07" not in page.text()
    assert r"p\|q" in page.markdown()
    assert r"\*r\*" in page.markdown()
