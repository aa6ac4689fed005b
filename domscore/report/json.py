"""``json``: the JSON report, one object; written record by record, so the summary comes last."""

from __future__ import annotations

from typing import Any

import orjson

from domscore import __version__
from domscore.report import Format, Totals
from domscore.report.report import Report
from domscore.report.visible import visible_json

REPORT_VERSION = 1


def dumped(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """A JSON value on one line; what strict UTF-8 or 64 bits cannot hold is written by the standard library."""
    try:
        return visible_json(orjson.dumps(value).decode())
    except TypeError:
        import json

        return visible_json(json.dumps(value, separators=(",", ":")))


def summary_fields(totals: Totals) -> dict[str, Any]:
    """What the report says besides the records."""
    unread = [{"source": source, "message": message} for source, message in totals.unread]
    fields = {
        "domscore": __version__,
        "report": REPORT_VERSION,
        "summary": totals.summary.as_json(),
        "unread": unread,
    }
    return {**fields, "cut": totals.cut} if totals.cut else fields


def _opening() -> str:
    return f'{{"domscore":"{__version__}","report":{REPORT_VERSION},"records":[\n'


def _record(report: Report, _: bool) -> str:
    return dumped(report.as_json())


def _closing(totals: Totals) -> str:
    fields = summary_fields(totals)
    cut = f',"cut":{totals.cut}' if totals.cut else ""
    return f'\n],"unread":{dumped(fields["unread"])}{cut},"summary":{dumped(fields["summary"])}}}\n'


FORMAT = Format(_record, _closing, _opening, separator=",\n", tells_unread=True)
