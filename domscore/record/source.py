"""Places in the bytes: JSON Pointers to line and column, equal keys, and where broken JSON breaks.

Only files with findings are scanned, once each, however many findings they have.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from domscore.findings.finding import Finding

MAX_BYTES = 32 * 2**20
"""The longest record: 32 MiB."""
MAX_DEPTH = 100
"""How deep objects and lists may be nested."""
MAX_DIGITS = 1000
"""How long a number may be written."""

_TOKEN = (
    r'[ \t\n\r]*(?:(?P<string>"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*")'
    r"|(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<word>true|false|null)|(?P<mark>[][{}:,]))"
)
_SPACE = r"[ \t\n\r]*"
_BREAK = r"\r\n|\r|\n"
_ESCAPE = r'\\(u[0-9a-fA-F]{4}|["\\/bfnrt])'
# compiled by whoever needs them: a clean file is not scanned
_PLAIN_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class NotJson(Exception):
    """The text is not one JSON value.

    Attributes:
        offset: in code points, where it stops being one.
        too_big: it breaks a limit rather than the grammar.
    """

    def __init__(self, problem: str, offset: int, *, too_big: bool = False) -> None:
        self.problem, self.offset, self.too_big = problem, offset, too_big
        super().__init__(problem)


@dataclass(slots=True)
class Scan:
    """What a scan of one JSON text found.

    Attributes:
        values: offset in code points of the first character of each wanted pointer's value.
        keys: offset of its key.
        duplicates: pointer and offset of each key that an object holds already.
    """

    values: dict[str, int] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)
    duplicates: list[tuple[str, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """An object or list being read; ``seen`` holds an object's keys, ``index`` counts a list's items."""

    pointer: str
    seen: set[str] | None
    index: int = 0
    child: str = ""


def pointer_part(key: str) -> str:
    """A key as a part of a JSON Pointer.

    >>> pointer_part("a/b~")
    'a~1b~0'
    """
    return key.replace("~", "~0").replace("/", "~1")


def _unescaped(raw: str) -> str:
    text = raw[1:-1]
    if "\\" not in text:
        return text
    plain = re.sub(
        _ESCAPE,
        lambda found: chr(int(found[1][1:], 16)) if found[1][0] == "u" else _PLAIN_ESCAPES.get(found[1], found[1]),
        text,
    )
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # two escapes may be one character


def scan(text: str, wanted: Collection[str] = ()) -> Scan:
    """Read one JSON value strictly.

    Raises:
        NotJson: with the place where the text breaks the grammar or a limit.
    """
    found = Scan()
    space_at, token_at = re.compile(_SPACE).match, re.compile(_TOKEN).match
    stack: list[_Open] = []
    at = 0
    expect = "value"  # value, first-item, key, first-key, colon, after, end
    while True:
        at = space_at(text, at).end()  # type: ignore[union-attr]
        if at == len(text):
            if expect == "end":
                return found
            raise NotJson("the text ends too early" if text.strip() else "there is nothing here", at)
        token = token_at(text, at)
        if token is None or expect == "end":
            raise NotJson(_broken(text, at, expect), at)
        kind, word = token.lastgroup, token[token.lastgroup]  # type: ignore[index]
        here, at = token.start(token.lastgroup), token.end()  # type: ignore[arg-type]
        if expect == "colon":
            if word != ":":
                raise NotJson("a colon is missing after the key", here)
            expect = "value"
        elif expect == "after":
            expect = _after(stack, word, kind, here)
        elif expect in ("key", "first-key"):
            if word == "}" and expect == "first-key":
                stack.pop()
                expect = "after" if stack else "end"
            elif kind == "string":
                _key(stack[-1], word, here, found, wanted)
                expect = "colon"
            else:
                raise NotJson("a key, a text in double quotes, is missing", here)
        elif word == "]" and expect == "first-item":
            stack.pop()
            expect = "after" if stack else "end"
        else:
            expect = _value(stack, word, kind, here, found, wanted)


def _broken(text: str, at: int, expect: str) -> str:
    if expect == "end":
        return "more text after the value"
    shown = text[at : at + 12].split("\n")[0].rstrip(" \t\r")
    return f"unexpected {shown!r}"


def _after(stack: list[_Open], word: str, kind: str | None, here: int) -> str:
    top = stack[-1]
    if word == ",":
        return "key" if top.seen is not None else "value"
    if word == ("}" if top.seen is not None else "]"):
        stack.pop()
        return "after" if stack else "end"
    raise NotJson("a comma or a closing bracket is missing", here)


def _key(top: _Open, word: str, here: int, found: Scan, wanted: Collection[str]) -> None:
    key = _unescaped(word)
    top.child = f"{top.pointer}/{pointer_part(key)}"
    assert top.seen is not None
    if key in top.seen:
        found.duplicates.append((top.child, here))
    top.seen.add(key)
    if top.child in wanted:
        found.keys[top.child] = here


def _value(stack: list[_Open], word: str, kind: str | None, here: int, found: Scan, wanted: Collection[str]) -> str:
    pointer = ""
    if stack:
        top = stack[-1]
        if top.seen is None:
            pointer = f"{top.pointer}/{top.index}"
            top.index += 1
        else:
            pointer = top.child
    if pointer in wanted:
        found.values[pointer] = here
    if word in ("{", "["):
        if len(stack) >= MAX_DEPTH:
            raise NotJson(f"nested deeper than {MAX_DEPTH}", here, too_big=True)
        stack.append(_Open(pointer, set() if word == "{" else None))
        return "first-key" if word == "{" else "first-item"
    if kind == "mark":
        raise NotJson(f"unexpected {word!r}", here)
    if kind == "number" and len(word) > MAX_DIGITS:
        raise NotJson(f"a number of more than {MAX_DIGITS} digits", here, too_big=True)
    return "after" if stack else "end"


class Lines:
    """Offsets to lines and columns, both from 1, in code points. Line ends: CR LF, LF or CR."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer(_BREAK, text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def place_all(text: str, findings: Iterable[Finding], first_line: int = 1) -> None:
    """Set ``line`` and ``column`` of findings by one scan of the record's text.

    A finding's own ``offset`` is used where it has one; a pointer to what is missing falls back to what should hold it.

    Args:
        text: the record, without a byte-order mark.
        findings: any number, changed in place.
        first_line: the physical line that ``text`` begins at.
    """
    findings = list(findings)
    wanted = {ancestor for finding in findings if finding.offset is None for ancestor in _ancestors(finding.path)}
    try:
        found = scan(text, wanted) if wanted else Scan()
    except NotJson:
        found = Scan()
    lines = Lines(text)
    for finding in findings:
        offset = finding.offset
        if offset is None:
            offset = _offset(finding, found)
        line, finding.column = lines.place(offset)
        finding.line = line + first_line - 1


def _ancestors(pointer: str) -> list[str]:
    return [pointer, *(pointer[: found.start()] for found in re.finditer("/", pointer))]


def _offset(finding: Finding, found: Scan) -> int:
    if finding.key and finding.path in found.keys:
        return found.keys[finding.path]
    pointer = finding.path
    while pointer not in found.values and pointer:
        pointer = pointer.rpartition("/")[0]
    return found.values.get(pointer, 0)
