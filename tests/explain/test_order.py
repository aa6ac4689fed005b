"""The order of what an explanation says is wrong: causes stand before what follows from them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from domscore.explain.matches import Explainer
from domscore.findings.finding import Finding, causes_first
from domscore.generate import matches
from domscore.rules.catalogue import names
from domscore.rules.model import Rules
from tests.suggest.planting import PLANTERS, planted

SAMPLES = Path(__file__).parents[2] / "samples"


def out_of_order(data: bytes) -> tuple[list[tuple[int, int]], int]:
    """Findings told before the one that they follow from, by their numbers; and how many are told behind it."""
    explainer = Explainer(data)
    told: dict[int, int] = {}
    for part in explainer.match() if explainer.report.match is not None else ():
        for line in part.lines:
            if line.kind in ("finding", "claim-wrong"):
                told.setdefault(line.values["number"], len(told))
    pairs = [(one.number, one.cause.number) for one in explainer.report.findings if one.cause is not None]
    pairs = [pair for pair in pairs if pair[0] in told and pair[1] in told]
    return [pair for pair in pairs if told[pair[0]] < told[pair[1]]], len(pairs)


@pytest.mark.parametrize("folder", ["disputes", "illegal", "partial", "rulings"])
def test_causes_stand_before_what_follows_in_every_sample(folder: str) -> None:
    """Acts before the claims that they spoil, a wrong winner before wrong points, these before the totals."""
    seen = 0
    for path in sorted((SAMPLES / folder).glob("*.domino.json")):
        wrong, right = out_of_order(path.read_bytes())
        assert wrong == [], path.name
        seen += right
    assert seen or folder == "rulings"


@pytest.mark.parametrize("kind", [kind for kind in PLANTERS if kind not in ("wrong-spelling", "unknown-seat")])
def test_causes_stand_before_what_follows_after_any_slip(kind: str) -> None:
    """Random matches with a slip of each kind."""
    for number in range(6):
        random = Random(f"{kind}/{number}")
        name = random.choice(names())
        players = random.choice(Rules.named(name).players)
        wrong = planted(json.loads(next(iter(matches(Rules.named(name), players, 1, number)))), kind, random)
        if wrong is not None:
            assert out_of_order(json.dumps(wrong).encode())[0] == []


def test_a_cause_that_is_not_told_is_looked_through() -> None:
    """What follows from a finding of another round stands behind the cause of that one, and nothing is lost."""
    first = Finding("DOM402", "")
    between = Finding("DOM505", "", cause=first)
    last = Finding("DOM506", "", cause=between)
    other = Finding("DOM411", "")
    assert causes_first([last, other, first]) == [other, first, last]
    assert causes_first([last, other]) == [last, other]
