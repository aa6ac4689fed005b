"""Claims about who led and who won, where the rules or a resignation decide; and what a ruling leaves to be claimed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domscore import Report, audit

DEAL = {
    "A": ["6-6", "6-5", "6-3", "4-3", "5-2", "5-0", "1-0"],
    "B": ["5-5", "6-4", "4-4", "5-3", "6-1", "5-1", "3-1"],
}
"""P1, two players; A holds 6-6 and leads."""


def judged(acts: list[Any], players: int = 2, **more: Any) -> Report:
    """A record of one round under selminha/1; ``result``, ``left`` and ``scores`` are the round's."""
    claims = {key: more.pop(key) for key in ("result", "left", "scores", "leader", "deal", "acts_complete") if key in more}
    names = ["Ana", "Bo", "Cy"][:players]
    round_ = {"deal": DEAL, "acts": acts, **claims}
    record = {"format": "domscore/1", "rules": "selminha/1", "players": names, "rounds": [round_], **more}
    return audit(json.dumps(record).encode())


def found(report: Report) -> list[tuple[str, int | None, str | None]]:
    """Code and act of each finding that is an error, and the code of its cause."""
    return [
        (finding.code, finding.act, None if finding.cause is None else finding.cause.code)
        for finding in report.findings
        if finding.severity.value == "error"
    ]


# -- who ought to lead ------------------------------------------------------------------------


def test_a_start_that_names_another_leader_than_the_rules_do() -> None:
    """The rules of the first round decide who leads, and the leader named by the record's start is a wrong claim."""
    report = judged(["A 6-6"], result={"how": "unfinished"}, start={"leader": "B"})
    assert found(report) == [("DOM513", None, None)]
    assert (report.findings[0].path, report.findings[0].seat) == ("/start/leader", "B")
    assert "the holder of 6-6" in report.findings[0].message


def test_who_leads_because_the_start_says_so_makes_no_second_mistake() -> None:
    """A lead that only follows the wrong start has it as its cause."""
    report = judged(["B 6-4"], result={"how": "unfinished"}, start={"leader": "B"})
    assert found(report) == [("DOM513", None, None), ("DOM311", 1, "DOM513")]


def test_a_start_that_names_the_rightful_leader() -> None:
    """The leader that the rules name as well is no finding."""
    report = judged(["A 6-6"], result={"how": "unfinished"}, start={"leader": "A"})
    assert found(report) == []


def test_a_start_after_the_first_round_says_who_leads() -> None:
    """In a later round nothing else tells who ought to lead."""
    report = judged(["A 6-6"], result={"how": "unfinished"}, start={"round": 3, "leader": "B"})
    assert found(report) == [("DOM311", 1, None)]


def test_the_rightful_leader_written_although_another_led() -> None:
    """A leader's name that would be right follows from the wrong lead; any other is a mistake of its own."""
    right = judged(["B 6-4"], leader="A", result={"how": "unfinished"})
    assert found(right) == [("DOM311", 1, None), ("DOM513", None, "DOM311")]
    deal = DEAL | {"C": ["4-2", "4-1", "4-0", "3-2", "2-2", "2-1", "2-0"]}
    wrong = judged(["B 6-4"], players=3, leader="C", deal=deal, result={"how": "unfinished"})
    assert found(wrong) == [("DOM311", 1, None), ("DOM513", None, None)]


# -- who won a round that somebody gave up ----------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "codes", "verdict"), [("B", [], "verified"), (None, [], "verified"), ("A", ["DOM504"], "refuted")]
)
def test_the_winner_of_a_round_that_somebody_gave_up(winner: str | None, codes: list[str], verdict: str) -> None:
    """No page says who wins it: only whoever gave up cannot have."""
    result = {"how": "resigned", "winner": winner}
    report = judged(["A 6-6", "A resign"], result=result)
    assert ([code for code, _, _ in found(report)], report.verdict.value) == (codes, verdict)


def test_of_three_only_who_wins_the_match_is_known_to_have_won() -> None:
    """With more sides left a winner who does not win the match cannot be told right or wrong."""
    deal = DEAL | {"C": ["4-2", "4-1", "4-0", "3-2", "2-2", "2-1", "2-0"]}
    start = {"round": 2, "scores": {"A": 0, "B": 10, "C": 20}, "leader": "A"}
    verdicts = {}
    for winner in "BC":
        result = {"how": "resigned", "winner": winner}
        report = judged(["A 6-6", "A resign"], players=3, deal=deal, result=result, start=start)
        assert found(report) == []
        verdicts[winner] = report.verdict.value
    assert verdicts == {"B": "undetermined", "C": "verified"}


# -- what a ruling excuses --------------------------------------------------------------------

STANDS = {"ruling": "stands"}
IRREGULAR = ["A 6-6", "B 6-5 L", STANDS]
"""B plays a tile of A's, and the referee lets it stand: the ends are 5 and 6."""


def test_a_ruling_makes_notes_of_the_act_itself() -> None:
    """The act that stands is a note."""
    report = judged(IRREGULAR, result={"how": "unfinished"})
    assert (found(report), report.verdict.value) == ([], "verified")


def test_a_play_against_the_table_as_it_was_ruled_to_stand() -> None:
    """Once an act stands as it lies, a later tile that does not fit there is wrong by itself."""
    report = judged([*IRREGULAR, "A 4-3 L"], result={"how": "unfinished"})
    assert (found(report), report.verdict.value) == ([("DOM404", 4, None)], "refuted")


def test_points_written_after_an_act_that_stands() -> None:
    """A ruling on an act does not excuse a wrong claim about the round."""
    report = judged(IRREGULAR, result={"how": "unfinished", "points": {"A": 9}})
    assert (found(report), report.verdict.value) == ([("DOM505", None, None)], "refuted")


def test_points_written_after_a_ruling_that_ends_the_round() -> None:
    """Nothing that is claimed about a round that was voided follows from the act ruled on."""
    report = judged([*IRREGULAR[:2], {"ruling": "round_void"}], result={"how": "out", "winner": "A"})
    assert [code for code, _, _ in found(report)] == ["DOM503", "DOM504"]


def test_an_act_that_stands_but_cannot_be_applied() -> None:
    """Where the tile could not be laid the table of the players may be another one: what follows stays a note."""
    report = judged(["A 6-6", "B 5-5", STANDS, "A 5-2"], result={"how": "unfinished"})
    assert (found(report), report.verdict.value) == ([], "verified")


def test_acts_after_an_act_after_the_end_that_stands() -> None:
    """A ruling on one act after the end does not excuse the next."""
    acts = ["A 6-6", "B resign", "A 6-5 L", STANDS, "B 5-5 L"]
    assert found(judged(acts, result={"how": "resigned"})) == [("DOM431", 5, None)]


# -- score sheets -----------------------------------------------------------------------------


def sheet(round_: dict[str, Any], players: int = 3, **more: Any) -> Report:
    """A record of one round of which no acts are written."""
    head = {"format": "domscore/1", "rules": "selminha/1", "players": ["Ana", "Bo", "Cy"][:players]}
    return audit(json.dumps({**head, "rounds": [round_], **more}).encode())


def test_tiles_shown_have_their_one_spelling_in_the_report() -> None:
    """However the halves of a tile turned up were written, the report puts the high one first."""
    report = sheet({"left": {"A": ["4-6", "1-1", "?"], "B": 5}}).as_json()
    assert report["rounds"][0]["left"] == {"A": ["6-4", "1-1", "?"], "B": None, "C": None}


def test_who_holds_tiles_has_not_gone_out() -> None:
    """A winner who is said to have gone out, and shows tiles, is wrong even where nobody knows who did go out."""
    wrong = sheet({"left": {"A": 5}, "result": {"how": "out", "winner": "A"}})
    assert found(wrong) == [("DOM504", None, None)]
    assert found(sheet({"left": {"A": 5}, "result": {"how": "out", "winner": "B"}})) == []


@pytest.mark.parametrize(
    ("how", "more", "codes"),
    [
        ("out", {"rules": "classic-block/1"}, ["DOM503"]),
        ("blocked", {"rules": "classic-block/1"}, []),
        ("out", {"recording": {"draws": "implied"}}, ["DOM503"]),
    ],
)
def test_nobody_is_out_who_has_not_played_as_many_tiles_as_were_dealt(
    how: str, more: dict[str, Any], codes: list[str]
) -> None:
    """Hands that nobody saw hold at least what was dealt and not played: the round cannot have ended by going out."""
    report = judged(["A 6-6", "B 6-4 L", "A 6-5 R"], deal={}, result={"how": how}, **more)
    assert [code for code, _, _ in found(report)] == codes
    assert report.verdict.value == ("refuted" if codes else "undetermined")


def test_an_ending_by_going_out_is_open_where_the_scribe_stopped() -> None:
    """Acts that are not all written leave open who went out later."""
    report = judged(["A 6-6", "B 6-4 L"], deal={}, result={"how": "out"}, acts_complete=False)
    assert found(report) == []


def test_points_of_a_hand_that_was_not_shown_are_open() -> None:
    """Points are computed as far as the tiles shown allow; what they do not allow is null, not the number claimed."""
    report = sheet(
        {"left": {"A": [], "B": ["6-2", "?"], "C": ["1-0"]}, "result": {"how": "out", "winner": "A", "points": {"A": 12}}}
    )
    assert report.as_json()["rounds"][0]["points"] == {"A": None, "B": 0, "C": 0}
    assert (found(report), report.verdict.value) == ([], "undetermined")


def test_a_ruling_on_a_score_sheet_ends_the_round() -> None:
    """A round lost by a ruling has not ended in another way, whether or not its acts are written."""
    lost = {"acts": [{"ruling": "round_lost", "side": "B"}]}
    assert found(sheet(lost | {"result": {"how": "blocked"}}, players=2)) == [("DOM503", None, None)]
    assert found(sheet(lost | {"result": {"how": "lost", "winner": "A"}}, players=2)) == []


def test_tiles_shown_of_a_round_broken_off_in_writing() -> None:
    """Acts that were not written to the end still tell which tiles nobody can hold any more."""
    report = judged(["A 6-6", "B 6-4 L"], acts_complete=False, left={"A": ["6-6"]}, result={"how": "out"})
    assert ("DOM502", None, None) in found(report)


def left_said(left: dict[str, Any], **more: Any) -> str:
    """The message of the one finding about the tiles left, the deal being hidden unless it is given."""
    acts = ["A 6-6", "B 6-4 L", "A 6-5 R", "B 5-5 R"]
    report = judged(acts, left=left, result={"how": "unfinished"}, **{"deal": {}, **more})
    return next(finding.message for finding in report.findings if finding.code == "DOM502")


def test_a_hidden_hand_shown_in_part_is_told_by_how_many_tiles_it_holds() -> None:
    """Fewer tiles turned up than the hand holds: the message says the number, not the tiles that were written."""
    assert left_said({"B": ["5-1", "3-1"]}) == "B is left with 5 tiles, 5-1 and 3-1 was written"


def test_a_tile_that_lies_on_the_table_was_not_left() -> None:
    """As many tiles as the hand holds, one of them laid by somebody: other tiles were left."""
    shown = ["6-6", "3-1", "2-1", "1-1", "0-0"]
    assert left_said({"B": shown}).startswith("B is left with other tiles, by the acts, 6-6")


def test_a_tile_known_to_be_held_was_left() -> None:
    """A tile dealt in the open and not turned up is named, with the tiles that nobody saw."""
    dealt = {"B": ["6-4", "5-5", "4-0", "?", "?", "?", "?"]}
    said = left_said({"B": ["5-1", "3-1", "2-1", "1-1", "0-0"]}, deal=dealt)
    assert said.startswith("B is left with 4-0, ?, ?, ? and ?, 5-1")


def test_pips_below_those_of_the_tiles_known() -> None:
    """Of a hand known in part, the pips of what is known are the least."""
    dealt = {"B": ["6-4", "5-5", "4-0", "?", "?", "?", "?"]}
    assert left_said({"B": 1}, deal=dealt) == "B is left with at least 4 pips, 1 pip was written"


@pytest.mark.parametrize(
    ("rules", "deal", "code"),
    [
        ("classic-block/1", {}, "DOM903"),
        ("classic-block/1", {"A": ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"]}, "DOM503"),
        ("selminha/1", {"A": ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"]}, "DOM903"),
        ("selminha/1", {"A": ["6-6", "5-5", "4-4", "6-3", "6-2", "6-1", "?"]}, "DOM903"),
        ("selminha/1", {"A": ["6-6", "5-5", "4-4", "6-3", "6-2", "6-1", "6-0"], "boneyard": ["3-3"]}, "DOM503"),
        ("muggins/1", {"A": ["6-6", "6-5", "6-4", "6-3", "6-2"]}, "DOM503"),
        ("muggins/1", {"A": ["6-1", "6-5", "6-4", "6-3", "6-2"]}, "DOM903"),
    ],
)
def test_a_void_deal_partly_written_is_refuted_only_where_no_deal_with_these_tiles_is_void(
    rules: str, deal: dict[str, list[str]], code: str
) -> None:
    """Whether the rules deal again is decided by what the tiles that are not written could be."""
    record = {
        "format": "domscore/1",
        "rules": rules,
        "players": ["A", "B"],
        "rounds": [{"deal": deal, "result": {"how": "void"}}],
    }
    codes = {finding.code for finding in audit(json.dumps(record).encode()).findings}
    assert codes & {"DOM503", "DOM903"} >= {code}
    assert ("DOM503" in codes) is (code == "DOM503")


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ({}, None),
        ({"scores": {"A": 98, "B": 80}}, None),
        ({"result": {"points": {}}}, None),
        ({"result": {"winner": "B"}}, None),
        ({"result": {"points": {"B": 11}}}, None),
        ({"result": {"points": {"B": 14}}}, None),
        ({"result": {"points": {"B": 12}}}, "DOM505"),
        ({"scores": {"A": 98, "B": 92}}, "DOM506"),
    ],
    ids=str,
)
def test_hands_shown_say_what_a_round_is_worth_only_if_somebody_is_said_to_have_won_it(
    claims: dict[str, Any], code: str | None
) -> None:
    """Without ``how``, a round whose hands were shown may have been broken off, or been given away by a ruling."""
    start = {"round": 5, "scores": {"A": 98, "B": 80}}
    rounds = [{"left": {"A": 14, "B": 3}, **claims}]
    record = {"format": "domscore/1", "rules": "classic-draw/1", "players": ["Ana", "Bo"], "start": start, "rounds": rounds}
    report = audit(json.dumps(record).encode())
    assert [finding.code for finding in report.findings if finding.code != "DOM903"] == ([] if code is None else [code])
    assert report.verdict.value == ("undetermined" if code is None else "refuted")


IN_PLAY = {"AC": 2, "BD": 3}


@pytest.mark.parametrize(
    ("round_", "winner", "code"),
    [
        ({"result": {"points": {"AC": 5}, "in_play": IN_PLAY}, "scores": {"AC": 61, "BD": 61}}, "BD", None),
        ({"result": {"points": {"AC": 9}, "in_play": IN_PLAY}, "scores": {"AC": 65, "BD": 61}}, "BD", None),
        ({"result": {"points": {"AC": 9}, "in_play": IN_PLAY}, "scores": {"AC": 65, "BD": 61}}, "AC", "DOM507"),
        ({"scores": {"AC": 61, "BD": 61}}, "BD", None),
        ({"scores": {"AC": 66, "BD": 61}}, "BD", None),
    ],
    ids=str,
)
def test_who_reached_a_target_in_play_has_won_whatever_the_end_added(
    round_: dict[str, Any], winner: str, code: str | None
) -> None:
    """Where no acts are written the points in play tell who was first at a target that ends the match, or nothing does."""
    record = {
        "format": "domscore/1",
        "rules": "muggins/1",
        "players": ["Ana", "Bo", "Cy", "Dee"],
        "sides": ["AC", "BD"],
        "start": {"round": 9, "scores": {"AC": 54, "BD": 58}},
        "rounds": [round_],
        "result": {"how": "target", "winner": winner},
    }
    report = audit(json.dumps(record).encode())
    assert [finding.code for finding in report.findings if finding.code != "DOM903"] == ([] if code is None else [code])


@pytest.mark.parametrize(
    ("round_", "how"),
    [
        ({"scores": {"A": 0, "B": 0, "C": 28}}, "target"),
        ({"result": {"winner": "C"}}, "target"),
        ({"result": {"points": {"C": 28}}}, "target"),
        ({"scores": {"A": 0, "B": 0, "C": 0}}, None),
        ({"result": {"winner": None, "points": {}}}, None),
    ],
    ids=str,
)
def test_a_single_hand_was_played_out_only_if_somebody_is_said_to_have_won_it(
    round_: dict[str, Any], how: str | None
) -> None:
    """A score sheet on which nobody got anything leaves open whether the one round of the match was tied or broken off."""
    rules = {"base": "classic-block/1", "target": "hand"}
    record = {"format": "domscore/1", "rules": rules, "players": ["Ana", "Bo", "Cy"], "rounds": [round_]}
    assert audit(json.dumps(record).encode()).as_json()["result"]["how"] == how
