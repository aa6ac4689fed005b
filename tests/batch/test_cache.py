"""The cache: cold and warm runs give the same bytes, nothing stale is ever used, and a bad file does no harm."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from domscore import Report, Rules, audit
from domscore.batch.cache import Remembering
from domscore.batch.judging import Job, Outcome
from domscore.batch.keeping import described, packed, unpacked
from domscore.generate import matches
from domscore.rules import resolve
from tests.batch.test_checkpoint import write_archive
from tests.cli.conftest import Run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with records of several kinds."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs").mkdir()
    write_archive(tmp_path / "logs/a.jsonl", 8)
    for number, game in enumerate(matches(resolve("selminha"), 3, 3, 1)):
        (tmp_path / f"logs/r{number}.json").write_bytes(game)
    (tmp_path / "logs/x.json").write_text("{broken")
    return tmp_path


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What was judged so far."""
    found: list[bytes] = []

    def watched(data: bytes, *rest: Rules | None) -> Report:
        found.append(data)
        return audit(data, *rest)

    monkeypatch.setattr("domscore.batch.judging.audit", watched)
    return found


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "concise", "sarif", "junit", "gitlab", "github", "markdown"])
def test_cold_and_warm_are_the_same_bytes(run: Run, folder: Path, judged: list[bytes], form: str) -> None:
    """Output, standard error and exit code are those of a run without a cache; nothing is judged the second time."""
    plain = run("check", "-f", form, "logs", "missing.json")
    judged.clear()
    cold, warm = (run("check", "-f", form, "--cache", "c", "logs", "missing.json") for _ in range(2))
    assert cold.stdout == warm.stdout == plain.stdout
    assert cold.stderr == warm.stderr == plain.stderr
    assert cold.exit_code == warm.exit_code == plain.exit_code == 1
    assert len(judged) == 9 + 3 + 1


def test_only_what_changed_is_judged(run: Run, folder: Path, judged: list[bytes]) -> None:
    """A changed file, however small the change, is judged again; the others are not."""
    run("check", "--cache", "c", "logs")
    judged.clear()
    file = folder / "logs/r1.json"
    file.write_bytes(file.read_bytes().replace(b'"Ana"', b'"Ane"'))
    assert run("check", "--cache", "c", "logs").stdout == run("check", "logs").stdout
    assert judged[0] == file.read_bytes()
    assert len(judged) == 1 + 13


@pytest.mark.parametrize(
    "other",
    [
        ["--rules", "five-up"], ["--select", "DOM5"], ["--ignore", "DOM411"], ["--strict"], ["--fail-level", "note"],
        ["--suggest"], ["-q"], ["-f", "json"], ["-o", "junit=o.xml"],
    ],
)  # fmt: skip
def test_another_job_takes_nothing_from_it(run: Run, folder: Path, judged: list[bytes], other: list[str]) -> None:
    """Whatever option matters, results of a run without it are not used, and each keeps its own."""
    run("check", "--cache", "c", "logs")
    plain = run("check", *other, "logs")
    judged.clear()
    assert run("check", *other, "--cache", "c", "logs").stdout == plain.stdout
    assert len(judged) >= 13
    judged.clear()
    assert run("check", *other, "--cache", "c", "logs").exit_code == plain.exit_code
    assert not judged


def test_another_version_starts_anew(run: Run, folder: Path, judged: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of another version of the program are removed, not used."""
    run("check", "--cache", "c", "logs")
    with sqlite3.connect("c") as connection:
        kept = connection.execute("SELECT count(*) FROM outcome").fetchone()
    judged.clear()
    monkeypatch.setattr("domscore.batch.cache.program", lambda: "0.0.9 other")
    run("check", "--cache", "c", "logs")
    assert len(judged) == 13
    with sqlite3.connect("c") as connection:
        assert connection.execute("SELECT name FROM program").fetchall() == [("0.0.9 other",)]
        assert connection.execute("SELECT count(*) FROM outcome").fetchone() == kept


def test_limits_of_findings(run: Run, folder: Path, judged: list[bytes]) -> None:
    """What was cut is not kept; what was kept whole is cut as without a cache."""
    for most in ("3", "0", "100"):
        plain = run("check", "--max-findings", most, "logs")
        for _ in range(2):
            kept = run("check", "--max-findings", most, "--cache", "c", "logs")
            assert (kept.stdout, kept.stderr, kept.exit_code) == (plain.stdout, plain.stderr, plain.exit_code)


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to look at" * 100, b"SQLite format 3\0" + bytes(4096)]
)
def test_a_damaged_cache_is_not_used(run: Run, folder: Path, content: bytes) -> None:
    """A file that is no database is said to be so and left as it is; the report is that of a run without it."""
    (folder / "c").write_bytes(content)
    plain, result = run("check", "logs"), run("check", "--cache", "c", "logs")
    assert (result.stdout, result.exit_code) == (plain.stdout, plain.exit_code)
    assert "not used as a cache" in result.stderr
    assert (folder / "c").read_bytes() == content


def test_a_database_of_something_else_is_left_alone(run: Run, folder: Path) -> None:
    """A database with other tables is not filled with results."""
    with sqlite3.connect("c") as connection:
        connection.execute("CREATE TABLE outcome (precious TEXT)")
    assert "database of something else" in run("check", "--cache", "c", "logs").stderr
    with sqlite3.connect("c") as connection:
        assert connection.execute("SELECT count(*) FROM outcome").fetchone() == (0,)


def test_damage_within_is_judged_again(run: Run, folder: Path, judged: list[bytes]) -> None:
    """Values that are not whole, or that are something else, are judged again and replaced."""
    plain = run("check", "--cache", "c", "logs")
    with sqlite3.connect("c") as connection:
        rows = connection.execute("SELECT key, value FROM outcome ORDER BY key").fetchall()
        damaged = [value[:-3] if n % 2 else b"\0" + value[1:] for n, (_, value) in enumerate(rows)]
        connection.executemany(
            "UPDATE outcome SET value = ? WHERE key = ?", zip(damaged, (key for key, _ in rows), strict=True)
        )
    judged.clear()
    assert run("check", "--cache", "c", "logs").stdout == plain.stdout
    assert len(judged) == 13
    run("check", "--cache", "c", "logs")
    assert len(judged) == 13


def test_pages_overwritten_while_it_lasts(run: Run, folder: Path) -> None:
    """A file whose pages are garbage behind a good head does not disturb the report."""
    plain = run("check", "--cache", "c", "logs")
    data = bytearray((folder / "c").read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    (folder / "c").write_bytes(data)
    result = run("check", "--cache", "c", "logs")
    assert (result.stdout, result.exit_code) == (plain.stdout, plain.exit_code)


def test_a_cache_that_cannot_be_written(run: Run, folder: Path) -> None:
    """Where the file cannot be made, the run goes on without it and says so."""
    plain, result = run("check", "logs"), run("check", "--cache", "no/such/c", "logs")
    assert (result.stdout, result.exit_code) == (plain.stdout, plain.exit_code)
    assert "no/such/c: not used as a cache: unable to open database file" in result.stderr


def test_a_cache_locked_for_good(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another process holds the file, records are judged and simply not kept."""
    from domscore.batch import cache
    from domscore.batch.inputs import Source

    cache.prepare("c")
    monkeypatch.setattr(cache, "_PATIENCE", 0.05)
    judge = Remembering(Job("text", cache="c"))
    with sqlite3.connect("c", isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        outcome = judge.outcome([Source("logs/r0.json", "logs/r0.json")])
    assert outcome.summary.verified == 1


def test_processes_share_it(folder: Path) -> None:
    """Three runs at once over one file all give the right report, and leave it whole."""
    write_archive(folder / "logs/big.jsonl", 40)
    command = [sys.executable, "-m", "domscore", "check", "-f", "json", "--cache", "c", "logs"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    results = [process.communicate() for process in runs]
    plain = subprocess.run([*command[:-3], "logs"], capture_output=True, check=False)
    assert [out for out, _ in results] == [plain.stdout] * 3
    assert [err for _, err in results] == [b""] * 3
    with sqlite3.connect("c") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM outcome").fetchone()[0] >= 6


def test_a_warm_run_is_much_cheaper(folder: Path) -> None:
    """Judging an unchanged archive again costs at most a fifth of the CPU time."""
    from domscore.batch.cache import prepare
    from domscore.batch.inputs import Source
    from domscore.batch.portions import tasks

    write_archive(folder / "big.jsonl", 40)
    prepare("c")
    judge = Remembering(Job("json", cache="c"))
    times = []
    for _ in range(3):
        started = time.process_time()
        for task in tasks([Source("big.jsonl", "big.jsonl")]):
            judge.outcome(task)
        times.append(time.process_time() - started)
    assert min(times[1:]) * 5 < times[0]


def test_outcomes_are_kept_whole() -> None:
    """Every field of an outcome comes back, and every field of a job counts, except those that change no outcome."""
    outcome = Outcome(texts=["a", "ü\ud800"], failed=True, size=3, read=2, shown=4, cut=1, mark="ff")
    outcome.summary.records = 7
    outcome.unread = [("x", "gone")]  # type: ignore[list-item]
    again = unpacked(packed(outcome))
    assert all(getattr(again, name) == getattr(outcome, name) for name in Outcome.__slots__)
    described_fields = described(Job("text", rules=resolve("muggins")))
    assert Job._fields == tuple(name for name in Job._fields if name in described_fields or name in ("cache", "marks"))
    json.dumps(described_fields)
