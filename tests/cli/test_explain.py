"""``domscore explain``: what it prints, in which form, and its exit codes."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from domscore import audit
from domscore.cli import app
from domscore.explain.matches import Explainer
from domscore.explain.rendering import as_text

SAMPLES = Path(__file__).parents[2] / "samples"
RECORDS = sorted(str(path.relative_to(SAMPLES)) for path in SAMPLES.rglob("*.domino.json"))
OWN_RULES = "rules/kitchen-fives.domino.json"
_ROW = re.compile(r"^\| `(disputes/[^`]*\.domino\.json)` \| (\w+) \| (.+) \|$", flags=re.MULTILINE)


def explain(name: str, *more: str) -> Result:
    """The command, run on a sample."""
    return CliRunner().invoke(app, ["explain", str(SAMPLES / name), *more])


def flat(result: Result) -> str:
    """The output without its line breaks."""
    return " ".join(result.output.split())


@pytest.mark.parametrize("name", RECORDS)
def test_every_sample_is_explained_with_the_exit_code_of_check(name: str) -> None:
    """A sample is explained in at most 80 columns; the exit code is 1 exactly where the record holds an error."""
    result = explain(name)
    report = audit((SAMPLES / name).read_bytes())
    assert result.exit_code == int(any(finding.severity.value == "error" for finding in report.findings))
    assert result.output.count("\nRound ") == len(report.scores)
    assert all(len(line) <= 80 for line in result.output.splitlines() if "/" not in line)
    assert report.verdict.value in flat(result).split("Round")[0]


@pytest.mark.parametrize("name", [name for name in RECORDS if not name.startswith("legal")])
def test_every_act_of_every_sample_is_explained(name: str) -> None:
    """Each act that a record holds can be asked for, whatever is wrong with it, and fits a terminal."""
    whole = Explainer((SAMPLES / name).read_bytes())
    for watched in whole.rounds if whole.report.match is not None else ():
        for number in range(1, len(watched.acts) + 1):
            text = as_text(whole.act(watched.place.number, number))
            assert f"Round {watched.place.number}, act {number}: " in text
            assert max(map(len, text.splitlines())) < 80


ANSWERS = {
    "you-could-have-played": (("--act", "10"), ["Legal: C 4-3", "Not in order: C passed but could play 4-3", "P2.8"]),
    "you-should-not-have-drawn": (("--act", "10"), ["A drew but could play 2-2", "(DOM421", "P3.10"]),
    "seen-too-late": (("--act", "7"), ["2-1 fits nowhere (ends 3 and 6)", "14 plays, draws and passes came after it"]),
    "who-leads-after-a-tie": (
        (),
        [
            "A and B are equal at 9 pips: a tie is nobody's (P3.17)",
            "To lead next: C: the next seat leads (P3.6, P3.7)",
            "DOM311",
        ],
    ),
    "is-it-blocked": (
        (),
        ["Open 5: 6 of 7 tiles on the table, 0 in hands, 1 elsewhere", "may still be drawn: 3", "DOM432"],
    ),
    "who-wins-the-block": (
        ("--round", "1"),
        ["AC and BD are equal at 6 pips", "A laid the last tile", "AC wins the round by the rule for ties (P2.13)"],
    ),
    "covered-spinner": (
        ("--act", "7"),
        ["U/D: 4-4, double, covered: 0", "0 + 1 + 6 = 7, no multiple of 5 -> 0 points", "would count 15 -> 3 points (P4.F3"],
    ),
    "each-hand-rounded": (("--round", "1"), ["3 + 3 + 3 = 9 pips -> 10 -> 2 points for A (P4.M7)", "with 3 points"]),
    "out-with-the-higher-total": (
        ("--round", "1"),
        ["AC wins the round: BD went out, but holds 23 pips in all and AC 14", "BD would win the round, with 3 points"],
    ),
    "reached-in-mid-round": (
        (),
        [
            "B: 58 + 3 = 61, the target is reached",
            "Read otherwise (target_reached = round-end)",
            "B reached the target of 61",
        ],
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_dispute_is_answered(name: str) -> None:
    """The sentences that settle a dispute stand in its explanation."""
    options, sentences = ANSWERS[name]
    output = flat(explain(f"disputes/{name}.domino.json", *options))
    for sentence in sentences:
        assert sentence in output


@pytest.mark.parametrize("name", ANSWERS)
def test_dispute_has_its_story_verdict_and_code(name: str) -> None:
    """A dispute has a line in the README with its verdict and the root errors that settle it."""
    rows = {row[0]: row[1:] for row in _ROW.findall((SAMPLES / "README.md").read_text("utf-8"))}
    verdict, says = rows[f"disputes/{name}.domino.json"]
    report = audit((SAMPLES / f"disputes/{name}.domino.json").read_bytes())
    roots = {f.code for f in report.findings if f.cause is None and f.severity.value == "error"}
    assert report.verdict == verdict
    assert roots == set(re.findall(r"DOM\d{3}", says))


def test_ledger_in_words() -> None:
    """Rounding, totals, the distance to the target and the clauses of a round, as they are printed."""
    output = explain("legal/muggins-4-pairs.domino.json", "--round", "1").output
    assert "  9 + 15 = 24 pips -> 25 -> 5 points for AC (P4.M7).\n" in output
    assert "    Act 22, BD: the open ends count 15 -> 3 points.\n" in output
    assert "  AC: 0 + 5 end + 2 in play = 7, 54 to go.\n" in output
    assert "What the rules say\n" in output
    assert "Match:" not in output


def test_json_has_every_line_with_its_values() -> None:
    """The JSON form holds parts, lines, values and clauses, and the source."""
    value = json.loads(explain("legal/muggins-4-pairs.domino.json", "--round", "1", "--format", "json").output)
    assert (value["explanation"], value["verdict"]) == (1, "verified")
    part = next(part for part in value["parts"] if part["kind"] == "round")
    line = next(line for line in part["lines"] if line["kind"] == "points")
    assert line["values"]["counted"] == {"B": 9, "D": 15}
    assert (line["values"]["pips"], line["values"]["rounded"], line["values"]["points"]) == (24, 25, 5)
    assert line["clauses"] == ["P4.M7"]


def test_markdown_has_headings_and_nested_lists() -> None:
    """The Markdown form consists of headings and list items, details one level deeper."""
    output = explain("legal/muggins-4-pairs.domino.json", "--round", "1", "--format", "markdown").output
    lines = [line for line in output.splitlines() if line]
    assert lines[0].startswith("### ")
    assert all(re.match(r"### |(?:  )?- ", line) for line in lines)
    assert any(line.startswith("  - Act 22, BD") for line in lines)


def test_record_of_an_archive_by_number_and_by_id(tmp_path: Path) -> None:
    """An archive wants --record; a number and an id mean the same record; compressed archives are read."""
    archive = SAMPLES / "legal/club-evenings.domino.jsonl"
    ids = [json.loads(line)["id"] for line in archive.read_bytes().splitlines()]
    by_number, by_id = (explain("legal/club-evenings.domino.jsonl", "--record", which) for which in ("2", ids[1]))
    assert by_number.exit_code == by_id.exit_code == 0
    assert by_number.output == by_id.output
    assert f"({ids[1]})" in flat(by_number)
    packed = tmp_path / "club.jsonl.gz"
    packed.write_bytes(gzip.compress(archive.read_bytes()))
    again = CliRunner().invoke(app, ["explain", str(packed), "--record", "2"])
    assert again.output[again.output.index("\nRound 1") :] == by_number.output[by_number.output.index("\nRound 1") :]


USAGE = [
    ("legal/club-evenings.domino.jsonl", (), "holds more than one record"),
    ("legal/club-evenings.domino.jsonl", ("--record", "99"), "holds no record '99'"),
    ("legal/selminha-3.domino.json", ("--round", "99"), "the record has rounds 1 to"),
    ("legal/selminha-3.domino.json", ("--act", "3"), "say which one, with --round"),
    ("legal/selminha-3.domino.json", ("--round", "1", "--act", "0"), "not act 0"),
    ("partial/level-1-pips.domino.json", ("--round", "1", "--act", "1"), "round 1 has no acts"),
    ("legal/selminha-3.domino.json", ("--rules", "nothing"), "no rule set nothing"),
]


@pytest.mark.parametrize(("name", "options", "said"), USAGE)
def test_what_is_not_there_is_a_usage_error(name: str, options: tuple[str, ...], said: str) -> None:
    """A record, round, act or rule set that does not exist exits 2 and says what there is."""
    result = explain(name, *options)
    assert result.exit_code == 2
    assert said in flat(result)


def test_input_that_cannot_be_opened_exits_3(tmp_path: Path) -> None:
    """A missing file, and an archive without a line, exit 3."""
    assert explain("no-such-file.json").exit_code == 3
    (tmp_path / "empty.jsonl").write_bytes(b"\n\n")
    assert CliRunner().invoke(app, ["explain", str(tmp_path / "empty.jsonl")]).exit_code == 3


def test_ill_formed_record_is_explained_by_its_findings() -> None:
    """A record that cannot be understood exits 1 and says why, whatever round is asked for."""
    for options in ((), ("--round", "1"), ("--round", "1", "--act", "1")):
        result = explain("illegal/DOM202-unknown-field.domino.json", *options)
        assert result.exit_code == 1
        assert "Nothing was replayed: the record cannot be understood" in result.output
        assert "DOM202 unknown-field" in result.output
        assert "did you mean acts?\n" in result.output


def test_what_no_correction_was_tried_for_has_no_suggestions(tmp_path: Path) -> None:
    """Text that is no record is not said to have been looked through for slips."""
    (tmp_path / "sheet.csv").write_text("Ana,Bo\n10,0\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["explain", str(tmp_path / "sheet.csv")])
    assert "this looks like a score sheet" in flat(result)
    assert "What may have been written wrong" not in result.output


def test_standard_input_is_read() -> None:
    """A dash is standard input."""
    data = (SAMPLES / "legal/selminha-3.domino.json").read_bytes()
    result = CliRunner().invoke(app, ["explain", "-", "--round", "1"], input=data)
    assert result.exit_code == 0
    assert "Round 1: " in result.output


def test_other_rules_explain_the_same_record_otherwise() -> None:
    """With --rules the record is explained under another rule set."""
    name = "partial/level-1-pips.domino.json"
    assert "less 8 of the winner's own" in explain(name, "--round", "2").output
    assert "21 + 12 = 33 pips -> 33 points for A (P1.24, P1.28)" in flat(
        explain(name, "--round", "2", "--rules", "selminha")
    )


def test_texts_of_a_record_cannot_steer_the_terminal(tmp_path: Path) -> None:
    """Escape sequences in names and reasons are shown, not sent."""
    value = json.loads((SAMPLES / "rulings/stands-and-penalty.domino.json").read_bytes())
    value["players"][0] = "A\x1b[2Jna\u202e"
    for act in value["rounds"][0]["acts"]:
        if isinstance(act, dict) and "reason" in act:
            act["reason"] = "x\x1b]0;y\x07"
    path = tmp_path / "record.json"
    path.write_text(json.dumps(value))
    for options in ((), ("--round", "1", "--act", "6"), ("--format", "markdown")):
        output = CliRunner().invoke(app, ["explain", str(path), *options]).output
        assert "\x1b" not in output
        assert "\u202e" not in output
        assert "\\x1b" in output
