"""What may have been written wrong, as a part of an explanation: guesses with their evidence, numbered as check does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domscore.explain.lines import Line, Part
from domscore.report.suggestion import Suggestion


def suggestion_part(offered: Sequence[Suggestion], about: str = "") -> Part:
    """Suggestions, each with its evidence below it.

    Args:
        offered: in order; may be empty.
        about: what they are about, for the title.
    """
    part = Part("suggestions", f"What may have been written wrong{about} (guesses; nothing is changed)")
    for each in offered:
        where = "" if each.round is None else f", round {each.round}"
        part.lines.append(Line("suggestion", f"Suggestion {each.number}{where}: {each.message}.", each.as_json()))
        values = {"explains": [finding.number for finding in each.explains], "remaining": each.remaining}
        part.lines.append(Line("evidence", f"It {each.evidence}.", values, depth=1))
    if not offered:
        part.lines.append(Line("no-suggestion", "No single correction that was tried explains the findings.", {}))
    return part


def about_round(offered: Iterable[Suggestion], number: int) -> list[Suggestion]:
    """The suggestions that a round gives rise to."""
    return [each for each in offered if each.round == number]


def about_act(offered: Iterable[Suggestion], round_: int, act: int) -> list[Suggestion]:
    """The suggestions that an act's findings give rise to, that would explain them, or that are about the act."""
    return [
        each
        for each in about_round(offered, round_)
        if act in (each.act, each.finding.act) or any((f.round, f.act) == (round_, act) for f in each.explains)
    ]
