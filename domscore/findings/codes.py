"""The one table of finding codes.

A code and its slug are stable for ever: retired, never reused. To add one, add a row here, a section in ``manual.md``, a
sample ``samples/illegal/<code>-<slug>.domino.json`` that fires it and a passing twin; the tests ask for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Certainty(StrEnum):
    """How sure a finding is: shown by the facts, proven from them, or possible only."""

    CERTAIN = "certain"
    PROVEN = "proven"
    POSSIBLE = "possible"


class Code(NamedTuple):
    """A row: the code, its slug, the usual severity, one line of what it means, and the message built from the fields."""

    code: str
    slug: str
    severity: Severity
    summary: str
    message: str


_ROWS = (
    ("DOM101", "not-json", "the bytes are not one JSON value", "not JSON: {problem}"),
    ("DOM102", "duplicate-key", "an object holds the same key twice", "the key {key} stands twice in one object"),
    ("DOM103", "too-big", "nesting, size or counts beyond the documented limits", "too big: {problem}"),
    ("DOM104", "unknown-format", "the format is missing or not one this version reads", "unknown format: {problem}"),
    ("DOM201", "missing-field", "a required field is missing", "the field {field} is missing"),
    ("DOM202", "unknown-field", "a field that the format does not know", "unknown field {field}{nearest}"),
    ("DOM203", "bad-value", "wrong type, pattern or range", "{problem}{nearest}"),
    ("DOM204", "unknown-rules", "no such rule set or version", "no rule set {rules}{nearest}"),
    ("DOM205", "bad-rules", "an override that the rules model refuses or does not know", "{problem}{nearest}"),
    ("DOM206", "wrong-player-count", "the rule set is not for so many players", "{rules} is for {offered} players, not {players}"),
    ("DOM207", "bad-sides", "sides that do not cut the seats as the rules allow", "{problem}"),
    ("DOM208", "unknown-seat", "a seat or side that this record does not have", "there is no {kind} {name} here: {known}"),
    ("DOM301", "tile-not-in-set", "a tile that the set does not have", "{tile} is not in the set (double-{highest})"),
    ("DOM302", "duplicate-tile", "one tile in two places", "{tile} is in two places: {places}"),
    ("DOM303", "wrong-hand-size", "a hand of the wrong size was dealt", "{seat} was dealt {dealt} tiles, the rules deal {due}"),
    ("DOM304", "wrong-boneyard-size", "a boneyard of the wrong size", "the boneyard has {given} tiles, {due} are left over"),
    ("DOM305", "void-deal", "a deal that is dealt again was played", "this deal is void and dealt again: {problem}"),
    ("DOM311", "wrong-leader", "the wrong seat led", "{seat} led, but {due} leads this round: {why}"),
    ("DOM312", "wrong-lead-tile", "the rules force another tile", "{seat} led {tile}, but must lead {due}"),
    ("DOM401", "out-of-turn", "a seat acted out of turn", "{seat} acted, but it is the turn of {due}"),
    ("DOM402", "tile-not-held", "the tile is not in that hand", "{seat} does not hold {tile}: it is {where}"),
    ("DOM403", "tile-already-played", "the tile is on the table already", "{tile} is on the table already"),
    ("DOM404", "no-matching-end", "neither half matches any open place", "{tile} fits nowhere (ends {ends})"),
    ("DOM405", "end-unclear", "more than one reading is left and they differ", "where {tile} was laid is not written, and it matters ({choices})"),
    ("DOM406", "wrong-end", "the named place does not match the tile", "{tile} does not fit {place}, which shows {shows}; it fits {fits}"),
    ("DOM407", "end-not-open", "the named place is not open", "{place} is not open to {tile}{why}; it fits {fits}"),
    ("DOM411", "false-pass", "passed holding a tile that fits", "{seat} passed but could play {playable} (ends {ends})"),
    ("DOM412", "pass-before-drawing", "passed although the rules require a draw", "{seat} passed, but {drawable} tiles could be drawn"),
    ("DOM413", "pass-on-lead", "passed on the lead", "{seat} passed on the lead, where every tile can be played"),
    ("DOM421", "draw-with-playable-tile", "drew holding a tile that fits", "{seat} drew but could play {playable} (ends {ends})"),
    ("DOM422", "draw-not-allowed", "this rule set has no drawing", "{seat} drew, but nobody draws in {rules}"),
    ("DOM423", "draw-from-reserve", "the last tiles are never drawn", "{seat} drew one of the last {reserve} tiles, which are never drawn"),
    ("DOM424", "draw-from-empty-boneyard", "the boneyard is empty", "{seat} drew, but the boneyard is empty"),
    ("DOM425", "tile-not-in-boneyard", "the drawn tile was elsewhere", "{seat} drew {tile}, which is {where}"),
    ("DOM426", "too-many-draws", "more draws than the rules allow in a turn", "{seat} drew more than {most} in one turn"),
    ("DOM431", "act-after-end", "the round was over", "the round was over ({how} at act {ended})"),
    ("DOM432", "round-cut-short", "the acts stop in mid-round and nothing says why", "the acts stop, but nobody is out and {able} can still move"),
    ("DOM433", "turn-skipped", "a seat neither played nor passed", "{skipped} neither played nor passed before {seat} acted"),
    ("DOM441", "late-act", "over the rules' clock", "{seat} took {took} seconds, {limit} are allowed"),
    ("DOM442", "bad-claim-call", "a claim for points that were not missed", "{seat} claimed points ({points}) that nobody missed"),
    ("DOM501", "wrong-play-points", "the points called for an act, or in play in a round, are wrong", "{what} is worth {due}, {claimed} was written{why}"),
    ("DOM502", "wrong-left", "the tiles or pips shown at the end are wrong", "{seat} is left with {due}, {claimed} was written"),
    ("DOM503", "wrong-ending", "the round ended otherwise", "the round is {due}, {claimed} was written"),
    ("DOM504", "wrong-round-winner", "somebody else won the round", "the winner of the round is {due}, {claimed} was written"),
    ("DOM505", "wrong-round-points", "the points of the round are wrong", "{problem}"),
    ("DOM506", "wrong-running-score", "the running total is wrong", "{problem}"),
    ("DOM507", "wrong-match-winner", "winner, how or by of the match is wrong", "the {what} of the match is {due}, {claimed} was written"),
    ("DOM508", "wrong-match-score", "the final score is wrong", "the final score of {side} is {due}, {claimed} was written"),
    ("DOM509", "round-after-match", "a round was played after the match was won", "the match was over in round {ended} ({how})"),
    ("DOM510", "match-not-over", "claimed over, but nobody has won it", "the match is claimed over, but nobody has won it{scores}"),
    ("DOM511", "wrong-bonus", "the bonus is wrong", "the bonus of {side} is {due}, {claimed} was written"),
    ("DOM512", "impossible-points", "a number that no round of these rules can be worth", "no round of {rules} is worth {claimed} points to {side}{why}"),
    ("DOM513", "wrong-leader-claim", "the leader written is not who led, or leads", "{problem}"),
    ("DOM601", "impossible-record", "no deal whatever explains the acts", "{problem}"),
    ("DOM602", "proven-false-pass", "the pass was false under every possible deal", "{problem}"),
    ("DOM603", "proven-draw-with-playable-tile", "the draw was false under every possible deal", "{problem}"),
    ("DOM604", "claim-out-of-bounds", "the points lie outside what any deal allows", "{problem}"),
    ("DOM605", "possible-false-pass", "some deals would make the pass false", "{problem}"),
    ("DOM901", "unversioned-rules", "the rule set is named without its version", "{rules} names no version; {used} is used"),
    ("DOM902", "passes-inferred", "passes that were not written are inferred", "passes inferred from the order of play: {passes}"),
    ("DOM903", "unverifiable-claim", "what is missing to decide something", "cannot be decided: {problem}"),
    ("DOM904", "redundant-pass", "passes after the round was blocked", "{seat} passed after the round was blocked"),
    ("DOM905", "ruled", "a ruling dealt with an irregular act", "ruled ({ruling}): {about}{reason}"),
)  # fmt: skip

_WARNINGS = {"DOM405", "DOM441"}
_NOTES = {"DOM605", "DOM901", "DOM902", "DOM903", "DOM904", "DOM905"}
NOT_YET: frozenset[str] = frozenset()
"""Codes of the contract that this version never reports."""


def _severity(code: str) -> Severity:
    if code in _WARNINGS:
        return Severity.WARNING
    return Severity.NOTE if code in _NOTES else Severity.ERROR


CODES: dict[str, Code] = {
    code: Code(code, slug, _severity(code), summary, message) for code, slug, summary, message in _ROWS
}
"""All codes, in order."""


UNJUDGED = ("DOM1", "DOM2")
"""Codes that begin so say that a record was not judged at all: no selection leaves them out, no setting makes them lighter."""


class NoSuchCode(ValueError):
    """What was given names no finding, or one that cannot be meant here; the text says so, with the nearest names."""


def codes_meant(words: Iterable[str], *, left_out: bool = False) -> tuple[str, ...]:
    """Codes and beginnings of codes, from what people write: ``DOM411``, ``dom4``, ``false-pass``.

    Args:
        words: one or more with commas between them in each; blanks and empty ones do not count.
        left_out: they are not to be reported, which is refused for those that say a record was not judged.

    Raises:
        NoSuchCode: for the first word that names nothing.

    >>> codes_meant(["dom4, false-pass", "DOM9"])
    ('DOM4', 'DOM411', 'DOM9')
    """
    by_slug = {row.slug: code for code, row in CODES.items()}
    found = []
    for word in ",".join(words).replace(" ", "").split(","):
        code = by_slug.get(word.lower(), word.upper())
        if not any(known.startswith(code) for known in CODES):
            raise NoSuchCode(f"there is no finding {word}{near(word, [*CODES, *by_slug])}")
        if left_out and code.startswith(UNJUDGED):
            raise NoSuchCode(f"{word} is always reported as it is: it says that a record was not judged")
        if word:
            found.append(code)
    return tuple(found)


def near(word: str, known: Iterable[str]) -> str:
    """``"; did you mean x or y?"`` or nothing."""
    from difflib import get_close_matches

    known = list(known)
    close = get_close_matches(word, known, n=3, cutoff=0.5) or get_close_matches(word.upper(), known, n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def manual() -> dict[str, str]:
    """The long documentation of each code, in Markdown, from ``manual.md`` (code -> text)."""
    from importlib.resources import files

    text = (files(__package__) / "manual.md").read_text(encoding="utf-8")
    sections = text.split("\n## ")[1:]
    return {section[:6]: section.split("\n", 1)[1].strip() for section in sections}
