"""Two records side by side as a page, and as JSON values."""

from __future__ import annotations

from typing import Any

from domscore import __version__
from domscore.compare.deciding import Deciding, Decision, Outcome
from domscore.compare.likeness import Likeness
from domscore.compare.merging import undecided
from domscore.compare.seating import Seating
from domscore.compare.two_records import Difference, Pairing
from domscore.findings.finding import Finding
from domscore.report.names import seated_names
from domscore.report.pages import Page
from domscore.report.text import place_in_play
from domscore.report.words import counted

_FEW = 3
_WHAT = {
    "round": "a round that only one has",
    "act": "another act, or one that only one has",
    "tile": "another tile",
    "joined": "another end",
    "end": "another end",
    "seat": "another seat",
    "points": "other points called",
}
_HOLDS = {
    Outcome.FIRST: "The first holds on the evidence; against the second:",
    Outcome.SECOND: "The second holds on the evidence; against the first:",
    Outcome.OPEN: "The evidence does not decide: both are possible.",
    Outcome.NEITHER: "Neither fits the rest of the game.",
}


def page_of(names: tuple[str, str], deciding: Deciding, seating: Seating | None = None) -> Page:
    """The whole page."""
    pairing = deciding.pairing
    differences = pairing.differences
    page = Page()
    page.heading(f"{counted(len(differences), 'difference')} between two records")
    players = [record.players for record in pairing.records]
    seats = [seated_names(players[0]), seated_names(players[1] if seating is None else seating.players)]
    page.points([f"first: {names[0]} ({seats[0]})", f"second: {names[1]} ({seats[1]})"])
    if seating is not None:
        page.paragraph(seating_in_words(seating))
    if not differences:
        page.paragraph("They tell the same game; what is free (id, meta, notes, times) is not compared.")
        return page
    first = pairing.first_divergence
    assert first is not None
    page.paragraph(f"First divergence: {where_in_words(first)}: {versions_in_words(first)}.")
    page.paragraph(_tally(deciding))
    page.points([_difference(one, deciding.decisions[one]) for one in differences])
    if any(any(decision.against) for decision in deciding.decisions.values()):
        page.paragraph(
            "What holds on the evidence breaks no rule and agrees with the rest of both records where the other does "
            "not. Whether somebody did break a rule at the table, no record can tell."
        )
    return page


def seating_in_words(seating: Seating) -> str:
    """Which seats of the second record are which of the first."""
    listed = ", ".join(f"its {theirs} is {mine}" for theirs, mine in seating.seats.items() if theirs != mine)
    other = "" if seating.turns else " That is another order of play, too: one of them has the turns the wrong way."
    return f"The same players, by other letters: the second is told by the seats of the first ({listed}).{other}"


def page_of_strangers(names: tuple[str, str], pairing: Pairing, like: Likeness) -> Page:
    """Of two records that do not tell the same game: why not, and where they part first."""
    page = Page()
    page.heading("Two different games")
    page.points([f"first: {names[0]}", f"second: {names[1]}"])
    page.paragraph(f"These do not tell the same game: {like.words}. Nothing is decided between them.")
    first = pairing.first_divergence
    if first is not None:
        count = counted(len(pairing.differences), "difference")
        page.paragraph(f"{count}; the first: {where_in_words(first)}: {versions_in_words(first)}. --format json lists all.")
    return page


def _tally(deciding: Deciding) -> str:
    outcomes = [decision.outcome for decision in deciding.decisions.values()]
    words = {
        Outcome.FIRST: "the first holds",
        Outcome.SECOND: "the second holds",
        Outcome.FULLER: "one only says more",
        Outcome.OPEN: "open",
        Outcome.NEITHER: "neither fits",
    }
    parts = [f"{said}: {outcomes.count(outcome)}" for outcome, said in words.items() if outcome in outcomes]
    stopped = " Not every combination was tried." if deciding.stopped else ""
    return f"On the evidence: {', '.join(parts)}.{stopped}"


def where_in_words(one: Difference) -> str:
    """``"round 2, act 5 (another end)"``."""
    place = "the match" if one.round is None else f"round {one.round}"
    act = f", act {one.act}" if one.act is not None else ""
    return f"{place}{act} ({_WHAT.get(one.kind, one.kind)})"


def versions_in_words(one: Difference) -> str:
    """What the two say."""
    said = ["nothing" if text is None else text for text in one.versions]
    return f"first {said[0]}, second {said[1]}"


def _difference(one: Difference, decision: Decision) -> str:
    text = f"{where_in_words(one)}: {versions_in_words(one)}."
    if decision.outcome is Outcome.FULLER:
        return f"{text}\n{'The second' if one.fuller else 'The first'} only says more; nothing speaks against it."
    lines = [f"{text}\n{_HOLDS[decision.outcome]}"]
    for side, against in enumerate(decision.against):
        if decision.outcome in (Outcome.FIRST, Outcome.SECOND) and side == (decision.outcome is Outcome.SECOND):
            continue
        label = f"{'second' if side else 'first'}: " if decision.outcome is Outcome.NEITHER else ""
        lines += [f"{label}{_finding(finding)}" for finding in against[:_FEW]]
        if len(against) > _FEW:
            lines.append(f"and {counted(len(against) - _FEW, 'further error')}.")
    return "\n".join(lines)


def _finding(finding: Finding) -> str:
    where = place_in_play(finding)
    return f"{finding.code}{f' ({where})' if where else ''}: {finding.message}."


def as_json(
    names: tuple[str, str], pairing: Pairing, like: Likeness, deciding: Deciding | None, seating: Seating | None = None
) -> dict[str, Any]:
    """The differences as JSON values; without ``deciding``, of two different games, all are open."""
    first = pairing.first_divergence
    listed = pairing.differences
    decisions = {} if deciding is None else deciding.decisions
    return {
        "domscore": __version__,
        "diff": 1,
        "records": list(names),
        "same": not listed,
        "same_game": like.same,
        "seats": None if seating is None else seating.seats,
        "compared": {"what": like.what, "agree": like.agree, "of": like.of},
        "first_divergence": None if first is None else listed.index(first),
        "differences": [_as_json(one, decisions.get(one, Decision(Outcome.OPEN))) for one in listed],
        "mergeable": deciding is not None and not undecided(deciding),
        "everything_tried": deciding is not None and not deciding.stopped,
    }


def _as_json(one: Difference, decision: Decision) -> dict[str, Any]:
    return {
        "round": one.round,
        "act": one.act,
        "kind": one.kind,
        "first": one.versions[0],
        "second": one.versions[1],
        "contradicts": one.contradicts,
        "outcome": decision.outcome.value,
        "fuller": None if one.fuller is None else ("first", "second")[one.fuller],
        "against_first": [finding.as_json() for finding in decision.against[0]],
        "against_second": [finding.as_json() for finding in decision.against[1]],
    }
