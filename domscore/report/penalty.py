"""Penalties: what the table of penalties in force says about an irregular act, and whether it was applied to the score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding, joined
from domscore.play.lead import Penalised
from domscore.report.words import counted
from domscore.rules.penalties import Goes, Hand, NextLead, PenaltyRow

_WORDS = {
    "false-pass": "passed and could play",
    "drew-and-could-play": "drew and could play",
    "misplay": "laid a tile that does not fit",
    "wrong-count": "called a wrong count",
    "too-many-tiles": "took a wrong number of tiles",
}


_LEADS = {NextLead.NEXT_SEAT: "the next seat leads", NextLead.OFFENDED: "the offended side leads any tile"}


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
        leads: who leads the next round by this row; None where it is led as usual.
        target, pips: what the amount was worked out from: the match's target, and the pips in the offender's hand before
            the act; None where there is none, or it is not known.
    """

    finding: Finding
    table: str
    row: PenaltyRow
    side: str
    points: dict[str, int] | None
    waived: str = ""
    applied: bool = False
    leads: Penalised | None = None
    target: int | None = None
    pips: int | None = None

    @property
    def reason(self) -> str:
        """What it is for.

        >>> from domscore.rules.penalties import table_named
        >>> row = table_named("la-ficha").rows[0]
        >>> penalty = Penalty(Finding("DOM411", "", seat="B", act=5), "la-ficha", row, "B", {"A": 25})
        >>> penalty.reason, penalty.verdict
        ('passed and could play (penalties of la-ficha)', '25 points given to A')
        """
        return f"{self.what} (penalties of {self.table})"

    @property
    def what(self) -> str:
        """What was done, in a few words."""
        return _WORDS[self.row.infraction]

    @property
    def verdict(self) -> str:
        """What it comes to."""
        if self.waived:
            return f"no penalty: {self.waived}"
        parts = [_moved(side, points) for side, points in (self.points or {}).items()]
        if parts and self.row.goes is Goes.TAKEN_OR_GIVEN and not self.applied:
            parts = [f"{parts[0]}, or as many given to each other side if {self.side} has fewer"]
        if self.points is None:
            parts.append(f"{self.row.amount.words if self.row.amount else ''}, which cannot be known here")
        if self.row.hand is Hand.STOPS:
            parts.append("the hand stops and is not counted")
        elif self.row.hand is Hand.LOST:
            parts.append(f"{self.side} has lost the hand")
        if self.row.next_lead is not NextLead.AS_USUAL:
            parts.append(_LEADS[self.row.next_lead] + (f" ({joined(self.leaders, 'or')})" if self.leads else ""))
        return "; ".join(parts) or self.row.note or "no points"

    @property
    def leaders(self) -> list[str]:
        """The seats that may lead the next round by this row; empty where it is led as usual."""
        return [] if self.leads is None else [LETTERS[seat] for seat in sorted(self.leads.seats)]

    @property
    def arithmetic(self) -> str:
        """How the amount comes about; empty where there is nothing to work out."""
        return "" if self.row.amount is None or not self.points else self.row.amount.worked_out(self.target, self.pips)

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
            "leads": self.leaders or None,
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
