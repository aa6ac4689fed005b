"""Fingerprints stay through edits that change nothing about a finding, and tell apart what is not the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import domscore
from domscore.findings.finding import Finding, numbered
from domscore.findings.fingerprint import fingerprint
from domscore.report.report import Report, Verdict

SAMPLE = Path(domscore.__file__).parent.parent / "samples/illegal/DOM411-false-pass.domino.json"


def record() -> dict[str, Any]:
    """A record with findings, to be edited."""
    value: dict[str, Any] = json.loads(SAMPLE.read_text(encoding="utf-8"))
    return value


def fingerprints(value: dict[str, Any], source: str = "a.json", *, archived: bool = False) -> list[str]:
    """The fingerprints of a record's findings."""
    data = json.dumps(value, indent=None if archived else 2).encode()
    report = domscore.audit(data)
    report.source, report.content = source, data if archived else None
    assert report.findings
    return [fingerprint(report, finding) for finding in report.findings]


def without_id() -> dict[str, Any]:
    """The record without its id."""
    value = record()
    del value["id"]
    return value


def test_a_record_with_an_id_is_known_wherever_it_lies() -> None:
    """Another file, a line of an archive, other spacing, other notes: the fingerprints are the same."""
    edited = {"meta": {"seen": True}, **record(), "title": "another", "players": ["Éva", "Žiga"]}
    edited.pop("title")
    assert fingerprints(record()) == fingerprints(edited, "b/c.jsonl", archived=True)


def test_without_an_id_the_file_counts() -> None:
    """A single record without id is known by its file, however the path is written."""
    assert fingerprints(without_id(), "x/a.json") == fingerprints({**without_id(), "players": ["X", "Y"]}, "./x//a.json")
    assert set(fingerprints(without_id(), "x/a.json")).isdisjoint(fingerprints(without_id(), "x/b.json"))


def test_without_an_id_a_line_is_known_by_what_it_says() -> None:
    """A line of an archive without id is known in any file, and with its keys in any order; another line is not."""
    value = without_id()
    swapped = {**dict(reversed(value.items())), "meta": {"note": 1}}
    other = {**value, "players": ["X", "Y"]}
    assert fingerprints(value, "a.jsonl", archived=True) == fingerprints(swapped, "b.jsonl", archived=True)
    assert set(fingerprints(value, archived=True)).isdisjoint(fingerprints(other, archived=True))


@pytest.mark.parametrize("content", [b"{broken", b"[1]", b'{"id": "x"}', b"\xff"])
def test_what_is_no_record_has_fingerprints_too(content: bytes) -> None:
    """A line that cannot be read is told from others by its bytes; its id, where it shows one, is used."""
    found = []
    for source, data in (("a.jsonl", content), ("b.jsonl", content + b"\r"), ("a.jsonl", b"{another")):
        report = domscore.audit(data)
        report.source, report.content = source, data
        found.append(fingerprint(report, report.findings[0]))
    assert found[0] == found[1] != found[2]


def report_of(*findings: Finding) -> Report:
    """A report with these findings."""
    return Report(Verdict.REFUTED, numbered(list(findings)), id="x")


def test_numbers_of_acts_do_not_count() -> None:
    """An act written in before changes no fingerprint, a changed fact does."""
    texts = ("B passed at 5 (act 4) but played 2-1 (act 6)", "B passed at 5 (act 5) but played 2-1 (act 17)", "B passed")
    one, two, other = (
        report_of(
            Finding("DOM602", f"/rounds/0/acts/{number}", {"problem": text}, round=1, act=number),
            Finding("DOM431", "", {"how": "out", "ended": number, "ruled": number}, round=1, act=number + 1),
        )
        for number, text in enumerate(texts, 3)
    )
    assert [fingerprint(one, finding) for finding in one.findings] == [fingerprint(two, finding) for finding in two.findings]
    assert fingerprint(other, other.findings[0]) != fingerprint(one, one.findings[0])


def test_what_is_alike_is_told_apart_by_order() -> None:
    """Equal findings of one record have different fingerprints, which stay when others are taken away."""
    report = report_of(*(Finding("DOM904", f"/{number}", {"seat": "A"}, round=1, seat="A") for number in range(50)))
    wanted = [fingerprint(report, finding) for finding in report.findings]
    assert len(set(wanted)) == 50
    report.findings = report.findings[7:]
    assert [fingerprint(report, finding) for finding in report.findings] == wanted[7:]
