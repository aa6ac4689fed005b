"""What a check finds."""

from __future__ import annotations

from typing import Any, NamedTuple

from domscore.findings.finding import Finding


class Reason(NamedTuple):
    """A code, its fields, and the earlier finding that it only follows from, if it does."""

    code: str
    fields: dict[str, Any]
    cause: Finding | None = None
