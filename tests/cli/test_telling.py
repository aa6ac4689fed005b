"""What stands beside a report: statistics, colours, what is in force; and runs that go on, or never fail."""

from __future__ import annotations

import io
import json
import re
import shutil
import time
from pathlib import Path

import pytest

from domscore.cli import outputs
from tests.cli.conftest import Run

FALSE_PASS = "illegal/DOM411-false-pass.domino.json"
LEGAL = "legal/selminha-2.domino.json"
_ESCAPE = re.compile("\x1b\\[[0-9;]*m")


def test_statistics_count_by_code_and_by_rule_set(run: Run, samples: Path, tmp_path: Path) -> None:
    """Two tables stand behind the report: findings by code, verdicts by rule set."""
    changed = json.loads((samples / FALSE_PASS).read_bytes())
    changed["rules"] = {"base": "selminha/1", "target": 50}
    (tmp_path / "x.json").write_text(json.dumps(changed))
    (tmp_path / "broken.json").write_text("{")
    text = run("check", "-q", "--statistics", samples / FALSE_PASS, samples / LEGAL, tmp_path).stdout
    lines = [line.split() for line in text.splitlines()[1:]]
    assert ["DOM411", "false-pass", "2"] in lines
    assert ["DOM101", "not-json", "1"] in lines
    assert ["selminha/1", "1", "1", "0", "1"] in lines
    assert ["selminha/1", "with", "changes", "0", "1", "0", "1"] in lines
    assert ["none", "that", "is", "known", "0", "1", "0", "1"] in lines


def test_statistics_are_what_is_reported(run: Run, samples: Path) -> None:
    """What is ignored is not counted; where nothing is found, the table says so."""
    text = run("check", "-q", "--statistics", "--ignore", "DOM411", samples / FALSE_PASS).stdout
    assert "no findings" in text
    assert "DOM411" not in text


def test_statistics_stay_out_of_the_way_of_programs(run: Run, samples: Path) -> None:
    """JSON on standard output stays JSON: the tables go to standard error."""
    result = run("check", "-f", "json", "--statistics", samples / FALSE_PASS)
    json.loads(result.stdout)
    assert "false-pass" in result.stderr


def test_exit_zero_excuses_findings_only(run: Run, samples: Path, tmp_path: Path) -> None:
    """Findings do not fail the run; what could not be read, and nothing at all, still do."""
    assert run("check", "--exit-zero", samples / FALSE_PASS).exit_code == 0
    assert run("check", "--exit-zero", samples / FALSE_PASS, "nowhere.json").exit_code == 3
    assert run("check", "--exit-zero", tmp_path).exit_code == 3


def test_colours_change_nothing_but_the_colour(run: Run, samples: Path) -> None:
    """Coloured text without its escapes is the text; other formats have no colours."""
    paths = (samples / FALSE_PASS, samples / LEGAL, samples / "illegal/DOM441-late-act.domino.json")
    plain, coloured = (run("check", "--color", when, *paths).stdout for when in ("never", "always"))
    assert "\x1b[1;31mDOM411 false-pass\x1b[0m" in coloured
    assert _ESCAPE.sub("", coloured) == plain
    for form in ("json", "concise", "github"):
        assert "\x1b" not in run("check", "-f", form, "--color", "always", *paths).stdout


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "when", "coloured"),
    [
        ({}, "auto", True),
        ({"NO_COLOR": ""}, "auto", True),
        ({"NO_COLOR": "1"}, "auto", False),
        ({"TERM": "dumb"}, "auto", False),
        ({"NO_COLOR": "1"}, "always", True),
        ({}, "never", False),
    ],
)
def test_when_a_terminal_gets_colours(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], when: str, coloured: bool
) -> None:
    """On a terminal text has colours, unless NO_COLOR is set and not empty, or the terminal has none; the option decides."""
    monkeypatch.setattr("sys.stdout", _Terminal())
    for name, value in {"TERM": "xterm", "NO_COLOR": "", **environment}.items():
        monkeypatch.setenv(name, value)
    assert outputs.in_colours("text", when) == ("coloured" if coloured else "text")


def test_a_pipe_gets_no_colours(run: Run, samples: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where standard output is no terminal, auto means plain text."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" not in run("check", samples / FALSE_PASS).stdout


def test_verbose_tells_what_is_in_force(run: Run, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The configuration file, the number of inputs, and findings that were not selected, on standard error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "domscore.toml").write_text('ignore = ["DOM411"]')
    result = run("check", "-v", samples / FALSE_PASS)
    assert result.stderr.splitlines() == [
        "configuration file: domscore.toml; baseline: none",
        "inputs: 1; findings not selected: 1; files of directories not looked at because of their names: 0",
    ]


def test_verbose_tells_of_files_with_other_names(run: Run, samples: Path, tmp_path: Path) -> None:
    """How many files of directories are not called like records is said, also where a directory was excluded and named."""
    (tmp_path / "games").mkdir()
    shutil.copy(samples / FALSE_PASS, tmp_path / "games")
    for name in ("a.txt", "games/b.log", "games/c"):
        (tmp_path / name).write_text("{}")
    for exclude in ("nothing", "games/"):
        result = run("check", "-v", "--exclude", exclude, tmp_path / "games", tmp_path / "a.txt")
        assert result.stderr.endswith("; files of directories not looked at because of their names: 2\n")


def test_watching_checks_again_what_changes(
    run: Run, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All files are checked once, then those that are new or have changed, until Ctrl-C."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "domscore.toml").write_text('exclude = ["drafts/"]')
    (tmp_path / "drafts").mkdir()
    legal, illegal = (samples / LEGAL).read_bytes(), (samples / FALSE_PASS).read_bytes()
    (tmp_path / "a.json").write_bytes(legal)
    (tmp_path / "b.json").write_bytes(legal)

    turns: list[int] = []

    def later() -> None:
        turns.append(1)
        if len(turns) == 1:
            (tmp_path / "drafts/d.json").write_bytes(illegal)
        elif len(turns) == 2:
            (tmp_path / "b.json").write_bytes(illegal)
        elif len(turns) == 3:
            (tmp_path / "c.json").write_bytes(legal)
            (tmp_path / "a.json").unlink()
        else:
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", lambda _: later())
    result = run("check", "--watch", ".")
    assert result.exit_code == 130
    summaries = [line.split(",")[0] for line in result.stdout.splitlines() if "undetermined;" in line]
    assert summaries == ["2 records: 2 verified", "1 record: 0 verified", "1 record: 1 verified"]
    assert len(re.findall(r"^\d\d:\d\d:\d\d: 1 file changed$", result.stderr, re.MULTILINE)) == 2
    assert len(re.findall(r"^\d\d:\d\d:\d\d: 1 file gone$", result.stderr, re.MULTILINE)) == 1


def test_watching_takes_up_other_settings(run: Run, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings that are new, wrong, mended or gone hold from then on; wrong ones are told, and the last good ones stay."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.json").write_bytes((samples / FALSE_PASS).read_bytes())
    settings = tmp_path / "domscore.toml"
    steps = iter([
        lambda: settings.write_text('ignore = ["DOM4"]'),
        lambda: settings.write_text("ignore = ["),
        lambda: (tmp_path / "a.json").write_bytes((samples / FALSE_PASS).read_bytes() + b"\n"),
        lambda: settings.write_text('severity = {DOM411 = "warning"}'),
        settings.unlink,
        (tmp_path / "a.json").unlink,
    ])  # fmt: skip

    def later(_: float) -> None:
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    monkeypatch.setattr(time, "sleep", later)
    result = run("check", "--watch", ".")
    assert result.exit_code == 130
    totals = [line.partition("; ")[2].partition("; ")[2] for line in result.stdout.splitlines() if "undetermined;" in line]
    assert [line.partition(", ")[0] + line.partition(",")[2].partition(" w")[0] for line in totals] == [
        "1 error 0",
        "0 errors 0",
        "0 errors 0",
        "0 errors 1",
        "1 error 0",
    ]
    assert result.stderr.count("the settings have changed") == 4
    assert result.stderr.count("domscore.toml: not TOML") == 1
    assert "1 file gone" in result.stderr


@pytest.mark.parametrize("arguments", [["-"], [".", "-o", "json=x.json"], [".", "--write-baseline", "x"]])
def test_what_cannot_be_watched(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    """Standard input does not change, and a file would hold the last change only: usage errors."""
    monkeypatch.chdir(tmp_path)
    assert run("check", "--watch", *arguments).exit_code == 2


def test_a_cache_remembers_what_stands_beside_the_report(run: Run, samples: Path, tmp_path: Path) -> None:
    """Statistics, what is not selected and what is known are the same from a cold and a warm cache."""
    options = ("--cache", tmp_path / "cache", "--statistics", "-v", "--ignore", "DOM903", "--baseline", tmp_path / "known")
    assert run("check", "--write-baseline", tmp_path / "known", samples / FALSE_PASS).exit_code == 0
    cold, warm, bare = (
        run("check", *some, samples / "illegal", samples / "partial") for some in (options, options, options[2:])
    )
    assert cold.stdout == warm.stdout == bare.stdout
    assert cold.stderr == warm.stderr == bare.stderr
    assert "1 known" in warm.stdout
    assert "findings not selected: 0" not in warm.stderr
