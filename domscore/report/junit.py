"""``junit``: a test case for each record, so that a clean run is a suite that passes; a record that fails the run fails."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from domscore.report import Format, Totals
from domscore.report.place import extent, project_path
from domscore.report.report import Report
from domscore.report.spool import GRAVEST_FIRST, Spool
from domscore.report.text import counts, told
from domscore.report.visible import visible

_FAILURE = "<failure "


def _record(report: Report, archived: bool) -> str:
    path = quoteattr(visible(project_path(report.source)))
    start = f'<testcase classname={path} name={quoteattr(_name(report, archived))} file={path} line="{report.line}"'
    verdict = f"{report.verdict.value}{counts(report)}"
    if not report.fails and not report.findings:
        return f"{start}/>\n"
    body = escape("\n".join([verdict, *_lines(report)]))
    if not report.fails:
        return f"{start}><system-out>{body}</system-out></testcase>\n"
    gravest = min(report.findings, key=lambda finding: GRAVEST_FIRST.index(finding.severity), default=None)
    kind = report.verdict.value if gravest is None else gravest.code
    return f"{start}>{_FAILURE}type={quoteattr(kind)} message={quoteattr(verdict)}>{body}</failure></testcase>\n"


def _name(report: Report, archived: bool) -> str:
    name = "record" if report.id is None else visible(report.id)
    return f"{name} (line {report.line})" if archived else name


def _lines(report: Report) -> Iterator[str]:
    source = visible(report.source)
    for finding in report.findings:
        severity = finding.severity.value
        yield f"{source}:{extent(finding)}: {severity} {finding.code} {finding.slug}: {told(finding)}"


class _Gathering:
    """Test cases, set aside until they are counted."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self._cases = Spool()
        self._failures = 0

    def take(self, text: str) -> None:
        self._failures += text.count(_FAILURE)
        self._cases.add(text.removesuffix("\n"))

    def whole(self, totals: Totals) -> Iterator[str]:
        tests, errors = totals.summary.records + len(totals.unread), len(totals.unread)
        numbers = f'tests="{tests}" failures="{self._failures}" errors="{errors}" skipped="0"'
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        yield f'<testsuites name="domscore" {numbers}>\n<testsuite name="domscore" {numbers}>\n'
        for line in self._cases.lines():
            yield line + "\n"
        for source, why in totals.unread:
            name = quoteattr(visible(source))
            yield f'<testcase classname={name} name="not read"><error message={quoteattr(visible(why))}/></testcase>\n'
        yield "</testsuite>\n</testsuites>\n"


FORMAT = Format(_record, tells_unread=True, gathering=_Gathering)
