"""Standard output and standard error: everything that the commands print goes through here."""

from __future__ import annotations

import sys
import time
from typing import TextIO

_EVERY = 0.1
_PATIENCE = 0.5
"""Seconds before a run is long enough to say how far it has come."""


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
        total: bytes to read; None when that is not known.
    """

    def __init__(self, total: int | None, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._total = total
        self._shown = self._out.isatty()
        self._read = self._records = 0
        self._skipped = (0, 0)
        self._start = self._last = time.monotonic()
        self._drawn = False

    def add(self, read: int, records: int) -> None:
        """So much more is done: bytes of the inputs as they lie on disk, and records."""
        self._read += read
        self._records += records
        now = time.monotonic()
        if self._shown and now - self._start >= _PATIENCE and now - self._last >= _EVERY:
            self._last = now
            self._draw(now - self._start)

    def skip(self, read: int, records: int) -> None:
        """So much was done before this run, and says nothing about its speed."""
        self._skipped = (self._skipped[0] + read, self._skipped[1] + records)
        self.add(read, records)

    def _draw(self, seconds: float) -> None:
        rate = (self._records - self._skipped[1]) / seconds
        share = left = ""
        if self._total:
            part = min(1.0, self._read / self._total)
            share = f"{'#' * int(30 * part):<30} {part:4.0%}  "
            done = self._read - self._skipped[0]
            left = f", {_clock(seconds * (self._total - self._read) / done)} left" if done > 0 else ""
        self._out.write(f"\r\x1b[K{share}{self._records:,} records, {rate:,.0f} a second{left}")
        self._out.flush()
        self._drawn = True

    def clear(self) -> None:
        """Take the bar away, so that something can be written."""
        if self._drawn:
            self._out.write("\r\x1b[K")
            self._out.flush()
            self._drawn = False


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds.

    >>> _clock(75.2), _clock(3725), _clock(-1)
    ('1:15', '1:02:05', '0:00')
    """
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
