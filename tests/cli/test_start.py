"""Starting: what is not imported, what it costs, and how a run ends that is cut off."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from statistics import median
from threading import Timer

import pytest

from tests.cli.conftest import SAMPLES, Run

COMMAND = [sys.executable, "-m", "domscore"]
RECORD = str(SAMPLES / "legal/selminha-2.domino.json")
_LOADED = """
import sys
from domscore.__main__ import main
sys.argv = ["domscore", *sys.argv[1:]]
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def loaded(*arguments: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    done = subprocess.run([sys.executable, "-c", _LOADED, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_the_version_is_cheap() -> None:
    """``--version`` loads neither pydantic nor tabulate nor rich."""
    assert not loaded("--version") & {"pydantic", "pydantic_core", "orjson", "tabulate", "rich"}


def test_a_check_loads_what_it_needs() -> None:
    """``check`` of one file loads neither tables nor pictures nor process pools."""
    modules = loaded("check", RECORD)
    assert "pydantic" in modules
    assert not modules & {"tabulate", "rich", "concurrent.futures.process", "multiprocessing", "domscore.suggest"}


def cpu(command: list[str], environment: dict[str, str]) -> float:
    """Seconds of CPU time that a command takes."""
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return float(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def test_a_check_costs_little(tmp_path: Path) -> None:
    """The CPU time of checking one small file is a small multiple of starting Python: 20, and something for noise."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    nothing, check = [sys.executable, "-c", "pass"], [*COMMAND, "check", RECORD]
    cpu(check, environment)
    times = [(cpu(nothing, environment), cpu(check, environment)) for _ in range(7)]
    assert median(one for _, one in times) / median(zero for zero, _ in times) < 26


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    """When nobody reads on, the command stops without a word."""
    (tmp_path / "x.jsonl").write_text("{\n" * 20_000)
    with subprocess.Popen(
        [*COMMAND, "check", str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 141


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_with_a_word() -> None:
    """An interrupted run says so, without a traceback."""
    with subprocess.Popen(
        [*COMMAND, "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests run in the background inherit "ignore"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        kill = Timer(60, process.kill)
        kill.start()
        process.stdin.write('{"a": 1}\n{"a": 2}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()
        kill.cancel()
        assert process.returncode == 130
        assert complaint == "interrupted\n"


def test_a_defect_is_apologised_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error ends with 4, names the record, and shows no traceback unless asked for."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("\x1b[31m")

    monkeypatch.setattr("domscore.batch.judging.audit", broken)
    monkeypatch.delenv("DOMSCORE_TRACEBACK", raising=False)
    result = run("check", RECORD)
    assert result.exit_code == 4
    assert f"internal error: JudgingFailed: ZeroDivisionError: \\x1b[31m (at {RECORD}:1)" in result.stderr
    assert "Please report it" in result.stderr
    assert "Traceback" not in result.stderr
    monkeypatch.setenv("DOMSCORE_TRACEBACK", "1")
    assert "Traceback" in run("check", RECORD).stderr


def test_no_progress_where_nobody_looks(tmp_path: Path) -> None:
    """Standard error stays empty when it is not a terminal."""
    (tmp_path / "x.jsonl").write_bytes(b"[]\n" + b" " * 100 + b"\n" + b"\n" * 5_000_000)
    done = subprocess.run(
        [*COMMAND, "check", "-q", "--jobs", "1", str(tmp_path / "x.jsonl")], capture_output=True, check=False
    )
    assert done.stderr == b""
    assert done.returncode == 1


def test_a_narrow_terminal_is_no_reason_to_fail(tmp_path: Path) -> None:
    """Names that the terminal's encoding does not have are written as escapes."""
    record = '{"format": "domscore/1", "rules": "muggins/1", "players": ["Žižka", "宮"], "id": "宮", "rounds": [{}]}'
    (tmp_path / "x.json").write_text(record, encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for command in ("check", "score", "replay"):
        done = subprocess.run(
            [*COMMAND, command, str(tmp_path / "x.json")], env=environment, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.isascii()
