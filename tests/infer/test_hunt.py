"""Nothing that happened rightly is accused and nothing wrong is verified, whatever a scribe leaves out."""

from __future__ import annotations

from typing import Any

import pytest

from domscore import audit
from domscore.rules.catalogue import names
from tests.infer.hunt import OFFENDED, hunted
from tests.infer.making import as_bytes
from tests.infer.truth import accusations


@pytest.mark.parametrize("name", names())
def test_what_is_left_out_accuses_nobody_and_verifies_nothing(name: str) -> None:
    """Legal matches, rulings and resignations too, are never accused however little is written, others never verified."""
    *problems, looked_at = hunted(120, 5, name)
    assert problems == []
    assert " 0 problems" in looked_at[1]


def told(rounds: list[dict[str, Any]], rules: Any, **more: Any) -> tuple[list[str], str]:
    """Errors and verdict of a match of two."""
    record = {"format": "domscore/1", "players": ["Ana", "Bo"], "rules": rules, "rounds": rounds, **more}
    report = audit(as_bytes(record))
    return accusations(report), report.verdict.value


HOUSE = {"base": "classic-block/1", "later_lead": "highest-double", "penalties": OFFENDED}
HAND = ["6-5", "5-5", "4-3", "4-1", "3-1", "2-1", "1-0"]
STOPPED = {"acts": ["A 6-6", "B pass", {"ruling": "round_void"}]}
LED_BY_TABLE = {"acts": ["A 6-4", "B 6-6 L"], "acts_complete": False}
"""Ana leads although Bo was dealt the highest double."""


@pytest.mark.parametrize("seen", [{"deal": {"B": HAND}}, {}], ids=["infraction seen", "infraction hidden"])
def test_who_leads_by_the_table_of_penalties_is_no_wrong_leader(seen: dict[str, Any]) -> None:
    """After a hand that the house stops the offended side may lead, also where else the highest double would."""
    first = {**STOPPED, **seen}
    assert told([first, LED_BY_TABLE], HOUSE) == ([], "undetermined")
    usual = {**HOUSE, "penalties": None}
    assert told([first, LED_BY_TABLE], usual)[0] == ["DOM311 A led, but B leads this round: the deal decides"]


START = {"round": 2, "scores": {"A": 0, "B": 0}, "leader": "A"}


def test_an_act_that_was_taken_back_refutes_no_reading() -> None:
    """Where an end was not written, a reading under which an act was irregular that was taken back stays as good as any."""
    acts = ["A 6-4", "B 4-1 R", "A 6-1", "B 6-5", {"ruling": "taken_back"}, "B 1-3", "A 3-5"]
    assert told([{"acts": acts, "acts_complete": False}], "classic-block/1", start=START) == ([], "undetermined")


def test_a_resignation_leaves_open_whether_the_round_was_over() -> None:
    """Where tiles are hidden, the position may have been blocked before somebody resigned, and then has points."""
    acts = ["A 6-0", "B 0-0 R", "A 0-5 R", "B 5-6 R", "A 6-6 R", "B resign"]
    record = {"format": "domscore/1", "players": ["Ana", "Bo"], "rules": "classic-block/1", "start": START}
    report = audit(as_bytes({**record, "rounds": [{"acts": acts}]}))
    assert report.verdict == "undetermined"
    assert report.scores[0].how is None
    passes = audit(as_bytes({**record, "rules": "selminha/1", "rounds": [{"acts": ["A 6-6", "B 6-5 R", "A resign"]}]}))
    assert passes.scores[0].how == "resigned"


BLOCKED_PERHAPS = ["A 6-0", "B 0-0 R", "A 0-5 R", "B 5-6 R", "A 6-6 R"]
LEFT = {"A": ["5-4", "5-3", "4-3", "4-2"], "B": ["5-2", "4-4", "3-3", "2-2", "1-1"]}


@pytest.mark.parametrize(
    ("result", "how"),
    [({}, "abandoned"), ({}, "resigned"), ({"result": {"how": "unfinished"}}, "unfinished")],
    ids=["abandoned", "resigned", "unfinished"],
)
def test_a_round_that_is_said_to_have_stopped_may_have_been_blocked(result: dict[str, Any], how: str) -> None:
    """Whether anybody could still move is not known where hands are hidden, but the tiles turned up may show it."""
    one = {"acts": BLOCKED_PERHAPS, **result}
    end = {"how": how, **({"by": "B"} if how == "resigned" else {})}
    assert told([one], "classic-block/1", start=START, result=end) == ([], "undetermined")
    shown = told([{**one, "left": LEFT}], "classic-block/1", start=START, result=end)[0]
    assert shown == (["DOM503 the round is blocked, unfinished was written"] if result else [])


def test_a_pass_that_a_ruling_dealt_with_shows_no_draws() -> None:
    """Where draws are not written, a pass shows that everything was drawn, but not one that was irregular."""
    acts = ["A 6-6", "B pass", {"ruling": "round_void"}]
    recording = {"draws": "implied"}
    record = {"format": "domscore/1", "players": ["Ana", "Bo"], "rules": "selminha/1", "recording": recording}
    (score,) = audit(as_bytes({**record, "rounds": [{"acts": acts}]})).scores
    assert score.left == [None, None]


def test_a_block_that_was_reached_by_drawing_is_believed() -> None:
    """Where draws are not written, the seat to move may have drawn everything, and so blocked the round."""
    rules = {"base": "muggins/1", "set": {"highest": 3}, "hand_size": {"2": 3, "3": 2, "4": 2}}
    one: dict[str, Any] = {"acts": ["A 3-2 +1", "B 3-1 L", "A 2-1 L", "B 2-2 L"], "left": {"B": ["1-0"]}}
    one |= {"deal": {"B": ["3-1", "2-2", "1-0"], "A": ["?", "3-2", "2-1"]}, "result": {"how": "blocked"}}
    recording = {"draws": "implied", "passes": "implied"}
    assert told([one], rules, start=START, recording=recording) == ([], "undetermined")
