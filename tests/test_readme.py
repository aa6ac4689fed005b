"""The README says what domscore does today: its commands are run, and their output is compared with what stands there.

``python -m tests.test_readme`` writes the output of today into it.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n\$ domscore (?P<words>[^\n]*)\n(?P<output>.*?)```", re.DOTALL)


def output_of(words: str) -> str:
    """What a command prints, run from the top of the project in a terminal of 100 columns without colours."""
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "domscore", *shlex.split(words)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def blocks() -> list[tuple[str, str]]:
    """Every command of the README with the output that stands under it."""
    return [(found["words"], found["output"]) for found in BLOCK.finditer(README.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("words", "output"), blocks(), ids=[words for words, _ in blocks()])
def test_commands_print_what_the_readme_says(words: str, output: str) -> None:
    """A command of the README prints what stands under it."""
    assert output_of(words) == output


def test_library_examples_run() -> None:
    """The Python examples of the README run: the first finds the false pass, the second goes through a directory."""
    examples = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    printed = [
        subprocess.run([sys.executable, "-c", one], cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
        for one in examples[:2]
    ]
    assert printed[0].splitlines()[0] == "refuted"
    assert "DOM411" in printed[0]
    assert printed[1].startswith("samples/partial/")


def test_every_command_is_named() -> None:
    """The README names every command of the command line."""
    from typer.main import get_command

    from domscore.cli import app

    text = README.read_text(encoding="utf-8")
    commands = get_command(app).list_commands(None)  # type: ignore[attr-defined]
    missing = [name for name in commands if f"domscore {name}" not in text]
    assert not missing


def main() -> None:
    """Write today's output into the README."""
    text = README.read_text(encoding="utf-8")
    today = BLOCK.sub(lambda found: f"```console\n$ domscore {found['words']}\n{output_of(found['words'])}```", text)
    README.write_text(today, encoding="utf-8")


if __name__ == "__main__":
    main()
