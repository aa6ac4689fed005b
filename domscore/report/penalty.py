"""Penalties: what the table of penalties in force says about an irregular act, and whether it was applied to the score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from domscore.findings.finding import Finding
from domscore.report.words import counted
from domscore.rules.penalties import Hand, NextLead, PenaltyRow

_WORDS = {
    "false-pass": "passed and could play",
    "drew-and-could-play": "drew and could play",
    "misplay": "laid a tile that does not fit",
    "wrong-count": "called a wrong count",
    "too-many-tiles": "took a wrong number of tiles",
}


@dataclass(slots=True)
class Penalty:
    """The penalty for one irregular act, a root cause.

    Attributes:
        finding: the irregularity.
        table: the name of the table in force. ``row``: its row.
        side: the offending side's id.
        points: by side id; empty where no points change hands; None when the amount cannot be known.
        waived: why there is no penalty all the same; empty when there is one.
        applied: it is in the score.
    """

    finding: Finding
    table: str
    row: PenaltyRow
    side: str
    points: dict[str, int] | None
    waived: str = ""
    applied: bool = False

    @property
    def reason(self) -> str:
        """What it is for.

        >>> from domscore.rules.penalties import table_named
        >>> row = table_named("la-ficha").rows[0]
        >>> penalty = Penalty(Finding("DOM411", "", seat="B", act=5), "la-ficha", row, "B", {"A": 25})
        >>> penalty.reason, penalty.verdict
        ('passed and could play (penalties of la-ficha)', '25 points given to A')
        """
        return f"{_WORDS[self.row.infraction]} (penalties of {self.table})"

    @property
    def verdict(self) -> str:
        """What it comes to."""
        if self.waived:
            return f"no penalty: {self.waived}"
        parts = [_moved(side, points) for side, points in (self.points or {}).items()]
        if self.points is None:
            parts.append(f"{self.row.amount.words if self.row.amount else ''}, which cannot be known here")
        if self.row.hand is Hand.STOPS:
            parts.append("the hand stops and is not counted")
        elif self.row.hand is Hand.LOST:
            parts.append(f"{self.side} has lost the hand")
        if self.row.next_lead is NextLead.NEXT_SEAT:
            parts.append("the next seat leads")
        elif self.row.next_lead is NextLead.OFFENDED:
            parts.append("the offended seat leads any tile")
        return "; ".join(parts) or self.row.note or "no points"

    def as_json(self) -> dict[str, Any]:
        """As an entry of ``penalties`` in the JSON report."""
        return {
            "finding": self.finding.number,
            "round": self.finding.round,
            "act": self.finding.act,
            "seat": self.finding.seat,
            "side": self.side,
            "table": self.table,
            "infraction": self.row.infraction.value,
            "points": self.points,
            "hand": self.row.hand.value,
            "next_lead": self.row.next_lead.value,
            "source": self.row.source,
            "waived": self.waived or None,
            "applied": self.applied,
            "message": f"{self.reason}: {self.verdict}",
        }


def _moved(side: str, points: int) -> str:
    amount = counted(abs(points), "point")
    return f"{amount} taken from {side}" if points < 0 else f"{amount} given to {side}"


def penalty_lines(penalties: Sequence[Penalty], clean: Callable[[str], str]) -> list[str]:
    """A line for each penalty, for people."""
    lines = []
    for penalty in penalties:
        finding = penalty.finding
        act = "" if finding.act is None else f", act {finding.act}"
        where = f"round {finding.round}{act}, {finding.seat or penalty.side}"
        open_ = not penalty.applied and not penalty.waived
        state = "; not in this score (--with-penalties)" if open_ else ""
        lines.append(f"penalty: {where}: {clean(penalty.reason)}: {clean(penalty.verdict)}{state}")
    return lines
