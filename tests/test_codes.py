"""The table of codes, its manual, and the rule pages' statements that the package cites."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import domscore
from domscore.findings.codes import CODES, NOT_YET, Severity, manual
from domscore.rules.catalogue import clause_texts

PACKAGE = Path(domscore.__file__).parent
BOLD = ("**What.**", "**Why.**", "**Example.**", "**What to do.**")
CITED = re.compile(r"P[1-4]\.[A-Z]?\d+")
ONE_CLAUSE = re.compile(r"P([1-4])\.([A-Z]?)(\d+) to P\1\.\2(\d+)")


def headings() -> list[str]:
    """The second-level headings of the manual, in order."""
    text = (PACKAGE / "findings" / "manual.md").read_text(encoding="utf-8")
    return re.findall(r"^## (.*)$", text, flags=re.MULTILINE)


def cited(text: str) -> set[str]:
    """The clause ids in a text; ``P1.8 to P1.10`` cites the one between too."""
    found = set(CITED.findall(text))
    for page, part, first, last in ONE_CLAUSE.findall(text):
        found |= {f"P{page}.{part}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_manual_headings_are_the_table() -> None:
    """The manual has one section for each code, headed by code and slug, in the order of the table."""
    assert headings() == [f"{code.code} {code.slug}" for code in CODES.values()]


@pytest.mark.parametrize("code", CODES)
def test_manual_section_answers_four_questions(code: str) -> None:
    """Each section says what, why, with an example, and what to do, in this order."""
    text = manual()[code]
    places = [text.find(bold) for bold in BOLD]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("code", CODES)
def test_manual_section_is_short(code: str) -> None:
    """A section is read in half a minute: 60 to 120 words."""
    assert 60 <= len(manual()[code].split()) <= 120


@pytest.mark.parametrize("code", [code for code in CODES if code[:4] in ("DOM3", "DOM4")])
def test_manual_cites_clauses_of_the_rule_pages(code: str) -> None:
    """A finding about deal, lead or acts names the statements of the rule pages that it rests on."""
    assert cited(manual()[code])


def test_manual_cites_no_unknown_clause() -> None:
    """Every clause that the manual names exists."""
    assert cited("\n".join(manual().values())) <= set(clause_texts())


@pytest.mark.parametrize("code", sorted(NOT_YET))
def test_manual_says_what_is_reserved(code: str) -> None:
    """The manual says of each reserved code that this version does not report it."""
    assert "this version does not report it" in manual()[code]


def test_slugs_are_unique() -> None:
    """No two codes share a slug."""
    assert len({code.slug for code in CODES.values()}) == len(CODES)


def test_usual_severities() -> None:
    """DOM405 and DOM441 are warnings, DOM605 and DOM9xx notes, all others errors."""
    for code in CODES.values():
        if code.code in ("DOM405", "DOM441"):
            due = Severity.WARNING
        elif code.code == "DOM605" or code.code.startswith("DOM9"):
            due = Severity.NOTE
        else:
            due = Severity.ERROR
        assert code.severity is due


def test_every_statement_of_the_rule_pages_is_cited() -> None:
    """Each statement of the four rule pages is cited by a preset, a docstring or the manual."""
    texts = [manual_file.read_text(encoding="utf-8") for manual_file in (PACKAGE / "findings").glob("*.md")]
    texts += [source.read_text(encoding="utf-8") for source in PACKAGE.rglob("*.py")]
    for preset in (PACKAGE / "rules" / "presets").glob("*.json"):
        texts.append(json.dumps(json.loads(preset.read_bytes()).get("clauses", {})))
    assert sorted(set(clause_texts()) - cited("\n".join(texts))) == []
