"""Rounds that are not judged again: the outcome is the one that judging everything afresh has."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from domscore import Record, Rules, audit, read
from domscore.compare.changes import changed, changes_of
from domscore.compare.rule_sets import root_errors
from domscore.recalling.matches import A_MATCH, Recalling
from domscore.rules.catalogue import RulesError, resolve
from tests.compare.samples import SAMPLES, as_record, generated, sample, tables

CHANGES = 9
"""Changes of rules tried on each sample."""


def same(recalling: Recalling, record: Record, rules: Rules) -> bool:
    """The outcome is that of ``audit``: verdict, findings, root errors, scores; True when there is one."""
    report, outcome = audit(record, rules, watched=[]), recalling.judged(record, rules)
    if report.match is None:
        assert outcome is None
        return False
    assert outcome is not None
    assert outcome.whole
    assert outcome.verdict is report.verdict
    assert outcome.findings == [(one.code, one.path) for one in report.findings]
    assert outcome.roots == [(one.code, one.path) for one in root_errors(report)]
    assert outcome.scores == report.scores
    return True


def readable(path: Path) -> tuple[Record, Rules] | None:
    try:
        record = read(path)
        return record, resolve(record.rules)
    except (ValueError, RulesError):
        return None


@pytest.mark.parametrize("folder", ["disputes", "illegal", "partial", "rulings", "legal"])
def test_samples_under_changed_rules_come_out_as_audited_afresh(folder: str) -> None:
    """Every sample under many changes of its rules, one after the other and in any order, is judged as ``audit`` does."""
    random, judged = Random(folder), 0
    paths = sorted((SAMPLES / folder).glob("*.domino.json"))
    assert paths
    for path in random.sample(paths, min(len(paths), 12)):
        found = readable(path)
        if found is None:
            continue
        record, rules = found
        players = len(record.players)
        if players not in rules.players:
            continue
        recalling = Recalling(10**9)
        changes = changes_of(rules, players, record)
        for change in random.sample(changes, min(len(changes), CHANGES)):
            other = changed(rules, change)
            judged += other is not None and same(recalling, record, other)
        judged += same(recalling, record, rules)
    assert judged > CHANGES


@pytest.mark.parametrize(("name", "players"), tables())
def test_pairs_of_changes_and_beginnings_come_out_as_audited_afresh(name: str, players: int) -> None:
    """Matches with wrong claims, whole and cut short, with and without hidden hands and written ends."""
    random, rules = Random(f"{name} {players}"), Rules.named(name)
    for number, value in enumerate(generated(rules, players, 3, 17)):
        for round_ in value["rounds"]:
            points = round_["result"].get("points", {})
            if random.random() < 0.4 and points:
                points[next(iter(points))] += 1
            if number == 1:
                del round_["deal"]
            if number == 2:
                round_["acts"] = [act.removesuffix(" L").removesuffix(" R") for act in round_["acts"]]
        record = as_record(value)
        beginning = record.model_copy(update={"rounds": record.rounds[:2], "result": None})
        recalling, changes = Recalling(10**9), changes_of(rules, players, record)
        for _ in range(CHANGES // 3):
            other = changed(rules, *random.sample(changes, 2))
            if other is not None:
                same(recalling, beginning, other)
                same(recalling, record, other)


def test_a_round_in_which_nothing_differs_is_not_judged_again() -> None:
    """A field that a record never comes to cost no acts, nor does the same record once more."""
    record, rules = sample("legal/partners-block-4"), Rules.named("partners-block/1")
    recalling = Recalling(10**6)
    same(recalling, record, rules)
    spent = 10**6 - recalling.left
    assert spent > sum(len(round_.acts or ()) for round_ in record.rounds)
    same(recalling, record, rules)
    same(recalling, record, resolve({"base": "partners-block/1", "end_points": {"rounded": "each-hand"}}))
    assert 10**6 - recalling.left == spent + 2 * A_MATCH


def test_another_target_is_noticed_where_a_total_is_not_known() -> None:
    """A round in play for a side of known total, beside one of which nothing is known, ends earlier under a lower target."""
    deal = {"A": ["5-5", "5-0", "3-1", "2-1", "1-1"], "B": ["6-5", "6-4", "4-4", "3-2", "2-0"]}
    played = {"deal": deal, "acts": ["A 5-5 +2", "B 6-5 L"], "result": {"how": "unfinished"}}
    rounds = [{"scores": {"A": 49}}, played]
    record = as_record({"format": "domscore/1", "rules": "muggins/1", "players": ["Ana", "Bo"], "rounds": rounds})
    recalling, ended = Recalling(10**6), []
    for rules in (resolve({"base": "muggins/1", "target": 50}), Rules.named("muggins/1")):
        assert same(recalling, record, rules)
        outcome = recalling.judged(record, rules)
        assert outcome is not None
        ended.append(("DOM431", "/rounds/1/acts/1") in outcome.roots)
    assert ended == [True, False]


def test_no_more_root_errors_are_looked_for_than_were_asked() -> None:
    """Judging stops in the round in which the errors become too many; one that stays below is judged to its end."""
    value = next(iter(generated(Rules.named("classic-draw/1"), 2, 1, 3)))
    for round_ in value["rounds"]:
        round_["result"]["points"] = {"A": 1, "B": 2}
    record, rules = as_record(value), Rules.named("classic-draw/1")
    whole = Recalling(10**6).judged(record, rules)
    some = Recalling(10**6).judged(record, rules, most=0)
    assert whole is not None
    assert some is not None
    assert (whole.whole, some.whole) == (True, False)
    assert 0 < len(some.roots) < len(whole.roots)
    assert some.roots == whole.roots[: len(some.roots)]
    enough = Recalling(10**6).judged(record, rules, most=len(whole.roots))
    assert enough is not None
    assert enough.whole
