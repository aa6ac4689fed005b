"""Pieces of work: an input cut into whole records and runs of lines, none of them much longer than a block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from domscore.batch.inputs import SUFFIXES, Source
from domscore.batch.streams import BLOCK, TELLING, Tally, Unopened, blocks, is_tar, packing
from domscore.record.source import MAX_BYTES

BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(rb"[ \t\r\n]*")
_ARCHIVE_SUFFIXES = (".jsonl", ".ndjson")
MAX_NESTING = 2
"""A tar is read, and a tar that lies in it; deeper ones are not."""


class Portion(NamedTuple):
    """One record, or some lines of an archive.

    Attributes:
        source: the input's name, as shown.
        line: the physical number, from 1, of the first line.
        archive: the data are lines, each of them one record or blank; else they are one record.
        data: the bytes; None when they are to be read again from ``path``.
        path, offset: where a plain file holds them. length: how many they are.
        failure: instead of data: why the input cannot be read (on).
        too_long: instead of data: the record is longer than the limit.
        read_for: bytes of the input, as it lies on disk, that were read for it.
    """

    source: str
    line: int = 1
    archive: bool = False
    data: bytes | None = b""
    path: str | None = None
    offset: int = 0
    length: int = 0
    failure: str | None = None
    too_long: bool = False
    read_for: int = 0

    def light(self) -> Portion:
        """The same without the bytes, where they can be read again."""
        return self if self.path is None else self._replace(data=None)

    def read(self) -> bytes:
        """The bytes.

        Raises:
            OSError: the file is gone.
        """
        if self.data is not None:
            return self.data
        assert self.path is not None
        with Path(self.path).open("rb") as file:
            file.seek(self.offset)
            return file.read(self.length)

    def loaded(self) -> Portion:
        """The same with the bytes; or what makes it impossible to have them."""
        try:
            return self if self.data is not None else self._replace(data=self.read())
        except OSError as error:
            return Portion(self.source, failure=(error.strerror or str(error)).lower())

    def identity(self) -> bytes:
        """What tells it, loaded, from any other portion."""
        place = (self.source, self.line, self.archive, self.failure, self.too_long, self.length)
        return repr(place).encode() + (self.data or b"")


def portions_of(source: Source) -> Iterator[Portion]:
    """An input in pieces, in order. What is wrong with it is a piece too, the last one of it or of a member."""
    tally = Tally()
    for portion in _portions(source, blocks(source, tally=tally)):
        yield portion._replace(read_for=tally.taken())


def portions_in(name: str, data: bytes) -> Iterator[Portion]:
    """The portions of a file that is at hand as bytes.

    Args:
        name: the file's, whose suffix may say what it is.
        data: what it holds.
    """
    source = Source(name, name, member=True)
    return _portions(source, blocks(source, iter([data] if data else [])))


def _portions(source: Source, stream: Iterator[bytes], depth: int = 0) -> Iterator[Portion]:
    try:
        head = next(stream, b"")
        while len(head) < TELLING and b"\n" not in head and (block := next(stream, b"")):
            head += block
        if is_tar(source, head):
            yield from _members(source, chain([head] if head else [], stream), depth)
            return
        if not source.plain_name.endswith(_ARCHIVE_SUFFIXES):
            head, archive = _sniffed(head, stream)
            if not archive:
                yield _one_record(source, head, stream)
                return
        yield from _Lines(source).portions(chain([head] if head else [], stream))
    except Unopened as error:
        yield Portion(source.name, failure=str(error))
    finally:
        stream.close()  # type: ignore[attr-defined]


def _members(source: Source, stream: Iterator[bytes], depth: int) -> Iterator[Portion]:
    from domscore.batch.members import members

    if depth == MAX_NESTING:
        raise Unopened(f"archives in archives are read to {MAX_NESTING} levels")
    any_member = False
    for member in members(stream):
        any_member = True
        name = f"{source.name}/{member.name}"
        if member.refusal is not None:
            yield Portion(name, failure=member.refusal)
            continue
        inner = Source(member.name, name, member=True)
        yield from _portions(inner, blocks(inner, member.data), depth + 1)
    if not any_member:
        raise Unopened(f"the archive holds no records ({', '.join(f'*{suffix}' for suffix in SUFFIXES)})")


def lines_of(data: bytes, line: int) -> Iterator[tuple[int, bytes]]:
    """The records of some lines of an archive with their physical lines; blank ones are left out.

    Args:
        data: the lines.
        line: the number of the first of them.
    """
    for number, record in enumerate(data.split(b"\n"), line):
        if record.removeprefix(BOM).strip():
            yield number, record


def _sniffed(head: bytes, stream: Iterator[bytes]) -> tuple[bytes, bool]:
    """As much of the input as it takes to tell an archive from a single record."""
    gathered = bytearray(head)
    verdict = looks_like_lines(gathered)
    broken = b"\n" in gathered
    while verdict is None and len(gathered) <= MAX_BYTES and (block := next(stream, b"")):
        gathered += block
        broken = broken or b"\n" in block
        verdict = looks_like_lines(gathered) if broken else None
    return bytes(gathered), bool(verdict)


def looks_like_lines(text: bytes | bytearray) -> bool | None:
    r"""Whether the text begins as JSON Lines do: a whole object on a line, another one on the next that is not blank.

    Within one JSON value, a line that starts with a brace can only follow a comma, a colon or an opening bracket.

    Returns:
        None when more of the text is needed.

    >>> looks_like_lines(b'{"a": 1}\n{"a"'), looks_like_lines(b'{"a": [\n{"b": 1}]}'), looks_like_lines(b'{"a": 1}')
    (True, False, None)
    """
    start = _after_space(text, len(BOM) if text.startswith(BOM) else 0)
    if start == len(text):
        return None
    if text[start] != ord("{"):
        return False
    end = text.find(b"\n", start)
    following = len(text) if end < 0 else _after_space(text, end)
    if following == len(text):
        return None
    last = text[start:end].rstrip()[-1:]
    return text[following] == ord("{") and last not in (b"{", b"[", b",", b":")


def _after_space(text: bytes | bytearray, start: int) -> int:
    found = _SPACE.match(text, start)
    assert found is not None
    return found.end()


def _one_record(source: Source, head: bytes, stream: Iterator[bytes]) -> Portion:
    gathered = [head]
    size = len(head)
    while size <= MAX_BYTES and (block := next(stream, b"")):
        gathered.append(block)
        size += len(block)
    if size > MAX_BYTES:
        return Portion(source.name, too_long=True)
    return Portion(source.name, data=b"".join(gathered), length=size)


class _Lines:
    """An archive cut into runs of whole lines; a line beyond the limit is passed over, and said to be too long."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.again = source.path if can_be_read_again(source) else None
        self.line, self.offset = 1, 0
        self.held: list[bytes] = []
        self.size = 0
        self.passing_over = self.any_record = False

    def portions(self, stream: Iterable[bytes]) -> Iterator[Portion]:
        for whole in stream:
            block = self._after_too_long(whole) if self.passing_over else whole
            cut = block.rfind(b"\n") + 1
            if cut:
                yield from self._run([*self.held, block[:cut]])
            if cut < len(block):
                self.held.append(block[cut:])
                self.size += len(block) - cut
            if self.size > MAX_BYTES:
                yield self._too_long()
        yield from self._run(self.held)
        if not self.any_record:
            yield Portion(self.source.name, failure="the archive holds no record")

    def _run(self, parts: list[bytes]) -> Iterator[Portion]:
        data = b"".join(parts)
        text = data.removeprefix(BOM) if self.line == 1 else data
        if text and not text.isspace():
            self.any_record = True
            yield Portion(self.source.name, self.line, True, data, self.again, self.offset, len(data))
        self.line += data.count(b"\n")
        self._forget(len(data))

    def _too_long(self) -> Portion:
        self.any_record = self.passing_over = True
        self._forget(self.size)
        return Portion(self.source.name, self.line, True, too_long=True)

    def _after_too_long(self, block: bytes) -> bytes:
        cut = block.find(b"\n") + 1
        self.passing_over = not cut
        self.line += 1 if cut else 0
        self.offset += cut or len(block)
        return block[cut:] if cut else b""

    def _forget(self, size: int) -> None:
        self.offset += size
        self.held, self.size = [], 0


def can_be_read_again(source: Source) -> bool:
    """Whether its lines can be taken from the file: it is an ordinary file, and what lies in it are the lines themselves."""
    if source.size is None:
        return False
    try:
        with Path(source.path).open("rb") as file:
            return packing(source, file.read(4)) is None
    except OSError:
        return False


Piece = Source | Portion


def loaded(task: list[Piece]) -> Iterator[Portion]:
    """The portions of a task with their bytes, one at a time."""
    for piece in task:
        if isinstance(piece, Portion):
            yield piece.loaded()
        else:
            yield from (portion.loaded() for portion in portions_of(piece))


def tasks(sources: list[Source]) -> Iterator[list[Piece]]:
    """All inputs as pieces of work of about one block each, in order.

    Small files are put together and opened later, and so are small members of archives.
    """
    small = _Small()
    for source in sources:
        size = source.size
        if size is not None and size <= BLOCK and not source.packed_by_name:
            yield from small.add(source, size)
            continue
        for portion in portions_of(source):
            if portion.source != source.name and portion.length < BLOCK:
                yield from small.add(portion, portion.length)
            else:
                yield from small.all()
                yield [portion]
    yield from small.all()


class _Small:
    """Pieces put together until they are worth being handed out."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []
        self._size = 0

    def add(self, piece: Piece, size: int) -> Iterator[list[Piece]]:
        self._pieces.append(piece)
        self._size += size + BLOCK // 256
        return self.all() if self._size >= BLOCK else iter(())

    def all(self) -> Iterator[list[Piece]]:
        gathered, self._pieces, self._size = self._pieces, [], 0
        return iter([gathered] if gathered else [])
