"""Suggestions: for each root cause the slips of the pen that would explain the findings best, with their evidence.

A hypothesis is a function ``(Scene) -> Iterator[Hypothesis]``: it proposes edits around a round's root causes and need not
be right, since every proposal is weighed by judging the edited record. To add one, write the function in the file of its
subject, give it a row in ``offering.HYPOTHESES`` and a planted error in ``tests/suggest/planting.py``.
"""

from domscore.suggest.offering import KINDS, suggestions

__all__ = ["KINDS", "suggestions"]
