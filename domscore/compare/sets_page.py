"""A comparison of rule sets as a page, and as JSON values."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domscore import __version__
from domscore.compare.changes import Change, holders, leaves
from domscore.compare.claims import Explanation, Ranked, Search
from domscore.compare.parting import DEAL, END, Parting, Point
from domscore.compare.rule_sets import Comparison, Judgement
from domscore.compare.wording import worded
from domscore.findings.finding import joined
from domscore.report.names import seated_names
from domscore.report.pages import Page
from domscore.report.report import Report
from domscore.report.scores import result as match_in_words
from domscore.report.text import place_in_play
from domscore.report.words import counted
from domscore.rules.catalogue import clause_texts
from domscore.rules.model import Rules

_FEW = 6


def page_of(
    source: str, comparison: Comparison, parted: list[Parting], ranked: list[Ranked], searched: list[Search]
) -> Page:
    """The whole page; ``ranked`` and ``searched`` empty where the claims are not asked about."""
    page = Page()
    record = comparison.record
    name = f" ({record.id})" if record.id else ""
    page.heading(f"{source}{name}: {counted(len(comparison.judged), 'rule set')}")
    own = "one that is not known" if comparison.own is None else comparison.own
    page.paragraph(f"{seated_names(record.players)}; {counted(len(record.rounds), 'round')}; the record names {own}.")
    cited: set[str] = set()
    if ranked or searched:
        _claims(page, comparison, ranked, searched, cited)
    _matches(page, comparison)
    _rounds(page, comparison)
    _partings(page, comparison, parted, cited)
    page.points([f"{name} is left out: {why}" for name, why in comparison.left_out])
    _clauses(page, cited)
    return page


def _matches(page: Page, comparison: Comparison) -> None:
    page.heading("The match under each rule set")
    rows = [[one.name, one.report.verdict.value, match_in_words(one.report), _codes(one)] for one in comparison.judged]
    if any(len(row[0]) + len(row[1]) + len(row[2]) > _ROOM for row in rows):
        page.table(["rule set", "match"], [[row[0], row[2]] for row in rows])
        page.table(["rule set", "verdict", "root errors"], [[row[0], row[1], row[3]] for row in rows])
    else:
        page.table(["rule set", "verdict", "match", "root errors"], rows)


_ROOM = 46
"""So many characters may stand before the last column."""


def _codes(judgement: Judgement) -> str:
    codes = Counter(f"{one.code} {one.slug}" for one in judgement.roots)
    return ", ".join(code if number == 1 else f"{number} × {code}" for code, number in sorted(codes.items())) or "none"


def _rounds(page: Page, comparison: Comparison) -> None:
    page.heading("The rounds")
    rows = []
    everybody = [one.name for one in comparison.judged]
    for number, outcomes in enumerate(comparison.rounds()):
        first = next(one.report.scores[number].number for one in comparison.judged if number < len(one.report.scores))
        for place, (outcome, sets) in enumerate(outcomes):
            said = "all" if sets == everybody else ", ".join(sets)
            rows.append(["" if place else str(first), outcome, said])
    page.table(["round", "outcome", "rule sets"], rows, [0])


def _partings(page: Page, comparison: Comparison, parted: list[Parting], cited: set[str]) -> None:
    if len(comparison.judged) < 2:
        return
    first = comparison.judged[0]
    page.heading(f"Where they first part from {first.name}")
    rules = {one.name: one.rules for one in comparison.judged}
    together: dict[str, list[str]] = {}
    for one in parted:
        lines = [f"{point_in_words(one.point)}: {_shortened(one.there)}. {first.name}: {_shortened(one.here)}."]
        if one.together and len(one.fields) > 1:
            lines.append(f"It takes several fields together: {', '.join(one.fields)}.")
        pair = first.rules, rules[one.name]
        lines += [_difference(field, *pair, comparison.players, cited) for field in one.fields]
        together.setdefault("\n".join(lines), []).append(one.name)
    points = [f"{joined(sets)}, {text}" for text, sets in together.items()]
    same = [one.name for one in comparison.judged[1:] if one.name not in {parting.name for parting in parted}]
    page.points([*points, *([f"{joined(same)}: nowhere in this record."] if same else [])])


def _shortened(text: str) -> str:
    parts = text.split("; ")
    return text if len(parts) < 3 else f"{parts[0]}; and {len(parts) - 1} findings more"


def point_in_words(point: Point) -> str:
    """``"round 2, act 5"``."""
    if point.what == "match":
        return "the end of the match"
    if point.act == DEAL:
        return f"the deal of round {point.round}"
    what = {"total": "total after", "claims": "claims about"}.get(point.what, "end of")
    return f"the {what} round {point.round}" if point.act == END else f"round {point.round}, act {point.act}"


def _difference(field: str, mine: Rules, theirs: Rules, players: int, cited: set[str]) -> str:
    """What a field says in the one and the other set, with its clauses."""
    here, there = leaves(mine, players), leaves(theirs, players)
    parts = [part for part in here if part.split(".")[0] == field and here[part] != there.get(part)]
    said = [joined([worded(part, values.get(part)) for part in parts]) for values in (here, there)]
    return f"{field}: {said[1]}{_cites(field, theirs, cited)}; here {said[0]}{_cites(field, mine, cited)}."


_SAID_UNDER = {"counted_pips": "own_pips"}
"""The rule pages say both of these in one clause."""


def _cites(field: str, rules: Rules, cited: set[str]) -> str:
    clauses = rules.clauses_of(field) or rules.clauses_of(_SAID_UNDER.get(field, field))
    cited.update(clauses)
    return f" ({', '.join(clauses)})" if clauses else ""


def _clauses(page: Page, cited: set[str]) -> None:
    texts = clause_texts()
    named = [clause for clause in texts if clause in cited]
    if named:
        page.heading("The clauses")
        page.points([f"{clause}: {texts[clause]}" for clause in named])


# claims


def _claims(page: Page, comparison: Comparison, ranked: list[Ranked], searched: list[Search], cited: set[str]) -> None:
    page.heading("Which rule sets explain what was claimed")
    rows = [[str(one.rank), one.judgement.name, _explains(one)] for one in ranked]
    page.table(["rank", "rule set", "what is left"], rows, [0])
    best = [one for one in ranked if one.explains]
    if len(best) > 1:
        page.paragraph(f"{len(best)} sets explain everything: this record alone does not tell which of them was played.")
    elif not best:
        page.paragraph("No rule set asked about explains everything; the claims may simply be wrong.")
    _searches(page, searched, comparison.players, cited)


def _explains(entry: Ranked) -> str:
    if entry.verified:
        return "nothing: every claim is right and every act allowed"
    if entry.explains:
        return "no contradiction, but not everything can be verified"
    parts = [(entry.claims, "wrong claim"), (entry.acts, "fault")]
    words = [counted(len(found), noun) for found, noun in parts if found]
    first = min(entry.acts + entry.claims, key=lambda one: one.number)
    where = place_in_play(first)
    return f"{' and '.join(words)}; the first is {first.code}{f' ({where})' if where else ''}: {first.message}"


def _searches(page: Page, searched: list[Search], players: int, cited: set[str]) -> None:
    for search in searched:
        if search.complete or search.partial:
            _search(page, search, players, cited)
    hopeless = [search.judgement.name for search in searched if not search.complete and not search.partial]
    if hopeless:
        stopped = _STOPPED if any(search.stopped for search in searched) else ""
        page.paragraph(f"No change of one or two fields makes {joined(hopeless, 'or')} explain more{stopped}.")


_STOPPED = ", as far as was tried: the search was stopped"


def _search(page: Page, search: Search, players: int, cited: set[str]) -> None:
    name = search.judgement.name
    found = search.complete or search.partial
    stopped = _STOPPED if search.stopped else ""
    verified = "" if any(one.verified for one in found) else ", though not everything can be verified,"
    if search.complete:
        single, several = len(search.complete[0].changes) == 1, len(search.complete) > 1
        how = "one field" if single else "two fields"
        which = ("Each of these" if single else "Each of these pairs") if several else "This" if single else "Both together"
        page.paragraph(f"{name} would explain everything{verified} if {how} were different. {which} would do{stopped}:")
    else:
        page.paragraph(
            f"No change of one or two fields makes {name} explain everything{stopped}. The nearest leave "
            f"{found[0].errors} of {counted(len(search.judgement.roots), 'error')}:"
        )
    lines = [_explanation(one, search.judgement.rules, players, cited) for one in found]
    more = [f"{counted(len(lines) - _FEW, 'further change')}: --format json lists all"] if len(lines) > _FEW else []
    page.points(lines[:_FEW] + more)


def _explanation(explanation: Explanation, rules: Rules, players: int, cited: set[str]) -> str:
    return "\nand ".join(_change(change, rules, players, cited) for change in explanation.changes)


def _change(change: Change, rules: Rules, players: int, cited: set[str]) -> str:
    """``"if the winner's own pips never come off (own_pips; as in selminha/1), where here …"``."""
    published = holders(change, players)
    as_in = f"; as in {joined(published)}" if published else "; no published rule set has this"
    clauses = _cites(change.top, rules, cited)
    return (
        f"if {worded(change.field, change.value)} ({change.field}{as_in}); here {worded(change.field, change.old)}{clauses}"
    )


# JSON


def as_json(
    source: str, comparison: Comparison, parted: list[Parting], ranked: list[Ranked], searched: list[Search]
) -> dict[str, Any]:
    """The comparison as JSON values."""
    return {
        "domscore": __version__,
        "comparison": 1,
        "source": source,
        "id": comparison.record.id,
        "rules": comparison.own,
        "players": comparison.players,
        "sets": [{"name": one.name, "report": _report(one.report)} for one in comparison.judged],
        "left_out": [{"name": name, "why": why} for name, why in comparison.left_out],
        "partings": [_parting(one, comparison) for one in parted],
        "claims": None
        if not ranked and not searched
        else {"ranking": list(map(_rank, ranked)), "changes": list(map(_searched, searched))},
    }


def _report(report: Report) -> dict[str, Any]:
    full = report.as_json()
    return {key: full[key] for key in ("verdict", "sides", "findings", "rounds", "result")}


def _parting(parting: Parting, comparison: Comparison) -> dict[str, Any]:
    rules = {one.name: one.rules for one in comparison.judged}
    first, other = comparison.judged[0].rules, rules[parting.name]
    fields = [
        {
            "field": field,
            "here": first.as_json()[field],
            "there": other.as_json()[field],
            "clauses_here": first.clauses_of(field),
            "clauses_there": other.clauses_of(field),
        }
        for field in parting.fields
    ]
    act = None if parting.point.act in (DEAL, END) else parting.point.act
    return {
        "from": comparison.judged[0].name,
        "name": parting.name,
        "round": None if parting.point.what == "match" else parting.point.round,
        "act": act,
        "what": parting.point.what,
        "here": parting.here,
        "there": parting.there,
        "fields": fields,
        "together": parting.together,
    }


def _rank(entry: Ranked) -> dict[str, Any]:
    return {
        "rank": entry.rank,
        "name": entry.judgement.name,
        "explains": entry.explains,
        "verified": entry.verified,
        "wrong_acts": len(entry.acts),
        "wrong_claims": len(entry.claims),
    }


def _searched(search: Search) -> dict[str, Any]:
    def listed(found: list[Explanation]) -> list[dict[str, Any]]:
        return [
            {
                "changes": [{"field": one.field, "value": one.value, "instead_of": one.old} for one in each.changes],
                "errors": each.errors,
                "verified": each.verified,
            }
            for each in found
        ]

    return {
        "name": search.judgement.name,
        "errors": len(search.judgement.roots),
        "explained": listed(search.complete),
        "nearest": listed(search.partial),
        "everything_tried": not search.stopped,
    }
