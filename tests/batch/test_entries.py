"""The library's way through archives: every record with its place, and no input passed over in silence."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

import domscore
from domscore.batch import portions
from tests.cli.conftest import SAMPLES

GOOD = (SAMPLES / "legal/selminha-2.domino.json").read_bytes().replace(b"\n", b" ")
BAD = (SAMPLES / "illegal/DOM411-false-pass.domino.json").read_bytes()


def archive(path: Path) -> Path:
    """A tar with an archive, which has a broken line, and a record."""
    with tarfile.open(path, "w:gz") as tar:
        for name, data in (("a.jsonl", GOOD + b"\n\n{broken\n" + GOOD), ("b.json", BAD)):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return path


def test_every_record_has_its_place(tmp_path: Path) -> None:
    """Reports come in order, with the input and the line; a broken line is one of them and stops nothing."""
    path = archive(tmp_path / "x.tgz")
    found = [
        (Path(report.source).name, report.line, report.verdict.value, [(f.code, f.line, f.column) for f in report.findings])
        for report in domscore.audit_all([path])
    ]
    assert found == [
        ("a.jsonl", 1, "verified", []),
        ("a.jsonl", 3, "refuted", [("DOM101", 3, 2)]),
        ("a.jsonl", 4, "verified", []),
        ("b.json", 1, "refuted", [("DOM411", 14, 51)]),
    ]


def test_records_can_be_read_unjudged(tmp_path: Path) -> None:
    """An entry gives its record, and a broken one the error that a single record gives."""
    first, broken, *_ = domscore.read_all(str(archive(tmp_path / "x.tgz")))
    assert first.read() == domscore.read(GOOD)
    with pytest.raises(domscore.UnreadableRecord, match="DOM101"):
        broken.read()


def test_other_rules_hold_for_all(tmp_path: Path) -> None:
    """Rules that are given are used instead of each record's."""
    (tmp_path / "x.json").write_bytes(GOOD)
    (report,) = domscore.audit_all(tmp_path, domscore.Rules.named("classic-draw/1"))
    assert report.rules == "classic-draw/1"


def test_an_input_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """A missing file, a damaged one and a directory without records raise, after what comes before them."""
    (tmp_path / "a.jsonl").write_bytes(GOOD)
    (tmp_path / "b.jsonl.gz").write_bytes(b"no gzip")
    seen = []
    with pytest.raises(domscore.UnreadableInput, match="damaged") as raised:
        seen += [report.verdict for report in domscore.audit_all(tmp_path)]
    assert raised.value.source == str(tmp_path / "b.jsonl.gz")
    for path in (tmp_path / "none.json", tmp_path / "*.nothing"):
        with pytest.raises(domscore.UnreadableInput):
            list(domscore.read_all(path))


def test_a_record_beyond_the_limit_is_refuted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that is too long has a report that says so, and cannot be read."""
    monkeypatch.setattr(portions, "MAX_BYTES", 100)
    (tmp_path / "x.json").write_bytes(GOOD)
    (entry,) = domscore.read_all(tmp_path)
    assert [finding.code for finding in entry.audit().findings] == ["DOM103"]
    with pytest.raises(domscore.UnreadableRecord, match="DOM103"):
        entry.read()
