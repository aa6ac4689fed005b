"""The bar of a long run: share, records, rate and time left, on a terminal only."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from domscore.batch.inputs import Source
from domscore.batch.judging import Job
from domscore.batch.portions import tasks
from domscore.batch.running import outcomes
from domscore.cli import output
from domscore.cli.output import Progress
from domscore.generate import matches
from domscore.rules import resolve


class Terminal(io.StringIO):
    """A terminal that remembers."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, in its only item."""
    now = [100.0]
    monkeypatch.setattr(output.time, "monotonic", lambda: now[0])
    return now


def drawn(terminal: Terminal) -> str:
    """What stands on the terminal."""
    return terminal.getvalue().rpartition("\x1b[K")[2]


def test_share_rate_and_time_left(clock: list[float]) -> None:
    """After ten of forty seconds a quarter is done, and three times as long is left."""
    terminal = Terminal()
    progress = Progress(4_000, terminal)
    clock[0] += 10
    progress.add(1_000, 2_500)
    assert drawn(terminal) == f"{'#' * 7:<30}  25%  2,500 records, 250 a second, 0:30 left"
    progress.clear()
    assert drawn(terminal) == ""


def test_without_a_size_there_is_a_rate(clock: list[float]) -> None:
    """Of a pipe nobody knows how much is left."""
    terminal = Terminal()
    progress = Progress(None, terminal)
    clock[0] += 2
    progress.add(1_000, 10)
    assert drawn(terminal) == "10 records, 5 a second"


def test_what_was_done_before_is_no_speed(clock: list[float]) -> None:
    """Records that a checkpoint held count as done, not as fast."""
    terminal = Terminal()
    progress = Progress(4_000, terminal)
    progress.skip(2_000, 500)
    clock[0] += 10
    progress.add(1_000, 250)
    assert drawn(terminal) == f"{'#' * 22:<30}  75%  750 records, 25 a second, 0:10 left"


def test_short_runs_and_files_show_nothing(clock: list[float]) -> None:
    """A run that ends at once draws no bar, and a file gets none at all."""
    terminal, file = Terminal(), io.StringIO()
    Progress(10, terminal).add(10, 1)
    progress = Progress(10, file)
    clock[0] += 10
    progress.add(10, 1)
    assert terminal.getvalue() == file.getvalue() == ""


@pytest.mark.parametrize("packed", [False, True])
def test_all_that_lies_on_disk_is_read_for_something(tmp_path: Path, packed: bool) -> None:
    """The bytes of all outcomes together are those of the file, compressed or not, so that the share ends at all of it."""
    data = b"\n".join(matches(resolve("muggins"), 2, 20, 1))
    path = tmp_path / ("x.jsonl.gz" if packed else "x.jsonl")
    path.write_bytes(gzip.compress(data) if packed else data)
    read = sum(outcome.read for outcome in outcomes(tasks([Source(str(path), "x")]), Job("text"), 1))
    assert read == path.stat().st_size
