"""``concise``: one line for each finding, in the form that editors jump to."""

from __future__ import annotations

from domscore.report import Format
from domscore.report.report import Report
from domscore.report.text import told
from domscore.report.visible import visible


def _record(report: Report, _: bool) -> str:
    source = visible(report.source)
    return "".join(
        f"{source}:{finding.line}:{finding.column}: {finding.code} {told(finding)}\n" for finding in report.findings
    )


FORMAT = Format(_record, for_people=True)
