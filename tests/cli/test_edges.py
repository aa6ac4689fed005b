"""Inputs, outputs and terminals as they should not be: an exit code and a sentence, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from domscore.cli import COMMANDS
from tests.cli.conftest import SAMPLES, Run

GOOD = SAMPLES / "legal/classic-draw-2.domino.json"
ONE_INPUT = {
    "check": ("check",),
    "score": ("score",),
    "validate": ("validate",),
    "stats": ("stats",),
    "explain": ("explain",),
    "replay": ("replay",),
    "infer": ("infer",),
    "compare": ("compare",),
    "diff": ("diff", str(GOOD)),
    "sheet": ("sheet", "--rules", "selminha"),
}
FULL = Path("/dev/full")


def domscore(
    *arguments: str | Path, prefix: str = "", suffix: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Runs the program in a shell, which can close its streams."""
    words = " ".join(f"'{word}'" for word in (sys.executable, "-m", "domscore", *arguments))
    root = Path(__file__).parents[2]
    return subprocess.run(
        f"{words}{suffix}", shell=True, capture_output=True, cwd=root, env={**os.environ, **environment}, check=False
    )


def untroubled(result: subprocess.CompletedProcess[bytes]) -> bool:
    told = result.stdout + result.stderr
    return b"Traceback" not in told and b": internal error:" not in told and b"Exception ignored" not in told


@pytest.mark.parametrize("command", ONE_INPUT)
@pytest.mark.parametrize("name", ["none.json", "", "x" * 5000, "file/below", r"C:\logs\game.json", "directory"])
def test_inputs_that_cannot_be_opened_exit_3(command: str, name: str, run: Run, tmp_path: Path) -> None:
    """A missing file, an empty or overlong path, a path through a file, a directory without records: 3, told on stderr."""
    (tmp_path / "file").write_text("{}")
    (tmp_path / "directory").mkdir()
    path = name and str(tmp_path / name)
    result = run(*ONE_INPUT[command], path)
    assert result.exit_code == 3
    assert "not read: " in result.stderr


@pytest.mark.parametrize("command", ["check", "score", "validate", "explain", "replay", "infer", "sheet"])
@pytest.mark.parametrize("data", [b"", b"\0" * 50, bytes(range(256)), b"\xff\xfe{\0}\0"])
def test_files_that_are_no_records_exit_1(command: str, data: bytes, run: Run, tmp_path: Path) -> None:
    """Empty and binary files are findings, and the exit code is 1."""
    (tmp_path / "file.json").write_bytes(data)
    result = run(*ONE_INPUT[command], tmp_path / "file.json")
    assert result.exit_code == 1
    assert "DOM101" in result.output or "DOM203" in result.output


@pytest.mark.parametrize("command", ["check", "score", "explain", "replay", "infer", "compare"])
def test_windows_line_ends_change_nothing(command: str, run: Run, tmp_path: Path) -> None:
    """CR LF makes no other record."""
    plain, windows = tmp_path / "a" / "game.json", tmp_path / "b" / "game.json"
    for path, data in ((plain, GOOD.read_bytes()), (windows, GOOD.read_bytes().replace(b"\n", b"\r\n"))):
        path.parent.mkdir()
        path.write_bytes(data)
    told = [run(command, path).stdout.replace(str(path.parent), "") for path in (plain, windows)]
    assert told[0] == told[1]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_terminals_that_lack_letters_get_escapes(encoding: str, tmp_path: Path) -> None:
    """Names of players and files, and the help itself, are shown as far as the terminal can."""
    file = tmp_path / "日本.json"
    file.write_bytes(GOOD.read_bytes().replace(b"Rosa", "R\u00f6s\u00e4 \u2192 \u65e5".encode()))
    for arguments in (("score", file), ("explain", file, "--round", "1"), ("compare", "--help"), ("rules", "s\u00e9lmina")):
        result = domscore(*arguments, PYTHONIOENCODING=encoding)
        assert untroubled(result)
        assert result.returncode == (2 if arguments[0] == "rules" else 0)


@pytest.mark.skipif(os.name != "posix", reason="file names are bytes")
def test_file_names_that_are_no_text_are_shown_as_escapes(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 in a name stop nothing."""
    Path(os.fsdecode(bytes(tmp_path) + b"/bad-\xff.json")).write_bytes(GOOD.read_bytes())
    result = domscore("check", tmp_path)
    assert result.returncode == 0
    assert b"bad-\\xff.json: verified" in result.stdout


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed")
@pytest.mark.parametrize("command", ["check", "explain", "sheet"])
def test_closed_standard_input_is_an_input_that_cannot_be_read(command: str) -> None:
    """Exit code 3, and a sentence."""
    result = domscore(*ONE_INPUT[command], "-", suffix=" <&-")
    assert result.returncode == 3
    assert b"not read: standard input is closed" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed")
def test_closed_outputs_change_no_exit_code() -> None:
    """Whoever closes an output wants the exit code alone."""
    wrong = SAMPLES / "illegal/DOM411-false-pass.domino.json"
    for suffix in (" >&-", " 2>&-", " >&- 2>&- <&-"):
        assert [domscore("check", path, suffix=suffix).returncode for path in (GOOD, wrong)] == [0, 1]


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed")
def test_a_reader_that_stops_is_no_error() -> None:
    """``| head`` ends the program without a word."""
    for arguments in (("rule", "--all"), ("generate", "--rules", "muggins", "--matches", "100"), ("--help",)):
        result = domscore(*arguments, suffix=" | head -n 1")
        assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(not FULL.is_char_device(), reason="a device that is always full is needed")
@pytest.mark.parametrize("arguments", [("rules",), ("check", GOOD), ("check", GOOD, "--format", "json"), ("--help",)])
def test_a_full_disk_is_no_defect(arguments: tuple[str | Path, ...]) -> None:
    """The exit code is 4, since nobody can rely on the output; the program apologises for nothing."""
    result = domscore(*arguments, suffix=f" > {FULL}")
    assert result.returncode == 4
    assert result.stderr == b"the output cannot be written: no space left on device\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name is needed")
def test_what_is_no_regular_file_is_never_replaced(run: Run, tmp_path: Path) -> None:
    """A pipe, or a device, named as checkpoint or baseline is a usage error, and still there afterwards."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for option in ("--checkpoint", "--write-baseline"):
        result = run("check", GOOD, option, pipe)
        assert result.exit_code == 2
        assert "not a regular file" in " ".join(result.stderr.split())
        assert pipe.is_fifo()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_purpose_examples_and_exit_codes(command: str, run: Run) -> None:
    """Each command says in its help what it does, shows examples, lists its exit codes, and fits in 80 columns."""
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "\n  Examples:\n" in result.stdout
    assert f"domscore {command}" in result.stdout.partition("Examples:")[2]
    assert "\n  Exit codes:\n    0  " in result.stdout
    assert "\n    2  " in result.stdout.partition("Exit codes:")[2]
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_the_list_of_commands_cuts_no_sentence(run: Run) -> None:
    """What each command does is said in words that fit on its line."""
    shown = run("--help").stdout
    assert "..." not in shown.partition("Commands:")[2]
    assert all(len(line) <= 80 for line in shown.splitlines())
