"""What other programs take domscore up by: pre-commit, GitHub Actions, shells and editors."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FALSE_PASS = ROOT / "samples/illegal/DOM411-false-pass.domino.json"
LEGAL = ROOT / "samples/legal/selminha-2.domino.json"
yaml = pytest.importorskip("yaml")


def described(name: str) -> Any:
    """What a file of YAML says."""
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


@pytest.fixture
def exports(tmp_path: Path) -> Path:
    """A project with a sound record, one with an error, and one that is excluded."""
    (tmp_path / "old").mkdir()
    shutil.copy(LEGAL, tmp_path / "sound.domino.json")
    shutil.copy(FALSE_PASS, tmp_path / "wrong.domino.json")
    shutil.copy(FALSE_PASS, tmp_path / "old/wrong.domino.json")
    (tmp_path / "domscore.toml").write_text('exclude = ["old/"]')
    return tmp_path


@pytest.mark.parametrize(
    ("share", "code"),
    [
        (["sound.domino.json", "wrong.domino.json", "old/wrong.domino.json"], 1),
        (["wrong.domino.json"], 1),
        (["sound.domino.json", "old/wrong.domino.json"], 0),
        (["old/wrong.domino.json"], 0),
        (["gone.domino.json"], 3),
    ],
)
def test_the_hook_is_right_for_every_share_of_the_files(exports: Path, share: list[str], code: int) -> None:
    """Whichever files pre-commit gives to one process, the hook fails for what is wrong with them, and for nothing else."""
    (hook,) = described(".pre-commit-hooks.yaml")
    command = shlex.split(hook["entry"])
    assert command[0] == "domscore"
    done = subprocess.run(
        [sys.executable, "-m", *command, *share], cwd=exports, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == code
    assert ("wrong.domino.json:14:51: DOM411" in done.stdout) is (code == 1)
    assert ("left out, because excluded: 1 file" in done.stderr) is ("old/wrong.domino.json" in share)


def test_the_hook_takes_records() -> None:
    """The hook's pattern takes files that are called like records and archives, and no others."""
    (hook,) = described(".pre-commit-hooks.yaml")
    names = [
        "a.domino.json",
        "x/b.domino.jsonl.gz",
        "c.domino.jsonl.zst",
        "package.json",
        "domino.json",
        "a.domino.json.bak",
    ]
    assert [bool(re.search(hook["files"], name)) for name in names] == [True, True, True, False, False, False]


@pytest.mark.skipif(shutil.which("bash") is None, reason="the action's script is for bash")
@pytest.mark.parametrize(
    ("paths", "args", "code"),
    [("sound.domino.json\nwrong.domino.json\n", "", 1), (".", "--ignore=DOM411\n", 0), ("$(touch owned)", "", 3)],
)
def test_the_action_writes_sarif_and_summary(exports: Path, paths: str, args: str, code: int) -> None:
    """The action's script checks what it is told to, hands out files and exit code, and runs nothing it is given."""
    action = described("action.yml")
    step = action["runs"]["steps"][-1]
    values = {"paths": paths, "args": args, "sarif": "out.sarif", "summary": "out.md"}
    inputs = {name: values[word[len("${{ inputs.") : -len(" }}")]] for name, word in step["env"].items()}
    assert "${{" not in step["run"]
    tools = exports / "tools"
    tools.mkdir()
    (tools / "domscore").write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {sys.executable} -m domscore "$@"\n'
    )
    (tools / "domscore").chmod(0o755)
    environment = {**os.environ, **inputs, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    environment |= {"GITHUB_OUTPUT": str(exports / "output"), "GITHUB_STEP_SUMMARY": str(exports / "page")}
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    done = subprocess.run(shell, cwd=exports, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == code, done.stderr
    written = dict(line.split("=", 1) for line in (exports / "output").read_text(encoding="utf-8").splitlines())
    assert written == {"sarif": "out.sarif", "summary": "out.md", "exit-code": str(code)}
    assert set(action["outputs"]) == set(written)
    assert not (exports / "owned").exists()
    results = json.loads((exports / "out.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["DOM411"] * (code == 1)
    assert ("DOM411" in (exports / "out.md").read_text(encoding="utf-8")) is (code == 1)
    assert ("::error" in done.stdout) is (code != 0)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("domscore ch", {"check"}),
        ("domscore check --base", {"--baseline"}),
        ("domscore check --fail-level ", {"error", "warning", "note"}),
        ("domscore schema co", {"config"}),
    ],
)
def test_shells_complete_commands_options_and_values(words: str, offered: set[str]) -> None:
    """What bash asks for while somebody types is answered."""
    environment = {**os.environ, "_DOMSCORE_COMPLETE": "complete_bash", "COMP_WORDS": words}
    environment["COMP_CWORD"] = str(len(words.split(" ")) - 1)
    done = subprocess.run(
        [sys.executable, "-m", "domscore"], env=environment, cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert set(done.stdout.split()) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_there_is_a_completion_for_each_shell(shell: str) -> None:
    """The script that a shell needs can be printed."""
    command = [sys.executable, "-m", "domscore", "--show-completion", shell]
    environment = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert "_DOMSCORE_COMPLETE" in done.stdout


def test_the_entries_for_schemastore_fit_the_files() -> None:
    """Each entry of the README names a schema of the project, and files that are of its kind."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    entries = json.loads("[" + readme.split("```json\n[", 1)[1].split("```", 1)[0])
    kinds = {}
    for entry in entries:
        assert set(entry) == {"name", "description", "fileMatch", "url"}
        schema = ROOT / "schemas" / entry["url"].rsplit("/", 1)[1]
        assert "title" in json.loads(schema.read_text(encoding="utf-8"))
        kinds[schema.stem] = entry["fileMatch"]
    samples = [path for path in (ROOT / "samples").rglob("*") if path.suffix in (".json", ".toml")]
    for path in samples:
        fitting = {kind for kind, patterns in kinds.items() if any(fnmatch(path.name, pattern) for pattern in patterns)}
        kind = "config" if path.suffix == ".toml" else "rules" if path.name.endswith(".rules.json") else "record"
        assert fitting == {kind}, path
