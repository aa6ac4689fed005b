"""Suggestions and penalties in explanations: every number worked out again from the record and the published table."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from domscore import audit
from domscore.cli import app
from domscore.explain.lines import Line, Part
from domscore.explain.matches import Explainer
from domscore.rules.penalties import table_named, table_names
from domscore.suggest import suggestions

SAMPLES = Path(__file__).parents[2] / "samples"
PASSED = "illegal/DOM411-false-pass"
"""A passes at act 5 holding 5-4, 3-3, 4-1, 2-0 and 1-0, and goes out for the ten pips of the 5-5."""
HELD = 9 + 6 + 5 + 2 + 1


def record(name: str, penalties: Any = None, **rules: Any) -> dict[str, Any]:
    """A sample under its own rules with these penalties."""
    value: dict[str, Any] = json.loads((SAMPLES / f"{name}.domino.json").read_bytes())
    base = value["rules"] if isinstance(value["rules"], dict) else {"base": value["rules"]}
    value["rules"] = {**base, **({} if penalties is None else {"penalties": penalties}), **rules}
    return value


def explained(value: dict[str, Any]) -> Explainer:
    """A record, ready to be explained."""
    return Explainer(json.dumps(value).encode())


def part_of(parts: list[Part], kind: str) -> Part | None:
    """The part of this kind."""
    return next((part for part in parts if part.kind == kind), None)


def lines_of(parts: list[Part], kind: str, line: str) -> list[Line]:
    """The lines of one kind of a part."""
    part = part_of(parts, kind)
    return [] if part is None else [one for one in part.lines if one.kind == line]


# penalties


@pytest.mark.parametrize("name", table_names())
@pytest.mark.parametrize("target", [50, 150, 400])
def test_penalty_by_every_published_table_is_worked_out_again(name: str, target: int) -> None:
    """Amount, who pays or gets it, what becomes of the hand, and the totals, from the published row alone."""
    whole = explained(record(PASSED, name, target=target, targets="any"))
    rows = {row.infraction.value: row for row in table_named(name).rows}
    row = rows.get("false-pass")
    parts = whole.match()
    found = lines_of(parts, "penalties", "penalty")
    if row is None:
        assert found == []
        return
    (line,) = found
    due = 0
    if row.amount is not None:
        share = round(target * (row.amount.percent_of_target or 0) / 100 + 1e-9)
        due = max(row.amount.fixed or 0, share, HELD if row.amount.pips_in_hand else 0)
    lost, stops = row.hand.value == "lost", row.hand.value != "plays-on"
    end = {"A": 0 if stops else 10, "B": HELD if lost else 0}
    has = end["A"]
    given = row.goes.value == "given" or (row.goes.value == "taken-or-given" and has < due)
    expected = {"A": end["A"] - (0 if given else due), "B": end["B"] + (due if given else 0)}
    totals = {one.values["side"]: one.values["total"] for one in lines_of(parts, "penalties", "running")}
    assert (totals or {"A": 10, "B": 0}) == expected
    if due:
        assert line.values["points"] == ({"B": due} if given else {"A": -due})
        assert f"{due} points" in line.text
    assert row.source in line.text
    assert line.values["applied"] is True
    plain = lines_of(parts, "round", "running")
    assert {one.values["side"]: one.values["total"] for one in plain} == {"A": 10, "B": 0}


def test_amount_is_told_with_its_arithmetic() -> None:
    """30 points or 20% of 400, whichever is more; 50 or the pips in hand."""
    parts = explained(record(PASSED, "rocoh", target=400, targets="any")).act(1, 5)
    assert [one.text for one in lines_of(parts, "penalties", "amount")] == [
        "30, or 20% of 400 = 80: the greatest is 80 points."
    ]
    table = {"rows": [{"infraction": "false-pass", "amount": {"fixed": 10, "pips_in_hand": True}}]}
    parts = explained(record(PASSED, table)).act(1, 5)
    assert [one.text for one in lines_of(parts, "penalties", "amount")] == [
        f"10, or {HELD} in pips: the greatest is {HELD} points."
    ]


def test_penalty_of_an_act_is_told_at_the_act_and_its_round_only() -> None:
    """Another act has none; the round and the match have it."""
    whole = explained(record(PASSED, "rocoh"))
    assert lines_of(whole.act(1, 5), "penalties", "penalty")
    assert part_of(whole.act(1, 4), "penalties") is None
    assert lines_of(whole.round(1), "penalties", "penalty")


def test_waived_penalty_says_why() -> None:
    """The referee ruled already: there is no penalty, and the totals are not told again."""
    whole = Explainer((SAMPLES / "disputes/penalty-ruled-already.domino.json").read_bytes())
    parts = whole.match()
    assert "no penalty: the referee ruled on it (act 6)" in lines_of(parts, "penalties", "penalty")[0].text
    assert lines_of(parts, "penalties", "running") == []


def test_without_a_table_an_act_is_told_what_published_ones_take() -> None:
    """For a false pass every published table with such a row, and no other; for an act in order none."""
    whole = explained(record(PASSED))
    lines = lines_of(whole.act(1, 5), "penalties", "penalty")
    with_row = [name for name in table_names() if any(row.infraction == "false-pass" for row in table_named(name).rows)]
    assert [line.text.split(":")[0] for line in lines] == with_row
    assert part_of(whole.act(1, 4), "penalties") is None
    assert part_of(whole.match(), "penalties") is None


def test_penalty_that_a_slip_would_explain_is_told_as_doubtful() -> None:
    """A tile that was written with the wrong end looks like a misplay: the penalty names the suggestion."""
    table = {"rows": [{"infraction": "misplay", "amount": {"fixed": 10}}]}
    whole = explained(record("disputes/slip-wrong-end", table))
    doubts = lines_of(whole.match(), "penalties", "doubt")
    assert [line.values["suggestion"] for line in doubts] == [1] * len(doubts)
    assert doubts


# suggestions


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("disputes/slip-*.json")), ids=lambda path: path.stem)
def test_explanation_tells_the_suggestions_of_check_and_fix(path: Path) -> None:
    """The same suggestions under the same numbers, in the match, in their round, and at their acts."""
    offered = suggestions(path.read_bytes())
    whole = Explainer(path.read_bytes())
    told = lines_of(whole.match(), "suggestions", "suggestion")
    assert [line.values for line in told] == [one.as_json() for one in offered]
    for one in offered:
        assert one.round is not None
        in_round = lines_of(whole.round(one.round), "suggestions", "suggestion")
        assert one.number in [line.values["number"] for line in in_round]
        act = one.finding.act
        if act is not None:
            at_act = lines_of(whole.act(one.round, act), "suggestions", "suggestion")
            assert one.number in [line.values["number"] for line in at_act]


@pytest.mark.parametrize("name", ["DOM203-bad-value", "DOM208-unknown-seat"])
def test_record_that_is_not_replayed_is_told_what_was_meant(name: str) -> None:
    """An act out of its spelling, a seat that is not there: explain offers what check --suggest offers."""
    path = SAMPLES / "illegal" / f"{name}.domino.json"
    parts = Explainer(path.read_bytes()).match()
    assert lines_of(parts, "suggestions", "suggestion")[0].values["kind"] in ("wrong-spelling", "unknown-seat")


def test_nothing_is_suggested_where_nothing_is_wrong() -> None:
    """A record without errors has no such part; one whose errors no slip explains says so."""
    sound = Explainer((SAMPLES / "legal/selminha-2.domino.json").read_bytes())
    assert part_of(sound.match(), "suggestions") is None
    odd = Explainer((SAMPLES / "illegal/DOM411-false-pass.domino.json").read_bytes())
    assert [line.kind for line in part_of(odd.match(), "suggestions").lines] == ["no-suggestion"]  # type: ignore[union-attr]


# forms


HOSTILE = "**Ana** <b>|`x`[y](z)\x1b[31m\n# \u202e ::error::x"


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
@pytest.mark.parametrize("options", [(), ("--round", "1"), ("--act", "5")])
def test_hostile_names_and_reasons_stay_text(tmp_path: Path, form: str, options: tuple[str, ...]) -> None:
    """Names, ids and rulings can forge neither escape sequences nor markup nor lines of their own."""
    value = record(PASSED, {"name": "own", "rows": [{"infraction": "false-pass", "source": HOSTILE, "note": HOSTILE}]})
    value |= {"players": [HOSTILE, "Bo"], "id": HOSTILE}
    value["rounds"][0]["acts"].append({"ruling": "penalty", "side": "A", "points": -1, "reason": HOSTILE})
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value))
    output = CliRunner().invoke(app, ["explain", str(path), "--format", form, *options]).output
    assert "\x1b" not in output
    assert "\u202e" not in output
    if form == "json":
        json.loads(output)
        return
    assert not any(re.match(r"\s*(::|# )", line) for line in output.splitlines())
    if form == "markdown":
        assert not re.search(r"(?<!\\)(\*\*|<b>|`|\[y\])", output)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("disputes/*.json")), ids=lambda path: path.stem)
def test_markdown_says_what_text_says(path: Path) -> None:
    """The words of both forms are the same, but for layout and escapes; JSON holds every line."""
    texts = {}
    for form in ("text", "markdown"):
        output = CliRunner().invoke(app, ["explain", str(path), "--format", form]).output
        words = unescape(re.sub(r"<!-- -->|\\(?=[^a-z\s])", "", output)) if form == "markdown" else output
        texts[form] = [word for word in words.split() if word not in ("-", "###")]
    assert texts["text"] == texts["markdown"]
    data = json.loads(CliRunner().invoke(app, ["explain", str(path), "--format", "json"]).output)
    said = [text for part in data["parts"] for text in (part["title"], *(line["text"] for line in part["lines"]))]
    assert [word for word in " ".join(said).split() if word != "-"] == texts["text"]
    assert audit(path.read_bytes()).verdict.value == data["verdict"]
