"""Fingerprints: a finding known again in a later run, though files moved, lines changed places and other things were edited.

A fingerprint is made of what the record is (its id; without one, the line it is in an archive, else its file) and of what
was found: code, round, seat and the facts of the message; not of severity, line, column, pointer and the numbers of acts.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Protocol

from domscore.findings.finding import Finding

_LENGTH = 32
_ACTS = re.compile(r"\bacts? [0-9]+(?:(?:, | and )[0-9]+)*")
_ACT_NUMBERS = {"DOM431": ("ended",)}
_RULED = "ruled"


class Told(Protocol):
    """What a fingerprint needs of a report."""

    id: str | None
    source: str
    content: bytes | None

    @property
    def findings(self) -> Sequence[Finding]:
        """All findings about the record."""


def fingerprint(report: Told, finding: Finding) -> str:
    """What a finding is known by: 32 hexadecimal digits.

    The fingerprints of all findings of a report are worked out together when the first is asked for, and stay with them: ask
    before findings are taken out of the report. Findings that are alike in one record differ by their order; those of two
    records with one id do not, so whoever keeps fingerprints keeps how often each was seen.

    Args:
        report: the report that the finding is in.
        finding: one of its findings.
    """
    if finding.fingerprint is None:
        _set_all(report)
    assert finding.fingerprint is not None, "a finding of another report"
    return finding.fingerprint


def _set_all(report: Told) -> None:
    identity = _identity(report)
    seen: dict[str, int] = {}
    for finding in report.findings:
        facts = _facts(finding)
        count = seen[facts] = seen.get(facts, 0) + 1
        text = json.dumps([identity, facts, count])
        finding.fingerprint = sha256(text.encode()).hexdigest()[:_LENGTH]


def _identity(report: Told) -> list[str]:
    """What the record is told from others by."""
    if report.id is not None:
        return ["id", report.id]
    if report.content is None:
        return ["file", _place(report.source)]
    try:
        value = json.loads(report.content)
    except (ValueError, RecursionError):
        return ["line", sha256(report.content.strip()).hexdigest()]
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            return ["id", value["id"]]
        value.pop("meta", None)
    return ["line", sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()]


def _place(source: str) -> str:
    """A file as it is called from the current directory, however it was named."""
    with suppress(ValueError):  # it may be on another drive
        source = os.path.relpath(source)
    return source.replace(os.sep, "/")


def _facts(finding: Finding) -> str:
    left_out = (_RULED, *_ACT_NUMBERS.get(finding.code, ()))
    fields = {name: _without_acts(value) for name, value in finding.fields.items() if name not in left_out}
    return json.dumps([finding.code, finding.round, finding.seat, fields], sort_keys=True, default=str)


def _without_acts(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    return _ACTS.sub("act", value) if isinstance(value, str) else value
