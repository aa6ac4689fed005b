"""Statistics for people: tables on one page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import fill

from tabulate import tabulate

from domscore.findings.codes import CODES
from domscore.report.report import Summary
from domscore.report.visible import visible
from domscore.report.words import summary_line
from domscore.stats.files import players_of, sections_of, share_of
from domscore.stats.measures import Share, distribution
from domscore.stats.tally import Group, Section, Tally

_VERDICTS = ("verified", "refuted", "undetermined")
_ENDS = ("out", "blocked", "target", "resigned", "void", "lost", "unfinished", "?")
_MATCH_ENDS = ("target", "resigned", "inactive", "abandoned", "unfinished", "?")
_QUESTIONS = (
    ("the side that leads wins", Section.LEAD),
    ("it wins when blocked", Section.LEAD_BLOCKED),
    ("the side that blocks wins", Section.BLOCK),
)
_Counts = dict[Section, dict[str, int]]
_More = Callable[[_Counts], list[object]]


def page(tally: Tally, summary: Summary, unread: int, most_players: int) -> str:
    """All tables, one below the other.

    Args:
        tally, summary, unread: what was counted, and how many inputs could not be read.
        most_players: so many players are shown, those who played most.
    """
    groups = sections_of(tally)
    parts = [summary_line(summary, unread)]
    parts += _counts(groups, "Matches", Section.RECORDS, _VERDICTS, _size)
    parts += _counts(groups, "How matches ended", Section.MATCHES, _MATCH_ENDS, lambda _: [])
    parts += _counts(groups, "How rounds ended", Section.ROUNDS, _ENDS, lambda _: [])
    parts += _distributions(groups)
    parts += _advantages(groups)
    parts += _findings(groups)
    parts += _players(tally, most_players)
    return "\n\n".join(parts) + "\n"


def _table(title: str, heads: Sequence[str], rows: list[list[object]], words: int = 1) -> str:
    align = ["left"] * words + ["right"] * (len(heads) - words)
    return f"{title}\n\n{tabulate(rows, heads, tablefmt='simple', disable_numparse=True, colalign=align)}"


def _name(group: Group) -> str:
    if not group.players:
        return "ill-formed"
    pairs = "" if group.players == group.sides else f", {group.sides} sides"
    return f"{visible(group.rules)}, {group.players} players{pairs}"


def _counts(groups: dict[Group, _Counts], title: str, section: Section, keys: Iterable[str], more: _More) -> Iterator[str]:
    """A table of one section: a row for each group, a column for each key that occurs."""
    shown = [key for key in keys if any(key in sections[section] for sections in groups.values() if section in sections)]
    rows = [
        [_name(group), sum(sections[section].values()), *(sections[section].get(key, 0) for key in shown), *more(sections)]
        for group, sections in groups.items()
        if section in sections
    ]
    if rows:
        extra = ("rounds", "acts") if section is Section.RECORDS else ()
        yield _table(title, ["rules", "all", *shown, *extra], rows)


def _size(sections: _Counts) -> list[object]:
    played = sections[Section.PLAYED]
    return [played.get("rounds", 0), played.get("acts", 0)]


def _distributions(groups: dict[Group, _Counts]) -> Iterator[str]:
    rows: list[list[object]] = []
    for group, sections in groups.items():
        for name, section in (("end of the round", Section.POINTS), ("in play", Section.IN_PLAY)):
            found = distribution({int(key): count for key, count in sections.get(section, {}).items()})
            if found is not None:
                rows.append([_name(group), name, found.rounds, f"{found.mean:.1f}", *found[2:]])
    if rows:
        heads = ["rules", "points for", "rounds", "mean", "least", "1/4", "1/2", "3/4", "most"]
        yield _table("Points per round, all sides together", heads, rows, words=2)


def _advantages(groups: dict[Group, _Counts]) -> Iterator[str]:
    rows: list[list[object]] = []
    for group, sections in groups.items():
        for words, section in _QUESTIONS:
            found: Share | None = share_of(sections.get(section, {}), group.sides)
            if found is not None:
                span = f"{found.low:.1%} to {found.high:.1%}"
                chance = f"{found.chance:.3f}" if found.chance >= 0.0005 else "< 0.001"
                rows.append(
                    [_name(group), words, found.won, found.of, f"{found.share:.1%}", span, f"{found.expected:.1%}", chance]
                )
    if rows:
        heads = ["rules", "how often", "won", "of", "share", "95 % interval", "by chance", "p"]
        yield _table("Advantages (rounds that somebody won)", heads, rows, words=2)


def _findings(groups: dict[Group, _Counts]) -> Iterator[str]:
    rows: list[list[object]] = [
        [code, CODES[code].slug, _name(group), count]
        for group, sections in groups.items()
        for code, count in sections.get(Section.FINDINGS, {}).items()
    ]
    if rows:
        yield _table("Findings", ["code", "name", "rules", "findings"], sorted(rows, key=lambda row: str(row[0])), words=3)


def _players(tally: Tally, most: int) -> Iterator[str]:
    players = players_of(tally)
    rows: list[list[object]] = []
    for name, counts in list(players.items())[:most]:
        found = ", ".join(f"{count} {key}" for key, count in counts.items() if key.startswith("DOM"))
        numbers = [counts.get(key, 0) for key in ("matches", "matches won", "rounds", "rounds won")]
        rows.append([fill(visible(name), _NAME), *numbers, fill(found, _FOUND)])
    if rows:
        title = "Players" if len(players) <= most else f"Players: {most} of {len(players)}, those with most rounds"
        heads = ["player", "matches", "won", "rounds", "won", "findings"]
        yield f"{title}\n\n{tabulate(rows, heads, tablefmt='simple', disable_numparse=True, colalign=_PLAYER_COLUMNS)}"


_NAME, _FOUND = 20, 22
"""Columns of a terminal for a player's name and findings: with the numbers between them, 80."""
_PLAYER_COLUMNS = ("left", "right", "right", "right", "right", "left")
