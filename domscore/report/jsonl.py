"""``jsonl``: the records of the JSON report, one on each line; the last line is the report without its records."""

from __future__ import annotations

from domscore.report import Format, Totals
from domscore.report.json import dumped, summary_fields
from domscore.report.report import Report


def _record(report: Report, _: bool) -> str:
    return dumped(report.as_json()) + "\n"


def _closing(totals: Totals) -> str:
    return dumped(summary_fields(totals)) + "\n"


FORMAT = Format(_record, _closing, tells_unread=True)
