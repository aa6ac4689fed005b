"""Cutting inputs: one record or an archive, compressed or not, damaged or not, with limits."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest

from domscore.batch import portions, streams
from domscore.batch.inputs import Source
from domscore.batch.portions import Portion, lines_of, looks_like_lines, portions_of, tasks

LINES = b'{"a": 1}\n\n{"b": 2}\r\n{"c": 3}'


def cut(path: Path) -> list[Portion]:
    """The portions of a file."""
    return list(portions_of(Source(str(path), str(path))))


def written(path: Path, data: bytes) -> Path:
    """A file with these bytes."""
    path.write_bytes(data)
    return path


def joined(pieces: list[Portion]) -> bytes:
    """What the portions hold together, read the way a worker reads them."""
    return b"".join(piece.light().read() for piece in pieces)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b'{"a": 1}\n{"b": 2}', True),
        (b'\xef\xbb\xbf\n {"a": 1}\r\n\r\n{"b"', True),
        (b'{"a": broken\n{"b": 2}', True),
        (b'{\n "a": 1\n}', False),
        (b'{"rounds": [\n{"a": 1},\n{"b": 2}]}', False),
        (b'{"start":\n{"round": 2}}', False),
        (b'[\n{"a": 1}]', False),
        (b'{"a": 1}\ngarbage', False),
        (b'{"a": 1}\n', None),
        (b"", None),
    ],
)
def test_an_archive_is_told_by_its_first_two_lines(text: bytes, lines: bool | None) -> None:
    """A line that starts with a brace begins a record, unless the line before leaves one JSON value open."""
    assert looks_like_lines(text) is lines


def test_the_name_says_archive(tmp_path: Path) -> None:
    """A file named .jsonl is an archive even with one line."""
    (one,) = cut(written(tmp_path / "x.jsonl", b'{"a": 1}'))
    assert one.archive
    (other,) = cut(written(tmp_path / "x.json", b'{"a": 1}'))
    assert not other.archive


def test_the_content_says_archive(tmp_path: Path) -> None:
    """Several records on lines are an archive under any name."""
    assert all(piece.archive for piece in cut(written(tmp_path / "x.json", LINES)))


def test_an_archive_without_a_line_holds_nothing(tmp_path: Path) -> None:
    """An empty archive is not read; an empty record is one that is broken."""
    (archive,) = cut(written(tmp_path / "x.jsonl", b"\n \r\n"))
    (record,) = cut(written(tmp_path / "x.json", b""))
    assert archive.failure == "the archive holds no record"
    assert record.failure is None


@pytest.mark.parametrize("block", [1, 2, 7, 64, 2**20])
def test_portions_are_the_file_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    """Wherever blocks end, the portions hold every line once, with its physical number, also when read again."""
    monkeypatch.setattr(streams, "BLOCK", block)
    pieces = cut(written(tmp_path / "x.jsonl", LINES))
    assert joined(pieces).replace(b"\n", b"").replace(b"\r", b"") == b'{"a": 1}{"b": 2}{"c": 3}'
    numbers = [piece.line + at for piece in pieces for at, line in enumerate(piece.read().split(b"\n")) if line.strip()]
    assert numbers == [1, 3, 4]


@pytest.mark.parametrize("suffix", [".gz", ".zst", ""])
def test_compressed_files_are_unpacked(tmp_path: Path, suffix: str) -> None:
    """Compression is told by the suffix, else by the first bytes; members one after the other are one file."""
    data = packed(b'{"a": 1}\n', suffix or ".gz") + packed(b'{"b": 2}\n', suffix or ".gz")
    pieces = cut(written(tmp_path / f"x.jsonl{suffix}", data))
    assert joined(pieces) == b'{"a": 1}\n{"b": 2}\n'


def packed(data: bytes, suffix: str) -> bytes:
    """Compressed bytes."""
    if suffix == ".gz":
        return gzip.compress(data)
    zstandard = pytest.importorskip("zstandard")
    compressed: bytes = zstandard.ZstdCompressor().compress(data)
    return compressed


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize("damage", ["cut", "flipped", "plain"])
def test_damaged_files_are_said_to_be_so(tmp_path: Path, suffix: str, damage: str) -> None:
    """What came before the damage is judged; the damage itself is a reason, never an exception."""
    whole = packed(LINES * 2000, suffix)
    data = {"cut": whole[:-6], "flipped": whole[:3] + b"\xff" * 9 + whole[12:], "plain": LINES}[damage]
    pieces = cut(written(tmp_path / f"x.jsonl{suffix}", data))
    assert pieces[-1].failure is not None
    assert "damaged" in pieces[-1].failure


@pytest.mark.parametrize("behind", [b"garbage", bytes(40), b"\x28\xb5\x2f\xfd"], ids=["words", "zeros", "a frame cut short"])
def test_garbage_behind_a_whole_frame_loses_nothing(tmp_path: Path, behind: bytes) -> None:
    """What a .zst holds in front of what is damaged is judged, and the damage is told."""
    pieces = cut(written(tmp_path / "x.jsonl.zst", packed(LINES + b"\n", ".zst") + behind))
    assert b"".join(piece.data or b"" for piece in pieces[:-1]) == LINES + b"\n"
    assert "damaged" in (pieces[-1].failure or "")


def test_a_window_beyond_memory_is_said_to_be_so(tmp_path: Path) -> None:
    """A .zst that would need a gigabyte to be unpacked is not called damaged: the reason says what to do."""
    zstandard = pytest.importorskip("zstandard")
    parameters = zstandard.ZstdCompressionParameters(window_log=30)
    packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    (piece,) = cut(written(tmp_path / "x.jsonl.zst", packer.compress(LINES) + packer.flush()))
    assert "its window is too large" in (piece.failure or "")


def test_zst_without_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the optional package is missing, the reason says how to get it."""
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (piece,) = cut(written(tmp_path / "x.jsonl.zst", b"\x28\xb5\x2f\xfd"))
    assert piece.failure is not None
    assert "pip install zstandard" in piece.failure


def test_little_that_unpacks_to_much_stays_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of zeros a thousand times its size is not unpacked at once."""
    monkeypatch.setattr(portions, "MAX_BYTES", 2**20)
    pieces = cut(written(tmp_path / "x.jsonl.gz", gzip.compress(bytes(2**25))))
    assert [piece.too_long for piece in pieces] == [True]


@pytest.mark.parametrize("block", [5, 64, 2**20])
def test_a_line_beyond_the_limit_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    """A line that is too long is said to be so; the lines around it keep their numbers."""
    monkeypatch.setattr(portions, "MAX_BYTES", 100)
    monkeypatch.setattr(streams, "BLOCK", block)
    data = b'{"a": 1}\n{"x": "' + b"x" * 3000 + b'"}\n{"b": 2}\n'
    pieces = cut(written(tmp_path / "x.jsonl", data))
    if block < 100:
        assert [(piece.line, piece.too_long) for piece in pieces] == [(1, False), (2, True), (3, False)]
        assert pieces[-1].light().read() == b'{"b": 2}\n'
    assert b'{"b": 2}' in joined([piece for piece in pieces if not piece.too_long])


def test_a_record_beyond_the_limit_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A single record that is too long is said to be so."""
    monkeypatch.setattr(portions, "MAX_BYTES", 100)
    (piece,) = cut(written(tmp_path / "x.json", b'{"x": "' + b"x" * 3000 + b'"}'))
    assert piece.too_long


def test_standard_input_is_cut_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a slow pipe has delivered is handed on, without waiting for a whole block."""

    class Slow(io.BytesIO):
        def read1(self, size: int | None = -1) -> bytes:
            return super().read1(10 if size is None else min(size, 10))

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Slow(b'{"a": 1}\n{"b": 2}\n{"c": 3}\n')))
    pieces = list(portions_of(Source("-", "-")))
    assert len(pieces) > 1
    assert joined(pieces) == b'{"a": 1}\n{"b": 2}\n{"c": 3}\n'


def test_small_files_are_put_together(tmp_path: Path) -> None:
    """Many small files are one piece of work; a large archive is several."""
    sources = [Source(str(written(tmp_path / f"{n}.json", b"{}")), "") for n in range(10)]
    large = Source(str(written(tmp_path / "large.jsonl", b'{"a": 1}\n' * 500_000)), "")
    assert [len(task) for task in tasks([*sources, large, sources[0]])] == [10, *[1] * 18, 1]


@pytest.mark.parametrize("blank", [b"", b"\r", b"  ", b"\t\r"], ids=repr)
def test_a_blank_line_behind_a_byte_order_mark(blank: bytes) -> None:
    """The first line of an archive may be blank too, behind the mark."""
    data = b"\xef\xbb\xbf" + blank + b'\n{"a": 1}\n'
    assert list(lines_of(data, 1)) == [(2, b'{"a": 1}')]


def test_a_directory_in_place_of_a_file(tmp_path: Path) -> None:
    """What cannot be opened is a reason."""
    (piece,) = cut(tmp_path)
    assert piece.failure is not None
