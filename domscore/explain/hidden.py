"""What is known of hidden hands at one moment: tiles certainly held, possibly held, certainly not, and the proof of voids.

All that the record holds counts, what came later too, as in ``domscore infer``.
"""

from __future__ import annotations

from dataclasses import dataclass

from domscore.auditing import Watched
from domscore.domino.seat import LETTERS
from domscore.explain.lines import Line, plural
from domscore.infer.proofs import Proofs
from domscore.infer.view import SeatView, View, reading_of, view
from domscore.play.deal import read_deal
from domscore.play.table import Table

MANY = 12
"""More tiles than this, of which nothing is known, are not listed in a short text."""


@dataclass(slots=True)
class Known:
    """One hand, or the boneyard, at one moment. Tiles on the table are left out throughout.

    Attributes:
        name: the seat's letter, or ``boneyard``.
        holds: how many tiles; None where draws were not written and leave that open.
        certain: tiles it certainly held. ``possible``: others that it may have held. ``excluded``: those it did not hold.
        apart: of the excluded ones, those that are neither of a void number nor certainly elsewhere.
        void: numbers that it had no tile of, each with the pass or draw that shows it, or None where no single act does.
        anything: what it held besides the certain tiles may be any that is not certainly elsewhere.
    """

    name: str
    holds: int | None
    certain: list[str]
    possible: list[str]
    excluded: list[str]
    apart: list[str]
    void: list[tuple[int, int | None]]
    anything: bool

    @property
    def rest(self) -> int | None:
        """How many tiles it held besides the certain ones; None where that is not known."""
        return None if self.holds is None else self.holds - len(self.certain)

    @property
    def _some(self) -> str:
        return "some" if self.rest is None else str(self.rest)

    @property
    def never(self) -> str:
        """What it certainly did not hold: ``"no 6 (act 4), no 0, not 2-1"``."""
        said = [f"no {number} (act {act})" if act else f"no {number}" for number, act in self.void]
        return ", ".join([*said, *([f"not {' '.join(self.apart)}"] if self.apart else [])])

    @property
    def words(self) -> str:
        """All of it, shortly."""
        parts = [f"certainly {' '.join(self.certain)}"] if self.certain else []
        if self.rest != 0 and self.anything and len(self.possible) > MANY:
            parts.append(f"{self._some} of the {len(self.possible)} tiles that may be anywhere")
        elif self.rest != 0:
            parts += [f"{self._some} of {' '.join(self.possible)}"]
        parts += [self.never] if self.rest != 0 and self.never else []
        return f"{self.name}: {'; '.join(parts) or 'nothing'}"

    def lines(self) -> list[Line]:
        """As lines below that of the hand."""
        about = {"seat": self.name}
        found = []
        if self.certain:
            found.append(Line("certain", f"Certainly {' '.join(self.certain)}.", {**about, "tiles": self.certain}, 1))
        if self.rest != 0:
            text = f"{'And ' if self.certain else ''}{self._some} of {' '.join(self.possible)}."
            found.append(Line("possible", text, {**about, "tiles": self.possible, "count": self.rest}, 1))
        if self.rest != 0 and self.never:
            void = [{"number": number, "act": act} for number, act in self.void]
            values = {**about, "tiles": self.excluded, "void": void}
            found.append(Line("excluded", f"Certainly {self.never}.", values, 1))
        return found


class Hidden:
    """The hidden hands of one round, at any moment."""

    def __init__(self, table: Table, number: int, reading: Proofs) -> None:
        self.table, self.number, self.reading = table, number, reading
        self._open: dict[int, list[int]] | None = None

    def before(self, act: int | None) -> list[Known]:
        """Every hand before an act, or after the last one, and the boneyard last."""
        seen = view(self.reading, self.number, act)
        certain = sum(one.certain for one in seen.seats)
        return [self._known(seen, one, certain & ~one.certain) for one in seen.seats]

    @property
    def premise(self) -> str:
        """What all that is said of hidden hands rests on."""
        if any(finding.code in ("DOM601", "DOM602", "DOM603") for finding in self.reading.findings):
            return "hidden hands: no deal explains all acts, so this is what those not at fault allow"
        if self._unsettled():
            return "hidden hands: by all that is written, later acts too, if passes and draws were in order"
        return "hidden hands: by all that is written, later acts too"

    def premise_line(self) -> Line:
        """The same as a line."""
        return Line("premise", f"{self.premise[:1].upper()}{self.premise[1:]}.", {"assumed": bool(self._unsettled())})

    def undecided(self, seat: int, act: int) -> bool:
        """Some possible deals make a pass or a draw false."""
        return act in self._unsettled().get(seat, ())

    def _unsettled(self) -> dict[int, list[int]]:
        if self._open is None:
            self._open = self.reading.unsettled()
        return self._open

    def _known(self, seen: View, one: SeatView, elsewhere: int) -> Known:
        tiles, names = self.table.tiles, self.table.tiles.names_of
        here = seen.unplaced & ~elsewhere
        voids = 0
        for number, _ in one.void:
            voids |= tiles.containing[number]
        possible = one.possible & ~one.certain if one.holds != one.certain.bit_count() else 0
        return Known(
            name=one.name,
            holds=one.holds,
            certain=names(one.certain),
            possible=names(possible),
            excluded=names(seen.unplaced & ~one.possible),
            apart=names(here & ~one.possible & ~voids),
            void=[
                (number, act)
                for number, act in one.void
                if tiles.containing[number] & (here if act is None else seen.unplaced)
            ],
            anything=possible == here & ~one.certain,
        )


def hidden_in(table: Table, watched: Watched) -> Hidden | None:
    """What a round lets be known of hidden hands; None where all are written, or nothing can be concluded."""
    judged, place = watched.judged, watched.place
    if not judged.hidden or judged.replay is None or judged.undetermined:
        return None
    deal = read_deal(table, watched.round.deal, f"{place.path}/deal")
    claimed = None if watched.round.result is None else watched.round.result.how
    shown = judged.shown if judged.complete else None
    reading = reading_of(table, deal, judged.replay, shown, place, claimed != "void")
    return None if reading is None else Hidden(table, place.number, reading)


def end_lines(table: Table, watched: Watched, open_seats: list[int]) -> list[Line]:
    """What is known of hands that nobody turned up, and what the end can be worth.

    Args:
        table: the rules at this table.
        watched: the round.
        open_seats: those whose pips are not known.
    """
    hidden = hidden_in(table, watched) if open_seats else None
    if hidden is None:
        return []
    score, judged = watched.judged.score, watched.judged
    known = hidden.before(None)
    lines = [hidden.premise_line()]
    for seat in open_seats:
        letter = LETTERS[seat]
        if score.bounds is not None:
            least, most = score.bounds[seat]
            holds = known[seat].holds
            tiles = "tiles, how many is not known" if holds is None else plural(holds, "tile")
            text = f"{letter} holds {tiles}, {least} to {most} pips."
            lines.append(Line("bounds", text, {"seat": letter, "least": least, "most": most}))
        lines += known[seat].lines()
    if judged.bounds is not None and None in score.points:
        for side, name in enumerate(table.side_ids):
            least, most = judged.bounds.least[side], judged.bounds.most[side]
            if score.points[side] is None:
                text = f"The end is worth {least} to {most} points to {name}."
                lines.append(Line("worth", text, {"side": name, "least": least, "most": most}))
    return lines
