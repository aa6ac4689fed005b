"""Lines set aside until a whole can be written: in temporary files once they are many, so that memory stays flat."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile

from domscore.findings.codes import Severity

_IN_MEMORY = 2**20
GRAVEST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


class Spool:
    """Lines in the order they came.

    Attributes:
        count: how many.
    """

    def __init__(self) -> None:
        self.count = 0
        self._file = SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", errors="surrogatepass", newline="\n")  # noqa: SIM115 - lives as long as the spool

    def add(self, line: str) -> None:
        """Set a line aside; there is no line feed in it."""
        self._file.write(line + "\n")
        self.count += 1

    def lines(self) -> Iterator[str]:
        """All of them, without their line feeds."""
        self._file.seek(0)
        for line in self._file:
            yield line[:-1]


class Ranked:
    """Lines about findings, the gravest first, else in the order they came.

    Args:
        most: how many of one severity are kept; None for all.

    Attributes:
        counts: how many came, by severity.
    """

    def __init__(self, most: int | None) -> None:
        self.counts = dict.fromkeys(GRAVEST_FIRST, 0)
        self._most = most
        self._spools = {severity: Spool() for severity in GRAVEST_FIRST}

    def add(self, severity: Severity, line: str) -> None:
        """Set a line aside."""
        self.counts[severity] += 1
        if self._most is None or self.counts[severity] <= self._most:
            self._spools[severity].add(line)

    def lines(self) -> Iterator[str]:
        """All that are kept."""
        for severity in GRAVEST_FIRST:
            yield from self._spools[severity].lines()


def ranked_line(severity: Severity, *parts: str) -> str:
    """A line that a worker hands over: the severity and some parts, none of them with a tab or line feed in it."""
    return "\t".join((severity.value, *parts)) + "\n"


def ranked_lines(text: str) -> Iterator[tuple[Severity, list[str]]]:
    """The severities and parts of such lines."""
    for line in text.split("\n"):
        if line:
            severity, *parts = line.split("\t")
            yield Severity(severity), parts
