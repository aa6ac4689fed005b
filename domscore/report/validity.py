"""``validity``: whether each record has the form of one."""

from __future__ import annotations

from domscore.report import Format, Totals
from domscore.report.report import Report
from domscore.report.text import finding_line
from domscore.report.visible import visible
from domscore.report.words import counted


def _record(report: Report, archived: bool) -> str:
    source = visible(report.source)
    if not report.findings:
        return "" if archived else f"{source}: valid\n"
    lines = [finding_line(source, finding) for finding in report.findings]
    place = f"{source}:{report.line}" if archived else source
    return "\n".join([*lines, f"{place}: not valid"]) + "\n"


def _closing(totals: Totals) -> str:
    summary = totals.summary
    lost = f"; {counted(len(totals.unread), 'input')} not read" if totals.unread else ""
    return f"{counted(summary.records, 'record')}: {summary.undetermined} valid, {summary.refuted} not valid{lost}\n"


FORMAT = Format(_record, _closing, for_people=True)
