"""Tar archives: every record in them under its own name, and no member that can do harm."""

from __future__ import annotations

import gzip
import io
import tarfile
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from domscore.batch import portions
from domscore.batch.inputs import Source
from domscore.batch.portions import Piece, Portion, portions_of, tasks
from domscore.batch.streams import BLOCK

ONE, LINES = b'{"a": 1}', b'{"a": 1}\n\n{"b": 2}\n'


def tar(files: Iterable[tuple[str, bytes]], form: int = tarfile.PAX_FORMAT) -> bytes:
    """A tar of these members."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name, data in files:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def special(name: str, kind: bytes, to: str = "") -> bytes:
    """The header of a member that is no ordinary file."""
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, to
    return member.tobuf()


def cut(path: Path, data: bytes) -> list[Portion]:
    """The portions of a file with these bytes, named after its last part."""
    path.write_bytes(data)
    return list(portions_of(Source(str(path), path.name)))


def read(pieces: list[Portion]) -> list[tuple[str, int, bytes | None, str | None]]:
    """What matters of portions."""
    return [(piece.source, piece.line, piece.data, piece.failure) for piece in pieces]


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
@pytest.mark.parametrize("packed", [".tar", ".tar.gz", ".tgz", ".tar.zst", ""])
def test_members_are_inputs_of_their_own(tmp_path: Path, form: int, packed: str) -> None:
    """Records and archives in a tar are read under ``archive/member``, whatever it is compressed with and called."""
    long = f"{'d' * 90}/{'e' * 90}.json"
    data = tar(
        [("./a.json", ONE), ("notes.txt", b"no"), ("b/c.jsonl", LINES), ("d.json.gz", gzip.compress(ONE)), (long, ONE)], form
    )
    if packed in (".tar.gz", ".tgz"):
        data = gzip.compress(data)
    if packed == ".tar.zst":
        data = pytest.importorskip("zstandard").ZstdCompressor().compress(data)
    name = f"x{packed}"
    assert read(cut(tmp_path / name, data)) == [
        (f"{name}/a.json", 1, ONE, None),
        (f"{name}/b/c.jsonl", 1, LINES, None),
        (f"{name}/d.json.gz", 1, ONE, None),
        (f"{name}/{long}", 1, ONE, None),
    ]


def test_names_do_no_harm(tmp_path: Path) -> None:
    """A member's name opens no file, wherever it points; what is not UTF-8 is shown escaped."""
    (tmp_path / "secret.json").write_bytes(b'{"secret": 1}')
    (tmp_path / "x.tar").mkdir()
    names = ["../secret.json", str(tmp_path / "secret.json"), "x.tar/../secret.json", "caf\udce9.json"]
    pieces = cut(tmp_path / "y.tar", tar((name, LINES) for name in names))
    assert [piece.light().read() for piece in pieces] == [LINES] * 4
    assert pieces[-1].source == "y.tar/caf\\xe9.json"


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_are_not_followed(tmp_path: Path, kind: bytes) -> None:
    """A member that is no ordinary file is named as not read; those around it are."""
    data = tar([("a.json", ONE)])[:1024] + special("b.json", kind, "/etc/passwd") + tar([("c.json", ONE)])
    first, link, last = cut(tmp_path / "x.tar", data)
    assert (first.data, last.data) == (ONE, ONE)
    assert link.failure is not None
    assert link.failure.startswith("not a regular file")


def test_sparse_files_are_not_filled_up(tmp_path: Path) -> None:
    """A member that claims a terabyte of holes costs nothing."""
    headers = {"GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.size": str(2**40), "GNU.sparse.map": "0,0"}
    member = tarfile.TarInfo("a.jsonl")
    member.pax_headers = headers
    data = member.tobuf(tarfile.PAX_FORMAT) + tar([("c.json", ONE)])
    sparse, last = cut(tmp_path / "x.tar", data)
    assert (sparse.failure, last.data) == ("a sparse file", ONE)


@pytest.mark.parametrize("size", ["a long name", "a chain of headers"])
def test_headers_that_unpack_to_much_are_refused(tmp_path: Path, size: str) -> None:
    """What stands in front of a member has a limit, one header long or many of them."""
    if size == "a long name":
        member = tarfile.TarInfo("././@LongLink")
        member.type, member.size = tarfile.GNUTYPE_LONGNAME, 2**27
        data = member.tobuf(tarfile.GNU_FORMAT) + bytes(2**27)
    else:
        pax = tarfile.TarInfo("x")
        pax.type, pax.size = tarfile.XHDTYPE, 12
        data = (pax.tobuf(tarfile.GNU_FORMAT) + b"12 path=aaa\n".ljust(512, b"\0")) * 5000
    started = time.process_time()
    (piece,) = cut(tmp_path / "x.tar.gz", gzip.compress(data, 1))
    assert piece.failure is not None
    assert piece.failure.startswith("the tar archive is damaged")
    assert time.process_time() - started < 5


def test_archives_in_archives_end_somewhere(tmp_path: Path) -> None:
    """A tar in a tar is read; what is nested deeper is named as not read."""
    inner = tar([("a.json", ONE)])
    two = tar([("b.tar", inner), ("c.json", ONE)])
    three = tar([("d.tar", two)])
    assert [piece.source for piece in cut(tmp_path / "two.tar", two)] == ["two.tar/b.tar/a.json", "two.tar/c.json"]
    assert read(cut(tmp_path / "three.tar", three)) == [
        ("three.tar/d.tar/b.tar", 1, b"", "archives in archives are read to 2 levels"),
        ("three.tar/d.tar/c.json", 1, ONE, None),
    ]


def test_a_tar_that_is_cut_anywhere_is_never_whole(tmp_path: Path) -> None:
    """Wherever a tar ends too early, that is said; what came before is read."""
    data = tar([("a.json", ONE), ("b.jsonl", LINES * 100)])
    end = -(-(data.rindex(LINES) + len(LINES)) // 512) * 512
    for length in [*range(1, end, 101), end]:
        pieces = cut(tmp_path / "x.tar", data[:length])
        assert pieces[-1].failure is not None, length
        assert "damaged" in pieces[-1].failure


def test_a_broken_header_in_the_middle_is_said(tmp_path: Path) -> None:
    """What stands behind a header that cannot be read is not passed over in silence."""
    data = bytearray(tar([("a.json", ONE), ("b.json", ONE)]))
    data[1024 + 150] ^= 0xFF
    first, last = cut(tmp_path / "x.tar", bytes(data))
    assert (first.data, last.source) == (ONE, "x.tar")
    assert last.failure is not None


@pytest.mark.parametrize("kind", ["two tars in one file", "a hole in the middle", "words behind the end"])
def test_what_stands_behind_the_end_is_not_passed_over(tmp_path: Path, kind: str) -> None:
    """A tar ends with zeros; anything behind them may be records that were not read, and that is said."""
    data = tar([("a.json", ONE), ("b.json", ONE)])
    if kind == "two tars in one file":
        data += tar([("c.json", ONE)])
    elif kind == "a hole in the middle":
        data = data[:1024] + bytes(512) + data[1536:]
    else:
        data += b"words"
    *members, last = cut(tmp_path / "x.tar", data)
    assert {piece.data for piece in members} == {ONE}
    assert last.failure is not None
    assert last.failure.startswith("something stands behind the end")


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x"])
def test_a_record_that_holds_the_word_of_a_tar_is_no_tar(tmp_path: Path, name: str) -> None:
    """Only a header with its right sum makes a tar of an input that is not called so."""
    record = b'{"a": "' + b"x" * 250 + b'ustar", "b": "' + b"y" * 300 + b'"}'
    assert record[257:262] == b"ustar"
    (piece,) = cut(tmp_path / name, record)
    assert (piece.data, piece.failure) == (record, None)


def test_a_tar_without_records(tmp_path: Path) -> None:
    """A tar in which nothing is called like a record is not read, and hidden directories are left out."""
    (piece,) = cut(tmp_path / "x.tar", tar([("notes.txt", b"x"), (".git/a.json", ONE)]))
    assert piece.failure is not None
    assert piece.failure.startswith("the archive holds no records")


def test_a_member_beyond_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A member that is too long for a record is said to be so, and the next one is read."""
    monkeypatch.setattr(portions, "MAX_BYTES", 100)
    long, next_one = cut(tmp_path / "x.tar", tar([("a.json", b'{"a": "' + b"x" * 4000 + b'"}'), ("b.json", ONE)]))
    assert (long.too_long, next_one.data) == (True, ONE)


def test_small_members_are_put_together(tmp_path: Path) -> None:
    """Thousands of small members are a few pieces of work, in order."""
    (tmp_path / "x.tar.gz").write_bytes(gzip.compress(tar((f"{n:04}.json", ONE) for n in range(2000)), 1))
    work: list[list[Piece]] = list(tasks([Source(str(tmp_path / "x.tar.gz"), "x")]))
    assert len(work) == -(-2000 // -(-BLOCK // (len(ONE) + BLOCK // 256)))
    assert [piece.source for task in work for piece in task if isinstance(piece, Portion)] == [
        f"x/{n:04}.json" for n in range(2000)
    ]
