"""Disputes that were settled: records about which the engines once differed, with what the documents ask for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domscore import audit

from .duel import disagreement, stated

SETTLED = [json.loads(line) for line in (Path(__file__).parent / "settled.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("settled", SETTLED, ids=lambda settled: settled["about"])
def test_settled_disputes(settled: dict[str, Any]) -> None:
    """Both engines judge the record alike, causes included, and as it was settled."""
    report = audit(json.dumps(settled["record"]).encode()).as_json()
    roots = [[code, number, act] for code, number, act, _ in stated(report, True)]
    match = report["result"]
    found = {"verdict": report["verdict"], "roots": roots, "result": [match["how"], match["winner"]]}
    assert found == {key: settled[key] for key in found}
    assert disagreement(settled["record"], roots=True) is None
