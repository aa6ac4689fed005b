"""The last look before play: every seat and side named is at this table, and every act and ruling says what it must."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domscore.domino.seat import LETTERS
from domscore.findings.finding import Finding
from domscore.play.table import Table
from domscore.record.acts import Act, ActProblem, Kind, decode_all, decoded
from domscore.record.models import Record, Round


def decoded_rounds(table: Table, record: Record) -> tuple[list[list[Act]], list[Finding]]:
    """The acts of every round, decoded, and what is ill-formed about them (DOM201, DOM203, DOM208)."""
    found: list[Finding] = []
    return [_acts(found, round_, index, table) for index, round_ in enumerate(record.rounds)], found


def strange_names(table: Table, record: Record) -> list[Finding]:
    """DOM208: seats and sides named in the frame of the match that this table does not have."""
    found: list[Finding] = []
    seats, sides = set(table.letters), set(table.side_ids)
    if record.start is not None:
        _names(found, sides, "/start", record.start, {"leader": seats, "scores": sides})
    if record.result is not None:
        _names(found, sides, "/result", record.result, {"winner": sides, "by": seats, "scores": sides})
    return found


def strange_names_in_rounds(table: Table, record: Record) -> list[Finding]:
    """DOM208: seats and sides named in rounds, but for their acts, that this table does not have."""
    found: list[Finding] = []
    seats, sides = set(table.letters), set(table.side_ids)
    hands = seats | {"boneyard"}
    for index, round_ in enumerate(record.rounds):
        if not _plainly_right(round_, seats, sides, hands):
            path = f"/rounds/{index}"
            keys = {"deal": hands, "leader": seats, "left": seats, "scores": sides}
            _names(found, sides, path, round_, keys)
            ends = {"winner": sides, "points": sides, "bonuses": sides, "in_play": sides}
            _names(found, sides, f"{path}/result", round_.result, ends)
    return found


def _plainly_right(round_: Round, seats: set[str], sides: set[str], hands: set[str]) -> bool:
    """The usual case, quickly."""
    result = round_.result
    return (
        (round_.deal is None or round_.deal.keys() <= hands)
        and (round_.left is None or round_.left.keys() <= seats)
        and (round_.scores is None or round_.scores.keys() <= sides)
        and (round_.leader is None or round_.leader in seats)
        and (
            result is None
            or (
                (result.winner is None or result.winner in sides)
                and (result.points is None or result.points.keys() <= sides)
                and (result.in_play is None or result.in_play.keys() <= sides)
                and (result.bonuses is None or result.bonuses.keys() <= sides)
            )
        )
    )


def _names(found: list[Finding], sides: set[str], path: str, part: object, keys: Mapping[str, set[str]]) -> None:
    """Report every name in the fields of a part that this table does not have."""
    for key, known in keys.items():
        value = getattr(part, key, None)
        named: Iterable[str] = [value] if isinstance(value, str) else (value or ())
        for name in named:
            if name not in known:
                where = f"{path}/{key}" if isinstance(value, str) else f"{path}/{key}/{name}"
                kind = "side" if known is sides else "seat"
                fields = {"kind": kind, "name": name, "known": _known(known)}
                found.append(Finding("DOM208", where, fields, key=not isinstance(value, str), **_round_of(path)))


def _known(names: set[str]) -> str:
    return ", ".join(sorted(names - {"boneyard"}))


def _round_of(path: str) -> dict[str, Any]:
    parts = path.split("/")
    return {"round": int(parts[2]) + 1} if parts[1] == "rounds" else {}


def _acts(found: list[Finding], round_: Round, index: int, table: Table) -> list[Act]:
    if not round_.acts:
        return []
    path = f"/rounds/{index}/acts"
    try:
        acts = decode_all(round_.acts)
    except ActProblem:
        acts = []
        for number, written in enumerate(round_.acts):
            try:
                acts.append(decoded(written))
            except ActProblem as problem:
                found.append(_bad_act(problem, f"{path}/{number}", index, number))
        return acts
    players = table.players
    if any(act.seat >= players for act in acts):
        for number, act in enumerate(acts):
            if act.seat >= players:
                fields = {"kind": "seat", "name": LETTERS[act.seat], "known": ", ".join(table.letters)}
                found.append(Finding("DOM208", f"{path}/{number}", fields, round=index + 1, act=number + 1))
    if any(act.kind is Kind.RULING for act in acts):
        _rulings(found, acts, path, index, table)
    return acts


def _bad_act(problem: ActProblem, path: str, index: int, number: int) -> Finding:
    place: dict[str, Any] = {"round": index + 1, "act": number + 1}
    if problem.code == "DOM201":
        return Finding("DOM201", path, {"field": problem.key or "play, draw, pass, claim, resign or ruling"}, **place)
    where = path if problem.key is None else f"{path}/{problem.key}"
    return Finding("DOM203", where, {"problem": problem.problem, "nearest": ""}, **place)


def _rulings(found: list[Finding], acts: list[Act], path: str, index: int, table: Table) -> None:
    """A ruling names a side of this table, and one about an act has an act to speak of."""
    standing = 0
    for number, act in enumerate(acts):
        if act.kind is not Kind.RULING:
            standing += 1
            continue
        extra: Mapping[str, Any] = act.extra or {}
        place: dict[str, Any] = {"round": index + 1, "act": number + 1}
        side = extra.get("side")
        if side is not None and side not in table.side_number:
            fields = {"kind": "side", "name": side, "known": ", ".join(table.side_ids)}
            found.append(Finding("DOM208", f"{path}/{number}/side", fields, **place))
        if extra["ruling"] in ("stands", "taken_back") and standing == 0:
            problem = f"there is no act before this ruling for {extra['ruling']!r} to speak of"
            found.append(Finding("DOM203", f"{path}/{number}/ruling", {"problem": problem, "nearest": ""}, **place))
        if extra["ruling"] == "taken_back":
            standing = max(0, standing - 1)
