"""Which findings are how grave, where that is not as usual."""

from __future__ import annotations

from collections.abc import Iterable

from domscore.findings.codes import NoSuchCode, Severity, codes_meant, near

_POSSIBLE = "DOM605"
"""The rules of the house of domscore: what is possible only is at most a note."""


def severities_meant(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Levels by code, or beginning of codes.

    Raises:
        NoSuchCode: a code, or a level, that does not exist or cannot be meant.

    >>> severities_meant([("late-act", "error"), ("DOM9", "warning")])
    {'DOM441': 'error', 'DOM9': 'warning'}
    """
    found: dict[str, str] = {}
    levels = [severity.value for severity in Severity]
    for word, level in pairs:
        if level not in levels:
            raise NoSuchCode(f"{word}: {level!r} is none of {', '.join(levels)}{near(level, levels)}")
        for code in codes_meant([word], left_out=True):
            if code == _POSSIBLE and level != Severity.NOTE:
                raise NoSuchCode(f"{word} stays a note: it is possible, and not proven")
            found[code] = level
    return found
