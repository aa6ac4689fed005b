"""Line and column of findings, start and end, in every format and in files of every kind."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domscore.auditing import audit
from domscore.batch.inputs import Source
from domscore.batch.judging import Job, Judge
from domscore.findings.finding import Finding
from domscore.record import source
from domscore.record.source import place_all
from domscore.report import FINDINGS_FORMATS
from tests.cli.conftest import Run, run, samples
from tests.report.readers import READERS, Seen

__all__ = ["run", "samples"]
ACT, CODE = "A pass", "DOM411"
NOTE = "𝄞é宮"


@pytest.fixture
def record(samples: Path) -> dict[str, Any]:
    """A record with one false pass, and characters of two, three and four bytes before it."""
    value: dict[str, Any] = json.loads((samples / "illegal/DOM411-false-pass.domino.json").read_text(encoding="utf-8"))
    return {"meta": {"note": NOTE}, **value}


def pretty(value: dict[str, Any]) -> str:
    """One value on each line."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def minified(value: dict[str, Any]) -> str:
    """Everything on one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def archive(value: dict[str, Any]) -> str:
    """The record as the sixth physical line, behind clean records and blank lines."""
    clean = '{"format":"domscore/1","rules":"muggins/1","players":["𝄞","B"],"rounds":[]}'
    return f"{clean}\n\n{clean}\n\n\n{minified(value)}\n{clean}\n"


def crlf(write: Callable[[dict[str, Any]], str]) -> Callable[[dict[str, Any]], str]:
    """The same with the line ends of Windows."""
    return lambda value: write(value).replace("\n", "\r\n")


def bom(write: Callable[[dict[str, Any]], str]) -> Callable[[dict[str, Any]], str]:
    """The same with a byte-order mark."""
    return lambda value: "\ufeff" + write(value)


def expected(text: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where the act stands, by looking at the lines one by one."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        column = line.find(f'"{ACT}"') + 1
        if column:
            return (number, column), (number, column + len(ACT) + 2)
    raise AssertionError("the act is not there")


def packed(path: Path, data: bytes) -> bytes:
    """The bytes as the name of the file says."""
    if path.suffix == ".gz":
        return gzip.compress(data)
    if path.suffix == ".zst":
        zstandard = pytest.importorskip("zstandard")
        return bytes(zstandard.ZstdCompressor().compress(data))
    return data


KINDS: dict[str, tuple[str, Callable[[dict[str, Any]], str]]] = {
    "pretty": ("x.json", pretty),
    "minified": ("x.json", minified),
    "crlf": ("x.json", crlf(pretty)),
    "bom": ("x.json", bom(pretty)),
    "minified-bom": ("x.json", bom(minified)),
    "lines": ("x.jsonl", archive),
    "lines-crlf": ("x.jsonl", crlf(archive)),
    "lines-bom": ("x.jsonl", bom(archive)),
    "gz": ("x.json.gz", pretty),
    "lines-gz": ("x.jsonl.gz", archive),
    "lines-zst": ("x.jsonl.zst", archive),
}


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("kind", KINDS)
def test_places_are_right(
    run: Run, record: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, kind: str
) -> None:
    """Start and end of an act are shown where it stands, whatever the file and the format."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    name, write = KINDS[kind]
    text = write(record)
    Path(name).write_bytes(packed(Path(name), text.encode()))
    found = [seen for seen in READERS[form](run("check", "-f", form, name).stdout) if seen.code == CODE]
    start, end = expected(text)
    assert found == [Seen(name, CODE, start, None if form in ("text", "concise") else end)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_mark_stands_under_the_act(run: Run, record: dict[str, Any], tmp_path: Path, kind: str) -> None:
    """The text format shows the line, or some of it, and marks the act, wide characters or not."""
    name, write = KINDS[kind]
    (tmp_path / name).write_bytes(packed(Path(name), write(record).encode()))
    lines = run("check", "-f", "text", tmp_path / name).stdout.splitlines()
    (at,) = (number for number, line in enumerate(lines) if CODE in line)
    shown, mark = lines[at + 1 : at + 3]
    assert mark.strip(" |") == "^" * len(f'"{ACT}"')
    assert shown[mark.index("^") :].startswith(f'"{ACT}"')
    assert len(shown) < 120


def test_the_mark_counts_columns_of_the_terminal(run: Run, tmp_path: Path) -> None:
    """A wide character before the finding takes two columns, an accent of its own none, a tab one."""
    text = '{"id":"宮宮e\u0301",\t"colour":1,"format":"domscore/1","rules":"muggins/1","players":["A","B"],"rounds":[]}'
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    first, shown, mark, *_ = run("check", tmp_path / "x.json").stdout.splitlines()
    assert ":1:15: DOM202" in first
    assert shown[shown.index("|") :].startswith('| {"id":"宮宮e\u0301", "colour"')
    assert mark[mark.index("|") :] == "|" + " " * (1 + len('{"id":"') + 4 + 1 + len('", ')) + "^" * len('"colour"')


@pytest.mark.parametrize(
    ("text", "code", "start", "end"),
    [
        ('{\n "a": 1,\n "a": 2}', "DOM102", (3, 2), (3, 5)),
        ('{"format": "domscore/1",\n "x" 1}', "DOM101", (2, 6), (2, 7)),
        ('{"format": "domscore/1",\n', "DOM101", (2, 1), (2, 1)),
        ("", "DOM101", (1, 1), (1, 1)),
        ("[\n 1,\n 2\n]\n", "DOM203", (1, 1), (4, 2)),
    ],
)
def test_places_of_what_is_no_record(
    run: Run, tmp_path: Path, text: str, code: str, start: tuple[int, int], end: tuple[int, int]
) -> None:
    """A key is shown whole, a broken place as a character, the end of a text as nothing, a value of lines to its end."""
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    found = READERS["json"](run("check", "-f", "json", tmp_path / "x.json").stdout)
    assert (found[0].code, found[0].start, found[0].end) == (code, start, end)


def test_a_broken_line_ends_on_its_own_line(run: Run, tmp_path: Path) -> None:
    """In an archive with CR LF, what ends too early ends on the line it is, not on the next."""
    (tmp_path / "x.jsonl").write_bytes(b'{"format": 1}\r\n{"a": \r\n')
    found = READERS["json"](run("check", "-f", "json", tmp_path / "x.jsonl").stdout)
    assert [(seen.code, seen.start) for seen in found] == [("DOM104", (1, 12)), ("DOM101", (2, 7))]


def crowded(passes: int) -> bytes:
    """A record with about so many findings: passes after somebody won."""
    acts = ["A 6-6", *["B pass", "A pass"] * (passes // 2)]
    value = {
        "format": "domscore/1",
        "rules": "partners-block/1",
        "players": ["A", "B", "C", "D"],
        "rounds": [{"acts": acts, "result": {"how": "blocked"}}],
    }
    return json.dumps(value, separators=(",", ":")).encode()


def test_all_places_come_from_one_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many findings a record has, its text is read once."""
    data = crowded(9_000)
    findings = audit(data).findings
    assert len(findings) > 8_000
    scans = []
    scan = source.scan
    monkeypatch.setattr(source, "scan", lambda text, wanted: scans.append(1) or scan(text, wanted))
    place_all(data.decode(), findings, excerpts=True)
    assert len(scans) == 1
    assert all(finding.line == 1 and finding.column for finding in findings)


def _seconds(judge: Judge, path: Path, passes: int) -> float:
    path.write_bytes(crowded(passes))
    times = []
    for _ in range(3):
        start = time.process_time()
        judge.outcome([Source(str(path), "x.json")])
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize("form", READERS)
def test_many_findings_cost_no_more_than_linear(tmp_path: Path, form: str) -> None:
    """Four times the findings take about four times the time, in every format; if it grew by the square, sixteen times."""
    judge = Judge(Job(FINDINGS_FORMATS[form]))
    few, many = (_seconds(judge, tmp_path / "x.json", passes) for passes in (2_400, 9_600))
    assert many / few < 8


def test_a_pointer_to_nothing_falls_back() -> None:
    """What is missing is shown where it should stand; without a text to look at, at the beginning."""
    findings = [Finding("DOM201", "/rounds/0/acts/7", {"field": "x"}), Finding("DOM201", "/nowhere/0", {"field": "x"})]
    place_all('{"rounds": [{"acts": [1, 2]}]}', findings)
    assert [(one.line, one.column, one.end_line, one.end_column) for one in findings] == [(1, 22, 1, 28), (1, 1, 1, 31)]
    place_all("", findings, 7, archived=True)
    assert [(one.line, one.column, one.end_line, one.end_column) for one in findings] == [(7, 1, 7, 1)] * 2
