"""Slips in numbers and other claims: misadded, digits swapped, carried on, or simply not what the record comes to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from domscore.findings.finding import Finding
from domscore.play.state import How
from domscore.record.edits import Edit, parts_of
from domscore.score.ledger import RoundScore
from domscore.suggest.hypothesis import Hypothesis, WrittenAct, replaced

CARRIED = ("DOM506", "DOM508")
"""Totals: a mistake in one of them is carried on to the next."""
_SIMPLE = ("DOM503", "DOM504", "DOM506", "DOM507", "DOM508", "DOM511", "DOM513")


class Sheet(NamedTuple):
    """Where claims stand.

    Attributes:
        raw: the record's JSON value.
        sides: side ids, in order.
        score: the round in question, scored; None for the match.
    """

    raw: dict[str, Any]
    sides: tuple[str, ...]
    score: RoundScore | None


def corrected(sheet: Sheet, root: Finding, followers: list[Finding]) -> Iterator[Hypothesis]:
    """What was written becomes what the record comes to: at a wrong claim, and at all that carry it on.

    Args:
        sheet: where the claim stands.
        root: a root cause.
        followers: the findings that follow from it.
    """
    edits = _edits(sheet, root)
    if not edits:
        return
    numeric = all(_number(edit.before) is not None for edit in edits)
    kind = "wrong-number" if numeric else "wrong-claim"
    position = None if root.act is None else root.act - 1
    yield Hypothesis(kind, tuple(edits), _said(edits[0]), position)
    carried = [edit for follower in followers if follower.code in CARRIED for edit in _edits(sheet, follower)]
    if carried and root.code in (*CARRIED, "DOM501", "DOM505", "DOM512"):
        yield Hypothesis("carried-number", (*edits, *carried), f"{_said(edits[0])}, and carried on", position)
    if root.code == "DOM506":
        yield from _points_instead(sheet.raw, root)


def _edits(sheet: Sheet, finding: Finding) -> list[Edit]:
    """The edits that make one wrong claim right; empty where what is right is not a simple value."""
    path, due = finding.path, finding.fields.get("due")
    written = value_at(sheet.raw, path)
    if finding.code == "DOM501" and finding.act is not None:
        return [WrittenAct(path, written).with_points(finding.fields["due"])]
    if finding.code == "DOM502":
        return _left(path, written, due)
    if finding.code in ("DOM501", "DOM505", "DOM512"):
        return _by_side(sheet, path)
    if finding.code == "DOM510":
        return _not_over(sheet.raw)
    known = "due" in finding.fields and due != written and (finding.code != "DOM503" or due in set(How))
    return [replaced(path, written, due)] if finding.code in _SIMPLE and known else []


def _left(path: str, written: Any, due: Any) -> list[Edit]:  # noqa: ANN401
    if isinstance(written, int) and isinstance(due, str) and due.split(" ")[0].isdecimal():
        return [replaced(path, written, int(due.split(" ")[0]))]
    if not isinstance(due, list) or not isinstance(written, list) or _one_misread(set(written), set(due)):
        return []
    return [replaced(path, written, due)]


def _one_misread(written: set[str], due: set[str]) -> bool:
    """One tile is another one with the same half: a slip of its own kind."""
    wrong, right = written - due, due - written
    return len(wrong) == len(right) == 1 and not set(wrong.pop().split("-")).isdisjoint(right.pop().split("-"))


def _by_side(sheet: Sheet, path: str) -> list[Edit]:
    """Points of sides, of the end of the round or in play; the sides missing from the claim stand at 0 there."""
    parts = path.split("/")
    key = next((part for part in parts if part in ("points", "in_play")), None)
    if sheet.score is None or key is None:
        return []
    path = "/".join(parts[: parts.index(key) + 1])
    claimed = value_at(sheet.raw, path)
    due = dict(zip(sheet.sides, sheet.score.points if key == "points" else sheet.score.in_play, strict=True))
    wrong = {side: points for side, points in due.items() if points not in (None, claimed.get(side, 0))}
    if wrong.keys() <= claimed.keys():
        return [replaced(f"{path}/{side}", claimed[side], points) for side, points in wrong.items()]
    return [replaced(path, claimed, {**claimed, **wrong})]


def _not_over(raw: dict[str, Any]) -> list[Edit]:
    result = raw.get("result") or {}
    edits = []
    if "how" in result and result["how"] != "unfinished":
        edits.append(replaced("/result/how", result["how"], "unfinished"))
    if result.get("winner") is not None:
        edits.append(replaced("/result/winner", result["winner"], None))
    return edits


def _points_instead(raw: dict[str, Any], root: Finding) -> Iterator[Hypothesis]:
    """On a score sheet without acts and tiles: the total is right, and the points of the round were written wrong."""
    parts = parts_of(root.path)
    if len(parts) < 2 or "due" not in root.fields:
        return
    round_ = raw["rounds"][int(parts[1])]
    points = (round_.get("result") or {}).get("points")
    side = root.fields["side"]
    if round_.get("acts") or round_.get("left") or not isinstance(points, dict) or side not in points:
        return
    meant = points[side] + root.fields["claimed"] - root.fields["due"]
    edit = replaced(f"/rounds/{parts[1]}/result/points/{side}", points[side], meant)
    yield Hypothesis("wrong-number", (edit,), _said(edit))


def value_at(raw: Any, pointer: str) -> Any:  # noqa: ANN401 - any JSON value
    """The value that a JSON Pointer names; None where there is none."""
    for part in parts_of(pointer):
        if isinstance(raw, list):
            raw = raw[int(part)] if part.isdecimal() and int(part) < len(raw) else None
        elif isinstance(raw, dict):
            raw = raw.get(part)
    return raw


def _number(value: Any) -> int | None:  # noqa: ANN401
    """A number, or the one that an act calls."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    words = str(value).split(" ")
    return int(words[-1]) if isinstance(value, str) and words[-1].lstrip("+").isdecimal() else None


def digits_swapped(edit: Edit) -> bool:
    """Both numbers have the same digits in another order.

    >>> digits_swapped(replaced("", 31, 13)), digits_swapped(replaced("", 31, 14))
    (True, False)
    """
    before, after = _number(edit.before), _number(edit.after)
    if before is None or after is None or before == after:
        return False
    return sorted(str(before)) == sorted(str(after))


def _said(edit: Edit) -> str:
    place = " ".join(part for part in parts_of(edit.path)[2:] if not part.isdecimal()) or edit.path[1:].replace("/", " ")
    before, after = _in_words(edit.before), _in_words(edit.after)
    why = " (digits swapped)" if digits_swapped(edit) else ""
    return f"{place}: {before} was written for {after}{why}"


def _in_words(value: Any) -> str:  # noqa: ANN401
    if value is None:
        return "nobody"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "no tile"
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return str(value)
