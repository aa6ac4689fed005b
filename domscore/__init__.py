"""domscore: check, score and replay domino game records.

>>> import domscore
>>> report = domscore.audit(domscore.read(b'{"format": "domscore/1", "rules": "selminha/1", "players": ["Ana", "Bo"],'
...     b' "rounds": [{"result": {"winner": "A", "points": {"A": 17}}, "scores": {"A": 71, "B": 0}}]}'))
>>> report.verdict.value, [finding.code for finding in report.findings]
('refuted', ['DOM506', 'DOM903'])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from domscore.auditing import audit
    from domscore.batch.entries import Entry, UnreadableInput, audit_all, read_all
    from domscore.findings.codes import Severity
    from domscore.findings.finding import Finding
    from domscore.record.models import Record
    from domscore.record.reading import UnreadableRecord, read
    from domscore.report.report import Report, Verdict
    from domscore.rules.catalogue import RulesError
    from domscore.rules.model import Rules

__version__ = "0.1.0"

_HOMES = {
    "Entry": "domscore.batch.entries",
    "Finding": "domscore.findings.finding",
    "Record": "domscore.record.models",
    "Report": "domscore.report.report",
    "Rules": "domscore.rules.model",
    "RulesError": "domscore.rules.catalogue",
    "Severity": "domscore.findings.codes",
    "UnreadableInput": "domscore.batch.entries",
    "UnreadableRecord": "domscore.record.reading",
    "Verdict": "domscore.report.report",
    "audit": "domscore.auditing",
    "audit_all": "domscore.batch.entries",
    "read": "domscore.record.reading",
    "read_all": "domscore.batch.entries",
}

__all__ = [
    "Entry",
    "Finding",
    "Record",
    "Report",
    "Rules",
    "RulesError",
    "Severity",
    "UnreadableInput",
    "UnreadableRecord",
    "Verdict",
    "__version__",
    "audit",
    "audit_all",
    "read",
    "read_all",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Public names are loaded when they are first used."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return __all__
