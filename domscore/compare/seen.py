"""Acts as two scribes see them: one form for all spellings of one act, with the tile that a played tile was laid against.

Left and right change with the side of the table that a scribe sits at, and ``L`` may also be written ``on 6``; the tile
joined is the same for everybody. Two ends of one double are told apart from its two sides, not from one another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from domscore.auditing import Watched, audit
from domscore.domino.layout import Laid, Layout, Place
from domscore.domino.seat import LETTERS
from domscore.domino.tile import spelled
from domscore.play.placing import halves_at, placing
from domscore.play.table import Table
from domscore.record.acts import Act, ActProblem, Kind, decoded, spelled_act
from domscore.record.models import Record, Round


class Seen(NamedTuple):
    """One act.

    Attributes:
        written: as in the record; of several tiles drawn at once, one draw.
        text: in its one spelling, without called points.
        seat: a letter; empty for a ruling.
        kind: what it is.
        tile: one spelling; ``"?"`` when unseen or none.
        joined: the tile it was laid against, ``"6-6"`` or ``"6-6 end"``, with the number there where that does not match;
            as written where that cannot be said.
        points: called, claimed or ruled; None for nothing.
        plain: the text as the other scribe would write it, left and right exchanged where he sits on the other side.
    """

    written: Any
    text: str
    seat: str
    kind: Kind
    tile: str
    joined: str
    points: int | None
    plain: str

    @property
    def key(self) -> tuple[str, Kind, str, str, int | None]:
        """Acts with the same key are the same act."""
        return self.seat, self.kind, self.tile, self.joined, self.points

    def same(self, other: Seen) -> bool:
        """The same act: laid in the same place, or written alike and elsewhere only because of an earlier difference."""
        return self.key == other.key or (self.plain, self.points) == (other.plain, other.points)


def rounds_seen(record: Record) -> list[list[Seen] | None]:
    """The acts of every round; None for a round in which none are written."""
    watched: list[Watched] = []
    report = audit(record, None, watched)
    layouts = {one.place.index: one for one in watched}
    found = []
    for index, round_ in enumerate(record.rounds):
        found.append(_of_round(round_, layouts.get(index), report.table))
    return found


def _of_round(round_: Round, watched: Watched | None, table: Table | None) -> list[Seen] | None:
    if round_.acts is None:
        return None
    acts: list[Act] = []
    for written in round_.acts:
        try:
            acts.append(decoded(written))
        except ActProblem:
            acts.append(Act(-1, Kind.RULING, extra=written if isinstance(written, dict) else None))
    state = None if watched is None else watched.judged.state
    joined = _joined(table, acts, [] if state is None else state.layout.tiles)
    every = zip(acts, joined, round_.acts, strict=True)
    return [seen for act, where, written in every for seen in _seen(act, where, written)]


def _seen(act: Act, joined: str, written: Any) -> list[Seen]:  # noqa: ANN401 - a string or an object
    if act.kind is Kind.RULING:
        said = dict(written) if isinstance(written, dict) else {}
        named = " ".join(str(said[key]) for key in ("ruling", "side", "points") if key in said)
        return [Seen(written, f"ruling: {named}", "", act.kind, "?", named, act.points, f"ruling: {named}")]
    seat = LETTERS[act.seat]
    if act.kind is Kind.DRAW and act.number > 1:
        return [Seen(f"{seat} draw ?", f"{seat} draw ?", seat, act.kind, "?", "", None, f"{seat} draw ?")] * act.number
    if act.kind is Kind.CLAIM:
        return [Seen(written, spelled_act(act), seat, act.kind, "?", str(act.points), None, spelled_act(act))]
    text = spelled_act(act._replace(points=None))
    return [Seen(written, text, seat, act.kind, act.tile, joined, act.points, text)]


def _joined(table: Table | None, acts: list[Act], laid: list[Laid]) -> list[str]:
    """By act, the tile that it was laid against; empty for a lead and for what is no play."""
    if table is None:
        return [act.place_text for act in acts]
    layout = table.layout()
    halves = {spelled(tile.first, tile.second): tile.first for tile in laid}
    history: list[Layout] = []
    found = []
    for act in acts:
        before = layout.copy()
        where = ""
        if act.kind is Kind.PLAY and layout.tiles:
            place = _place(layout, act, halves.get(act.tile))
            where = act.place_text if place is None else _name(layout, place, act)
            if place is not None:
                layout.lay(place, *halves_at(place, act))
        elif act.kind is Kind.PLAY:
            layout.lead(act.first, act.second)
        if act.kind is Kind.RULING and (act.extra or {}).get("ruling") == "taken_back" and history:
            layout = history.pop()
        elif act.kind is not Kind.RULING:
            history.append(before)
        found.append(where)
    return found


def _place(layout: Layout, act: Act, touching: int | None) -> Place | None:
    """The open place meant; where the act does not say, by how the tile lay in the end."""
    found = placing(layout, act)
    fitting = [place for place in found.places if touching in (None, place.number)] or found.places
    return next(iter(fitting or found.misfit), None)


def _name(layout: Layout, place: Place, act: Act) -> str:
    host = layout.tiles[place.host]
    unfit = "" if place.number in (act.first, act.second) else f" at {place.number}"
    return f"{spelled(host.first, host.second)}{' end' if place.end else ''}{unfit}"


def in_the_other_frame(act: Seen) -> Any:  # noqa: ANN401 - a string or an object
    """The act as the other scribe would write it: by the tile joined; one that does not fit there, by his own letter."""
    if act.kind is not Kind.PLAY or "-" not in act.joined:
        return act.written
    letter = act.plain[-1] if " at " in act.joined and act.plain[-2:-1] == " " else ""
    tile = act.joined.split(" ")[0]
    if isinstance(act.written, str):
        called = "" if act.points is None else f" +{act.points}"
        return f"{act.seat} {act.tile} {letter or f'on {tile}'}{called}"
    kept = {key: value for key, value in act.written.items() if key not in ("end", "on")}
    return {**kept, "end": letter} if letter else {**kept, "on": tile}


def in_one_frame(one: list[Seen], two: list[Seen]) -> list[Seen]:
    """The second scribe's acts with left and right exchanged in ``plain``, where he sat on the other side of the table."""
    return [act._replace(plain=_exchanged(act.plain)) for act in two] if _opposite(one, two) else two


def _exchanged(text: str) -> str:
    return {"L": f"{text[:-1]}R", "R": f"{text[:-1]}L"}.get(text[-1:], text) if text[-2:-1] == " " else text


def _opposite(one: list[Seen], two: list[Seen]) -> bool:
    """The lead lies the other way round; a double that is led lies both ways, and the other tiles tell."""
    mine, theirs = ([act for act in acts if act.kind is Kind.PLAY] for acts in (one, two))
    if not mine or not theirs or mine[0].tile != theirs[0].tile:
        return False
    halves = mine[0].tile.split("-")
    if halves[0] != halves[1]:
        return _as_written(mine[0]) != _as_written(theirs[0])
    texts = {(act.seat, act.tile): act.plain for act in theirs}
    both = [(act.plain, texts[act.seat, act.tile]) for act in mine if (act.seat, act.tile) in texts]
    return sum(a == b for a, b in both) < sum(a == _exchanged(b) for a, b in both)


def _as_written(act: Seen) -> tuple[int, int]:
    read = decoded(act.written)
    return read.first, read.second
