"""What is said of a record that leaves things out, against what really happened."""

from __future__ import annotations

from random import Random
from typing import Any

from domscore.findings.codes import Severity
from domscore.report.report import Report
from domscore.score.ledger import RoundScore


def thinned(record: dict[str, Any], random: Random) -> dict[str, Any]:
    """A record with more left out: hands, faces, tiles turned up, ends, passes, draws, claims; some of these or all."""
    gone = {what for what in ("deal", "faces", "left", "ends", "passes", "draws", "result") if random.random() < 0.4}
    recording = record.get("recording", {}) | {what: "implied" for what in ("passes", "draws") if what in gone}
    rounds = [{**one, "acts": _acts(one["acts"], gone)} for one in record["rounds"]]
    kept = [{key: value for key, value in one.items() if key not in gone} for one in rounds]
    return {**record, **({"recording": recording} if recording else {}), "rounds": kept}


def bare(record: dict[str, Any]) -> dict[str, Any]:
    """A record of which nobody saw a hand, a face that was drawn, or a tile turned up."""
    rounds = [{**one, "acts": _acts(one["acts"], {"faces"})} for one in record["rounds"]]
    return {**record, "rounds": [{key: one[key] for key in one if key not in ("deal", "left")} for one in rounds]}


def _acts(acts: list[str], gone: set[str]) -> list[str]:
    found = []
    for act in acts:
        words = act.split(" ")
        what = {"pass": "passes", "draw": "draws"}.get(words[1], "plays")
        if what not in gone:
            short = "faces" in gone if what == "draws" else "ends" in gone
            found.append(" ".join(words[:2]) if short else act)
    return found


def accusations(report: Report) -> list[str]:
    """The errors of a report."""
    return [f"{f.code} {f.message}" for f in report.findings if f.severity is Severity.ERROR]


def contradictions(truth: Report, seen: Report) -> list[str]:
    """What a report says that the report of the whole, legal record denies."""
    found = [f"accused: {one}" for one in accusations(seen)]
    for whole, part in zip(truth.scores, seen.scores, strict=True):
        for what in ("how", "points", "in_play", "totals"):
            _same(found, f"round {whole.number} {what}", getattr(whole, what), getattr(part, what))
        if part.winner_known and part.winner != whole.winner:
            found.append(f"round {whole.number}: winner {part.winner}, really {whole.winner}")
        found += _hidden(whole, part)
    return found


def _same(found: list[str], what: str, due: Any, said: Any) -> None:
    pairs = zip(due, said, strict=True) if isinstance(due, list) else [(due, said)]
    if any(one is not None and one != right for right, one in pairs):
        found.append(f"{what}: {said}, really {due}")


def _hidden(whole: RoundScore, part: RoundScore) -> list[str]:
    found = []
    for seat, names in enumerate(whole.left):
        if names is None:
            continue
        pips = sum(sum(map(int, name.split("-"))) for name in names)
        if part.bounds and part.bounds[seat] is not None and not part.bounds[seat][0] <= pips <= part.bounds[seat][1]:
            found.append(f"round {whole.number}: seat {seat} holds {part.bounds[seat]} pips, really {pips}")
        if part.hidden and not set(part.hidden[seat][0]) <= set(names) <= set(part.hidden[seat][1]):
            found.append(f"round {whole.number}: seat {seat} holds {part.hidden[seat]}, really {names}")
        left = part.left[seat]
        if left is not None and (("?" not in left and sorted(left) != sorted(names)) or len(left) != len(names)):
            found.append(f"round {whole.number}: seat {seat} is left with {left}, really {names}")
    return found
