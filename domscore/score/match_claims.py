"""Claims about the match: its end, its winner and its final scores, against what was worked out."""

from __future__ import annotations

from typing import Any

from domscore.findings.codes import Certainty
from domscore.findings.finding import Finding, joined
from domscore.play.table import Table
from domscore.record.models import MatchResult
from domscore.score.claims import Sheet, out_of_bounds
from domscore.score.match import MatchScore


def check_match(table: Table, result: MatchResult | None, match: MatchScore, sheet: Sheet) -> list[Finding]:
    """DOM507, DOM508 and DOM510: the claimed end of the match."""
    if result is None:
        return []
    found: list[Finding] = []
    fault = None if match.how == "abandoned" else sheet.any_fault  # nobody wins such a match, whatever the totals
    fields_set = result.model_fields_set
    over = match.over_in is not None or match.how in ("resigned", "inactive", "abandoned")
    claims_over = result.how == "target" or (result.how is None and result.winner is not None)
    if match.how is None:
        if claims_over and result.winner is not None and not _may_win(table, match, result.winner):
            able = joined([table.side_ids[side] for side in sorted(match.may_win or ())] + ["nobody"], "or")
            found.append(_wrong_match("winner", able, result.winner, fault))
            found[-1].certainty = Certainty.PROVEN
        elif result.how is not None or result.winner is not None:
            match.missing.append("the claimed end of the match")
    elif claims_over and not over:
        path = "/result/how" if result.how is not None else "/result/winner"
        totals = dict(zip(table.side_ids, match.final, strict=True))
        fields: dict[str, Any] = {"totals": totals, "target": table.target or "hand"}
        fields["scores"] = f" ({_at_most(table, match)})"
        found.append(Finding("DOM510", path, fields, cause=fault))
    else:
        if result.how is not None and result.how != match.how:
            found.append(_wrong_match("how", match.how, result.how, fault))
        due = None if match.winner is None else table.side_ids[match.winner]
        if "winner" in fields_set and not match.winner_known:
            match.missing.append("the claimed winner of the match")
        elif "winner" in fields_set and result.winner != due:
            found.append(_wrong_match("winner", due, result.winner, found[0] if found else fault))
        by = None if match.by is None else table.letters[match.by]
        if result.by is not None and result.by != by:
            found.append(_wrong_match("by", by, result.by, found[0] if found else None))
    return found + _final_scores(table, result, match, sheet)


def _at_most(table: Table, match: MatchScore) -> str:
    """The final scores in words, as far as they are known."""
    limits = match.final_limits or [(total, total) for total in match.final]
    known = [
        total if total is not None else "an unknown number" if most is None else f"at most {most}"
        for total, (_, most) in zip(match.final, limits, strict=True)
    ]
    return ", ".join(f"{total} to {side}" for side, total in zip(table.side_ids, known, strict=True))


def _may_win(table: Table, match: MatchScore, side: str) -> bool:
    return match.may_win is None or table.side_number[side] in match.may_win


def _wrong_match(what: str, due: str | None, claimed: str | None, cause: Finding | None) -> Finding:
    return Finding("DOM507", f"/result/{what}", {"what": what, "due": due, "claimed": claimed}, cause=cause)


def _final_scores(table: Table, result: MatchResult, match: MatchScore, sheet: Sheet) -> list[Finding]:
    found = []
    for side, claimed in (result.scores or {}).items():
        number = table.side_number[side]
        due = match.final[number]
        least, most = match.final_limits[number] if due is None and match.final_limits else (None, None)
        if least is not None and most is not None and not least <= claimed <= most:
            fields = out_of_bounds("final score", side, (least, most), claimed)
            found.append(Finding("DOM604", f"/result/scores/{side}", fields, cause=sheet.faults.get(number)))
            found[-1].certainty = Certainty.PROVEN
        elif due is None:
            match.missing.append(f"the claimed final score of {side}")
        elif claimed != due:
            carried = sheet.written[number] == claimed
            cause = sheet.faults.get(number) if carried else None
            fields = {"side": side, "due": due, "claimed": claimed}
            found.append(Finding("DOM508", f"/result/scores/{side}", fields, cause=cause))
    return found
