"""Baselines: what is known is counted and does not fail, what is new does, what is gone is told."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from domscore.generate import matches
from domscore.report.schema import report_schema
from domscore.rules import resolve
from tests.cli.conftest import Run

FALSE_PASS, OUT_OF_TURN = "DOM411-false-pass.domino.json", "DOM401-out-of-turn.domino.json"


@pytest.fixture
def exports(tmp_path: Path, samples: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: two files with one error each, and the baseline that holds both."""
    for name in (FALSE_PASS, OUT_OF_TURN):
        shutil.copy(samples / "illegal" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def known(exports: Path, run: Run) -> Path:
    """The baseline that holds both errors."""
    result = run("check", "--write-baseline", "known.txt", ".")
    assert (result.exit_code, result.stderr) == (0, "baseline: 2 findings written to known.txt\n")
    return exports / "known.txt"


def edit(path: Path, change: Callable[[Any], None]) -> None:
    """Change a record, and how it is laid out."""
    value = json.loads(path.read_bytes())
    change(value)
    path.write_text(json.dumps(value, indent=7), encoding="utf-8")


def codes_in(baseline: Path) -> list[str]:
    """What a baseline holds."""
    return [json.loads(line)["code"] for line in baseline.read_text(encoding="utf-8").splitlines()[1:]]


def test_what_is_known_is_counted_and_does_not_fail(run: Run, known: Path) -> None:
    """Known findings are not shown and do not fail; the verdict stays, in every format."""
    result = run("check", "--baseline", "known.txt", ".")
    assert result.exit_code == 0
    assert "DOM411 false-pass" not in result.stdout
    assert f"{FALSE_PASS}: refuted (table-3): 1 known" in result.stdout
    assert "0 errors, 0 warnings, 0 notes, 2 known" in result.stdout
    report = json.loads(run("check", "-f", "json", "--baseline", "known.txt", ".").stdout)
    jsonschema.validate(report, report_schema())
    assert report["summary"]["known"] == 2
    assert [(one["verdict"], one["known"], one["findings"]) for one in report["records"]] == [("refuted", 1, [])] * 2
    assert run("check", ".").exit_code == 1


def test_a_run_that_judges_nothing_leaves_the_baseline_alone(run: Run, known: Path) -> None:
    """Where nothing could be read, a baseline is not replaced by an empty one."""
    before = known.read_bytes()
    result = run("check", "--write-baseline", "known.txt", "nowhere.json")
    assert result.exit_code == 3
    assert "known.txt is left as it is" in result.stderr
    assert known.read_bytes() == before


def test_new_findings_fail(run: Run, known: Path, samples: Path) -> None:
    """A finding that is not in the baseline is shown and fails the run."""
    shutil.copy(samples / "illegal/DOM406-wrong-end.domino.json", known.parent)
    result = run("check", "--baseline", "known.txt", ".")
    assert result.exit_code == 1
    assert "DOM406 wrong-end" in result.stdout
    assert "1 error, 0 warnings, 0 notes, 2 known" in result.stdout


def test_what_is_known_survives_moves_and_edits(run: Run, known: Path) -> None:
    """Another file name, another layout, other players and acts before it: the findings are known all the same."""
    root = known.parent
    (root / "archive").mkdir()
    (root / FALSE_PASS).rename(root / "archive/moved.json")
    edit(root / "archive/moved.json", lambda record: record.update(players=["X", "Y"], meta={"seen": True}))
    record = json.loads((root / OUT_OF_TURN).read_bytes())
    (root / "z.jsonl").write_text(json.dumps(record) + "\n")
    (root / OUT_OF_TURN).unlink()
    result = run("check", "--baseline", "known.txt", ".")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "2 known" in result.stdout


def test_an_absolute_path_is_the_same_file(run: Run, exports: Path) -> None:
    """A record without id is known by its file, named from here or from the root."""
    edit(exports / FALSE_PASS, lambda record: record.pop("id"))
    assert run("check", "--write-baseline", "known.txt", FALSE_PASS).exit_code == 0
    assert run("check", "--baseline", exports / "known.txt", exports / FALSE_PASS).exit_code == 0


def test_entries_that_are_no_longer_found_are_told_and_can_be_taken_out(run: Run, known: Path, samples: Path) -> None:
    """A mended record leaves a stale entry; updating takes it out, and puts nothing in."""
    shutil.copy(samples / "illegal/twins" / FALSE_PASS, known.parent)
    shutil.copy(samples / "illegal/DOM406-wrong-end.domino.json", known.parent)
    result = run("check", "--baseline", "known.txt", ".")
    assert f"baseline: no longer found: {FALSE_PASS}: DOM411 round 1, act 5, A: A passed but could play" in result.stderr
    assert "baseline: 1 entry to be taken out with --update-baseline, in known.txt" in result.stderr
    assert codes_in(known) == ["DOM401", "DOM411"]
    assert run("check", "--baseline", "known.txt", "--update-baseline", ".").exit_code == 1
    assert codes_in(known) == ["DOM401"]
    assert run("check", "--baseline", "known.txt", ".").stderr == ""


@pytest.mark.parametrize(
    "arguments",
    [
        [OUT_OF_TURN],
        [".", "--ignore", "DOM411"],
        [".", "--select", "DOM401"],
        [".", "--exclude", FALSE_PASS],
    ],
)
def test_what_a_run_does_not_look_at_is_not_stale(run: Run, known: Path, arguments: list[str]) -> None:
    """Entries of files that were not judged, or of codes that are not reported, stay, even when updating."""
    result = run("check", "--baseline", "known.txt", "--update-baseline", *arguments)
    assert result.exit_code == 0
    assert "no longer found" not in result.stderr
    assert codes_in(known) == ["DOM401", "DOM411"]


def test_a_damaged_archive_makes_nothing_stale(run: Run, exports: Path) -> None:
    """What could not be read to its end may still hold what is known."""
    import gzip

    lines = b"\n".join(json.dumps(json.loads((exports / name).read_bytes())).encode() for name in (FALSE_PASS, OUT_OF_TURN))
    (exports / "x.jsonl.gz").write_bytes(gzip.compress(lines))
    assert run("check", "--write-baseline", "known.txt", "x.jsonl.gz").exit_code == 0
    (exports / "x.jsonl.gz").write_bytes(gzip.compress(lines[:200])[:-8])
    result = run("check", "--baseline", "known.txt", "--update-baseline", "x.jsonl.gz")
    assert "no longer found" not in result.stderr
    assert codes_in(exports / "known.txt") == ["DOM411", "DOM401"]


def test_a_record_that_stands_there_twice_is_known_once(run: Run, known: Path) -> None:
    """Each line of the baseline excuses one finding: a second record with the same fault fails."""
    shutil.copy(known.parent / FALSE_PASS, known.parent / "again.json")
    result = run("check", "--baseline", "known.txt", ".")
    assert result.exit_code == 1
    assert f"baseline: found 1 more than it holds: {FALSE_PASS}: DOM411" in result.stderr


def test_a_ruled_twin_of_what_is_known_does_not_fail(run: Run, exports: Path, samples: Path) -> None:
    """A note that is like a known error, as of a record that is there with and without a ruling, is not one error more."""
    shutil.copy(samples / "illegal/DOM905-ruled.domino.json", exports)
    assert run("check", "--write-baseline", "known.txt", ".").exit_code == 0
    result = run("check", "--baseline", "known.txt", ".")
    assert (result.exit_code, result.stderr) == (0, "")


def test_only_what_makes_the_run_fail_is_put_down(run: Run, exports: Path, samples: Path) -> None:
    """Notes are no part of a baseline, unless the fail level or --strict makes them count."""
    shutil.copy(samples / "partial/level-1-pips.domino.json", exports)
    counts = []
    for arguments in ([], ["--fail-level", "note"], ["--strict"]):
        assert run("check", *arguments, "--write-baseline", "known.txt", ".").exit_code == 0
        assert run("check", *arguments, "--baseline", "known.txt", ".").exit_code == 0
        counts.append(len(codes_in(exports / "known.txt")))
    assert counts[0] == 2 < counts[1] == counts[2]


def test_strict_asks_for_every_finding_of_a_record(run: Run, known: Path, samples: Path) -> None:
    """A record that is not verified, and of which something is not known, fails under --strict."""
    shutil.copy(samples / "partial/level-1-pips.domino.json", known.parent)
    assert run("check", "--baseline", "known.txt", ".").exit_code == 0
    assert run("check", "--strict", "--baseline", "known.txt", ".").exit_code == 1


@pytest.fixture
def two_faults(exports: Path) -> Path:
    """One file, with a false pass and wrong points of the round."""

    def claim(record: Any) -> None:
        record["rounds"][0].setdefault("result", {})["points"] = {"A": 0, "B": 167}

    edit(exports / FALSE_PASS, claim)
    return exports / FALSE_PASS


SELECTIONS = [["--select", "DOM411"], ["--ignore", "DOM5"], ["--config", "chosen.toml"], ["--select", "DOM3"]]


@pytest.mark.parametrize("chosen", SELECTIONS)
def test_strict_asks_for_errors_that_are_not_selected(run: Run, two_faults: Path, chosen: list[str]) -> None:
    """An error that is neither selected nor in the baseline fails a strict run as it does without the baseline."""
    (two_faults.parent / "chosen.toml").write_text('[per-path-ignores]\n"*.json" = ["DOM5"]\n')
    assert run("check", *chosen, "--write-baseline", "known.txt", two_faults).exit_code == 0
    assert "DOM505" not in codes_in(two_faults.parent / "known.txt")
    assert run("check", *chosen, "--baseline", "known.txt", two_faults).exit_code == 0
    without, with_it = (run("check", "--strict", *chosen, *more, two_faults) for more in ([], ["--baseline", "known.txt"]))
    assert (without.exit_code, with_it.exit_code) == (1, 1)
    assert "strict: 1 record is not verified; all that is found in a record, selected or not" in with_it.stderr


@pytest.mark.parametrize("chosen", SELECTIONS)
def test_a_strict_baseline_holds_what_is_not_selected(run: Run, two_faults: Path, chosen: list[str]) -> None:
    """What a strict run puts down lets the same run pass, and not once more where the record is there twice."""
    (two_faults.parent / "chosen.toml").write_text('[per-path-ignores]\n"*.json" = ["DOM5"]\n')
    assert run("check", "--strict", *chosen, "--write-baseline", "known.txt", two_faults).exit_code == 0
    assert codes_in(two_faults.parent / "known.txt")[:2] == ["DOM411", "DOM505"]
    again = run("check", "--strict", *chosen, "--baseline", "known.txt", "--update-baseline", two_faults)
    assert (again.exit_code, again.stderr) == (0, "")
    assert codes_in(two_faults.parent / "known.txt")[:2] == ["DOM411", "DOM505"]
    shutil.copy(two_faults, two_faults.parent / "twice.json")
    twice = run("check", "--strict", *chosen, "--baseline", "known.txt", two_faults, two_faults.parent / "twice.json")
    assert twice.exit_code == 1
    assert "found 1 more than it holds" in twice.stderr


def test_strict_says_why_a_record_without_findings_fails(run: Run, two_faults: Path) -> None:
    """A run that fails and shows nothing that would says that a record is not verified, from the cache too."""
    for _ in range(2):
        result = run("check", "--strict", "--select", "DOM3", "--cache", "cache", two_faults)
        assert (result.exit_code, result.stderr) == (1, "strict: 1 record is not verified\n")


def test_the_configuration_may_name_the_baseline(run: Run, known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is found from the directory of the configuration, wherever the command runs."""
    (known.parent / "domscore.toml").write_text('baseline = "known.txt"')
    (known.parent / "below").mkdir()
    monkeypatch.chdir(known.parent / "below")
    assert run("check", f"../{FALSE_PASS}").exit_code == 0
    assert run("check", "--isolated", f"../{FALSE_PASS}").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--baseline", "nowhere.txt"], "nowhere.txt: no such file"),
        (["--baseline", FALSE_PASS], "no baseline that this version of domscore reads"),
        (["--baseline", "broken.txt"], "line 2 is no entry"),
        (["--update-baseline"], "name the file with --baseline"),
        (["--write-baseline", "x.txt", "--update-baseline"], "a new baseline is not updated"),
        (["--write-baseline", "nowhere/x.txt"], "no such file"),
    ],
)
def test_wrong_baselines_are_usage_errors(run: Run, exports: Path, arguments: list[str], said: str) -> None:
    """A file that is no baseline, or options that exclude one another, end with 2 before anything is judged."""
    (exports / "broken.txt").write_text('{"baseline": 1}\n{"fingerprint": 3}\n')
    result = run("check", *arguments, ".")
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.replace("│", " ").split())
    assert result.stdout == ""


def test_a_baseline_among_the_records_is_not_judged(run: Run, exports: Path) -> None:
    """A baseline that is called like an archive is left out of the directory it lies in."""
    for option in ("--write-baseline", "--baseline"):
        result = run("check", option, "known.jsonl", ".")
        assert "2 records" in result.stdout
        assert result.exit_code == 0
    assert {path.name for path in exports.iterdir()} == {FALSE_PASS, OUT_OF_TURN, "known.jsonl"}


def test_workers_change_nothing(exports: Path) -> None:
    """Baseline, report and exit code are the same with one process and with two."""
    games = list(matches(resolve("guide-block"), 2, 60, 5))
    lines = []
    for number in range(3000):
        record = json.loads(games[number % 60])
        record["id"] = str(number)
        if number % 7 == 0:
            record["rounds"][0]["acts"][1:1] = ["B pass"]
        lines.append(json.dumps(record))
    (exports / "x.jsonl").write_text("\n".join(lines))
    command = [sys.executable, "-m", "domscore", "check", "-f", "jsonl", "x.jsonl"]
    for jobs in ("1", "2"):
        subprocess.run([*command, "-j", jobs, "--write-baseline", f"known-{jobs}"], capture_output=True, check=True)
    assert (exports / "known-1").read_bytes() == (exports / "known-2").read_bytes()
    assert len(codes_in(exports / "known-1")) > 400
    (exports / "x.jsonl").write_text("\n".join([*reversed(lines[7:]), lines[1].replace('"B 6-', '"A 6-')]))
    done = [
        subprocess.run([*command, "-j", jobs, "--baseline", "known-1"], capture_output=True, check=False)
        for jobs in ("1", "2")
    ]
    assert done[0].stdout == done[1].stdout
    assert [one.returncode for one in done] == [1, 1]
    assert done[0].stderr == done[1].stderr
    assert b"no longer found" in done[0].stderr


MEASURED = """
import resource, sys
from domscore.cli import app
sys.argv = ["domscore", "check", "-q", "--jobs", "1", *sys.argv[1:]]
try:
    app()
except SystemExit:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory in other units")
def test_a_large_baseline_takes_little_memory(exports: Path) -> None:
    """Of 200,000 entries a run holds the fingerprints, in at most 30 MB."""
    entry = {"code": "DOM411", "source": "x.jsonl", "place": "round 1, act 5, A", "message": "A passed but could play 5-4"}
    lines = [json.dumps({"fingerprint": f"{number * 2**100 + 7:032x}", **entry}) for number in range(200_000)]
    (exports / "known").write_text("\n".join(['{"baseline":1}', *lines]))

    def peak(*options: str) -> int:
        command = [sys.executable, "-c", MEASURED, *options, FALSE_PASS]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        return int(done.stdout.splitlines()[-1])

    assert peak("--baseline", "known") - peak() <= 30
