"""``--max-findings``: exactly so many are shown, the rest is counted, and neither counts nor exit code change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domscore.batch import running, streams
from domscore.batch.inputs import find_inputs
from domscore.batch.judging import Job, Outcome
from domscore.batch.portions import tasks
from domscore.batch.running import outcomes
from tests.batch.test_checkpoint import write_archive
from tests.cli.conftest import Run


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Twelve matches, four of them with faults, a broken line, and a record with many faults."""
    write_archive(tmp_path / "a.jsonl", 12)
    record = json.loads((tmp_path / "a.jsonl").read_bytes().splitlines()[0])
    record["rounds"][1]["acts"] = ["B pass"] * 20
    (tmp_path / "b.json").write_text(json.dumps(record))
    return tmp_path


def shown(value: dict[str, Any]) -> list[tuple[str, int, str]]:
    """All findings of a JSON report, in order."""
    return [(one["source"], one["line"], each["code"]) for one in value["records"] for each in one["findings"]]


@pytest.mark.parametrize("most", [0, 1, 5, 23, 10_000])
def test_exactly_so_many_are_shown(run: Run, archive: Path, most: int) -> None:
    """The first ones are shown, all records stand in the report, and it says how many are left out of which."""
    whole = json.loads(run("check", "-f", "json", archive).stdout)
    result = run("check", "-f", "json", "--max-findings", str(most), archive)
    value = json.loads(result.stdout)
    everything = shown(whole)
    assert len(everything) > 23
    assert shown(value) == everything[:most]
    assert value["summary"] == whole["summary"]
    left_out = max(0, len(everything) - most)
    assert value.get("cut", 0) == sum(one.get("cut", 0) for one in value["records"]) == left_out
    assert (f"{left_out} findings not shown (--max-findings {most})" in result.stderr) == bool(left_out)
    assert result.exit_code == 1


@pytest.mark.parametrize("form", ["text", "concise", "jsonl", "sarif", "junit", "gitlab", "markdown"])
def test_exit_code_and_remark_do_not_depend_on_the_format(run: Run, archive: Path, form: str) -> None:
    """However the report is written, cutting it changes no exit code and is said."""
    result = run("check", "-f", form, "--max-findings", "1", archive)
    assert result.exit_code == 1
    assert "not shown (--max-findings 1)" in result.stderr
    assert "not shown" not in run("check", "-f", form, archive).stderr


def test_counts_of_a_record_are_its_own(run: Run, archive: Path) -> None:
    """The line about a record counts all of its findings, also those that are not shown."""
    plain = run("check", archive / "b.json").stdout.splitlines()
    cut = run("check", "--max-findings", "0", archive / "b.json").stdout.splitlines()
    assert cut == plain[-2:]


@pytest.mark.parametrize("most", [0, 2, 9, 30])
def test_workers_cut_at_the_same_place(archive: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """The text, and what is counted as shown and cut, are the same with one process and with three."""
    monkeypatch.setattr(running, "_TRICKLE", 0)
    monkeypatch.setattr(streams, "BLOCK", 2**12)
    write_archive(archive / "c.jsonl", 20, 9)

    def all_of(workers: int) -> list[Outcome]:
        work = tasks(find_inputs([str(archive)])[0])
        return list(outcomes(work, Job("text"), workers, worthwhile=1, room=most))

    one, three = all_of(1), all_of(3)
    assert [(each.texts, each.shown, each.cut) for each in three] == [(each.texts, each.shown, each.cut) for each in one]
    assert sum(each.shown for each in one) == most
