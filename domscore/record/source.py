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
_INDENT = r"[ \t]{0,400}"
_BREAK = r"\r\n|\r|\n"
_BEFORE, _WIDTH = 40, 100
"""How much of a long line is shown: before the finding, and at all."""
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
        ends: for the offset of a wanted value, or key, the offset just behind it.
        duplicates: pointer and offset of each key that an object holds already.
    """

    values: dict[str, int] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)
    ends: dict[int, int] = field(default_factory=dict)
    duplicates: list[tuple[str, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """An object or list being read; ``seen`` holds an object's keys, ``index`` counts a list's items."""

    pointer: str
    start: int
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
            raise NotJson(f"the text ends too early{_open(stack)}" if text.strip() else "there is nothing here", at)
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
            expect = _after(stack, word, here, found, wanted)
        elif expect in ("key", "first-key"):
            if word == "}" and expect == "first-key":
                expect = _closed(stack, here, found, wanted)
            elif kind == "string":
                _key(stack[-1], word, here, found, wanted)
                expect = "colon"
            else:
                raise NotJson("a key, a text in double quotes, is missing", here)
        elif word == "]" and expect == "first-item":
            expect = _closed(stack, here, found, wanted)
        else:
            expect = _value(stack, word, kind, here, found, wanted)


def _open(stack: list[_Open]) -> str:
    closers = ["}" if one.seen is not None else "]" for one in reversed(stack)]
    return f": {' '.join(closers[:5])}{' …' if len(closers) > 5 else ''} is missing" if closers else ""


def _broken(text: str, at: int, expect: str) -> str:
    if expect == "end":
        return "more text after the value"
    shown = text[at : at + 12].split("\n")[0].rstrip(" \t\r")
    return f"unexpected {shown!r}"


def _closed(stack: list[_Open], here: int, found: Scan, wanted: Collection[str]) -> str:
    top = stack.pop()
    if top.pointer in wanted:
        found.ends[top.start] = here + 1
    return "after" if stack else "end"


def _after(stack: list[_Open], word: str, here: int, found: Scan, wanted: Collection[str]) -> str:
    top = stack[-1]
    if word == ",":
        return "key" if top.seen is not None else "value"
    if word == ("}" if top.seen is not None else "]"):
        return _closed(stack, here, found, wanted)
    raise NotJson(f"a comma or {'}' if top.seen is not None else ']'} is missing", here)


def _key(top: _Open, word: str, here: int, found: Scan, wanted: Collection[str]) -> None:
    key = _unescaped(word)
    top.child = f"{top.pointer}/{pointer_part(key)}"
    assert top.seen is not None
    if key in top.seen:
        found.duplicates.append((top.child, here))
    top.seen.add(key)
    if top.child in wanted:
        found.keys[top.child] = here
        found.ends[here] = here + len(word)


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
        found.ends[here] = here + len(word)
    if word in ("{", "["):
        if len(stack) >= MAX_DEPTH:
            raise NotJson(f"nested deeper than {MAX_DEPTH}", here, too_big=True)
        stack.append(_Open(pointer, here, set() if word == "{" else None))
        return "first-key" if word == "{" else "first-item"
    if kind == "mark":
        raise NotJson(f"unexpected {word!r}", here)
    if kind == "number" and len(word) > MAX_DIGITS:
        raise NotJson(f"a number of more than {MAX_DIGITS} digits", here, too_big=True)
    return "after" if stack else "end"


class Lines:
    """Offsets to lines and columns, both from 1, in code points.

    Args:
        text: the text of a record, without a byte-order mark.
        first: the number of its first line.
        archived: it is one line of an archive; else its line ends are CR LF, LF or CR.
    """

    def __init__(self, text: str, first: int = 1, *, archived: bool = False) -> None:
        self._text, self._first = text.rstrip("\r") if archived else text, first
        self._starts = [0] if archived else [0, *(found.end() for found in re.finditer(_BREAK, text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        offset = min(offset, len(self._text))
        line = bisect_right(self._starts, offset) - 1
        return line + self._first, offset - self._starts[line] + 1

    def excerpt(self, start: int, end: int) -> tuple[str, int, int]:
        """The line that an offset stands in, or some of a long one, and where in it the text from start to end stands."""
        line = bisect_right(self._starts, start) - 1
        left = re.compile(_INDENT).match(self._text, self._starts[line], start).end()  # type: ignore[union-attr]
        right = self._starts[line + 1] if line + 1 < len(self._starts) else len(self._text)
        shown_left = left if right - left <= _WIDTH else max(left, min(start - _BEFORE, right - _WIDTH))
        shown_right = min(right, shown_left + _WIDTH)
        before, behind = ("…" if shown_left > left else "", "…" if shown_right < right else "")
        text = self._text[shown_left:shown_right].rstrip("\r\n")
        first = start - shown_left
        last = min(max(first, end - shown_left), len(text))
        return f"{before}{text}{behind}", first + len(before), last + len(before)


def place_all(
    text: str, findings: Iterable[Finding], first_line: int = 1, *, archived: bool = False, excerpts: bool = False
) -> None:
    """Set the places of findings, from ``line`` to ``end_column``, by one scan of the record's text.

    A finding's own ``offset`` is used where it has one; a pointer to what is missing falls back to what should hold it.

    Args:
        text: the record, without a byte-order mark.
        findings: any number, changed in place.
        first_line, archived: as for ``Lines``.
        excerpts: set ``excerpt`` too.
    """
    findings = list(findings)
    wanted = {ancestor for finding in findings if finding.offset is None for ancestor in _ancestors(finding.path)}
    try:
        found = scan(text, wanted) if wanted else Scan()
    except NotJson:
        found = Scan()
    lines = Lines(text, first_line, archived=archived)
    for finding in findings:
        start, end = _span(finding, found, text)
        finding.line, finding.column = lines.place(start)
        finding.end_line, finding.end_column = lines.place(end)
        if excerpts:
            finding.excerpt = lines.excerpt(start, end)


def _ancestors(pointer: str) -> list[str]:
    return [pointer, *(pointer[: found.start()] for found in re.finditer("/", pointer))]


def _span(finding: Finding, found: Scan, text: str) -> tuple[int, int]:
    """Where it begins, and the offset just behind it; one character, where only a place is known."""
    start = finding.offset
    if start is not None:
        key = re.compile(_TOKEN).match(text, start) if finding.key else None
        return start, start + (text[start : start + 1] not in ("", "\r", "\n")) if key is None else key.end()
    if finding.key and finding.path in found.keys:
        start = found.keys[finding.path]
    else:
        pointer = finding.path
        while pointer not in found.values and pointer:
            pointer = pointer.rpartition("/")[0]
        start = found.values.get(pointer, 0)
    return start, found.ends.get(start, start)
