"""Whose turn it is where the rules limit the draws of a turn."""

from __future__ import annotations

import json

import pytest

from domscore import audit

RULES = {"base": "selminha/1", "draw": {"when": "stuck", "most": 1}, "hand_size": {"2": 2}}
DEAL = {"A": ["6-6", "5-4"], "B": ["3-2", "1-0"]}


def found(acts: list[str]) -> list[tuple[str, int | None]]:
    """Code and act of each finding; B holds nothing that fits the 6-6."""
    round_ = {"deal": DEAL, "acts": acts, "acts_complete": False}
    record = {"format": "domscore/1", "rules": RULES, "players": ["Ana", "Bo"], "rounds": [round_]}
    return [(one.code, one.act) for one in audit(json.dumps(record).encode()).findings if one.code < "DOM9"]


@pytest.mark.parametrize(
    ("acts", "codes"),
    [
        (["A 6-6", "B draw 3-1", "A draw 4-0"], [("DOM433", 3)]),
        (["A 6-6", "A draw 4-0"], [("DOM401", 2)]),
        (["A 6-6", "B draw 6-1", "A draw 4-0"], [("DOM401", 3)]),
        (["A 6-6", "B draw 3-1", "B pass", "A draw 4-0"], []),
    ],
)
def test_who_has_drawn_all_that_a_turn_allows_could_only_have_passed(acts: list[str], codes: list[tuple[str, int]]) -> None:
    """A seat passed over after its last draw was skipped (DOM433); with a draw or a play left, the other is out of turn."""
    assert found(acts) == codes


def test_a_pass_is_told_how_many_tiles_the_turn_allows() -> None:
    """The message of DOM412 counts the draws left in the turn, not the boneyard."""
    round_ = {"deal": DEAL, "acts": ["A 6-6", "B pass"], "acts_complete": False}
    record = {"format": "domscore/1", "rules": RULES, "players": ["Ana", "Bo"], "rounds": [round_]}
    finding = next(one for one in audit(json.dumps(record).encode()).findings if one.code == "DOM412")
    assert finding.fields["drawable"] == 1


def test_a_lead_taken_after_a_draw_in_vain_by_a_wrong_leader_is_no_new_mistake() -> None:
    """A draw that cannot happen leaves the lead open: who then leads in the rightful leader's place follows from it."""
    deal = {"A": ["6-6", "5-4"], "B": ["3-2", "1-0"], "C": ["4-4", "2-1"]}
    rules = {"base": "selminha/1", "hand_size": {"3": 2}}
    start = {"round": 2, "leader": "C"}
    rounds = [{"deal": deal, "acts": ["B draw 6-6", "A 6-6"], "acts_complete": False}]
    record = {"format": "domscore/1", "rules": rules, "players": ["Ana", "Bo", "Cy"], "start": start, "rounds": rounds}
    led = [one for one in audit(json.dumps(record).encode()).findings if one.code == "DOM311"]
    assert [(one.act, one.cause) for one in led] == [(1, None), (2, led[0])]
