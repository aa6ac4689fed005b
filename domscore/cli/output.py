"""Standard output and standard error: everything that the commands print goes through here."""

from __future__ import annotations

import sys
import time
from typing import TextIO

_EVERY = 0.1
_WORTH_A_BAR = 4 * 2**20


def write(text: str, *, exact: bool = False) -> None:
    """Write to standard output.

    Args:
        text: what a terminal cannot show is written as an escape.
        exact: as UTF-8 whatever the terminal, without changing line ends: for programs.
    """
    out = sys.stdout
    if exact and hasattr(out, "buffer"):
        out.flush()
        out.buffer.write(text.encode("utf-8", "surrogatepass"))
        out.buffer.flush()
        return
    encoding = out.encoding or "utf-8"
    out.write(text.encode(encoding, "backslashreplace").decode(encoding))
    out.flush()


def complain(text: str) -> None:
    """One line on standard error."""
    encoding = sys.stderr.encoding or "utf-8"
    sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
    sys.stderr.flush()


class Progress:
    """How far a long run has come, on standard error, if that is a terminal.

    Args:
        total: bytes to do; None when that is not known.
    """

    def __init__(self, total: int | None, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._total = total
        self._shown = self._out.isatty() and (total is None or total > _WORTH_A_BAR)
        self._done = self._records = 0
        self._start = self._last = time.monotonic()
        self._drawn = False

    def add(self, size: int, records: int) -> None:
        """So much more is done."""
        self._done += size
        self._records += records
        now = time.monotonic()
        if self._shown and now - self._last >= _EVERY:
            self._last = now
            self._draw(now - self._start)

    def _draw(self, seconds: float) -> None:
        rate = self._records / max(seconds, 0.001)
        share = ""
        if self._total:
            part = min(1.0, self._done / self._total)
            share = f"{'#' * int(30 * part):<30} {part:4.0%}  "
        self._out.write(f"\r\x1b[K{share}{self._records} records, {rate:.0f} a second")
        self._out.flush()
        self._drawn = True

    def clear(self) -> None:
        """Take the bar away, so that something can be written."""
        if self._drawn:
            self._out.write("\r\x1b[K")
            self._out.flush()
            self._drawn = False
