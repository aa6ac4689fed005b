"""The samples: each does what its line in ``samples/README.md`` says."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from domscore import audit
from domscore.findings.codes import CODES, NOT_YET, Severity
from domscore.report.report import Report
from domscore.rules.catalogue import names, resolve
from domscore.rules.model import Pairs, Rules

SAMPLES = Path(__file__).parents[1] / "samples"
CAN_REPORT = sorted(set(CODES) - NOT_YET)
LEGAL = sorted(path.name for path in (SAMPLES / "legal").iterdir())
PARTIAL = sorted(path.name for path in (SAMPLES / "partial").iterdir())
RULINGS = sorted(path.name for path in (SAMPLES / "rulings").iterdir())
_ROW = re.compile(r"^\| (`[^|]*`) \| ?(\w*) \| (.+) \|$", flags=re.MULTILINE)


@cache
def rows() -> dict[str, tuple[str, str]]:
    """The README's lines: sample -> verdict, text. A line of a fault names its twin too."""
    text = (SAMPLES / "README.md").read_text(encoding="utf-8")
    found = {}
    for files, verdict, says in _ROW.findall(text):
        for name in re.findall(r"`([^`]+)`", files):
            assert name not in found
            found[name] = (verdict, says)
    return found


def audited(name: str) -> list[Report]:
    """The reports of a sample: one, or one for each line of an archive."""
    data = (SAMPLES / name).read_bytes()
    return [audit(line) for line in data.splitlines()] if name.endswith(".jsonl") else [audit(data)]


def fault(code: str) -> str:
    """Where the sample of a code lies."""
    return f"illegal/{code}-{CODES[code].slug}.domino.json"


def twin(code: str) -> str:
    """Where its passing twin lies."""
    return f"illegal/twins/{code}-{CODES[code].slug}.domino.json"


def described(report: Report) -> list[tuple[str, str]]:
    """Codes and messages, for a failing test to show."""
    return [(finding.code, finding.message) for finding in report.findings]


def tables() -> list[tuple[str, int, bool]]:
    """Every published rule set with every number of players, and with pairs where they are optional."""
    found = []
    for name in names():
        rules = Rules.named(name)
        for players in rules.players:
            found.append((name, players, False))
            if rules.pairs.get(str(players)) is Pairs.OPTIONAL:  # type: ignore[call-overload]
                found.append((name, players, True))
    return found


def test_readme_names_every_sample_and_no_other() -> None:
    """Every sample has a line in the README, and every line a sample."""
    there = {path.relative_to(SAMPLES).as_posix() for path in SAMPLES.rglob("*") if path.is_file()}
    assert set(rows()) == there - {"README.md"}


@pytest.mark.parametrize("name", LEGAL)
def test_legal_sample_is_verified_without_findings(name: str) -> None:
    """A legal sample is verified, and nothing at all is reported."""
    for report in audited(f"legal/{name}"):
        assert described(report) == []
        assert report.verdict == "verified"


@pytest.mark.parametrize(("rules", "players", "pairs"), tables())
def test_every_rule_set_has_a_legal_sample_for_each_number_of_players(rules: str, players: int, pairs: bool) -> None:
    """The rule set has a legal match of several rounds, won at its usual target, for this table."""
    ending = "-pairs" if pairs else ""
    record = json.loads((SAMPLES / "legal" / f"{rules.split('/')[0]}-{players}{ending}.domino.json").read_bytes())
    assert record["rules"] == rules
    assert len(record["players"]) == players
    assert record.get("sides") == (["AC", "BD"] if pairs else None)
    assert len(record["rounds"]) > 2
    assert record["result"]["how"] == "target"
    assert record["result"]["winner"] is not None


def test_legal_samples_show_the_whole_format() -> None:
    """Together the legal samples hold every kind of act and place, and every ending that a legal match can have."""
    acts: list[str | dict[str, object]] = []
    endings = set()
    for name in LEGAL:
        for line in (SAMPLES / "legal" / name).read_bytes().splitlines() if name.endswith("l") else [None]:
            record = json.loads(line or (SAMPLES / "legal" / name).read_bytes())
            for round_ in record["rounds"]:
                acts += round_.get("acts", [])
                endings.add((round_["result"]["how"], round_["result"].get("winner") is None))
    strings = "\n".join(act for act in acts if isinstance(act, str))
    keys = {key for act in acts if isinstance(act, dict) for key in act}
    for pattern in (
        " pass$",
        " draw \\d-\\d$",
        " [LRUD]$",
        " U\\b",
        " D\\b",
        " on \\d$",
        " on \\d-\\d",
        r" \+\d$",
        "^. \\d-\\d$",
    ):
        assert re.search(pattern, strings, flags=re.MULTILINE), pattern
    assert {"seat", "play", "end", "on", "points", "draw", "pass", "at", "auto", "note"} <= keys
    assert {("out", False), ("blocked", False), ("blocked", True), ("target", True), ("void", True)} <= endings


@pytest.mark.parametrize("code", CAN_REPORT)
def test_fault_fires_its_code_and_no_other(code: str) -> None:
    """The sample of a code reports it, and no other finding is a root error or a root warning."""
    (report,) = audited(fault(code))
    assert code in {finding.code for finding in report.findings}
    roots = {finding.code for finding in report.findings if finding.cause is None}
    roots = {root for root in roots if CODES[root].severity is not Severity.NOTE}
    allowed = {code} if code != "DOM905" else {"DOM411"}
    assert roots <= allowed, described(report)
    assert report.verdict == rows()[fault(code)][0], described(report)


@pytest.mark.parametrize("code", CAN_REPORT)
def test_twin_is_free_of_the_fault(code: str) -> None:
    """The twin does not report the code, and nothing in it is an error or a warning."""
    (report,) = audited(twin(code))
    assert code not in {finding.code for finding in report.findings}, described(report)
    assert all(finding.severity is Severity.NOTE for finding in report.findings), described(report)


@pytest.mark.parametrize("code", CAN_REPORT)
def test_fault_and_twin_differ(code: str) -> None:
    """A sample and its twin are two different texts."""
    assert (SAMPLES / fault(code)).read_bytes() != (SAMPLES / twin(code)).read_bytes()


def test_no_fault_without_a_code() -> None:
    """Every file among the faults belongs to a code that this version reports."""
    there = {path.relative_to(SAMPLES).as_posix() for path in (SAMPLES / "illegal").rglob("*.json")}
    assert there == {place for code in CAN_REPORT for place in (fault(code), twin(code))}


@pytest.mark.parametrize("name", [*(f"partial/{name}" for name in PARTIAL), *(f"rulings/{name}" for name in RULINGS)])
def test_verdict_is_the_one_in_the_readme(name: str) -> None:
    """A partial record, or one with rulings, gets the verdict that the README gives it."""
    (report,) = audited(name)
    assert report.verdict == rows()[name][0], described(report)


@pytest.mark.parametrize("name", [*(f"partial/{name}" for name in PARTIAL), *(f"rulings/{name}" for name in RULINGS)])
def test_codes_named_in_the_readme_are_the_root_errors(name: str) -> None:
    """The codes in a refuted record's line are its root errors, and a record that is not refuted has none."""
    (report,) = audited(name)
    verdict, says = rows()[name]
    roots = {finding.code for finding in report.findings if finding.cause is None and finding.severity is Severity.ERROR}
    assert roots == (set(re.findall(r"DOM\d{3}", says)) if verdict == "refuted" else set()), described(report)


def test_own_rules_resolve_and_their_record_fits() -> None:
    """A rules file gives a rule set of its own, under which its record is verified; no catalogue knows its name."""
    rules = resolve(json.loads((SAMPLES / "rules" / "kitchen-fives.rules.json").read_bytes()))
    assert rules.name == "kitchen-fives/1"
    data = (SAMPLES / "rules" / "kitchen-fives.domino.json").read_bytes()
    report = audit(data, rules)
    assert described(report) == []
    assert report.verdict == "verified"
    assert [finding.code for finding in audit(data).findings] == ["DOM204"]
