"""Statistics for programs: JSON; and every count as a row, as CSV or Parquet, so that the tables of many archives add up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from io import BytesIO, StringIO
from typing import Any

from domscore import __version__
from domscore.report.csv import inert
from domscore.report.json import dumped
from domscore.report.report import Summary
from domscore.report.visible import visible
from domscore.stats.measures import Share, distribution, share
from domscore.stats.tally import Cell, Group, Section, Tally, Won

STATS_VERSION = 1
_HEADS = ("section", "rules", "players", "sides", "player", "key", "count")
_DISTRIBUTIONS = {Section.POINTS: "points", Section.IN_PLAY: "in_play"}
_SHARES = {Section.LEAD: "lead", Section.LEAD_BLOCKED: "lead_blocked", Section.BLOCK: "block"}


class ParquetMissing(RuntimeError):
    """The package that writes Parquet is not installed."""


def sections_of(tally: Tally) -> dict[Group, dict[Section, dict[str, int]]]:
    """The counts that are of no single player, by group and section, all in order."""
    found: dict[Group, dict[Section, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    for cell, count in sorted(tally.counts.items()):
        if cell.section is not Section.PLAYER:
            found[cell.group][cell.section][cell.key] = count
    return dict(sorted(found.items(), key=lambda item: (not item[0].players, item[0])))


def players_of(tally: Tally) -> dict[str, dict[str, int]]:
    """The counts of each player in all groups together; who played most rounds comes first."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for cell, count in sorted(tally.counts.items(), key=lambda item: item[0].key):
        if cell.section is Section.PLAYER:
            found[cell.player][cell.key] += count
    return dict(sorted(found.items(), key=lambda item: (-item[1].get("rounds", 0), item[0])))


def as_json(tally: Tally, summary: Summary, unread: Sequence[tuple[str, str]]) -> str:
    """One JSON object."""
    groups = [{**group._asdict(), **_group(group, sections)} for group, sections in sections_of(tally).items()]
    players = [{"player": name, **_player(counts)} for name, counts in players_of(tally).items()]
    left_out = [{"source": source, "message": message} for source, message in unread]
    head = {"domscore": __version__, "stats": STATS_VERSION, "summary": summary.as_json()}
    return dumped({**head, "groups": groups, "by_player": players, "unread": left_out}) + "\n"


def _group(group: Group, sections: dict[Section, dict[str, int]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for section in Section:
        counts = sections.get(section, {})
        if section in _DISTRIBUTIONS:
            by_number = {int(key): count for key, count in counts.items()}
            found = distribution(by_number)
            by_text = {str(number): by_number[number] for number in sorted(by_number)}
            value[_DISTRIBUTIONS[section]] = None if found is None else {**found._asdict(), "counts": by_text}
        elif section in _SHARES:
            part = share_of(counts, group.sides)
            value[_SHARES[section]] = None if part is None else {"share": part.share, **part._asdict()}
        elif section is not Section.PLAYER:
            value[section.value] = counts
    return value


def share_of(counts: dict[str, int], sides: int) -> Share | None:
    """The share of rounds won."""
    return share(counts.get(Won.WON, 0), counts.get(Won.LOST, 0), counts.get(Won.NOBODY, 0), sides)


def _player(counts: dict[str, int]) -> dict[str, Any]:
    played = {key.replace(" ", "_"): counts.get(key, 0) for key in ("matches", "matches won", "rounds", "rounds won")}
    return {**played, "findings": {key: count for key, count in counts.items() if key.startswith("DOM")}}


def _cells(tally: Tally) -> list[tuple[Cell, int]]:
    return sorted(tally.counts.items())


def as_csv(tally: Tally) -> str:
    """A row for each count (RFC 4180); names cannot be taken for formulas."""
    import csv

    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(_HEADS)
    for (section, group, key, player), count in _cells(tally):
        writer.writerow([section.value, inert(group.rules), group.players, group.sides, inert(player), key, count])
    return out.getvalue()


def parquet() -> tuple[Any, Any]:
    """The package that writes Parquet, and its part that does (ParquetMissing)."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ParquetMissing("parquet needs the package pyarrow: pip install pyarrow") from None
    return pa, pq


def as_parquet(tally: Tally) -> bytes:
    """A row for each count, with the columns of the CSV.

    Raises:
        ParquetMissing: pyarrow is not installed.
    """
    pa, pq = parquet()
    words, small = pa.dictionary(pa.int32(), pa.string()), pa.int32()
    types = (words, words, small, small, pa.string(), words, pa.int64())
    columns: list[list[Any]] = [[] for _ in _HEADS]
    for (section, group, key, player), count in _cells(tally):
        row = (section.value, visible(group.rules), group.players, group.sides, visible(player), key, count)
        for column, value in zip(columns, row, strict=True):
            column.append(value)
    arrays = [pa.array(column, kind) for column, kind in zip(columns, types, strict=True)]
    out = BytesIO()
    pq.write_table(pa.table(dict(zip(_HEADS, arrays, strict=True))), out)
    return out.getvalue()
