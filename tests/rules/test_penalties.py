"""Tables of penalties as data: the published ones, what they are worth, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from domscore.rules import Rules, RulesError, resolve
from domscore.rules.penalties import Amount, Goes, Hand, Infraction, Late, NextLead, PenaltyTable, table_named, table_names


def ruled(penalties: Any, **more: Any) -> Rules:
    """A rule set with penalties."""
    return resolve({"base": "selminha/1", "penalties": penalties, **more})


def test_rule_sets_have_no_penalties_unless_they_name_some() -> None:
    """No rule page knows penalties."""
    assert resolve("selminha/1").penalties is None


@pytest.mark.parametrize("name", table_names())
def test_published_table_is_named_like_its_file_and_cites_a_source_for_each_row(name: str) -> None:
    """Each published table can be named by a rule set, and each of its rows says where it comes from."""
    table = ruled(name).penalties
    assert table is not None
    assert table.name == name
    assert table.title
    assert table.rows
    assert all(row.source for row in table.rows)


def test_published_tables_cover_the_infractions_that_the_sources_name() -> None:
    """The presets hold false passes, wrong draws, misplays and hands of a wrong size."""
    covered = {row.infraction for name in table_names() for row in table_named(name).rows}
    assert covered == set(Infraction) - {Infraction.WRONG_COUNT}


@pytest.mark.parametrize(
    ("table", "infraction", "target", "points"),
    [
        ("ego", Infraction.DREW_AND_COULD_PLAY, 250, 100),  # C125
        ("rocoh", Infraction.FALSE_PASS, 150, 30),  # C127: max(30, 20% of 150)
        ("rocoh", Infraction.FALSE_PASS, 250, 50),
        ("rocoh", Infraction.FALSE_PASS, None, 30),
        ("leek", Infraction.FALSE_PASS, 121, 8),  # C129
        ("la-ficha", Infraction.FALSE_PASS, 200, 25),  # C130
        ("dominican-app", Infraction.FALSE_PASS, 200, 30),
        ("world-championship", Infraction.TOO_MANY_TILES, 250, 50),
    ],
)
def test_amount_is_the_published_one(table: str, infraction: Infraction, target: int | None, points: int) -> None:
    """The worked examples: what a table takes in a match to that target."""
    row = table_named(table).row(infraction)
    assert row is not None
    assert row.amount is not None
    assert row.amount.points(target, None) == points


def test_consequences_are_the_published_ones() -> None:
    """Who gets the points, what becomes of the hand, who leads next, and what stands (C125, C127, C129, C130)."""
    ego, rocoh, leek, ficha = (table_named(name) for name in ("ego", "rocoh", "leek", "la-ficha"))
    drew, misplay = ego.row(Infraction.DREW_AND_COULD_PLAY), ego.row(Infraction.MISPLAY)
    passed = [table.row(Infraction.FALSE_PASS) for table in (rocoh, leek, ficha)]
    assert drew is not None
    assert misplay is not None
    assert (drew.hand, drew.next_lead, misplay.late) == (Hand.STOPS, NextLead.OFFENDED, Late.STANDS)
    assert [row.goes for row in passed if row] == [Goes.TAKEN, Goes.TAKEN_OR_GIVEN, Goes.GIVEN]
    assert passed[0] is not None
    assert (passed[0].hand, passed[0].next_lead) == (Hand.STOPS, NextLead.NEXT_SEAT)


@pytest.mark.parametrize(("pips", "points"), [(49, 50), (50, 50), (61, 61), (None, None)])
def test_greater_of_two_amounts_counts(pips: int | None, points: int | None) -> None:
    """Fifty points or the pips in that hand, whichever is more; unknown pips leave it unknown."""
    assert Amount(fixed=50, pips_in_hand=True).points(100, pips) == points


@pytest.mark.parametrize(("target", "points"), [(61, 12), (62, 12), (63, 13), (100, 20), (None, 0)])
def test_share_of_the_target_is_rounded_to_the_nearest_point(target: int | None, points: int) -> None:
    """Twenty percent of the target; a match of one hand has none."""
    assert Amount(percent_of_target=20).points(target, None) == points


def test_table_of_ones_own_is_an_object() -> None:
    """A rule set may hold its own table."""
    table = ruled({"rows": [{"infraction": "wrong-count", "amount": {"fixed": 5}, "goes": "given"}]}).penalties
    assert isinstance(table, PenaltyTable)
    assert table.name == "own"
    assert table.rows[0].words == "5 points, given to the other side"


@pytest.mark.parametrize(
    ("penalties", "path", "said"),
    [
        ("rocho", "/penalties", "did you mean rocoh?"),
        (7, "/penalties", "penalties"),
        ({"rows": [{"infraction": "late"}]}, "/penalties/rows/0/infraction", "false-pass"),
        ({"rows": [{"infraction": "misplay", "amount": {}}]}, "/penalties/rows/0/amount", "an amount is fixed"),
        ({"rows": [{"infraction": "misplay", "amount": {"fixed": 0}}]}, "/penalties/rows/0/amount/fixed", "1"),
        ({"rows": [{"infraction": "misplay"}, {"infraction": "misplay"}]}, "/penalties", "one row for each"),
        ({"rows": [], "row": 1}, "/penalties/row", "no field penalties.row; did you mean rows?"),
    ],
)
def test_bad_table_is_a_bad_rule(penalties: Any, path: str, said: str) -> None:
    """A table that does not exist or says nonsense is DOM205, with the place and what is wrong."""
    with pytest.raises(RulesError) as caught:
        ruled(penalties)
    assert caught.value.code == "DOM205"
    assert caught.value.path == path
    assert said in caught.value.fields["problem"] + caught.value.fields["nearest"]


def test_rules_with_penalties_survive_their_json() -> None:
    """The JSON of a rule set, penalties and all, gives the same rule set."""
    rules = ruled("rocoh")
    assert resolve(rules.as_json()) == rules
