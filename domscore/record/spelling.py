"""What somebody probably meant: acts, tiles, seats and words that the format spells otherwise. Never applied, only offered.

>>> act_meant("Ana 4–1 r", ["Ana", "Bo"]), act_meant("B knocks"), act_meant("b draws 2"), act_meant("B [6|4] on the 6")
('A 4-1 R', 'B pass', 'B draw x2', 'B 6-4 on 6')
>>> act_meant("what?") is None, tile_meant("6|4"), seat_meant("bo", ["Ana", "Bo"])
(True, '6-4', 'B')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from domscore.domino.seat import LETTERS
from domscore.record.models import ACT_PATTERN

ENDINGS = {
    "out": "out", "went out": "out", "domino": "out", "blocked": "blocked", "block": "blocked", "closed": "blocked",
    "jammed": "blocked", "locked": "blocked", "target": "target", "resigned": "resigned", "void": "void", "lost": "lost",
    "unfinished": "unfinished",
}  # fmt: skip
"""How a round ended, by the words that tables use for it."""
_KEYS = {
    "hands": "deal", "dealt": "deal", "moves": "acts", "plays": "acts", "turns": "acts", "actions": "acts",
    "lead": "leader", "opener": "leader", "remaining": "left", "totals": "scores", "total": "scores", "tile": "play",
    "player": "seat", "who": "seat", "place": "end", "side_ids": "sides", "teams": "sides", "partners": "sides",
    "hand": "rounds", "games": "rounds", "deals": "rounds", "name": "id", "notes": "note", "time": "at", "ended": "how",
    "reason": "how", "score": "scores", "comment": "meta", "date": "meta", "note": "meta", "names": "players",
    "ruleset": "rules", "rule_set": "rules", "version": "format",
}  # fmt: skip
_LONGEST = 80
_LIKE = 0.6
_PLAIN = re.compile(ACT_PATTERN)
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−⁃➖"), "-")
_LOOKALIKES = str.maketrans("ΑΒΕΗΙАВСЕНІѕ", "ABEHIABCEHIs")
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "blank": 0, "zero": 0}
_TILE = r"(?:double[ -]?(?P<double>\d)|[\[({]?(?P<first>\d{1,2})\s*[-|/:.,;_ ]\s*(?P<second>\d{1,2})[\])}]?|(?P<both>\d\d))"
_END = r"(?P<end>left|right|up|upper|top|down|lower|bottom|[lrudtb])(?: (?:end|side|hand))*"
_ON = r"(?P<on>\d{1,2}\s*[-|/:]\s*\d{1,2}|\d{1,2})"
_AT = r"(?:at|on|to|onto|against|by)(?: the)? ?"
_PLACE = rf"(?:[ ,;-]*(?:{_AT})?{_END}\b|[ -]*{_AT}{_ON}| [x?])"
_POINTS = r"[ (]*\+? ?(?P<points>\d{1,9}) ?(?:points?|pts?|p)?\.?\)?"
_PLAY = re.compile(rf"(?:(?:play|plays|played|lays|laid|set|sets|leads|puts)\b ?)?{_TILE}(?:{_PLACE})?(?:{_POINTS})?")
_PASS = re.compile(r"(?:pass\w*|knock\w*|skip\w*|paso|pasa|toque|taps?|go|goes|no|none|nothing|k|p|x|-+)[.!]?")
_DRAW = re.compile(
    r"(?:draws?|drew|drawn|buys?|bought|takes?|took|picks?(?: up)?)\b ?"
    rf"(?:{_TILE}|x ?(?P<times>[1-9]\d{{0,2}})|[?] ?x ?(?P<unseen>\d{{1,3}})|"
    r"(?P<count>[1-9]\d{0,2})(?: ?x| tiles?| bones?)?|[?-]|a tile|one|unknown|unseen)?"
)
_CLAIM = re.compile(r"(?:claim\w*|muggins)!? ?\+? ?(?P<points>\d{1,9})(?: ?(?:points?|pts?))?")
_RESIGN = re.compile(r"(?:resign\w*|gives? up|quits?|forfeits?|concedes?)[.!]?")


def _plain(text: str) -> str:
    """One dash, one kind of blank, plain digits and letters."""
    return " ".join(unicodedata.normalize("NFKC", text.translate(_DASHES)).translate(_DASHES).split())


def seat_meant(text: object, players: Sequence[str]) -> str | None:
    """The letter of the seat that is written by its player's name, in lower case, or in letters of another alphabet."""
    if not isinstance(text, str) or not text.strip() or len(text) > _LONGEST:
        return None
    plain = _plain(text)
    named = [seat for seat, player in enumerate(players[: len(LETTERS)]) if _plain(player).casefold() == plain.casefold()]
    if len(named) == 1:
        return LETTERS[named[0]]
    letter = plain.translate(_LOOKALIKES).upper()
    return letter if len(letter) == 1 and letter in LETTERS[: len(players) or None] else None


def tile_meant(text: object) -> str | None:
    """The tile that is written otherwise than 6-4."""
    if not isinstance(text, str | int) or len(str(text)) > _LONGEST:
        return None
    found = re.fullmatch(_TILE, _words_as_numbers(_plain(str(text)).lower()))
    return None if found is None else _tile(found)


def act_meant(text: object, players: Sequence[str] = ()) -> str | None:
    """The act that somebody probably meant, in its spelling; None where that is anybody's guess.

    Args:
        text: whatever stood in the record.
        players: the names at the table, which many write instead of the seat's letter.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        return None
    for seat, rest in _begun(_plain(text), players):
        body = _body(_words_as_numbers(rest.lower()).strip())
        if body and _PLAIN.match(guess := f"{seat} {body}"):
            return guess
    return None


def _begun(text: str, players: Sequence[str]) -> Iterable[tuple[str, str]]:
    """The seat that a text begins with, and the rest."""
    for player in sorted(players, key=len, reverse=True):
        name = _plain(player)
        seat = seat_meant(player, players)
        if name and seat and text.casefold().startswith(name.casefold()):
            found = re.match(r"[ :,;.)'-]+", text[len(name) :])
            if found:
                yield seat, text[len(name) + found.end() :]
    found = re.match(r"(?i)(?:seat |player )?([a-jΑΒΕΗΙАВСЕНІ])(?:[ :,;.)]+(?:- )?|(?=\d))", text)
    if found:
        yield found[1].translate(_LOOKALIKES).upper(), text[found.end() :]


def _words_as_numbers(text: str) -> str:
    return re.sub(r"[a-z]+", lambda found: str(_NUMBERS.get(found[0], found[0])), text)


def _body(text: str) -> str | None:
    """What is written after the seat."""
    if _PASS.fullmatch(text):
        return "pass"
    if _RESIGN.fullmatch(text):
        return "resign"
    if found := _CLAIM.fullmatch(text):
        return f"claim +{int(found['points'])}"
    if found := _DRAW.fullmatch(text):
        return _draw(found)
    if found := _PLAY.fullmatch(text.replace(",", " ") if text.count(",") > 1 else text):
        return _play(found)
    return None


def _draw(found: re.Match[str]) -> str:
    number = found["times"] or found["unseen"] or found["count"]
    if number is not None:
        return f"draw x{int(number)}" if int(number) > 1 else "draw ?"
    return f"draw {_tile(found) or '?'}"


def _play(found: re.Match[str]) -> str:
    tile = _tile(found)
    assert tile is not None
    place, points = "", found["points"]
    if found["end"]:
        letter = found["end"][0].upper()
        place = " D" if found["end"] == "bottom" else f" {'U' if letter == 'T' else 'D' if letter == 'B' else letter}"
    elif found["on"]:
        place = " on " + "-".join(str(int(half)) for half in re.split(r"\D+", found["on"]))
    elif points is not None and "+" not in found[0] and points in tile.split("-"):
        place, points = f" on {points}", None
    return f"{tile}{place}{'' if points is None else f' +{int(points)}'}"


def _tile(found: re.Match[str]) -> str | None:
    if found["double"]:
        return f"{found['double']}-{found['double']}"
    if found["both"]:
        return f"{found['both'][0]}-{found['both'][1]}"
    return None if found["first"] is None else f"{int(found['first'])}-{int(found['second'])}"


def key_meant(key: str, known: Sequence[str]) -> str | None:
    """The key of a record, a rule set or the like that somebody misspelt; None where none is near.

    >>> key_meant("Acts", ["acts", "acts_complete"]), key_meant("moves", ["acts", "scores"]), key_meant("x", ["acts"])
    ('acts', 'acts', None)
    """
    plain = key.strip().lower().replace("-", "_").replace(" ", "_")
    by_plain = {name.lower(): name for name in known}
    if plain in by_plain:
        return by_plain[plain]
    if _KEYS.get(plain) in known:
        return _KEYS[plain]
    close = get_close_matches(plain, by_plain, n=1, cutoff=_LIKE)
    return by_plain[close[0]] if close else None


def word_meant(word: object, known: Sequence[str]) -> str | None:
    """One of a few words that a value may be, such as ``out``.

    >>> word_meant("Closed", ["out", "blocked"]), word_meant("blokced", ["out", "blocked"]), word_meant(5, ["out"])
    ('blocked', 'blocked', None)
    """
    if not isinstance(word, str) or len(word) > _LONGEST:
        return None
    plain = _plain(word).lower()
    by_plain = {name.lower(): name for name in known}
    if ENDINGS.get(plain) in known:
        return ENDINGS[plain]
    if plain[:1] in ("l", "r", "u", "d") and plain in ("left", "right", "up", "down") and plain[0].upper() in known:
        return plain[0].upper()
    close = get_close_matches(plain, by_plain, n=1, cutoff=_LIKE)
    return by_plain[close[0]] if close else None
