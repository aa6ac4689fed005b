"""The hidden rounds of a record with everything that inference is given about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from domscore.auditing import Watched, audit
from domscore.play.deal import Deal, read_deal
from domscore.play.readings import Budget, resolve
from domscore.play.replay import Replay
from domscore.play.step import Setting
from domscore.play.table import Table
from domscore.report.report import Report
from domscore.score.evidence import Shown
from domscore.score.judged import Place


@dataclass
class Looked:
    """The arguments of ``infer.explained.explain``."""

    table: Table
    deal: Deal
    replays: list[Replay]
    shown: Shown | None
    place: Place
    fitting: dict[int, int]
    """By number of an act, the tiles that fitted before it; by 0, those that fit at the end."""


def hidden_rounds(data: bytes) -> Iterator[Looked]:
    """The rounds of a record in which some hands are hidden."""
    return iter(looked_at(data)[1])


def looked_at(data: bytes) -> tuple[Report, list[Looked]]:
    """The report of a record, and its rounds in which some hands are hidden."""
    watched: list[Watched] = []
    report = audit(data, watched=watched)
    table = report.table
    assert table is not None
    found = []
    for one in watched:
        judged, place = one.judged, one.place
        if not judged.hidden or judged.start is None:
            continue
        setting = Setting(place.path, place.number, place.passes_implied, place.draws_implied)
        resolution = resolve(judged.start, one.acts, setting, Budget(), judged.complete)
        deal = read_deal(table, one.round.deal, f"{place.path}/deal")
        shown = judged.shown if judged.complete else None
        fitting = _fitting(Replay(judged.start.copy(), one.acts, setting), resolution.seen[0].choices)
        found.append(Looked(table, deal, resolution.seen, shown, place, fitting))
    return report, found


def _fitting(replay: Replay, choices: dict[int, int]) -> dict[int, int]:
    found = {}
    for index in range(len(replay.acts)):
        found[index + 1] = replay.state.fitting()
        replay.advance(index, choices.get(index, 0))
    return {**found, 0: replay.state.fitting()}
