"""Strings from records and file systems, made harmless for a terminal."""

from __future__ import annotations

import re

_HARMFUL = "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"


def visible(text: str) -> str:
    r"""The text with control characters, escape sequences and marks that turn the writing direction made visible.

    >>> print(visible("Ana\x1b[31m\r\n\u202eoB"))
    Ana\x1b[31m\r\n\u202eoB
    """
    return text if text.isprintable() else re.sub(_HARMFUL, _escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()
