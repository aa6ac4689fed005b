"""``markdown``: a heading and a table for each match."""

from __future__ import annotations

import re

from domscore.report import Format
from domscore.report.report import Report
from domscore.report.scores import columns, heading, remarks, result, rows, seating
from domscore.report.visible import visible

_MARKS = re.compile(r"([\\`*_\[\]<>|#~$])")
_LINKS = re.compile(r"@|:(?=//)|www(?=\.)", re.IGNORECASE)
"""What a page may turn into a mention or a link by itself; a comment behind it keeps it from doing so."""
_TEXTS = 4
"""So many columns, from the left, hold words."""


def plain(text: str) -> str:
    r"""A text that Markdown leaves as it is: nothing in it is markup, a link or a mention.

    >>> print(plain("a|b *c* &lt;"), plain("@ana"))
    a\|b \*c\* &amp;lt; @<!-- -->ana
    """
    return _LINKS.sub(r"\g<0><!-- -->", _MARKS.sub(r"\\\1", visible(text).replace("&", "&amp;")))


def fenced(text: str) -> str:
    r"""A text as it stands, in a block that nothing in it can end.

    >>> print(fenced("```\nB 6-4"))
    ````text
    ```
    B 6-4
    ````
    """
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


def _record(report: Report, archived: bool) -> str:
    parts = [f"## {heading(report, archived, plain)}"]
    if seats := seating(report, plain):
        parts.append(seats)
    if report.scores:
        heads = columns(report)
        marks = ["---"] * _TEXTS + ["---:"] * (len(heads) - _TEXTS)
        parts.append("\n".join(f"| {' | '.join(cells)} |" for cells in (heads, marks, *rows(report))))
    parts.append(f"Match: {result(report)}")
    if notes := remarks(report, plain):
        parts.append("\n".join(f"- {note}" for note in notes))
    return "\n\n".join(parts) + "\n"


FORMAT = Format(_record, separator="\n")
