"""Strings from records and file systems, made harmless for a terminal."""

from __future__ import annotations

import re

_HARMFUL = (
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
_COMMAND = r"##(?=\w*\[)|(?<!\S)::"
"""What makes the runners of continuous integration take a line of output for a command; a line may begin at any space."""


def visible(text: str) -> str:
    r"""The text with control characters, escape sequences and marks that turn the writing direction made visible.

    A colon or a sharp is escaped too where it would make a line of output a command of GitHub or Azure.

    >>> print(visible("Ana\x1b[31m\r\n\u202eoB"), visible("::error::"), visible("##[error]"))
    Ana\x1b[31m\r\n\u202eoB \x3a:error:: \x23#[error]
    """
    if "::" in text or "##" in text:
        text = re.sub(_COMMAND, _disarmed, text)
    return text if text.isprintable() else re.sub(_HARMFUL, _escaped, text)


def visible_json(text: str) -> str:
    r"""JSON on one line, with such characters escaped in it as JSON does; the value stays the same.

    >>> print(visible_json('"\x9b\u202e ##[error]"'))
    "\u009b\u202e \u0023#[error]"
    """
    if "##" in text:
        text = re.sub(r"##(?=\w*\[)", r"\\u0023#", text)
    if text.isascii() and "\x7f" not in text:
        return text
    return re.sub(_HARMFUL, lambda found: f"\\u{ord(found[0]):04x}", text)


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def _disarmed(found: re.Match[str]) -> str:
    sign = found[0][0]
    return f"\\x{ord(sign):02x}{sign}"
