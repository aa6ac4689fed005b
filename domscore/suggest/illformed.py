"""Slips in the form of a record: acts and values in another spelling, seats and sides that the table does not have.

Such a record is not replayed, so a correction is weighed by judging the whole corrected record: the best is the one after
which the least is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from pydantic_core import to_json

from domscore.auditing import audit
from domscore.domino.seat import LETTERS
from domscore.findings.codes import Severity
from domscore.findings.finding import Finding
from domscore.record.acts import is_act
from domscore.record.edits import changed, parts_of
from domscore.record.spelling import ENDINGS, act_meant, seat_meant, tile_meant, word_meant
from domscore.report.suggestion import Suggestion
from domscore.rules.model import Rules
from domscore.suggest.claims import value_at
from domscore.suggest.hypothesis import Hypothesis, WrittenAct, replaced

ROOTS = 20
"""Ill-formed places that are looked at in one record."""
BYTES = 20_000_000
"""So many bytes of corrected records are judged at most."""
_SPELT = "wrong-spelling"
_STRANGE = "unknown-seat"
_LONGEST = 80


def ill_formed(raw: dict[str, Any], findings: list[Finding], rules: Rules | None) -> list[Suggestion]:
    """For each ill-formed place the corrections after which the least is wrong.

    Args:
        raw: the record's JSON value.
        findings: what is wrong with its form.
        rules: to use instead of those it names.
    """
    left = BYTES // max(1, len(to_json(raw)))
    found: list[Suggestion] = []
    for root in [finding for finding in findings if finding.code in ("DOM203", "DOM208")][:ROOTS]:
        tried = []
        for hypothesis in _hypotheses(raw, root):
            left -= 1
            after = _after(raw, hypothesis, rules) if left >= 0 else None
            if after is not None and not _there(root, after):
                tried.append((hypothesis, after))
        found += _offered(root, findings, tried)
    return found


def _after(raw: dict[str, Any], hypothesis: Hypothesis, rules: Rules | None) -> list[Finding]:
    data = to_json(changed(raw, hypothesis.edits))
    return [finding for finding in audit(data, rules).findings if finding.severity is not Severity.NOTE]


def _there(root: Finding, findings: list[Finding]) -> bool:
    """The place is still ill-formed."""
    return any(finding.path == root.path and finding.code[:4] == "DOM2" for finding in findings)


def _offered(root: Finding, findings: list[Finding], tried: list[tuple[Hypothesis, list[Finding]]]) -> list[Suggestion]:
    """Those that leave the least wrong; the others are of no use."""
    least = min((len(after) for _, after in tried), default=0)
    best = [(hypothesis, after) for hypothesis, after in tried if len(after) == least]
    return [
        Suggestion(
            finding=root,
            kind=hypothesis.kind,
            words=hypothesis.words,
            edits=hypothesis.edits,
            explains=[one for one in findings if one is root or (one.path == root.path and not _there(one, after))],
            remaining=len(after),
            round=root.round,
            act=root.act,
            rivals=len(best) - 1,
        )
        for hypothesis, after in best
    ]


def _hypotheses(raw: dict[str, Any], root: Finding) -> Iterator[Hypothesis]:
    """What may have been meant at an ill-formed place."""
    parts = parts_of(root.path)
    value = value_at(raw, root.path)
    act = root.act is not None and parts[2:3] == ["acts"]
    if root.code == "DOM208" and act and len(parts) == 4:
        for letter in LETTERS[: len(_players(raw))]:
            written = WrittenAct(root.path, value)
            yield Hypothesis(_STRANGE, (written.with_seat(letter),), f'it was {letter} who acted in "{written}"')
    elif root.code == "DOM208":
        yield from _other_name(raw, root, parts)
    elif act and len(parts) == 4 and isinstance(value, str):
        for text in _acts_meant(value, _players(raw)):
            yield Hypothesis(_SPELT, (replaced(root.path, value, text),), f'"{value}" is {text}')
    else:
        for meant in _values_meant(value, _players(raw)):
            yield Hypothesis(_SPELT, (replaced(root.path, value, meant),), f"{value!r} is {meant!r}")


def _players(raw: dict[str, Any]) -> list[str]:
    players = raw.get("players")
    return [str(name) for name in players] if isinstance(players, list) else []


def _acts_meant(text: str, players: list[str]) -> Iterator[str]:
    """Acts that a text may stand for: what somebody probably meant, without a place that is none, with a seat added.

    >>> list(_acts_meant("a 64 l", ["Ana", "Bo"])), list(_acts_meant("6-4 R", ["Ana", "Bo"]))
    (['A 6-4 L'], ['A 6-4 R', 'B 6-4 R'])
    >>> list(_acts_meant("A 6-4 middle", ["Ana", "Bo"])), list(_acts_meant("K pass", ["Ana", "Bo"]))
    (['A 6-4'], ['A pass', 'B pass'])
    """
    bare = re.sub(r"(?<=\d-\d) +[A-Za-z]+.*", "", text)
    spaced = re.sub(r"(?i)^\s*([a-j])(?=draw|pass|\d)", r"\1 ", text)
    meant = next((one for one in map(partial(_act, players=players), (text, bare, spaced)) if one is not None), None)
    if meant is not None:
        yield meant
        return
    rest = re.sub(r"^\s*[A-Za-z]?\s+", "", text)
    found = (_act(f"{letter} {each}", players) for letter in LETTERS[: len(players)] for each in dict.fromkeys((text, rest)))
    yield from dict.fromkeys(one for one in found if one is not None)


def _act(text: str, players: list[str]) -> str | None:
    return text if is_act(text) else act_meant(text, players)


def _values_meant(value: Any, players: list[str]) -> Iterator[Any]:  # noqa: ANN401 - any JSON value
    """A tile, a number, a seat or a word in another spelling.

    >>> list(_values_meant("6:4", [])), list(_values_meant("12", [])), list(_values_meant(5.0, []))
    (['6-4'], [12, '1-2'], [5])
    >>> list(_values_meant("Closed", [])), list(_values_meant("Bo", ["Ana", "Bo"]))
    (['blocked'], ['B'])
    """
    if isinstance(value, float) and value.is_integer():
        yield int(value)
    if not isinstance(value, str) or len(value) > _LONGEST:
        return
    if re.fullmatch(r"\s*-?\d{1,9}\s*", value):
        yield int(value)
    known = list(ENDINGS.values())
    yield from (
        one for one in (tile_meant(value), seat_meant(value, players), word_meant(value, known)) if one not in (None, value)
    )


def _other_name(raw: dict[str, Any], root: Finding, parts: list[str]) -> Iterator[Hypothesis]:
    """Another seat or side was meant: where it is a value, another value; where it is a key, another key."""
    name, known = root.fields["name"], str(root.fields["known"]).split(", ")
    value = value_at(raw, root.path)
    for other in known:
        if not root.key and value == name:
            yield Hypothesis(_STRANGE, (replaced(root.path, name, other),), f"{parts[-1]}: {other} was meant, not {name}")
        elif root.key:
            path = root.path.rpartition("/")[0]
            names = value_at(raw, path)
            if other not in names:
                renamed = {other if key == name else key: each for key, each in names.items()}
                words = f"{parts[-2]}: {other} was meant, not {name}"
                yield Hypothesis(_STRANGE, (replaced(path, names, renamed),), words)
