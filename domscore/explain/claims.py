"""What was written down about a round or the match, and where it differs from the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domscore.auditing import Watched
from domscore.explain.lines import Line
from domscore.findings.finding import Finding, causes_first, followed
from domscore.play.table import Table
from domscore.record.models import MatchResult
from domscore.score.match import MatchScore


class Claim(NamedTuple):
    """One thing that was written down.

    Attributes:
        words: ``"points A 10"``.
        path: JSON Pointer; findings at or below it are about this claim.
        checked: there was something to compare it with.
    """

    words: str
    path: str
    checked: bool


def claim_lines(table: Table, watched: Watched, findings: list[Finding]) -> list[Line]:
    """The claims of a round: right, wrong, or not to be checked."""
    return _sorted_out(_claims(table, watched), [f for f in findings if f.code.startswith("DOM5") and f.code != "DOM509"])


def match_claim_lines(table: Table, match: MatchScore, result: MatchResult | None, findings: list[Finding]) -> list[Line]:
    """The claims about the end of the match."""
    claims = []
    if result is not None:
        known = match.how is not None
        for name in ("how", "winner", "by"):
            if name in result.model_fields_set:
                checked = known and (name != "winner" or match.winner_known)
                claims.append(Claim(f"{name} {_said(getattr(result, name))}", f"/result/{name}", checked))
        claims += _by_side(table, "final score", result.scores, "/result/scores", match.final, known)
    return _sorted_out(claims, [f for f in findings if f.code.startswith("DOM5") and f.path.startswith("/result")])


def _sorted_out(claims: list[Claim], wrong: list[Finding]) -> list[Line]:
    right = [claim.words for claim in claims if claim.checked and not _about(claim, wrong)]
    open_ = [claim.words for claim in claims if not claim.checked and not _about(claim, wrong)]
    lines = []
    if right:
        lines.append(Line("claims-right", f"Written and right: {', '.join(right)}.", {"claims": right}))
    if open_:
        lines.append(Line("claims-open", f"Written, nothing to check it against: {', '.join(open_)}.", {"claims": open_}))
    return lines + [_difference(finding) for finding in causes_first(wrong)]


def _about(claim: Claim, wrong: list[Finding]) -> bool:
    return any(
        f.path == claim.path or f.path.startswith(f"{claim.path}/") or claim.path.startswith(f"{f.path}/") for f in wrong
    )


def _difference(finding: Finding) -> Line:
    fields = finding.fields
    where = f"act {finding.act}: " if finding.act is not None else ""
    values = {"number": finding.number, "code": finding.code, "due": fields.get("due"), "claimed": fields.get("claimed")}
    text = f"Written and wrong: {where}{finding.message} ({finding.code} {finding.slug}).{followed(finding)}"
    return Line("claim-wrong", text, values)


def _claims(table: Table, watched: Watched) -> list[Claim]:
    """Everything that the round claims. Without acts and hands the end is only echoed, and cannot be checked."""
    found, unverified = _written(table, watched), watched.judged.unverified
    at = len(watched.place.path)
    return [claim._replace(checked=claim.checked and claim.path[at:] not in unverified) for claim in found]


def _written(table: Table, watched: Watched) -> list[Claim]:
    """The claims of a round; ``checked`` as far as the round as a whole tells."""
    round_, judged, path = watched.round, watched.judged, watched.place.path
    score, result = judged.score, watched.round.result
    assert judged.shown is not None
    backed = judged.acted or judged.shown.anything
    found = []
    if round_.leader is not None:
        found.append(Claim(f"leader {round_.leader}", f"{path}/leader", judged.acted and score.leader is not None))
    ended = judged.state is not None and (judged.complete or judged.state.over is not None)
    for seat, left in (round_.left or {}).items():
        told = ended and not (judged.undetermined and score.left[table.letters.index(seat)] is None)
        words = " ".join(left) or "nothing" if isinstance(left, list) else f"{left} pips"
        found.append(Claim(f"left {seat} {words}", f"{path}/left/{seat}", told))
    if result is not None:
        if result.how is not None:
            found.append(Claim(f"ended {result.how}", f"{path}/result/how", judged.acted and score.how is not None))
        if "winner" in result.model_fields_set:
            found.append(Claim(f"winner {_said(result.winner)}", f"{path}/result/winner", backed and score.winner_known))
        found += _by_side(table, "points", result.points, f"{path}/result/points", score.points, backed)
        found += _by_side(table, "in play", result.in_play, f"{path}/result/in_play", score.in_play, judged.acted)
        found += _by_side(table, "bonus", result.bonuses, f"{path}/result/bonuses", score.bonuses, True)
    summed = backed or (result is not None and result.points is not None)
    found += _by_side(table, "total", round_.scores, f"{path}/scores", score.totals, summed)
    return found


def _by_side(
    table: Table,
    what: str,
    claimed: Mapping[str, int] | None,
    path: str,
    due: Sequence[int | None],
    checked: bool,
) -> list[Claim]:
    by_side = dict(zip(table.side_ids, due, strict=True))
    return [
        Claim(f"{what} {side} {value}", f"{path}/{side}", checked and by_side[side] is not None)
        for side, value in (claimed or {}).items()
    ]


def _said(name: str | None) -> str:
    return "nobody" if name is None else name
