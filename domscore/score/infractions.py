"""Infractions: which findings a table of penalties speaks of, and who leads after a hand that it stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domscore.domino.seat import LETTERS
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.play.lead import Penalised
from domscore.play.table import Table
from domscore.rules.penalties import Hand, Infraction, NextLead, PenaltyRow, PenaltyTable

if TYPE_CHECKING:
    from domscore.score.judged import Judged

INFRACTIONS = {
    "DOM411": Infraction.FALSE_PASS,
    "DOM602": Infraction.FALSE_PASS,
    "DOM421": Infraction.DREW_AND_COULD_PLAY,
    "DOM603": Infraction.DREW_AND_COULD_PLAY,
    "DOM404": Infraction.MISPLAY,
    "DOM406": Infraction.MISPLAY,
    "DOM407": Infraction.MISPLAY,
    "DOM501": Infraction.WRONG_COUNT,
    "DOM303": Infraction.TOO_MANY_TILES,
    "DOM426": Infraction.TOO_MANY_TILES,
}
"""Which findings, where they are root causes, are which infraction."""


def infraction_of(finding: Finding) -> Infraction | None:
    """The infraction that a finding is; None for what follows from another finding, and for what no table speaks of."""
    infraction = INFRACTIONS.get(finding.code)
    grave = finding.severity is Severity.ERROR or "ruled" in finding.fields
    if infraction is None or finding.cause is not None or not grave:
        return None
    if infraction in (Infraction.WRONG_COUNT, Infraction.MISPLAY) and finding.act is None:
        return None
    return infraction


def row_of(house: PenaltyTable, finding: Finding) -> PenaltyRow | None:
    """The row of a table that speaks of a finding; None where there is none."""
    infraction = infraction_of(finding)
    row = None if infraction is None or finding.seat is None else house.row(infraction)
    if row is None or finding.code != "DOM303":
        return row
    return row if row.too_few or finding.fields["dealt"] > finding.fields["due"] else None


def leads_after(table: Table, row: PenaltyRow, finding: Finding, leader: int | None) -> Penalised | None:
    """Who leads after a hand that this row stops; None where the row leaves the lead as it is.

    Args:
        table: the rules at this table.
        row: of the table of penalties in force.
        finding: the infraction; its seat is the offender.
        leader: who led the hand; None when that is not known.
    """
    if row.hand is Hand.PLAYS_ON or finding.seat is None:
        return None
    if row.next_lead is NextLead.OFFENDED:
        side = table.side_of[LETTERS.index(finding.seat)]
        seats = frozenset(seat for seat in range(table.players) if table.side_of[seat] != side)
        return Penalised(seats, "the offended side leads, by the table of penalties")
    if row.next_lead is NextLead.NEXT_SEAT and leader is not None:
        return Penalised(frozenset({table.following[leader]}), "the next seat leads, by the table of penalties")
    return None


def leads_after_stop(table: Table, judged: Judged) -> Penalised | None:
    """Who may lead after a round that was not played out, by the table of penalties in force; None as usual.

    Where tiles are hidden, places left open or acts not written, the infraction need not show: whoever leads by some row of
    the table may lead.
    """
    house, score = table.rules.penalties, judged.score
    if house is None or score.played_out:
        return None
    for finding in judged.findings:
        row = row_of(house, finding)
        found = None if row is None else leads_after(table, row, finding, score.leader)
        if found is not None:
            return found
    if judged.acted and judged.complete and not judged.hidden and not judged.undetermined:
        return None
    seats = _leads_by_some_row(table, house, score.leader)
    return Penalised(seats, "or whoever leads by the table of penalties") if seats else None


def _leads_by_some_row(table: Table, house: PenaltyTable, leader: int | None) -> frozenset[int]:
    ways = {row.next_lead for row in house.rows if row.hand is not Hand.PLAYS_ON}
    if NextLead.OFFENDED in ways or (NextLead.NEXT_SEAT in ways and leader is None):
        return frozenset(range(table.players))
    return frozenset({table.following[leader]}) if leader is not None and NextLead.NEXT_SEAT in ways else frozenset()
