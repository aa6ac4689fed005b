"""All formats tell of the same findings, whatever the records: one run over damaged ones, read back from every file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.cli.conftest import Run, run, samples
from tests.fuzz.mutating import damaged
from tests.report.readers import READERS, Seen, commands
from tests.report.test_hostile import HARMFUL

__all__ = ["run", "samples"]


def places(seen: list[Seen]) -> list[tuple[object, ...]]:
    """What was found and where, without the path, which formats write differently, in an order."""
    return sorted((one.code, one.start, one.end) for one in seen)


@pytest.mark.parametrize("seed", range(3))
def test_every_format_tells_of_the_same_findings(
    run: Run, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Each reader finds in its file what the reader of the JSON report finds, also where records are damaged."""
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    random = Random(seed)
    chosen = random.sample(sorted(samples.rglob("*.json")), 25)
    records = [damaged(path.read_bytes(), random) for path in chosen]
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(record.replace(b"\n", b" ") for record in records))
    for number, record in enumerate(records[:8]):
        (tmp_path / f"b{number}.json").write_bytes(record)
    inputs = sorted(tmp_path.iterdir())
    outputs = [word for form in READERS for word in ("--output", f"{form}={tmp_path}/out.{form}")]
    assert run("check", *outputs, *inputs).exit_code == 1
    texts = {form: (tmp_path / f"out.{form}").read_bytes().decode() for form in READERS}
    wanted = places(READERS["json"](texts["json"]))
    assert len(wanted) > 20
    for form, text in texts.items():
        assert not HARMFUL.search(text), form
        assert form == "github" or commands(text) == []
        found = places(READERS[form](text))
        blind = form in ("text", "concise")
        assert found == (sorted((code, start, None) for code, start, _ in wanted) if blind else wanted), form
