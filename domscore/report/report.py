"""The report of one record, and of many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.play.table import Table
from domscore.score.ledger import RoundScore
from domscore.score.match import MatchScore
from domscore.score.ordinary import OrdinaryRound

if TYPE_CHECKING:
    from domscore.report.penalty import Penalty
    from domscore.report.suggestion import Suggestion


class Verdict(StrEnum):
    """What an audit comes to."""

    VERIFIED = "verified"
    REFUTED = "refuted"
    UNDETERMINED = "undetermined"


@dataclass(slots=True)
class Report:
    """What domscore says about one record.

    Attributes:
        verdict: ``verified`` only if every claim was worked out again and is equal, and no act was illegal.
        findings: numbered, in the order of the record.
        rounds: the rounds, judged; empty for an ill-formed record. ``match``: the match, or None.
        source, line: the file, and the physical line the record begins at.
        rules: the name with its version, or the record's object where it overrides something; None when unreadable.
        players, sides: as in the record; empty when unreadable.
        acts: how many acts were judged.
        suggestions: what may have been written wrong; None where nobody asked.
        penalties: what the rules' table of penalties comes to; None where they have none.
        known: findings left out because a baseline holds them.
        fails: it makes the run end with 1, by the fail level and what else was asked for.
        content: the bytes of a record that is a line of an archive, by which it is told from the others if it has no id.
        cut: findings that are not shown because of a limit, by severity.
    """

    verdict: Verdict
    findings: list[Finding]
    source: str = ""
    line: int = 1
    id: str | None = None
    rules: str | dict[str, Any] | None = None
    players: list[str] = field(default_factory=list)
    table: Table | None = None
    rounds: list[RoundScore | OrdinaryRound] = field(default_factory=list)
    match: MatchScore | None = None
    acts: int = 0
    suggestions: list[Suggestion] | None = None
    penalties: list[Penalty] | None = None
    content: bytes | None = None
    cut: dict[Severity, int] = field(default_factory=dict)
    fails: bool = False
    known: int = 0

    @property
    def scores(self) -> list[RoundScore]:
        """The rounds, scored, with their ledgers; those of ordinary rounds are written out when somebody asks."""
        for index, judged in enumerate(self.rounds):
            if isinstance(judged, OrdinaryRound) and self.table is not None:
                self.rounds[index] = judged.scored(self.table)
        return self.rounds  # type: ignore[return-value] # all are of the one kind now

    @property
    def sides(self) -> list[str]:
        """Side ids."""
        return [] if self.table is None else list(self.table.side_ids)

    def count(self, severity: Severity) -> int:
        """How many findings are of this severity, shown or not."""
        return sum(finding.severity is severity for finding in self.findings) + self.cut.get(severity, 0)

    def cut_to(self, most: int) -> None:
        """Keep only so many findings, the first ones; the others are counted."""
        for finding in self.findings[most:]:
            self.cut[finding.severity] = self.cut.get(finding.severity, 0) + 1
        del self.findings[most:]

    def as_json(self) -> dict[str, Any]:
        """As an entry of the JSON report's ``records``."""
        value = self._as_json()
        if self.known:
            value["known"] = self.known
        if self.suggestions is not None:
            value["suggestions"] = [suggestion.as_json() for suggestion in self.suggestions]
        if self.cut:
            value["cut"] = sum(self.cut.values())
        if self.penalties is not None:
            value["penalties"] = [penalty.as_json() for penalty in self.penalties]
        return value

    def _as_json(self) -> dict[str, Any]:
        return {
            "source": self.source,
            "line": self.line,
            "id": self.id,
            "rules": self.rules,
            "players": self.players,
            "sides": self.sides,
            "verdict": self.verdict.value,
            "findings": [finding.as_json() for finding in self.findings],
            "rounds": [self._round(score) for score in self.scores],
            "result": self._result(),
        }

    def _round(self, score: RoundScore) -> dict[str, Any]:
        table = self.table
        assert table is not None
        tiles = score.left if score.hands is None else [table.tiles.names_of(hand) for hand in score.hands]
        left = dict(zip(table.letters, tiles, strict=True))
        return {
            "round": score.number,
            "leader": None if score.leader is None else table.letters[score.leader],
            "how": None if score.how is None else score.how.value,
            "winner": self._side(score.winner),
            "points": self._by_side(score.points),
            "in_play": self._by_side(score.in_play),
            "bonuses": self._by_side(score.bonuses),
            "adjustments": self._by_side(score.adjustments),
            "scores": self._by_side(score.totals),
            "left": None if all(tiles is None for tiles in left.values()) else left,
            "bounds": None if score.bounds is None else dict(zip(table.letters, map(list, score.bounds), strict=True)),
            "hidden": self._hidden(score),
        }

    def _hidden(self, score: RoundScore) -> dict[str, dict[str, list[str]]] | None:
        if score.hidden is None or self.table is None:
            return None
        by_seat = zip(self.table.letters, score.hidden, strict=True)
        return {letter: {"certain": certain, "possible": possible} for letter, (certain, possible) in by_seat}

    def _result(self) -> dict[str, Any] | None:
        match = self.match
        if match is None:
            return None
        return {"how": match.how, "winner": self._side(match.winner), "scores": self._by_side(match.final)}

    def _side(self, side: int | None) -> str | None:
        return None if side is None or self.table is None else self.table.side_ids[side]

    def _by_side(self, values: list[int | None] | list[int]) -> dict[str, int | None]:
        return dict(zip(self.sides, values, strict=True))


@dataclass(slots=True)
class Summary:
    """Totals over many reports. Adding them is order-independent.

    Attributes:
        known: findings left out because a baseline holds them; not among the errors, warnings and notes.
    """

    records: int = 0
    verified: int = 0
    refuted: int = 0
    undetermined: int = 0
    rounds: int = 0
    acts: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    known: int = 0

    def add(self, report: Report) -> None:
        """Count one report in."""
        self.records += 1
        self.rounds += len(report.rounds)
        self.acts += report.acts
        self.known += report.known
        verdict = report.verdict.value
        setattr(self, verdict, getattr(self, verdict) + 1)
        for finding in report.findings:
            name = f"{finding.severity.value}s"
            setattr(self, name, getattr(self, name) + 1)

    def merge(self, other: Mapping[str, int]) -> None:
        """Add another summary's numbers."""
        for name, number in other.items():
            setattr(self, name, getattr(self, name) + number)

    def as_json(self) -> dict[str, int]:
        """As in the JSON report."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "known" or self.known}
