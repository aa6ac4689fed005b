"""Archives on more than one machine, with PySpark: the same reports as here, as rows of a DataFrame.

domscore with its extra ``spark`` on the driver and wherever executors run; Spark needs Java 17 or newer. The work is cut
here, by the rules of any other run, and judged by ``mapInArrow`` wherever Spark wants it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from domscore.batch.entries import UnreadableInput, entries_in
from domscore.batch.inputs import Source, find_inputs
from domscore.batch.portions import Portion, can_be_read_again, portions_in, portions_of
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.record.source import MAX_BYTES
from domscore.report.report import Report
from domscore.rules.model import Rules

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

Judging = Callable[["Iterator[pa.RecordBatch]"], "Iterator[pa.RecordBatch]"]

SCHEMA = (
    "kind string, source string, record long, id string, rules string, verdict string, rounds int, acts int, "
    "errors int, warnings int, notes int, number int, code string, slug string, severity string, certainty string, "
    "cause int, round int, act int, seat string, path string, line long, column int, message string, fields string"
)
"""The columns. ``kind`` is record, finding or unread; ``record`` is the physical line that the record begins at. A record
has id to notes; a finding has number to fields, and the id and the verdict of its record; an input that was not read, or
not to its end, has source and message. ``fields`` is JSON, and so is ``rules`` where a record changes them."""
_WORK = "path string, source string, line int, offset long, length long, whole boolean, too_long boolean, failure string"
_ROWS_AT_ONCE = 2_000
_PARTITIONS, _PIECES = 64, 16
"""So many partitions, if there is work for them; where there is more, so many pieces in each."""


def audit(
    spark: SparkSession, source: DataFrame | str | PathLike[str] | Iterable[str | PathLike[str]], rules: Rules | None = None
) -> DataFrame:
    """Judge records on a Spark cluster: one row for each record, and one for each finding.

    Args:
        spark: the session.
        source: paths of files, archives, directories or patterns, as for ``domscore.read_all``, that the driver and all
            executors can open; or addresses that Spark reads (``"s3a://…"``), with all files below them; or a DataFrame. It
            has a column ``value`` with one record in each row, as text or bytes, and may have ``source`` and ``line``; or it
            has ``path`` and ``content``, as ``spark.read.format("binaryFile")`` gives (which leaves out empty files). A null
            is a record with nothing in it.
        rules: to use instead of those the records name.

    Returns:
        Rows as in ``SCHEMA``, in no particular order: sort by source, record and number.

    Raises:
        ValueError: a DataFrame without the columns that are needed, or with one of another type.
    """
    from pyspark.sql import DataFrame

    frame = source if isinstance(source, DataFrame) else _frame(spark, source)
    return frame.mapInArrow(_judging(_reader(dict(frame.dtypes)), rules), SCHEMA)


def _frame(spark: SparkSession, source: str | PathLike[str] | Iterable[str | PathLike[str]]) -> DataFrame:
    """What is to be judged: files that Spark reads, or the work cut into pieces of about a block."""
    paths = [fspath(path) for path in ([source] if isinstance(source, str | PathLike) else source)]
    if any("://" in path for path in paths):
        return _addressed(spark, paths)
    sources, unread = find_inputs(paths)
    work = [row for each in sources for row in _pieces(each)]
    work += [_Piece(source=name, failure=message) for name, message in unread]
    partitions = min(len(work), max(_PARTITIONS, len(work) // _PIECES))
    return spark.createDataFrame(work, _WORK).repartition(max(1, partitions))


def _addressed(spark: SparkSession, addresses: list[str]) -> DataFrame:
    """All files at these addresses. Spark leaves empty ones out; they are put in again, for an empty file is no pass."""
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(addresses).select("path", "content")
    listed = {_address(unquote(file)): file for file in files.inputFiles()}
    filled = {_address(row["path"]) for row in files.select("path").toLocalIterator()}
    empty = [(address, bytearray()) for address in sorted(listed.keys() - filled)]
    return files.union(spark.createDataFrame(empty, "path string, content binary")) if empty else files


def _address(path: str) -> str:
    """An address as Spark's rows have it: ``"file:/a"``, not ``"file:///a"``."""
    return re.sub(r"^(file|hdfs|viewfs):///(?=[^/])", r"\1:/", path)


class _Piece(NamedTuple):
    """A piece of work as a row: some lines of a plain archive, any other file as a whole, or what is wrong with one."""

    path: str = ""
    source: str = ""
    line: int = 1
    offset: int = 0
    length: int = 0
    whole: bool = False
    too_long: bool = False
    failure: str | None = None

    def portions(self) -> Iterator[Portion]:
        """Read again, where the piece is judged."""
        if self.whole:
            return portions_of(Source(self.path, self.source))
        data = b"" if self.failure is not None or self.too_long else None
        place = {"path": self.path, "offset": self.offset, "length": self.length}
        wrong = {"failure": self.failure, "too_long": self.too_long}
        return iter([Portion(self.source, self.line, True, data, **place, **wrong)])  # type: ignore[arg-type]


def _pieces(source: Source) -> Iterator[_Piece]:
    path = str(Path(source.path).absolute())
    portions = portions_of(source)
    first = next(portions)
    one_record = first.path is None and first.failure is None and not first.too_long
    if one_record or not can_be_read_again(source):
        yield _Piece(path, source.name, whole=True)
        return
    for part in chain([first], portions):
        yield _Piece(path, part.source, part.line, part.offset, part.length, False, part.too_long, part.failure)


def _reader(columns: dict[str, str]) -> Callable[[dict[str, Any]], Iterator[Portion]]:
    """How the rows of a frame with these columns, by name their types, become portions."""
    if columns.keys() == set(_Piece._fields):
        return lambda row: _Piece(**row).portions()
    if {"path", "content"} <= columns.keys():
        _settle({"path": _TEXT, "content": _BYTES}, columns)
        return lambda row: portions_in(row["path"] or "", row["content"] or b"")
    if "value" in columns:
        _settle({"value": (*_TEXT, *_BYTES), "source": _TEXT, "line": _NUMBERS}, columns)
        return _one_record
    raise ValueError("the DataFrame needs a column value, or the columns path and content")


_TEXT, _BYTES, _NUMBERS = ("string",), ("binary",), ("tinyint", "smallint", "int", "bigint")
"""Types as Spark calls them."""


def _settle(wanted: dict[str, tuple[str, ...]], columns: dict[str, str]) -> None:
    """What cannot be judged is refused here, and not on some other machine in an hour's time."""
    for name, types in wanted.items():
        if name in columns and columns[name] not in types:
            raise ValueError(f"the column {name} is {columns[name]}, not {' or '.join(types)}")


def _one_record(row: dict[str, Any]) -> Iterator[Portion]:
    value = row["value"]
    data = value.encode() if isinstance(value, str) else bytes(value or b"")
    too_long = len(data) > MAX_BYTES
    yield Portion(row.get("source") or "", row.get("line") or 1, data=b"" if too_long else data, too_long=too_long)


def _judging(read: Callable[[dict[str, Any]], Iterator[Portion]], rules: Rules | None) -> Judging:
    """What executors do with their batches."""

    def judged(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        types = {"string": pa.string(), "int": pa.int32(), "long": pa.int64()}
        columns = [column.split() for column in SCHEMA.split(", ")]
        schema = pa.schema([(name, types[kind]) for name, kind in columns])
        rows = (row for batch in batches for given in batch.to_pylist() for row in _rows(read(given), rules))
        while some := list(islice(rows, _ROWS_AT_ONCE)):
            yield pa.RecordBatch.from_pylist(some, schema=schema)

    return judged


def _rows(portions: Iterator[Portion], rules: Rules | None) -> Iterator[dict[str, Any]]:
    """Rows for Arrow; a column that is not named is null."""
    try:
        for portion in portions:
            for entry in entries_in(portion):
                report = entry.audit(rules)
                yield _record(report)
                for finding in report.findings:
                    yield _finding(report, finding)
    except UnreadableInput as problem:
        yield {"kind": "unread", "source": problem.source, "message": problem.message}


def _record(report: Report) -> dict[str, Any]:
    counts = {f"{severity.value}s": report.count(severity) for severity in Severity}
    rules = report.rules if isinstance(report.rules, str | None) else json.dumps(report.rules)
    played = {"rounds": len(report.scores), "acts": report.acts}
    return {"kind": "record", **_place(report), "rules": rules, **played, **counts}


def _finding(report: Report, finding: Finding) -> dict[str, Any]:
    value = finding.as_json()
    return {
        "kind": "finding",
        **_place(report),
        **value,
        "fields": json.dumps(value["fields"]),
        "message": _utf8(finding.message),
    }


def _place(report: Report) -> dict[str, Any]:
    name = None if report.id is None else _utf8(report.id)
    return {"source": report.source, "record": report.line, "id": name, "verdict": report.verdict.value}


def _utf8(text: str) -> str:
    """What Arrow can hold: half a pair of surrogates as an escape."""
    return text.encode("utf-8", "backslashreplace").decode()
