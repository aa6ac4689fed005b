"""Archives for whoever writes a program: every record of the inputs, one by one, with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike, fspath
from typing import NamedTuple

from domscore.auditing import audit
from domscore.batch.inputs import Source, find_inputs
from domscore.batch.portions import BOM, Portion, lines_of, portions_of
from domscore.findings.finding import Finding, numbered
from domscore.record.models import Record
from domscore.record.reading import UnreadableRecord, read
from domscore.record.source import MAX_BYTES, place_all
from domscore.report.report import Report, Verdict
from domscore.rules.model import Rules

Paths = str | PathLike[str] | Iterable[str | PathLike[str]]


class UnreadableInput(OSError):
    """An input that cannot be opened or read on, or in which there is no record.

    Attributes:
        source: its name. ``message``: why.
    """

    def __init__(self, source: str, message: str) -> None:
        self.source, self.message = source, message
        super().__init__(f"{source}: {message}")


class Entry(NamedTuple):
    """One record of an input, not yet read.

    Attributes:
        source: the input's name: a path; in a tar ``"archive.tar/member.json"``.
        line: the physical line, from 1, that the record begins at.
        archive: it is one of several.
        data: its bytes; none of a record beyond the limit (``too_long``).
    """

    source: str
    line: int
    archive: bool
    data: bytes
    too_long: bool = False

    def read(self) -> Record:
        """The record (UnreadableRecord)."""
        if self.too_long:
            raise UnreadableRecord(too_long().findings)
        return read(self.data)

    def audit(self, rules: Rules | None = None) -> Report:
        """The report, with the lines and columns of its findings in the input.

        Args:
            rules: to use instead of those the record names.
        """
        report = too_long() if self.too_long else audit(self.data, rules)
        report.source, report.line = self.source, self.line
        report.content = self.data if self.archive else None
        if report.findings:
            text = self.data.removeprefix(BOM).decode(errors="replace")
            place_all(text, report.findings, self.line, archived=self.archive)
        return report


def too_long() -> Report:
    """The report of a record beyond the limit."""
    problem = f"more than {MAX_BYTES} bytes; a record has at most that many"
    return Report(Verdict.REFUTED, numbered([Finding("DOM103", "", {"problem": problem}, offset=0)]))


def read_all(paths: Paths) -> Iterator[Entry]:
    r"""Every record of one or more inputs, in order, with flat memory: an archive may be of any size.

    Args:
        paths: a path, or several: of records, archives (JSON Lines, tar, compressed or not), directories, or patterns;
            ``"-"`` is standard input.

    Raises:
        UnreadableInput: where an input cannot be read (on); what comes before it has been handed out by then.

    >>> for entry in read_all("samples/legal/club-evenings.domino.jsonl"):
    ...     print(entry.line, entry.read().id)
    1 club-table-1
    2 club-table-2
    3 club-table-3
    4 club-table-4
    5 club-table-5
    """
    named = [paths] if isinstance(paths, str | PathLike) else list(paths)
    sources, unread = find_inputs([fspath(path) for path in named])
    for source in sources:
        yield from entries_of(source)
    for name, message in unread:
        raise UnreadableInput(name, message)


def audit_all(paths: Paths, rules: Rules | None = None) -> Iterator[Report]:
    """The report of every record of one or more inputs, in order; ``source`` and ``line`` say whose it is.

    Args:
        paths: as for ``read_all``.
        rules: to use instead of those the records name.

    Raises:
        UnreadableInput: where an input cannot be read (on); what comes before it has been handed out by then.

    >>> for report in audit_all("samples/illegal/DOM40[1-5]*.domino.json"):
    ...     print(report.verdict.value, [(finding.code, finding.line, finding.column) for finding in report.findings])
    refuted [('DOM401', 13, 58)]
    refuted [('DOM402', 13, 58)]
    refuted [('DOM403', 13, 58)]
    refuted [('DOM404', 13, 58)]
    undetermined [('DOM405', 13, 39)]
    """
    return (entry.audit(rules) for entry in read_all(paths))


def entries_of(source: Source) -> Iterator[Entry]:
    """The records of one input (UnreadableInput)."""
    for portion in portions_of(source):
        yield from entries_in(portion)


def entries_in(portion: Portion) -> Iterator[Entry]:
    """The records of a portion of an input (UnreadableInput)."""
    portion = portion.loaded()
    if portion.failure is not None:
        raise UnreadableInput(portion.source, portion.failure)
    data = portion.data or b""
    lines = lines_of(data, portion.line) if portion.archive and not portion.too_long else ((portion.line, data),)
    for line, record in lines:
        yield Entry(portion.source, line, portion.archive, record, portion.too_long)
