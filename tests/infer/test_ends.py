"""Ends that were not written, together with hidden hands."""

from __future__ import annotations

import json
from typing import Any

from domscore import audit
from domscore.auditing import Watched
from domscore.findings.codes import Severity
from domscore.play.readings import Budget, resolve
from domscore.play.replay import Replay
from domscore.play.step import Setting
from domscore.report.report import Report
from tests.infer import campaign
from tests.infer.making import as_bytes
from tests.infer.test_infer import without_ends
from tests.infer.truth import bare, contradictions

ACTS = ["A 6-4", "B 6-6", "A 6-0", "B 1-0", "A 6-1", "B 4-0", "A 3-0", "B draw 4-2", "B draw 5-3", "B 5-3", "A 5-0"]
LEFT: dict[str, list[str]] = {"A": [], "B": ["4-2", "4-1", "1-1"]}


def unclear(left: dict[str, list[str]]) -> tuple[list[str], list[int | None]]:
    """The acts that are unclear in that round of five-up, and the points in play."""
    record = {"format": "domscore/1", "players": ["Ana", "Bo"], "rules": "five-up/1", "start": {"round": 2}}
    report = audit(as_bytes({**record, "rounds": [{"acts": ACTS, "left": left, "result": {"how": "out"}}]}))
    return [f.message for f in report.findings if f.code == "DOM405"], report.scores[0].in_play


def test_a_reading_in_which_a_draw_was_false_is_dropped() -> None:
    """Only at one place of the 6-1 were the draws of B in order, as what B was left with tells: the record is clear."""
    assert unclear(LEFT) == ([], [4, 1])
    messages, in_play = unclear({})
    assert messages == ["where 6-1 was laid is not written, and it matters (D, L and U)"]
    assert in_play == [None, 1]


def test_a_place_left_open_is_unclear_only_where_the_readings_differ() -> None:
    """The readings left of an unclear act, each written out, are in order and come to different results."""
    told = 0
    for source in (campaign.full_rounds(15, 9, "five-up/1"), campaign.small_rounds(30, 3, "five-up/1")):
        for label, faulty, match in source:
            if faulty:
                continue
            truth = audit(as_bytes(match.full))
            for record in (without_ends(bare(match.full)), without_ends(match.seen)):
                watched: list[Watched] = []
                report = audit(as_bytes(record), watched=watched)
                assert contradictions(truth, report) == [], label
                for finding in report.findings:
                    if finding.code == "DOM405":
                        told += 1
                        assert len(results(record, watched[(finding.round or 0) - 1])) > 1, label
    assert told > 3


def results(record: dict[str, Any], one: Watched) -> set[object]:
    """What the readings of a round come to, each written out, that no illegal act refutes."""
    setting, start = Setting(one.place.path, one.place.number), one.judged.start
    assert start is not None
    found = set()
    refuted = frozenset[int]() if one.judged.explained is None else one.judged.explained.refuted
    resolution = resolve(start, one.acts, setting, Budget()).without(refuted)
    for replay in resolution.replays:
        again, acts = Replay(start.copy(), one.acts, setting), list(one.round.acts or ())
        for index in range(len(acts)):
            step = again.advance(index, replay.choices.get(index, 0))
            if step.laid and step.place is not None:
                acts[index] = f"{acts[index]} {step.place}"
        rounds = json.loads(as_bytes(record))["rounds"]
        rounds[one.place.index]["acts"] = acts
        found.add(_result(audit(as_bytes({**record, "rounds": rounds})), one.place.number))
    return found - {None}


def _result(report: Report, number: int) -> object:
    score = next(score for score in report.scores if score.number == number)
    errors = [f for f in report.findings if f.round == number and f.severity is Severity.ERROR]
    if any(finding.code[:4] != "DOM5" and finding.code != "DOM604" for finding in errors):
        return None
    return score.how, score.winner, score.winner_known, tuple(score.points), tuple(score.in_play)
