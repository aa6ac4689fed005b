"""Running commands in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import domscore
from domscore.cli import app

SAMPLES = Path(domscore.__file__).parent.parent / "samples"
Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs ``domscore`` with these arguments."""

    def call(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin, prog_name="domscore")

    return call


@pytest.fixture
def samples() -> Path:
    """The samples of the repository."""
    return SAMPLES
