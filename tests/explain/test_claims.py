"""Claims that an explanation calls right, against what the report says it could not decide."""

from __future__ import annotations

import json
from typing import Any

from domscore.explain.lines import Part
from domscore.explain.matches import Explainer
from tests.infer import campaign
from tests.infer.making import as_bytes

HIDDEN = {
    "acts": [
        "A 6-6",
        "B 6-5 L",
        "A 5-5",
        "B 5-4",
        "A 4-4 L",
        "B 4-3 L",
        "A 3-3 L",
        "B 3-2 L",
        "A 2-2",
        "B 2-1 L",
        "A 1-1",
        "B 1-0 L",
        "A 0-0",
    ],
    "left": {"A": 0, "B": 3},
    "result": {"how": "out", "winner": "A", "points": {"A": 3}},
}
"""B holds one tile that nobody saw: 3 pips are possible, and no more than that."""
WORDS = {"tiles left of ": "left ", "running total of ": "total ", "points of the round": "points ", "winner": "winner "}
"""What the report calls a claim, and how the explanation begins it."""


def block(*rounds: dict[str, Any], **fields: Any) -> Explainer:
    """A game of two under ``classic-block/1``."""
    record = {"format": "domscore/1", "rules": "classic-block/1", "players": ["Ana", "Bo"], "rounds": rounds, **fields}
    return Explainer(json.dumps(record).encode())


def listed(part: Part, kind: str) -> list[str]:
    """The claims that are ``claims-right`` or ``claims-open``."""
    return [claim for line in part.lines if line.kind == kind for claim in line.values["claims"]]


def test_pips_of_a_hidden_hand_are_not_called_right() -> None:
    """Pips shown of a hand that nobody saw have nothing to be checked against, those of a seat that went out have."""
    part = next(part for part in block(HIDDEN).match() if part.kind == "round")
    assert listed(part, "claims-open") == ["left B 3 pips"]
    assert listed(part, "claims-right") == ["left A 0 pips", "ended out", "winner A", "points A 3"]


def test_claims_about_an_unknown_end_of_the_match_are_not_called_right() -> None:
    """A final score that depends on an earlier round nobody scored is not called right, though the end of the match is."""
    unscored = {"acts": ["A 6-6"], "result": {"how": "blocked"}}
    result = {"how": "unfinished", "scores": {"A": 3, "B": 0}}
    part = next(part for part in block(unscored, HIDDEN, result=result).match() if part.kind == "match")
    assert not [claim for claim in listed(part, "claims-right") if claim.startswith("final score")]


def test_nothing_is_right_that_the_report_could_not_decide() -> None:
    """No claim of a round with hidden hands is listed as right that the report calls undecided."""
    undecided = 0
    for _, _, match in campaign.small_rounds(25, 9):
        whole = Explainer(as_bytes(match.seen))
        right = {part.values.get("round"): listed(part, "claims-right") for part in whole.match()}
        for finding in whole.report.findings:
            claimed = finding.message.partition("the claimed ")[2].partition(";")[0].split(", ")
            for words in (claim for claim in claimed if finding.round and claim.startswith(tuple(WORDS))):
                undecided += 1
                begun = next(words.replace(before, after, 1) for before, after in WORDS.items() if words.startswith(before))
                assert not [claim for claim in right[finding.round] if claim.startswith(begun)]
    assert undecided
