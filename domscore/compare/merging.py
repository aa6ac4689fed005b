"""One record from two, where the evidence decides every difference."""

from __future__ import annotations

import json

from domscore.compare.deciding import Builder, Deciding
from domscore.compare.two_records import Difference


def undecided(deciding: Deciding) -> list[Difference]:
    """The differences that the evidence does not decide: as long as there are any, nothing is merged."""
    return [one for one, decision in deciding.decisions.items() if decision.chosen(one) is None]


def merged(deciding: Deciding) -> str:
    """The merged record as text, the first record's free data kept (ValueError while something is undecided)."""
    choice = {}
    for one, decision in deciding.decisions.items():
        side = decision.chosen(one)
        if side is None:
            raise ValueError("something is undecided")
        choice[one] = side
    record = Builder(deciding.pairing).record(choice)
    value = record.model_dump(mode="json", exclude_unset=True, by_alias=True)
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
