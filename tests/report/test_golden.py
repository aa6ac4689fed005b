"""Golden files: every format of the same records, byte for byte, and read back by readers that know nothing of domscore.

``python -m tests.report.test_golden`` writes what is written today.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import domscore
from domscore.cli import app
from domscore.findings.codes import CODES
from domscore.report import FINDINGS_FORMATS
from tests.report import readers
from tests.report.readers import READERS

ROOT = Path(domscore.__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"
INPUTS = [
    "samples/illegal/DOM411-false-pass.domino.json",
    "samples/illegal/DOM441-late-act.domino.json",
    "samples/illegal/DOM505-wrong-round-points.domino.json",
    "samples/legal/selminha-2.domino.json",
    "tests/report/golden/games.jsonl",
    "nowhere.json",
]


def written(form: str, *, whole: bool = False) -> str:
    """What is written today, without the version, and if it is not to be whole, without what only repeats the manual."""
    here = Path.cwd()
    os.chdir(ROOT)
    try:
        result = CliRunner().invoke(app, ["check", "--format", form, *INPUTS], prog_name="domscore")
    finally:
        os.chdir(here)
    assert result.exit_code == 1
    text = result.stdout_bytes.decode()
    if form == "sarif" and not whole:
        text = re.sub(r'"rules":\[\{.*\}\]\}\},"columnKind"', '"rules":[]}},"columnKind"', text)
    return text.replace(f'"{domscore.__version__}"', '"VERSION"')


@pytest.fixture(autouse=True)
def _outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("form", FINDINGS_FORMATS)
def test_what_is_written_is_the_golden_file(form: str) -> None:
    """A format changes only together with its golden file."""
    assert written(form) == (GOLDEN / f"{form}.golden").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", FINDINGS_FORMATS)
def test_every_format_tells_of_the_same_findings(form: str) -> None:
    """Each reader finds what the reader of the JSON report finds, at the same places; only the order may be another."""
    found = READERS[form]((GOLDEN / f"{form}.golden").read_text(encoding="utf-8") if form != "sarif" else _whole_sarif())
    wanted = READERS["json"]((GOLDEN / "json.golden").read_text(encoding="utf-8"))
    assert len(wanted) == 8
    if form in ("text", "concise"):
        wanted = [seen._replace(end=None) for seen in wanted]
    assert sorted(found, key=str) == sorted(wanted, key=str)


def _whole_sarif() -> str:
    return written("sarif", whole=True)


def test_sarif_rules_are_the_manual() -> None:
    """Every code is a rule, with its whole text as help."""
    (run,) = json.loads(_whole_sarif())["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(CODES)
    assert all("**What.**" in rule["help"]["markdown"] and "**What to do.**" in rule["help"]["text"] for rule in rules)


def test_junit_has_a_passing_case_for_a_clean_record() -> None:
    """A clean record is a case that passes; what could not be read is an error; the counts say so."""
    suite = readers.suite((GOLDEN / "junit.golden").read_text(encoding="utf-8"))
    assert [(case.name, case.is_passed) for case in suite] == [
        ("table-3", False),
        ("table-3", True),
        ("table-1", False),
        ("selminha-2", True),
        ("clean (line 1)", True),
        ("wrong-sum (line 3)", False),
        ("record (line 4)", False),
        ("not read", False),
    ]


def main() -> None:
    """Write today's files."""
    for form in FINDINGS_FORMATS:
        (GOLDEN / f"{form}.golden").write_text(written(form), encoding="utf-8")


if __name__ == "__main__":
    main()
