"""The configuration in force: what ``check`` makes of it, and what ``config`` shows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

FALSE_PASS = "illegal/DOM411-false-pass.domino.json"


@pytest.fixture
def club(tmp_path: Path, samples: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: a false pass, the same in old/ and as a draft."""
    record = (samples / FALSE_PASS).read_bytes()
    (tmp_path / "old").mkdir()
    for name in ("a.json", "old/b.json", "c.draft.json"):
        (tmp_path / name).write_bytes(record)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def configure(club: Path, text: str) -> None:
    """Write the configuration file."""
    (club / "domscore.toml").write_text(text, encoding="utf-8")


def sources(run: Run, *arguments: str) -> list[str]:
    """Which files are judged."""
    return [record["source"] for record in json.loads(run("check", "-f", "json", *arguments).stdout)["records"]]


def test_severities_change_the_report_and_the_exit_code_not_the_verdict(run: Run, club: Path) -> None:
    """A finding made lighter does not fail the run; the record is refuted all the same."""
    configure(club, '[severity]\nDOM4 = "warning"')
    result = run("check", "a.json")
    assert result.exit_code == 0
    assert "DOM411 false-pass (warning)" in result.stdout
    assert "a.json: refuted" in result.stdout
    assert run("check", "--fail-level", "warning", "a.json").exit_code == 1
    assert run("check", "--isolated", "a.json").exit_code == 1
    assert run("check", "--severity", "DOM411=error", "a.json").exit_code == 1


def test_the_command_line_wins_over_the_file(run: Run, club: Path) -> None:
    """An option replaces the value of the file."""
    configure(club, 'ignore = ["DOM4"]\nstrict = true\nfail-level = "note"')
    assert "DOM411" not in run("check", "--no-strict", "a.json").stdout
    assert "DOM411" in run("check", "--ignore", "DOM9", "a.json").stdout
    assert run("check", "a.json").exit_code == 1
    assert run("check", "--no-strict", "a.json").exit_code == 0


def test_excluded_files_are_left_out_of_directories_and_said(run: Run, club: Path) -> None:
    """What is excluded is not judged, and how much that is stands on standard error."""
    configure(club, 'exclude = ["old/", "*.draft.json"]')
    assert sources(run, ".") == ["a.json"]
    assert sources(run, "*.json") == ["a.json"]
    assert run("check", ".").stderr == "left out, because excluded: 1 file and 1 directory\n"
    assert sources(run, "--exclude", "a.json", ".") == ["c.draft.json", "old/b.json"]


def test_a_named_file_is_checked_though_excluded(run: Run, club: Path) -> None:
    """What the user names is judged, unless exclusion is forced; then nothing is left, which is no pass."""
    configure(club, 'exclude = ["old/", "*.draft.json"]')
    assert sources(run, "c.draft.json", "old") == ["c.draft.json", "old/b.json"]
    assert sources(run, "--force-exclude", "a.json", "c.draft.json", "old") == ["a.json"]
    result = run("check", "--force-exclude", "c.draft.json")
    assert result.exit_code == 3
    assert result.stderr == "left out, because excluded: 1 file; nothing else was named\n"
    assert run("check", "--force-exclude", "--allow-empty", "c.draft.json").exit_code == 0
    assert run("check", "--force-exclude", "--allow-empty", "c.draft.json", "nowhere.json").exit_code == 3


def test_a_directory_of_which_everything_is_excluded_is_no_pass(run: Run, club: Path) -> None:
    """Exit code 3, and the reason."""
    configure(club, 'exclude = ["*"]')
    result = run("check", ".")
    assert result.exit_code == 3
    assert "nothing else was named" in result.stderr


def test_allowing_nothing_does_not_allow_what_is_missing(run: Run, club: Path) -> None:
    """An empty directory stays exit code 3: only what is excluded is excused."""
    (club / "empty").mkdir()
    assert run("check", "--allow-empty", "empty").exit_code == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--select", "DOM9"], True),
        (["--ignore", "DOM"], True),
        (["--severity", "DOM=note"], True),
        (["--select", "DOM9", "--strict"], False),
        (["--select", "DOM4"], False),
    ],
)
def test_a_run_that_cannot_fail_says_so(run: Run, club: Path, arguments: list[str], said: bool) -> None:
    """When no finding that is selected reaches the fail level, standard error says it."""
    result = run("check", *arguments, "a.json")
    assert ("nothing that is selected reaches the fail level" in result.stderr) is said


def test_a_record_that_cannot_be_read_fails_under_any_selection(run: Run, club: Path) -> None:
    """Selecting other findings does not turn a broken file into a pass."""
    (club / "broken.json").write_text("{")
    result = run("check", "--select", "DOM9", "--ignore", "DOM", "broken.json")
    assert result.exit_code == 1
    assert "DOM101" in result.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('selct = ["DOM4"]', "domscore.toml: unknown key selct; did you mean select"),
        ('rules = "mugins"', "domscore.toml: rules: no rule set mugins; did you mean muggins/1?"),
        ('[per-path-rules]\n"x" = "x.json"', "domscore.toml: per-path-rules: x.json: no such file or directory"),
        ("strict = \x1b", "domscore.toml: not TOML"),
        ("[tool.domscore]", "domscore.toml: unknown key tool; in a domscore.toml the keys stand without [tool.domscore]"),
    ],
)
def test_a_wrong_file_ends_every_command_that_reads_it(run: Run, club: Path, text: str, said: str) -> None:
    """Exit code 2, the file and the key on standard error, nothing raw."""
    configure(club, text)
    for command in ("check", "score", "config"):
        result = run(command, *([] if command == "config" else ["a.json"]))
        assert result.exit_code == 2
        assert said in result.stderr.replace(str(club) + "/", "")
        assert "\x1b" not in result.stderr
    assert run("check", "--config", "nowhere.toml", "a.json").exit_code == 2
    assert run("check", "--config", "domscore.toml", "--isolated", "a.json").exit_code == 2


@pytest.mark.parametrize(
    "arguments", [["--severity", "DOM4"], ["--severity", "DOM4=fatal"], ["--exclude", "\\"], ["--ignore", "DOM202"]]
)
def test_wrong_options_are_usage_errors(run: Run, club: Path, arguments: list[str]) -> None:
    """What an option cannot mean ends with exit code 2."""
    assert run("check", *arguments, "a.json").exit_code == 2


def test_rules_of_the_file_hold_for_every_command(run: Run, club: Path, samples: Path) -> None:
    """Check, score and explain judge a file by the same rule set; an option wins over it."""
    (club / "house.json").write_text('{"base": "selminha/1", "name": "house/1", "target": 50}')
    configure(club, 'rules = "muggins"\n[per-path-rules]\n"a.*" = "house.json"')

    def judged_by(*arguments: str) -> list[str]:
        report = json.loads(run(*arguments, "--format", "json").stdout)
        return [record["rules"] for record in report["records"]]

    assert judged_by("check", "a.json", "old") == ["house/1", "muggins/1"]
    assert judged_by("score", "a.json", "old") == ["house/1", "muggins/1"]
    assert judged_by("check", "--rules", "selminha", "a.json", "old") == ["selminha/1"] * 2
    assert judged_by("score", "--isolated", "a.json") == ["selminha/1"]
    assert "rules house/1" in run("explain", "a.json").stdout
    assert "rules muggins/1" in run("explain", "old/b.json").stdout


@pytest.mark.parametrize("command", ["explain", "replay", "infer", "fix"])
def test_commands_about_one_record_take_their_configuration_as_check_does(
    run: Run, club: Path, samples: Path, command: str
) -> None:
    """They go by the file that ``--config`` names, and by none with ``--isolated``."""
    configure(club, 'rules = "mugins"')
    more = ["--apply", "1", "--output", "new.json"] if command == "fix" else []
    name = str(samples / "disputes/slip-wrong-end.domino.json")
    assert run(command, name, *more).exit_code == 2
    assert run(command, "--isolated", name, *more).exit_code == (0 if command == "fix" else 1)
    assert "mugins" in run(command, "--config", "domscore.toml", name, *more).stderr


def test_config_says_where_each_value_comes_from(run: Run, club: Path) -> None:
    """The command shows every setting with its origin, as text and as JSON, and what holds for a path."""
    (club / "domscore.toml").write_text('exclude = ["old/"]\n[per-path-ignores]\n"a.json" = ["false-pass"]')
    shown = json.loads(run("config", "-f", "json", "--ignore", "DOM9", "a.json", "old/b.json").stdout)
    assert shown["file"] == "domscore.toml"
    assert shown["settings"]["exclude"] == {"value": ["old/"], "from": "domscore.toml"}
    assert shown["settings"]["ignore"] == {"value": ["DOM9"], "from": "command line"}
    assert shown["settings"]["strict"] == {"value": False, "from": "default"}
    assert shown["paths"] == [
        {"path": "a.json", "excluded": False, "ignore": ["DOM9", "DOM411"], "rules": None},
        {"path": "old/b.json", "excluded": True, "ignore": ["DOM9"], "rules": None},
    ]
    text = run("config", "--ignore", "DOM9", "old/b.json").stdout
    assert text.startswith("configuration file: domscore.toml\n")
    assert "old/b.json: excluded; ignored: DOM9; rules: those a record names" in text


def test_config_names_every_setting_that_a_file_can_hold(run: Run, club: Path) -> None:
    """What the schema of the file knows is what the command shows."""
    from domscore.config.model import configuration_schema

    shown = json.loads(run("config", "--isolated", "-f", "json").stdout)
    assert list(shown["settings"]) == list(configuration_schema()["properties"])
    assert shown["file"] is None


def test_without_patterns_and_files_nothing_is_loaded(samples: Path) -> None:
    """A check where no configuration is found imports neither the TOML reader nor pathspec nor the model."""
    code = "import sys; from domscore.cli import app; app(sys.argv[1:], standalone_mode=False); print(*sys.modules)"
    command = [sys.executable, "-c", code, "check", str(samples / "legal/selminha-2.domino.json")]
    modules = subprocess.run(command, capture_output=True, text=True, check=True, cwd="/").stdout.split()
    assert "domscore.config.settings" in modules
    assert not {"tomllib", "pathspec", "domscore.config.model", "domscore.config.reading"} & set(modules)


def test_the_readmes_example_is_the_sample(run: Run, samples: Path) -> None:
    """The configuration that the README shows is a file that can be used."""
    readme = (samples.parent / "README.md").read_text(encoding="utf-8")
    shown = readme.split("```toml\n", 1)[1].split("```", 1)[0]
    assert (samples / "config/domscore.toml").read_text(encoding="utf-8").endswith(f".\n{shown}")
    assert run("config", "--config", samples / "config/domscore.toml").exit_code == 0
