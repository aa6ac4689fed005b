"""Checkpoints: a run that was killed ends with the report of an undisturbed run, or says why it cannot go on."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from domscore import Report, Rules, audit
from domscore.batch import streams
from domscore.generate import matches
from domscore.rules import resolve
from tests.cli.conftest import Run

COMMAND = [sys.executable, "-m", "domscore", "check", "-f", "jsonl", "-o", "junit=out.xml", "--jobs", "2"]
OPTIONS = [["-f", "json"], ["-f", "text", "--max-findings", "3"], ["-f", "sarif", "-o", "junit=x.xml"]]


def write_archive(path: Path, games: int, seed: int = 3) -> None:
    """Matches, every third of them with a fault, and a line that is broken."""
    lines = []
    for number, game in enumerate(matches(resolve("muggins"), 2, games, seed)):
        record = json.loads(game)
        if number % 3 == 0:
            record["rounds"][0]["acts"][1:1] = ["B pass"]
        lines.append(json.dumps(record).encode())
    path.write_bytes(b"\n".join([*lines, b"{broken"]))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with two archives and a record, cut into many tasks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(streams, "BLOCK", 2**14)
    monkeypatch.setattr("domscore.batch.portions.BLOCK", 2**14)
    write_archive(tmp_path / "a.jsonl", 12)
    write_archive(tmp_path / "b.jsonl", 6, 4)
    (tmp_path / "c.json").write_bytes(next(matches(resolve("selminha"), 3, 1, 1)))
    return tmp_path


class Killed(BaseException):
    """Stands for the end of the process in tests that stay in this one."""


def killed_after(run: Run, monkeypatch: pytest.MonkeyPatch, tasks: int, *arguments: str) -> None:
    """Run until so many tasks are in the checkpoint, and stop dead."""
    from domscore.batch.checkpoint import Checkpoint

    left = iter(range(tasks))
    add = Checkpoint.add

    def some(self: Checkpoint, outcome: object) -> None:
        if next(left, None) is None:
            raise Killed
        add(self, outcome)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Checkpoint, "add", some)
        with pytest.raises(Killed):
            run("check", "--jobs", "1", "--checkpoint", "k", *arguments)
    assert Path("k").exists()


@pytest.mark.parametrize("tasks", [0, 1, 5])
@pytest.mark.parametrize("options", OPTIONS)
def test_a_run_goes_on_to_the_same_report(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, tasks: int, options: list[str]
) -> None:
    """Wherever a run stopped, the next one writes the whole report, the same bytes, and removes the checkpoint."""
    whole = run("check", *options, ".")
    files = {path: path.read_bytes() for path in folder.glob("*.xml")}
    killed_after(run, monkeypatch, tasks, *options, ".")
    again = run("check", *options, "--checkpoint", "k", ".")
    assert again.stdout == whole.stdout
    assert again.exit_code == whole.exit_code == 1
    assert {path: path.read_bytes() for path in folder.glob("*.xml")} == files
    assert ("going on after" in again.stderr) == (tasks > 0)
    assert not Path("k").exists()


def test_what_is_done_is_not_judged_again(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run judges only what the first did not."""
    killed_after(run, monkeypatch, 3, "-f", "json", ".")
    done = sum(json.loads(line.partition(" ")[2])["summary"]["records"] for line in Path("k").read_text().splitlines()[1:])
    judged = []

    def watched(data: bytes, *rest: Rules | None) -> Report:
        judged.append(data)
        return audit(data, *rest)

    monkeypatch.setattr("domscore.batch.judging.audit", watched)
    result = run("check", "-f", "json", "--checkpoint", "k", ".")
    assert done > 3
    assert len(judged) == json.loads(result.stdout)["summary"]["records"] - done


@pytest.mark.parametrize("damage", ["cut", "flipped", "garbage"])
def test_a_damaged_end_is_judged_again(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    """A last line that was not written to its end, or not as it was meant, does not count."""
    whole = run("check", ".")
    killed_after(run, monkeypatch, 4, ".")
    data = bytearray(Path("k").read_bytes())
    if damage == "cut":
        del data[-7:]
    elif damage == "flipped":
        data[data.rindex(b"refuted") + 10] ^= 1
    else:
        data += b"\0" * 100
    Path("k").write_bytes(data)
    assert run("check", "--checkpoint", "k", ".").stdout == whole.stdout


def changed(what: str) -> list[str]:
    """Change something between two runs, and give the arguments of the second."""
    if what == "longer file":
        Path("b.jsonl").write_bytes(Path("b.jsonl").read_bytes() + b"\n{}")
    elif what == "same size and time":
        status = Path("a.jsonl").stat()
        Path("a.jsonl").write_bytes(Path("a.jsonl").read_bytes().replace(b"muggins-3-0", b"muggins-3-9"))
        os.utime("a.jsonl", ns=(status.st_atime_ns, status.st_mtime_ns))
    elif what == "new file":
        Path("d.json").write_text("{}")
    elif what == "file gone":
        Path("c.json").unlink()
    elif what == "option":
        return ["--strict", "."]
    elif what == "limit":
        return ["--max-findings", "1", "."]
    elif what == "rules":
        return ["--rules", "five-up", "."]
    return ["."]


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("longer file", "b.jsonl has changed"),
        ("same size and time", "an input has changed"),
        ("new file", "d.json is new"),
        ("file gone", "c.json is gone"),
        ("option", "another strict"),
        ("limit", "another max-findings"),
        ("rules", "another rules"),
        ("version", "another version of domscore"),
    ],
)
def test_another_run_is_refused(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, what: str, says: str) -> None:
    """Other inputs, options or versions end with 2 and the reason; nothing is written, and the file stays."""
    killed_after(run, monkeypatch, 3, ".")
    if what == "version":
        monkeypatch.setattr("domscore.batch.checkpoint.program", lambda: "0.0.9")
    kept = Path("k").read_bytes()
    result = run("check", "--checkpoint", "k", *changed(what))
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in " ".join(result.stderr.replace("│", " ").split())
    assert Path("k").read_bytes() == kept


def test_files_that_are_no_checkpoint_are_left_alone(run: Run, folder: Path) -> None:
    """A file of something else, an input even, is refused and not changed; standard input cannot be gone back to."""
    data = Path("a.jsonl").read_bytes()
    assert run("check", "--checkpoint", "a.jsonl", ".").exit_code == 2
    assert Path("a.jsonl").read_bytes() == data
    assert run("check", "--checkpoint", "k", "-", stdin="{}").exit_code == 2
    assert run("check", "--checkpoint", "no/such/directory", ".").exit_code == 2


@pytest.mark.skipif(os.name == "nt", reason="no locks of this kind")
def test_one_run_at_a_time(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a run uses a checkpoint, another process is refused."""
    killed_after(run, monkeypatch, 1, ".")
    hold = "import fcntl, sys, time; f = open('k', 'r+b'); fcntl.lockf(f, fcntl.LOCK_EX); print(flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", hold], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        result = run("check", "--checkpoint", "k", ".")
        other.kill()
    assert result.exit_code == 2
    assert "another run is using it" in result.stderr


def test_runs_that_begin_together(folder: Path) -> None:
    """Of runs that start at the same moment with one checkpoint each gives the whole report or is refused; none is left."""
    write_archive(folder / "big.jsonl", 100)
    command = [sys.executable, "-m", "domscore", "check", "-f", "json", "big.jsonl"]
    plain = subprocess.run(command, capture_output=True, check=False)
    together = [
        subprocess.Popen([*command, "--checkpoint", "k"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)
    ]
    done = [(*process.communicate(), process.returncode) for process in together]
    assert (plain.stdout, 1) in [(out, code) for out, _, code in done]
    for out, said, code in done:
        assert (out, code) == (plain.stdout, 1) or (code == 2 and b"cannot be used" in b" ".join(said.split()))
    assert [path.name for path in folder.glob("k*")] == []


FORMATS = ("text", "concise", "json", "sarif", "junit", "github", "gitlab", "markdown")
EVERYTHING = [*(f"--output={form}=out.{form}" for form in FORMATS), "--statistics"]
RUNS = {
    "plain": [],
    "with a baseline and a cache": [*EVERYTHING, "--baseline", "known", "--cache", "cache", "--strict"],
    "a new baseline": [*EVERYTHING, "--write-baseline", "new", "--fail-level", "note"],
    "some findings only": [*EVERYTHING, "--max-findings", "40", "--baseline", "known", "--select", "DOM4"],
}


def _killed_often(folder: Path, kills: int, games: int, options: list[str]) -> None:
    """Run undisturbed; then kill a run so many times at random points, and let it come to its end: the same bytes."""
    write_archive(folder / "big.jsonl", games)
    write_archive(folder / "some.jsonl", games // 4)
    subprocess.run([*COMMAND, "--write-baseline", "known", "some.jsonl"], cwd=folder, capture_output=True, check=True)
    command = [*COMMAND, *options, "big.jsonl"]
    started = time.monotonic()
    whole = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    lasts = time.monotonic() - started
    (folder / "cache").unlink(missing_ok=True)
    files = {path: path.read_bytes() for path in (*folder.glob("out.*"), *folder.glob("new"))}
    for path in files:
        path.unlink()
    chance = random.Random(kills)
    command += ["--checkpoint", "k"]
    for _ in range(kills):
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            process.wait(chance.uniform(0.1, max(0.5, lasts / 2)))
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()  # returns when the workers have let go of the pipe: they end with the process
    again = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert again.stdout == whole.stdout
    assert {path: path.read_bytes() for path in files} == files
    assert [line for line in again.stderr.splitlines() if b"going on after" not in line] == whole.stderr.splitlines()
    assert again.returncode == whole.returncode
    assert len(whole.stdout.splitlines()) == games + 2


@pytest.mark.parametrize("options", RUNS.values(), ids=RUNS.keys())
def test_killed_for_real(tmp_path: Path, options: list[str]) -> None:
    """Killed at two random points, a run ends with the files of an undisturbed one, and leaves no process behind."""
    _killed_often(tmp_path, 2, 120, options)


@pytest.mark.slow
@pytest.mark.parametrize("options", RUNS.values(), ids=RUNS.keys())
def test_killed_twenty_times(tmp_path: Path, options: list[str]) -> None:
    """The same, killed at twenty random points."""
    _killed_often(tmp_path, 20, 1000, options)


def test_baselines_go_on_too(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was known and what was new before a run stopped counts after it, with a cache and without."""
    run("check", "--write-baseline", "known.txt", "a.jsonl")
    for options in (["--baseline", "known.txt"], ["--baseline", "known.txt", "--cache", "cache"]):
        whole = run("check", *options, ".")
        killed_after(run, monkeypatch, 3, *options, ".")
        again = run("check", *options, "--checkpoint", "k", ".")
        assert (again.stdout, again.exit_code) == (whole.stdout, whole.exit_code)
        assert again.stderr.splitlines()[1:] == whole.stderr.splitlines()
        assert "known" in whole.stdout + whole.stderr
