"""The members of a tar archive, in its order, read forwards once. Nothing is unpacked to disk, whatever it is called."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from typing import NamedTuple

from domscore.batch.inputs import SUFFIXES, shown_path
from domscore.batch.streams import BLOCK, Unopened

_HEADER_BYTES = 2**18
"""What stands in front of a member, long names and attributes included, may be so long."""


class Member(NamedTuple):
    """A member that is called like a record.

    Attributes:
        name: its name in the archive, always printable as UTF-8.
        data: its bytes in blocks, to be read before the next member is asked for.
        refusal: instead of data: why it is not read.
    """

    name: str
    data: Iterator[bytes]
    refusal: str | None = None


def members(blocks: Iterator[bytes]) -> Iterator[Member]:
    """The members that are called like records; those in hidden directories, and what tars hold besides, are left out.

    Links, devices and sparse files are not followed or filled up, but named with the reason.

    Raises:
        Unopened: the archive is damaged or cut short; what came before it was handed out.
    """
    stream = _Forwards(blocks)
    try:
        stream.allowance = _HEADER_BYTES
        tar = tarfile.TarFile(fileobj=stream)  # type: ignore[arg-type] # it reads, tells and seeks forwards, no more
        while (found := _next(tar, stream)) is not None:
            name = found.name.removeprefix("./")
            if found.isdir() or not name.lower().endswith(SUFFIXES) or _hidden(name):
                continue
            refusal = None if found.isreg() else "not a regular file; links in an archive are not followed"
            if found.issparse():
                refusal = "a sparse file"
            yield Member(shown_path(name), iter(()) if refusal else _data(stream, found), refusal)
    except (tarfile.TarError, ValueError, OverflowError, RecursionError) as error:
        raise Unopened(f"the tar archive is damaged: {error}") from None
    if not stream.last or stream.last.strip(b"\0"):
        raise Unopened("the tar archive is damaged: its end is missing")
    while block := stream.read(BLOCK):
        if block.strip(b"\0"):
            raise Unopened("something stands behind the end of the tar archive (two of them in one file?), and is not read")


def _next(tar: tarfile.TarFile, stream: _Forwards) -> tarfile.TarInfo | None:
    stream.allowance = _HEADER_BYTES
    found = tar.next()
    tar.members.clear()  # type: ignore[attr-defined] # it would hold them all to the end
    stream.allowance = None
    return found


def _data(stream: _Forwards, member: tarfile.TarInfo) -> Iterator[bytes]:
    stream.seek(member.offset_data)
    left = member.size
    while left > 0:
        block = stream.read(min(BLOCK, left))
        if not block:
            raise Unopened("the tar archive is damaged: it ends too early")
        yield block
        left -= len(block)


def _hidden(name: str) -> bool:
    return any(part.startswith(".") and part not in (".", "..") for part in name.split("/")[:-1])


class _Forwards:
    """Blocks as the file that ``tarfile`` wants: it reads on, skips forwards, and never goes back.

    Attributes:
        allowance: bytes that may still be read; None for any number.
        last: what the last read gave.
    """

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks
        self._held = memoryview(b"")
        self._at = 0
        self.allowance: int | None = None
        self.last = b""

    def tell(self) -> int:
        """Bytes read or skipped so far."""
        return self._at

    def seek(self, to: int) -> None:
        """Skip forwards; to the end, where there is less."""
        if to < self._at:
            raise ValueError("a member lies before the one in front of it")
        while self._at < to and (part := self._some(to - self._at)):
            self._at += len(part)

    def read(self, size: int) -> bytes:
        """So many bytes, fewer at the end."""
        if self.allowance is not None:
            self.allowance -= size
            if self.allowance < 0:
                raise ValueError(f"more than {_HEADER_BYTES} bytes in front of a member")
        parts = []
        while size and (part := self._some(size)):
            parts.append(part)
            size -= len(part)
        self.last = b"".join(parts)
        self._at += len(self.last)
        return self.last

    def _some(self, size: int) -> memoryview:
        if not self._held:
            self._held = memoryview(next(self._blocks, b""))
        part, self._held = self._held[:size], self._held[size:]
        return part
