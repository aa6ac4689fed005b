"""The schemas: what is written fits them, and so does everything that lies in the repository."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import domscore
from domscore.batch.inputs import find_inputs
from domscore.batch.judging import Job
from domscore.batch.portions import tasks
from domscore.batch.running import outcomes
from domscore.record.schema import record_schema
from domscore.report import FINDINGS_FORMATS, OTHER_FORMATS, SCORE_FORMATS, Format, Totals, format_named
from domscore.report.report import Summary
from domscore.report.schema import report_schema
from domscore.rules.schema import rules_schema

ROOT = Path(domscore.__file__).parent.parent
WELL_FORMED = [path for folder in ("legal", "partial", "rulings") for path in (ROOT / "samples" / folder).glob("*.json")]
PRESETS = [*(ROOT / "domscore/rules/presets").glob("*.json"), *(ROOT / "samples").rglob("*.rules.json")]


@cache
def validator(what: str) -> Draft202012Validator:
    """A validator of one of our schemas, which must be schemas themselves."""
    schema = {"record": record_schema, "rules": rules_schema, "report": report_schema}[what]()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def problems(what: str, value: Any) -> list[str]:
    """What does not fit."""
    return [f"{error.json_path}: {error.message}" for error in validator(what).iter_errors(value)]


@pytest.mark.parametrize("path", WELL_FORMED, ids=lambda path: path.name)
def test_samples_fit_the_schema(path: Path) -> None:
    """Every well-formed sample fits the schema of records."""
    assert problems("record", json.loads(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("code", ["DOM104", "DOM201", "DOM202", "DOM203"])
def test_ill_formed_samples_do_not(code: str) -> None:
    """What the models refuse, the schema refuses too."""
    (path,) = (ROOT / "samples/illegal").glob(f"{code}-*.json")
    assert problems("record", json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", PRESETS, ids=lambda path: path.name)
def test_rule_sets_fit_the_schema(path: Path) -> None:
    """Every published rule set, and every sample of one's own, fits the schema that users get."""
    assert problems("rules", json.loads(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("value", [{}, {"target": 50}, {"base": "selminha/1", "colour": 1}, {"base": 1}])
def test_what_is_no_rule_set_does_not(value: dict[str, Any]) -> None:
    """Without a base everything must be said, and unknown fields are refused."""
    assert problems("rules", value)


@pytest.mark.parametrize("suggest", [False, True])
def test_the_report_of_all_samples_fits_the_schema(suggest: bool) -> None:
    """Whatever samples bring about fits the schema of reports."""
    form = format_named("json")
    totals = Totals(Summary(), [("nowhere", "no such file")])
    texts = []
    for outcome in outcomes(tasks(find_inputs([str(ROOT / "samples")])[0]), Job("json", suggest=suggest), 1):
        texts.append(outcome.texts[0])
        totals.summary.merge(outcome.summary.as_json())
    report = json.loads(form.opening() + form.separator.join(texts) + form.closing(totals))
    assert len(report["records"]) == totals.summary.records > 100
    assert problems("report", report) == []


@pytest.mark.parametrize("module", sorted({*FINDINGS_FORMATS.values(), *SCORE_FORMATS.values(), *OTHER_FORMATS.values()}))
def test_every_format_of_the_table_is_one(module: str) -> None:
    """Each row of the tables leads to a module with a format."""
    assert isinstance(format_named(module), Format)
