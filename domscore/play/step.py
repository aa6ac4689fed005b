"""What replay goes by and what it hands out: the setting of a round, its acts as steps, rulings."""

from __future__ import annotations

from dataclasses import dataclass

from domscore.findings.finding import Finding
from domscore.play.state import State
from domscore.record.acts import Act


@dataclass(frozen=True, slots=True)
class Setting:
    """What replay must know of the round besides its state.

    Attributes:
        path: JSON Pointer of the round.
        number: the round's number, from 1.
        passes_implied, draws_implied: the record leaves them out.
    """

    path: str = ""
    number: int = 1
    passes_implied: bool = False
    draws_implied: bool = False


@dataclass(slots=True)
class Step:
    """One act, judged and applied.

    Attributes:
        number: position in ``acts``, from 1.
        place: where the tile was laid, ``"L"`` or ``"on 6-6"``; None when it was the lead, or was not laid.
        laid: a tile was laid.
        options: how many places the act may have meant.
        points: in-play points made; count: what the open ends count after a play.
        state: the state after the act (live: copy what must last).
    """

    number: int
    act: Act
    findings: list[Finding]
    state: State
    place: str | None = None
    laid: bool = False
    options: int = 1
    points: int = 0
    count: int | None = None


@dataclass(slots=True)
class Ruled:
    """A ruling that dealt with an irregular act: the findings it turns into notes."""

    act: int
    findings: list[Finding]
