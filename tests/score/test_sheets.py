"""Score sheets: what was written down of a round without acts, against itself and against what a round can be worth."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domscore import Report, audit


def judged(round_: dict[str, Any], rules: str = "classic-block/1", names: str = "Ana Bo", **more: Any) -> Report:
    """One round, the third of a match that stood at 10 each."""
    players = names.split()
    start = {"round": 3, "scores": dict.fromkeys("ABCD"[: len(players)], 10)}
    record = {"format": "domscore/1", "rules": rules, "players": players, "start": start, "rounds": [round_], **more}
    return audit(json.dumps(record).encode())


def codes(report: Report) -> list[str]:
    """The codes of the findings, DOM903 apart."""
    return [finding.code for finding in report.findings if finding.code != "DOM903"]


def told(report: Report, *keys: str) -> list[Any]:
    """Values of the round."""
    return [report.as_json()["rounds"][0][key] for key in keys]


@pytest.mark.parametrize(
    ("rules", "gain", "in_play", "code"),
    [
        ("classic-block/1", 168, None, []),
        ("classic-block/1", 169, None, ["DOM512"]),
        ("five-up/1", 34, {}, []),
        ("five-up/1", 35, {}, ["DOM512"]),
        ("five-up/1", 35, {"A": 1}, []),
        ("five-up/1", 35, None, []),
    ],
)
def test_a_total_rises_by_no_more_than_a_round_is_worth(
    rules: str, gain: int, in_play: dict[str, int] | None, code: list[str]
) -> None:
    """All pips of the set bound what a total rises by at the end of a round, points in play apart (DOM512)."""
    claims = {} if in_play is None else {"result": {"in_play": in_play}}
    assert codes(judged({"scores": {"A": 10 + gain, "B": 10}} | claims, rules)) == code


TIE = {"how": "blocked", "left": {"A": 10, "B": 7, "C": 5, "D": 8}}


@pytest.mark.parametrize(
    ("claims", "found"),
    [
        ({"winner": "BD", "points": {"BD": 15}}, []),
        ({"winner": "AC", "points": {"AC": 15}, "scores": {"AC": 25, "BD": 10}}, []),
        ({"points": {"AC": 15}, "scores": {"AC": 25}}, []),
        ({"scores": {"AC": 10}}, []),
        ({"points": {"BD": 99}}, ["DOM505"]),
        ({"winner": "BD", "points": {"AC": 15}}, ["DOM505"]),
        ({"points": {"AC": 7, "BD": 8}}, ["DOM505"]),
        ({"points": {}}, ["DOM505"]),
        ({"winner": None}, ["DOM504"]),
        ({"winner": "BD", "points": {"BD": 15}, "scores": {"AC": 10, "BD": 30}}, ["DOM506"]),
        ({"points": {"BD": 99}, "scores": {"BD": 109}}, ["DOM505", "DOM604"]),
        ({"scores": {"AC": 10, "BD": 17}}, ["DOM506"]),
    ],
    ids=str,
)
def test_a_tie_that_nobody_can_settle_has_its_worth(claims: dict[str, Any], found: list[str]) -> None:
    """Who won a tied block is open without the last tile; that it is worth 15, to one side, is not (P2.13)."""
    scores = {"scores": claims["scores"]} if "scores" in claims else {}
    result = {"how": TIE["how"]} | {key: value for key, value in claims.items() if key != "scores"}
    start = {"round": 3, "scores": {"AC": 10, "BD": 10}}
    report = judged({"left": TIE["left"], "result": result, **scores}, "partners-block/1", "Ana Bo Cy Dee", start=start)
    assert codes(report) == found
    assert told(report, "winner", "points", "scores") == [None, {"AC": None, "BD": None}, {"AC": None, "BD": None}]
    assert report.verdict == ("refuted" if found else "undetermined")


def test_totals_are_echoed_where_the_scribe_stopped_in_mid_round() -> None:
    """The end of a round of which not all acts are written is judged as without acts: its totals say what it was worth."""
    acts = {"acts": ["A 6-6", "B 6-5 R"], "acts_complete": False}
    report = judged({**acts, "scores": {"A": 10, "B": 32}})
    assert (codes(report), told(report, "points", "scores")) == ([], [{"A": 0, "B": 22}, {"A": 10, "B": 32}])
    assert codes(judged({**acts, "scores": {"A": 20, "B": 32}})) == ["DOM506"]


def test_totals_after_an_open_tie_stay_bounded() -> None:
    """The rows after a tie that nobody can settle are judged by what they may be."""
    tied = {"left": TIE["left"], "result": {"how": "blocked"}}
    out = {"result": {"how": "out", "winner": "AC", "points": {"AC": 25}}}
    for total, found in ((35, []), (50, []), (34, ["DOM604"]), (99, ["DOM604"])):
        rounds = [tied, {**out, "scores": {"AC": total}}]
        start = {"round": 3, "scores": {"AC": 10, "BD": 10}}
        record = {"format": "domscore/1", "rules": "partners-block/1", "players": ["Ana", "Bo", "Cy", "Dee"]}
        assert codes(audit(json.dumps({**record, "start": start, "rounds": rounds}).encode())) == found


def caused(report: Report) -> list[tuple[str, str | None]]:
    """The codes of the errors, each with that of its cause."""
    found = [finding for finding in report.findings if finding.code != "DOM903"]
    return [(finding.code, None if finding.cause is None else finding.cause.code) for finding in found]


WRONG = {"winner": "AC", "points": {"AC": 99}}
OUT = {"result": {"how": "out", "winner": "BD", "points": {"BD": 5}}}


@pytest.mark.parametrize(
    ("tied", "later", "found"),
    [
        ({**WRONG, "scores": {"AC": 109}}, {"AC": 109}, [("DOM505", None), ("DOM604", "DOM505"), ("DOM604", "DOM604")]),
        (WRONG, {"AC": 109}, [("DOM505", None), ("DOM604", "DOM505")]),
        (WRONG, {"BD": 99}, [("DOM505", None), ("DOM604", None)]),
        ({"bonuses": {"AC": 20}}, {"AC": 45}, [("DOM511", None), ("DOM604", "DOM511")]),
        ({"bonuses": {"AC": 20}, "scores": {"AC": 45}}, {}, [("DOM511", None), ("DOM506", "DOM511")]),
        ({"bonuses": {"AC": 20}, "scores": {"AC": 50}}, {}, [("DOM511", None), ("DOM506", None)]),
        ({"scores": {"AC": 11}}, {"AC": 44, "BD": 99}, [("DOM506", None), ("DOM604", "DOM506"), ("DOM604", None)]),
    ],
    ids=str,
)
def test_wrong_totals_around_an_open_tie_have_their_cause(
    tied: dict[str, Any], later: dict[str, int], found: list[tuple[str, str | None]]
) -> None:
    """A total beyond its bounds follows from what was wrong about that side before or in its round, or stands alone."""
    result = {"how": "blocked"} | {key: value for key, value in tied.items() if key != "scores"}
    rounds = [{"left": TIE["left"], "result": result, "scores": tied.get("scores", {})}, {**OUT, "scores": later}]
    record = {"format": "domscore/1", "rules": "partners-block/1", "players": ["Ana", "Bo", "Cy", "Dee"], "rounds": rounds}
    start = {"round": 3, "scores": {"AC": 10, "BD": 10}}
    assert caused(audit(json.dumps({**record, "start": start}).encode())) == found


def test_a_total_is_the_one_before_and_what_was_written() -> None:
    """Where hands are missing, points and totals that were written still have to go together (DOM506)."""
    for total, found in ((25, []), (35, ["DOM506"])):
        result = {"how": "blocked", "winner": "A", "points": {"A": 15}}
        assert codes(judged({"left": {"A": 10}, "result": result, "scores": {"A": total}})) == found


def test_points_in_play_and_bonuses_stand_apart_from_the_end() -> None:
    """What a total rises by is the end of the round and what was claimed besides; a total is the one before and all four."""
    report = judged(
        {"scores": {"A": 27, "B": 11}, "result": {"in_play": {"A": 2, "B": 1}, "bonuses": {"A": 10}}}, "five-up/1"
    )
    parts = told(report, "points", "in_play", "bonuses", "scores")
    assert parts == [{"A": 5, "B": 0}, {"A": 2, "B": 1}, {"A": 10, "B": 0}, {"A": 27, "B": 11}]
    assert codes(report) == ["DOM511"]


@pytest.mark.parametrize(
    ("in_play", "code"), [({}, ["DOM506"]), ({"A": 2}, []), ({"B": 7}, ["DOM506"]), (None, [])], ids=str
)
def test_one_side_only_scores_the_end(in_play: dict[str, int] | None, code: list[str]) -> None:
    """Two totals that rise by more than was made in play, or one that rises by less, contradict what was claimed in play."""
    claims = {} if in_play is None else {"result": {"in_play": in_play}}
    assert codes(judged({"scores": {"A": 12, "B": 14}} | claims, "five-up/1")) == code


@pytest.mark.parametrize(
    ("rules", "code"), [("classic-block/1", ["DOM503"]), ("guide-draw/1", ["DOM503"]), ("muggins/1", [])], ids=str
)
def test_a_target_in_mid_round_needs_points_in_play(rules: str, code: list[str]) -> None:
    """Where nothing is made in play no round ends with the target reached (``how`` = ``target``)."""
    assert codes(judged({"result": {"how": "target"}}, rules)) == code


def test_a_round_lost_among_three_is_worth_nothing() -> None:
    """A round that a ruling took from one of three sides has no winner and no points for the end."""
    report = judged({"result": {"how": "lost"}}, names="Ana Bo Cy")
    assert told(report, "winner", "points", "scores") == [None, dict.fromkeys("ABC", 0), dict.fromkeys("ABC", 10)]


def test_a_round_lost_by_nobody_knows_whom_is_open() -> None:
    """Of two sides one won a lost round: without its name, hands shown do not tell what it is worth."""
    report = judged({"result": {"how": "lost"}, "left": {"A": 5, "B": 7}, "scores": {"A": 17, "B": 10}})
    assert (codes(report), told(report, "points")) == ([], [{"A": None, "B": None}])


def test_an_empty_hand_among_others_not_shown_does_not_tell_who_went_out() -> None:
    """A block with an empty hand is wrong (DOM503); who went out is known only when all tiles were turned up."""
    report = judged({"result": {"how": "blocked"}, "left": {"A": []}})
    assert (codes(report), told(report, "how", "winner")) == (["DOM503"], [None, None])
    report = judged({"result": {"how": "blocked"}, "left": {"A": [], "B": ["6-1"]}})
    assert (codes(report), told(report, "how", "winner")) == (["DOM503"], ["out", "A"])


def test_the_one_hand_that_was_not_shown_was_empty() -> None:
    """In a round that is out, who holds something is not out: the hand of the only seat left has no pips."""
    left = {"A": ["6-6"], "B": ["4-4"], "D": ["1-1"]}
    report = judged(
        {"result": {"how": "out"}, "left": left}, "muggins/1", "Ana Bo Cy Dee", sides=["AC", "BD"], start={"round": 3}
    )
    assert told(report, "winner", "points") == ["BD", {"AC": 0, "BD": 2}]


def test_who_holds_the_double_blank_has_not_gone_out() -> None:
    """A hand of no pips that was turned up is no empty hand: such a round can only be blocked."""
    report = judged({"result": {"winner": "A"}, "left": {"A": ["0-0"], "B": ["3-3"]}})
    assert told(report, "points") == [{"A": 6, "B": 0}]


def test_a_penalty_beside_a_void_deal_leaves_it_one() -> None:
    """A void deal with a penalty on it is no round of the match: it may stand after the end of it."""
    over = {"scores": {"A": 110, "B": 10}}
    void = {"result": {"how": "void"}, "acts": [{"ruling": "penalty", "side": "B", "points": -5}]}
    report = judged(over, rounds=[over, void])
    assert codes(report) == []
    assert report.as_json()["rounds"][1]["scores"] == {"A": 110, "B": 5}
