"""The bytes of an input, block by block, decompressed on the way; compression is told by name, else by the first bytes."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from domscore.batch.inputs import Source

BLOCK = 2**18
"""Bytes read, and bytes unpacked, at a time."""
_FED = 1024
"""Bytes of a zst given to the decoder at once: little, because little can unpack to much."""
_MAGIC = {b"\x1f\x8b": ".gz", b"\x28\xb5\x2f\xfd": ".zst"}
_TAR, _TAR_AT = b"ustar", 257
TELLING = 512
"""So many bytes tell a tar from anything else: the header of its first member."""


class Unopened(Exception):
    """An input cannot be opened or read on: the text says why, in a few words."""


class Tally:
    """How many bytes of an input were read, as they lie on disk."""

    def __init__(self) -> None:
        self._read = 0

    def of(self, raw: Iterator[bytes]) -> Iterator[bytes]:
        """The same blocks, counted."""
        for block in raw:
            self._read += len(block)
            yield block

    def taken(self) -> int:
        """Those read since it was last asked."""
        read, self._read = self._read, 0
        return read


def blocks(source: Source, data: Iterator[bytes] | None = None, tally: Tally | None = None) -> Iterator[bytes]:
    """The input's bytes in blocks of any size above 0.

    Args:
        source: the input.
        data: what it holds, compressed or not, where it is the member of an archive.
        tally: counts what is read.

    Raises:
        Unopened: at the start, or in the middle of a damaged file.
    """
    try:
        tally = tally or Tally()
        if data is not None:
            yield from _unpacked(source, data)
        elif source.standard_input:
            if sys.stdin is None:
                raise OSError("standard input is closed")
            yield from _unpacked(source, tally.of(_raw(sys.stdin.buffer)))
        elif not source.path:
            raise OSError("a path is empty")
        else:
            with Path(source.path).open("rb") as file:
                yield from _unpacked(source, tally.of(_raw(file)))
    except OSError as error:
        raise Unopened((error.strerror or str(error)).lower()) from None
    except ValueError as error:
        raise Unopened(str(error)) from None
    except (EOFError, zlib.error) as error:
        raise Unopened(f"the compressed file is damaged: {error}") from None


def _unpacked(source: Source, raw: Iterator[bytes]) -> Iterator[bytes]:
    first = next(raw, b"")
    packed = packing(source, first)
    whole = chain([first] if first else [], raw)
    if packed == ".gz":
        return _gunzipped(whole)
    return _unzstd(whole) if packed == ".zst" else iter(whole)


def packing(source: Source, first: bytes) -> str | None:
    """How an input is compressed, ``".gz"`` or ``".zst"``, by its name or its first bytes."""
    return source.packed_by_name or next((name for magic, name in _MAGIC.items() if first.startswith(magic)), None)


def is_tar(source: Source, head: bytes) -> bool:
    """Whether an input, unpacked, is a tar, by its name or its first bytes."""
    return source.plain_name.endswith(".tar") or (head.startswith(_TAR, _TAR_AT) and _is_header(head[:TELLING]))


def _is_header(block: bytes) -> bool:
    """Whether its sum is that of a header: a record may hold the word by chance."""
    import tarfile

    try:
        tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def _raw(file: BinaryIO) -> Iterator[bytes]:
    """What is there, without waiting for a whole block (a pipe may be slow)."""
    while block := file.read1(BLOCK):  # type: ignore[attr-defined]
        yield block


def _gunzipped(raw: Iterable[bytes]) -> Iterator[bytes]:
    decoder = None
    for packed in raw:
        block = packed
        while block:
            if decoder is None:
                block = block.lstrip(b"\0")
                if not block:
                    break
                decoder = zlib.decompressobj(wbits=31)
            if unpacked := decoder.decompress(block, BLOCK):
                yield unpacked
            block = decoder.unconsumed_tail
            if decoder.eof:
                block, decoder = decoder.unused_data, None
    if decoder is not None:
        if unpacked := decoder.flush():
            yield unpacked
        if not decoder.eof:
            raise EOFError("it ends too early")


def _unzstd(raw: Iterable[bytes]) -> Iterator[bytes]:
    try:
        from zstandard import ZstdDecompressor, ZstdError
    except ImportError:
        raise Unopened(".zst needs the package zstandard: pip install zstandard") from None
    decoder = None
    gathered: list[bytes] = []
    try:
        for packed in raw:
            gathered, size = [], 0
            for block in _fed(packed):
                while block:
                    decoder = decoder or ZstdDecompressor().decompressobj()
                    gathered.append(decoder.decompress(block))
                    size += len(gathered[-1])
                    block = b""
                    if decoder.eof:
                        block, decoder = decoder.unused_data, None
                if size >= BLOCK:
                    yield b"".join(gathered)
                    gathered, size = [], 0
            if size:
                yield b"".join(gathered)
    except ZstdError as error:
        if whole := b"".join(gathered):  # what came before the damage
            yield whole
        raise Unopened(_zstd_problem(str(error))) from None
    if decoder is not None:
        raise EOFError("it ends too early")


def _zstd_problem(said: str) -> str:
    if "too much memory" in said:
        return "its window is too large (zstd --long, --ultra): unpack it, or pack it again without"
    return f"the compressed file is damaged: {said}"


def _fed(block: bytes) -> Iterator[bytes]:
    for start in range(0, len(block), _FED):
        yield block[start : start + _FED]
