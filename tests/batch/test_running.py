"""Worker processes: the same bytes, the same counts and the same exit code as without them; flat memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domscore.batch import running, streams
from domscore.batch.inputs import find_inputs
from domscore.batch.judging import Job, JudgingFailed
from domscore.batch.portions import tasks
from domscore.batch.running import WORTHWHILE, outcomes
from domscore.generate import matches
from domscore.report.report import Summary
from domscore.rules import resolve


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with faults in it, single records, and a file that is broken."""
    root = tmp_path_factory.mktemp("mixed")
    games = list(matches(resolve("guide-block"), 2, 12, 5))
    wrong = [json.loads(game) for game in games]
    for record in wrong:
        record["rounds"][0]["acts"][1:1] = ["B pass"]
    lines = [*games, *(json.dumps(record).encode() for record in wrong[:3]), b"{broken", b"", *games[:4]] * 4
    (root / "a.jsonl").write_bytes(b"\n".join(lines))
    for number, game in enumerate(games[:5]):
        (root / f"b{number}.json").write_bytes(game)
    (root / "c.jsonl.gz").write_bytes(b"no gzip")
    return root


def judged(path: Path, form: str, workers: int) -> tuple[str, dict[str, int], bool, int]:
    """Everything that a run comes to."""
    text, summary, failed, unread = [], Summary(), False, 0
    for outcome in outcomes(tasks(find_inputs([str(path)])[0]), Job(form), workers, worthwhile=1):
        text.append(outcome.texts[0])
        summary.merge(outcome.summary.as_json())
        failed, unread = failed or outcome.failed, unread + len(outcome.unread)
    return "|".join(filter(None, text)), summary.as_json(), failed, unread


@pytest.mark.parametrize("form", ["text", "concise", "jsonl"])
def test_workers_change_nothing(mixed: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text, order, counts and verdict are the same with one process and with three."""
    monkeypatch.setattr(running, "_TRICKLE", 0)
    monkeypatch.setattr(streams, "BLOCK", 2**14)
    alone, together = judged(mixed, form, 1), judged(mixed, form, 3)
    assert together == alone
    assert alone[1]["records"] == 20 * 4 + 5
    assert alone[1]["refuted"] == 4 * 4
    assert alone[2:] == (True, 1)


def test_the_command_gives_the_same_with_and_without_workers(tmp_path: Path) -> None:
    """Standard output and exit code do not depend on ``--jobs``."""
    line = (
        b'{"format": "domscore/1", "rules": "muggins/1", "players": ["", ""], "rounds": [], "id": "%d", "meta": {"": "%s"}}'
    )
    filler = b"x" * 9000
    lines = [line % (number, filler) for number in range(WORTHWHILE // len(filler) + 200)]
    (tmp_path / "x.jsonl").write_bytes(b"\n".join([*lines, b"{"]))
    command = [sys.executable, "-m", "domscore", "check", "-f", "json", str(tmp_path)]
    one, two = (subprocess.run([*command, "--jobs", jobs], capture_output=True, check=False) for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    assert json.loads(one.stdout)["summary"]["records"] == len(lines) + 1
    assert one.returncode == two.returncode == 1


def test_an_outcome_of_clean_records_is_small(tmp_path: Path) -> None:
    """For clean records of an archive a worker hands back counts, and no text."""
    (tmp_path / "x.jsonl").write_bytes(b"\n".join(matches(resolve("muggins"), 2, 30, 1)))
    text, summary, failed, _ = judged(tmp_path, "text", 1)
    assert (text, summary["verified"], failed) == ("", 30, False)


def test_a_defect_names_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When judging itself fails, the error says at which record."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("no")

    monkeypatch.setattr("domscore.batch.judging.audit", broken)
    (tmp_path / "x.jsonl").write_text("\n{}\n")
    with pytest.raises(JudgingFailed, match=r"ZeroDivisionError: no \(at .*x\.jsonl:2\)"):
        judged(tmp_path, "text", 1)


def test_work_is_taken_as_it_is_done() -> None:
    """No more work is taken from the inputs than is being judged."""
    taken = []

    def work() -> Iterator[list[object]]:
        for number in range(3):
            taken.append(number)
            yield []

    results = outcomes(work(), Job("text"), 1)  # type: ignore[arg-type]
    next(results)
    assert taken == [0]


_MEMORY = """
import resource, sys
from domscore.cli import app
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
app(["check", "-q", sys.argv[1]], standalone_mode=False)
start = peak()
app(["check", "-q", "--jobs", "1", sys.argv[2]], standalone_mode=False)
print((peak() - start) // 1024, file=sys.stderr)
"""


def test_memory_stays_flat(tmp_path: Path) -> None:
    """An archive of 200,000 lines needs at most 64 MB above the start."""
    pytest.importorskip("resource")
    line = b'{"format": "domscore/1", "rules": "muggins/1", "players": ["A", "B"], "rounds": [], "meta": {"x": "%s"}}\n'
    (tmp_path / "small.jsonl").write_bytes(line)
    with (tmp_path / "large.jsonl").open("wb") as file:
        for _ in range(200):
            file.write(line % (b"x" * 300) * 1000)
    command = [sys.executable, "-c", _MEMORY, str(tmp_path / "small.jsonl"), str(tmp_path / "large.jsonl")]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    assert int(done.stderr) <= 64
