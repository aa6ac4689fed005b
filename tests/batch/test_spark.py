"""Spark: the same reports as here. Runs where pyspark and Java are installed (``pip install ".[spark]"``)."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import domscore
from domscore.batch import streams
from domscore.batch.spark import audit
from tests.batch.test_checkpoint import write_archive
from tests.batch.test_members import tar
from tests.cli.conftest import SAMPLES

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

JAVA = shutil.which("java") or (Path(os.environ.get("JAVA_HOME", "/nowhere")) / "bin/java").exists()
pytest.importorskip("pyspark")
pytestmark = pytest.mark.skipif(not JAVA, reason="Spark needs Java")


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    """A session with two local executors' worth of threads."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    root = str(Path(domscore.__file__).parent.parent)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = (
        builder.config("spark.sql.shuffle.partitions", "2").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Archives and records of every kind of file, some of them faulty."""
    root = tmp_path_factory.mktemp("spark")
    write_archive(root / "a.jsonl", 12)
    (root / "b.jsonl.gz").write_bytes(gzip.compress((root / "a.jsonl").read_bytes()))
    faults = [(path.name, path.read_bytes()) for path in sorted((SAMPLES / "illegal").glob("DOM4*.json"))]
    (root / "c.tar").write_bytes(tar(faults))
    (root / "d.json").write_bytes(faults[0][1])
    (root / "e %41.json").write_bytes(b"")
    return root


def here(paths: Path | str, rules: domscore.Rules | None = None) -> list[dict[str, Any]]:
    """What a local run says, as rows."""
    rows: list[dict[str, Any]] = []
    for report in domscore.audit_all(paths, rules):
        value = report.as_json()
        place = {"source": report.source, "record": report.line, "id": report.id, "verdict": report.verdict.value}
        counts = {f"{each}s": sum(f["severity"] == each for f in value["findings"]) for each in ("error", "warning", "note")}
        played = {"rounds": len(value["rounds"]), "acts": report.acts}
        shown = value["rules"] if isinstance(value["rules"], str | None) else json.dumps(value["rules"])
        rows.append({"kind": "record", **place, "rules": shown, **played, **counts})
        for finding in value["findings"]:
            rows.append({"kind": "finding", **place, **finding, "fields": json.dumps(finding["fields"])})
    return rows


def there(frame: DataFrame) -> list[dict[str, Any]]:
    """The rows of a frame in the order of a local run, without nulls."""
    rows = [row.asDict() for row in frame.collect()]
    rows.sort(key=lambda row: (row["source"], row["record"] or 0, row["number"] or 0))
    return [{name: value for name, value in row.items() if value is not None} for row in rows]


def known(rows: list[dict[str, Any]], frame: DataFrame) -> list[dict[str, Any]]:
    """Local rows with only what the frame has columns for and that is not null."""
    return [{name: row[name] for name in frame.columns if row.get(name) is not None} for row in rows]


def test_paths_give_the_same_as_here(spark: SparkSession, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every record and every finding of a directory is a row with what a local run says, however the work was cut."""
    monkeypatch.setattr(streams, "BLOCK", 2**14)
    frame = audit(spark, archive)
    rows = there(frame)
    assert rows == known(here(archive), frame)
    assert sum(row["kind"] == "record" for row in rows) == 2 * 13 + len(list((SAMPLES / "illegal").glob("DOM4*.json"))) + 2
    assert sum(row["kind"] == "finding" for row in rows) > 40


def test_other_rules_hold_for_all(spark: SparkSession, archive: Path) -> None:
    """Rules that are given travel to the executors."""
    rules = domscore.Rules.named("five-up/1")
    frame = audit(spark, [archive / "a.jsonl"], rules)
    assert there(frame) == known(here(archive / "a.jsonl", rules), frame)


def test_frames_give_the_same_as_here(spark: SparkSession, archive: Path) -> None:
    """Records in a column, and files as Spark reads them, are judged like files."""
    lines = (archive / "a.jsonl").read_text().splitlines()
    values = [(line, "lines", number) for number, line in enumerate(lines, 1)]
    frame = audit(spark, spark.createDataFrame(values, "value string, source string, line int"))
    expected = [{**row, "source": "lines"} for row in here(archive / "a.jsonl")]
    assert there(frame) == known(expected, frame)
    files = audit(spark, archive.as_uri())
    names = {f"file:{path}": str(path) for path in archive.iterdir()}
    rows = [{**row, "source": next(row["source"].replace(a, b) for a, b in names.items() if row["source"].startswith(a))}
            for row in there(files)]  # fmt: skip
    assert rows == known(here(archive), files)


def test_what_cannot_be_read_is_a_row(spark: SparkSession, tmp_path: Path) -> None:
    """Missing and damaged inputs are rows of their own kind, never silence."""
    (tmp_path / "x.jsonl.gz").write_bytes(b"no gzip")
    (tmp_path / "y.jsonl").write_bytes(b"\n")
    rows = there(audit(spark, [tmp_path, tmp_path / "z.json", tmp_path / "*.nothing"]))
    assert [row["kind"] for row in rows] == ["unread"] * 4
    assert all(row["message"] for row in rows)


def test_a_frame_without_records(spark: SparkSession) -> None:
    """A DataFrame with other columns is refused."""
    with pytest.raises(ValueError, match="column value"):
        audit(spark, spark.createDataFrame([(1,)], "x int"))


@pytest.mark.parametrize(
    ("columns", "row", "said"),
    [
        ("value int", (5,), "value is int, not string or binary"),
        ("value struct<a:int>", ((1,),), "value is struct<a:int>"),
        ("value string, line string", ("{}", "7"), "line is string, not tinyint"),
        ("value string, source int", ("{}", 7), "source is int, not string"),
        ("path string, content string", ("x", "{}"), "content is string, not binary"),
    ],
)
def test_columns_of_other_types_are_refused(spark: SparkSession, columns: str, row: tuple[Any, ...], said: str) -> None:
    """What cannot be judged is said before anything runs, and never judged as something else."""
    with pytest.raises(ValueError, match=said):
        audit(spark, spark.createDataFrame([row], columns))


def test_nulls_and_nonsense_are_rows(spark: SparkSession) -> None:
    """Nulls, empty texts, broken JSON, other JSON and huge line numbers are records that are refuted, never a crash."""
    good = (SAMPLES / "legal/selminha-2.domino.json").read_text(encoding="utf-8")
    values = [None, "", "{broken", "[]", "null", "\x00", f"{good}\n{good}", good]
    lines = [(value, None if number % 2 else "x", number + 2**33) for number, value in enumerate(values)]
    rows = there(audit(spark, spark.createDataFrame(lines, "value string, source string, line long")))
    verdicts = {row["record"] - 2**33: row["verdict"] for row in rows if row["kind"] == "record"}
    assert verdicts == {**dict.fromkeys(range(7), "refuted"), 7: "verified"}
    files = [(None, good.encode()), ("x.json", None), ("y.jsonl.gz", b"no gzip"), ("z.jsonl", b"{broken\n")]
    rows = there(audit(spark, spark.createDataFrame(files, "path string, content binary")))
    assert [(row["source"], row["kind"], row.get("verdict")) for row in rows if row["kind"] != "finding"] == [
        ("", "record", "verified"),
        ("x.json", "record", "refuted"),
        ("y.jsonl.gz", "unread", None),
        ("z.jsonl", "record", "refuted"),
    ]


def test_the_recipe_runs(spark: SparkSession, archive: Path, tmp_path: Path) -> None:
    """What the README tells to give to spark-submit works, and counts what a local run counts."""
    submit = Path(sys.executable).parent / "spark-submit"
    if not submit.exists():
        pytest.skip("no spark-submit beside this Python")
    command = [submit, "--master", "local[2]", SAMPLES / "spark/audit_archive.py", tmp_path / "out", archive]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    rows = here(archive)
    for kind, code in (("record", None), ("finding", "DOM411")):
        count = sum(row["kind"] == kind and row.get("code") == code for row in rows)
        assert f"{kind} {code or ''} {count}" in done.stdout.splitlines()
