"""Which findings are reported, and how grave they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import domscore
from domscore.batch.inputs import find_inputs
from domscore.batch.judging import Job, PathRules
from domscore.batch.portions import tasks
from domscore.batch.running import outcomes
from domscore.batch.selecting import Selection
from domscore.config.patterns import PathCodes, Patterns
from domscore.findings.codes import CODES, Certainty, NoSuchCode, Severity, codes_meant
from domscore.findings.finding import Finding
from domscore.rules import resolve

SAMPLES = Path(domscore.__file__).parent.parent / "samples"


def test_what_was_not_judged_is_always_reported() -> None:
    """No selection leaves out that a record could not be read, and none makes it lighter."""
    selection = Selection(select=("DOM4",), ignore=("DOM",), severity=(("DOM", Severity.NOTE),))
    kept = selection.applied([Finding(code, "", {}) for code in CODES])
    assert [finding.code for finding in kept] == [code for code in CODES if code < "DOM3"]
    assert {finding.severity for finding in kept} == {Severity.ERROR}


def test_the_longest_beginning_decides() -> None:
    """A code's own level wins over that of its family."""
    selection = Selection(severity=(("DOM411", Severity.ERROR), ("DOM4", Severity.NOTE), ("DOM", Severity.WARNING)))
    levels = [selection.grade(code, Severity.ERROR) for code in ("DOM411", "DOM412", "DOM505")]
    assert levels == [Severity.ERROR, Severity.NOTE, Severity.WARNING]


def test_rulings_and_what_is_possible_stay_notes() -> None:
    """A referee's ruling is not overruled, and what is only possible accuses nobody."""
    ruled = Finding("DOM411", "", {"ruled": 6})
    ruled.severity = Severity.NOTE
    possible = Finding("DOM605", "")
    possible.certainty = Certainty.POSSIBLE
    kept = Selection(severity=(("DOM", Severity.ERROR),)).applied([ruled, possible, Finding("DOM901", "")])
    assert [finding.severity for finding in kept] == [Severity.NOTE, Severity.NOTE, Severity.ERROR]


@pytest.mark.parametrize(
    ("selection", "level", "can"),
    [
        (Selection(), Severity.ERROR, True),
        (Selection(select=("DOM9",)), Severity.ERROR, False),
        (Selection(select=("DOM9",)), Severity.NOTE, True),
        (Selection(select=("DOM9",), severity=(("DOM903", Severity.ERROR),)), Severity.ERROR, True),
        (Selection(ignore=("DOM",)), Severity.NOTE, False),
        (Selection(severity=(("DOM", Severity.WARNING),)), Severity.ERROR, False),
    ],
)
def test_whether_a_selection_can_fail(selection: Selection, level: Severity, can: bool) -> None:
    """A selection of which nothing reaches the fail level is known to be one."""
    assert selection.can_fail(level) is can


def test_codes_that_cannot_be_left_out() -> None:
    """Naming them to be ignored is an error; naming them to be selected is not."""
    assert codes_meant(["not-json"]) == ("DOM101",)
    with pytest.raises(NoSuchCode, match="always reported"):
        codes_meant(["not-json"], left_out=True)


def judged(job: Job, workers: int) -> list[dict[str, object]]:
    """The records of the samples in the JSON report, judged in so many processes."""
    work = tasks(find_inputs([str(SAMPLES / "illegal"), str(SAMPLES / "legal")])[0])
    return [json.loads(line) for one in outcomes(work, job, workers, worthwhile=1) for line in one.texts[0].splitlines()]


def test_patterns_choose_codes_and_rules_by_file() -> None:
    """What a pattern matches has its own codes and its own rule set, whichever process judges it."""
    draws = Patterns(("DOM42*",), str(SAMPLES / "illegal"))
    guide = Patterns(("legal/muggins-*",), str(SAMPLES))
    selection = Selection(path_ignores=(PathCodes(draws, ("DOM421",)),))
    job = Job("jsonl", selection=selection, path_rules=(PathRules(guide, resolve("five-up")),))
    plain, chosen = judged(Job("jsonl"), 1), judged(job, 1)
    assert judged(job, 2) == chosen
    changed = {Path(str(one["source"])).name for one, other in zip(plain, chosen, strict=True) if one != other}
    assert "DOM421-draw-with-playable-tile.domino.json" in changed
    assert all(name.startswith(("DOM42", "muggins-")) for name in changed)
    rules = {one["rules"] for one in chosen if Path(str(one["source"])).name.startswith("muggins-")}
    assert rules == {"five-up/1"}
    verdicts = [[one["verdict"] for one in many if "DOM421" in str(one["source"])] for many in (plain, chosen)]
    assert verdicts[0] == verdicts[1]
    assert "refuted" in verdicts[0]
