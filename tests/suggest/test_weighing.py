"""Weighing: what counts as evidence, and places in an edited record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domscore import read
from domscore.findings.finding import Finding
from domscore.record.edits import Edit
from domscore.suggest import suggestions
from domscore.suggest.hypothesis import Hypothesis
from domscore.suggest.weighing import Scales, Shift

SLIP = Path(__file__).parents[2] / "samples" / "disputes" / "slip-wrong-end.domino.json"


def weighed(act: str) -> tuple[int, int] | None:
    """Findings explained and left when act 12, a 4-1 at the wrong end, is written so; None when it does not count."""
    data = SLIP.read_bytes()
    edit = Edit("replace", "/rounds/0/acts/11", "A 4-1 R", act)
    found = Scales(read(data), json.loads(data), None).weigh(Hypothesis("wrong-end", (edit,), ""))
    return None if found is None else (len(found.explains), found.remaining)


@pytest.mark.parametrize(
    ("act", "evidence"),
    [("A 4-1 L", (5, 0)), ("A 4-1 R", None), ("A pass", None), ("A 5-1 R", None), ("B 4-1 L", None), ("nonsense", None)],
)
def test_correction_counts_if_findings_vanish_and_none_is_new(act: str, evidence: tuple[int, int] | None) -> None:
    """A change that trades one finding for another explains nothing, and neither does one that changes nothing."""
    assert weighed(act) == evidence


@pytest.mark.parametrize(("value", "explained"), [(31, 2), (99, None)])
def test_new_finding_in_another_round_counts_too(value: int, explained: int | None) -> None:
    """A correction over several rounds is no explanation when it puts something wrong in one of them."""
    data = SLIP.with_name("slip-carried-on.domino.json").read_bytes()
    raw = json.loads(data)
    good = [Edit("replace", f"/rounds/{index}/scores/C", 41, 31) for index in (1, 2)]
    other = raw["rounds"][0]["scores"]["C"]
    edits = (*good, Edit("replace", "/rounds/0/scores/C", other, other if value == 31 else value))
    found = Scales(read(data), raw, None).weigh(Hypothesis("carried-number", edits, ""))
    assert (None if found is None else len(found.explains)) == explained


@pytest.mark.parametrize(
    ("edits", "act", "original"),
    [
        ([Edit("add", "/rounds/0/acts/3", None, "A pass")], 2, "2"),
        ([Edit("add", "/rounds/0/acts/3", None, "A pass")], 3, "new"),
        ([Edit("add", "/rounds/0/acts/3", None, "A pass")], 5, "4"),
        ([Edit("add", f"/rounds/0/acts/{n}", None, "A pass") for n in (3, 4)], 6, "4"),
        ([Edit("remove", "/rounds/0/acts/3", "A pass", None)], 2, "2"),
        ([Edit("remove", "/rounds/0/acts/3", "A pass", None)], 3, "4"),
        ([Edit("replace", "/rounds/0/acts/3", "A pass", "B pass")], 3, "3"),
        ([Edit("add", "/rounds/1/acts/3", None, "A pass")], 5, "5"),
    ],
)
def test_acts_behind_an_added_or_removed_one_keep_their_findings(edits: list[Edit], act: int, original: str) -> None:
    """A finding of the edited record is the same as one of the original when it stands at the same act."""
    finding = Finding("DOM411", f"/rounds/0/acts/{act}")
    assert Shift(tuple(edits), 0).key(finding) == ("DOM411", f"/rounds/0/acts/{original}")


SLIPS = [*sorted(SLIP.parent.glob("slip-*.domino.json")), *sorted(SLIP.parents[1].glob("illegal/DOM4*.domino.json"))]


def offered(path: Path) -> list[tuple[str, list[dict[str, object]], int, int, bool]]:
    """What is suggested for a record."""
    found = suggestions(path.read_bytes())
    return [
        (each.words, [edit.as_json() for edit in each.edits], len(each.explains), each.rivals, each.best) for each in found
    ]


@pytest.mark.parametrize("path", SLIPS, ids=lambda path: path.name.removesuffix(".domino.json"))
def test_giving_up_early_loses_no_suggestion(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction given up at its first new finding is one that would not have counted at the end either."""
    early = offered(path)
    monkeypatch.setattr("domscore.suggest.weighing._Probe.followed", lambda probe, replays: None)
    assert offered(path) == early


def test_what_was_not_tried_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few acts to judge again the suggestions are the same each time, and say that not everything was tried."""
    data = SLIP.read_bytes()
    (whole,) = suggestions(data)
    assert "not everything was tried" not in whole.evidence
    monkeypatch.setattr("domscore.suggest.weighing.ACTS", 60)
    some = suggestions(data)
    assert [each.words for each in some] == [whole.words]
    assert "not everything was tried" in some[0].evidence
    monkeypatch.setattr("domscore.suggest.weighing.ACTS", 0)
    assert suggestions(data) == []


def test_what_hidden_hands_prove_counts_too() -> None:
    """A pass put in before a play out of turn is no explanation where the seat later lays a tile it held then."""
    acts = ["A 6-6", "B 6-4 R", "C 4-1 R", "D 6-1 L", "B 1-0 R", "C 2-0 R", "D 3-2 R", "A 5-1 L"]
    for last, offered in (("A 5-1 L", False), ("A 5-3 R", True)):
        round_ = {"acts": [*acts[:-1], last], "acts_complete": False}
        record = {
            "format": "domscore/1",
            "rules": "partners-block/1",
            "players": ["Ana", "Bo", "Cy", "Di"],
            "rounds": [round_],
        }
        kinds = [suggestion.kind for suggestion in suggestions(json.dumps(record).encode())]
        assert ("pass-not-written" in kinds) is offered
