"""The usual slips of whoever types JSON, and the usual files that are no JSON at all, in a few words each."""

from __future__ import annotations

import re
from typing import Any

from domscore.record.source import NotJson

_KINDS = {str: "a text", bool: "true or false", int: "a number", float: "a number", type(None): "null", list: "a list"}
_QUOTES = "“”„‟‘’‚‛«»"
_WORDS = {
    "true": "true", "false": "false", "none": "null", "null": "null", "nil": "null", "undefined": "null", "nan": "null",
    "infinity": "null", "-infinity": "null", "yes": "true", "no": "false",
}  # fmt: skip
_SHEET = "this looks like a score sheet: domscore sheet FILE --rules NAME reads CSV"
_MAGIC = {
    b"PK\x03\x04": "this is a ZIP file or a spreadsheet; a spreadsheet is saved as CSV and read by domscore sheet",
    b"%PDF": "this is a PDF",
    b"\x89PNG": "this is a picture",
    b"\xff\xd8\xff": "this is a picture",
    b"BZh": "this is compressed by bzip2; gzip (.gz) and zstandard (.zst) are read",
    b"\xfd7zXZ": "this is compressed by xz; gzip (.gz) and zstandard (.zst) are read",
    b"\xff\xfe": "this is UTF-16; save it as UTF-8",
    b"\xfe\xff": "this is UTF-16; save it as UTF-8",
}


def bytes_problem(data: bytes, place: int) -> str:
    r"""Why bytes that are not UTF-8 are not, and what the file probably is.

    >>> bytes_problem(b'{"id": "Jos\xe9"}', 11)
    'byte 11 is not UTF-8; save the file as UTF-8'
    """
    said = next((words for magic, words in _MAGIC.items() if data.startswith(magic)), "")
    if not said and b"\0" in data:
        said = "this is no text"
    return f"byte {place} is not UTF-8; {said or 'save the file as UTF-8'}"


def not_an_object(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """What to do with JSON that is no object."""
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return f", not a list of {len(value)}: an archive is JSON Lines, one record on each line without brackets and commas"
    return f", not {_KINDS[type(value)]}"


def not_json(text: str, broken: NotJson) -> str:
    """The problem with the hint that helps most."""
    hint = _hint(text, broken.offset, broken.problem)
    return f"{broken.problem}; {hint}" if hint else broken.problem


def _hint(text: str, at: int, problem: str) -> str:
    rest, before = text[at:], text[:at].rstrip()
    if not before:
        return _no_json_at_all(text)
    if problem.startswith("more text"):
        return "one file holds one record, or JSON Lines with one record on each line" if rest[:1] == "{" else _comment(rest)
    return (
        _comment(rest)
        or (_quotation(rest, before) if not _comma_missing(rest, problem) else "a comma stands between any two values")
        or _word(rest)
        or _mark(rest, before)
    )


def _comment(rest: str) -> str:
    return "JSON has no comments; what there is to say goes into meta" if re.match(r"//|/\*|#", rest) else ""


def _quotation(rest: str, before: str) -> str:
    """Quotation marks of other kinds, texts not closed, keys and texts without any."""
    if rest[:1] in ("'", "`"):
        return 'texts stand in double quotes ("), not in single ones'
    if rest[:1] and rest[0] in _QUOTES:
        return 'texts stand in straight double quotes ("), not in typographic ones'
    if rest[:1] == '"':
        line = re.split(r"[\r\n]", rest, maxsplit=1)[0]
        if re.search(r'\\(?!["\\/bfnrtu])', line) and line.count('"') > 1:
            return r"a backslash in a text is written twice: \\"
        return (
            "this text is not closed on its line" if line.count('"') % 2 else "a tab or another control character is in it"
        )
    if before[-1:] == '"' and re.match(r"\w", rest):
        return r"a quotation mark inside a text is written \", and one value is divided from the next by a comma"
    return ""


def _word(rest: str) -> str:
    found = re.match(r"-?[^\W\d]\w*", rest)
    if found is None:
        return ""
    if re.match(rf"{re.escape(found[0])}\s*:", rest):
        return f'keys stand in double quotes: "{found[0][:40]}"'
    if found[0].lower() in _WORDS:
        return f"JSON writes {_WORDS[found[0].lower()]}"
    return "texts stand in double quotes"


def _comma_missing(rest: str, problem: str) -> bool:
    return problem.startswith("a comma") and rest[:1] in ('"', "{", "[", ":")


def _mark(rest: str, before: str) -> str:
    """Commas, brackets, signs."""
    mark, last = rest[:1], before[-1:]
    if mark in ("}", "]") and last == ",":
        return f"the comma before this {mark} is one too many"
    if mark == "," and last in (",", "[", "{"):
        return "this comma is one too many"
    if mark == "=":
        return "a key is followed by a colon"
    if mark in ("+", "."):
        return "a number has no plus sign, and a digit before its point"
    if mark.isdigit() and last == "0":
        return "a number has no leading zeros"
    if mark in ("}", "]"):
        return f"a bracket that was opened before this {mark} is not closed, or a value is missing"
    return "no-break spaces are no spaces here" if mark in ("\u00a0", "\ufeff", "\u200b", "\u3000") else ""


def _no_json_at_all(text: str) -> str:
    """The file begins with something else."""
    lines = [line for line in text.splitlines() if line.strip()][:2]
    if not lines:
        return ""
    first = lines[0].strip()
    if "\0" in first:
        return "this is no text, or UTF-16; save it as UTF-8"
    if first.startswith("<"):
        return "this looks like XML or a web page"
    if len(lines) > 1 and any(_cells(lines[0], mark) and _cells(lines[1], mark) for mark in ",;\t"):
        return _SHEET
    if re.match(r"[A-Ja-j] (?:\d-\d|draw|pass)", first):
        return 'acts stand in the list "acts" of a round of a record; domscore generate --rules selminha shows one'
    if re.match(r"[\w\"'-]+\s*:", first):
        return "a record is a JSON object, between { and }"
    return _comment(first)


def _cells(line: str, mark: str) -> bool:
    return line.count(mark) > 0 and not re.search(r"[{}\[\]]", line)
