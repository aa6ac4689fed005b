"""The other commands: score, validate, replay, rules, rule, generate, schema."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from domscore.cli import COMMANDS
from domscore.findings.codes import CODES
from domscore.rules import resolve
from domscore.rules.catalogue import names
from domscore.rules.describing import WORDS
from domscore.rules.model import Rules
from tests.cli.conftest import Run

MUGGINS = "legal/muggins-2.domino.json"
WRONG_POINTS = "illegal/DOM505-wrong-round-points.domino.json"
NOT_JSON = "illegal/DOM101-not-json.domino.json"


def test_help_of_every_command_holds_examples(run: Run) -> None:
    """Each command says what it does and shows how."""
    for command in COMMANDS:
        result = run(command, "--help")
        assert result.exit_code == 0
        assert "Examples:" in result.stdout, command
        assert f"domscore {command}" in result.stdout


def test_the_help_lists_the_commands(run: Run) -> None:
    """The overview names each command with its first line."""
    listed = run("--help").stdout
    assert all(f"\n  {command} " in listed for command in COMMANDS)


def test_an_unknown_command_is_a_usage_error(run: Run) -> None:
    """A command that does not exist ends with 2, and the nearest is offered."""
    result = run("chekc")
    assert result.exit_code == 2
    assert "'check'" in result.stderr


# score


def test_the_table_shows_rounds_totals_and_the_result(run: Run, samples: Path) -> None:
    """A match is a table of rounds with the result below."""
    result = run("score", samples / MUGGINS)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[2].split() == ["in", "play", "in", "play", "end", "end", "total", "total"]
    assert lines[3].split() == ["round", "led", "ended", "winner", "A", "B", "A", "B", "A", "B"]
    assert lines[-1].startswith("match: target, ")


def test_the_table_keeps_to_80_columns(run: Run, samples: Path) -> None:
    """Sides stand side by side; where that is too wide, each has a row of its own; the totals are those of the record."""
    for path in sorted(samples.glob("legal/*.json")):
        lines = run("score", path).stdout.splitlines()
        assert max(map(len, lines)) <= 80 or "/" in max(lines, key=len)
        value = json.loads(run("score", "-f", "json", path).stdout)["records"][0]
        sides = value["sides"]
        head = next(line for line in lines if line.startswith("round"))
        for round_ in value["rounds"]:
            at = next(n for n, line in enumerate(lines) if line.startswith(f"{round_['round']} "))
            if " side " in head:
                totals = [int(line.split()[-1]) for line in lines[at : at + len(sides)]]
            else:
                totals = [int(cell) for cell in lines[at].split()[-len(sides) :]]
            assert totals == [round_["scores"][side] for side in sides]


def test_a_wrong_claim_has_its_line(run: Run, samples: Path) -> None:
    """Claims that differ from the score are named below the table."""
    result = run("score", samples / WRONG_POINTS)
    assert result.exit_code == 1
    told = " ".join(result.stdout.split())
    assert "claims differ: DOM505 wrong-round-points: round 1: the end of the round is worth 10 to A" in told


def test_what_is_not_known_is_a_question_mark(run: Run, samples: Path) -> None:
    """Values that the record does not let be known are not made up."""
    table = run("score", samples / "illegal/DOM405-end-unclear.domino.json").stdout
    assert "?" in table.split("-----")[-1]


def test_csv_has_a_line_for_each_side_and_round(run: Run, samples: Path) -> None:
    """The lines of one match add up to its totals."""
    text = run("score", "-f", "csv", samples / MUGGINS).stdout
    rows = list(csv.DictReader(text.splitlines()))
    total = sum(int(row["in_play"]) + int(row["points"]) for row in rows if row["side"] == "A")
    assert int([row["score"] for row in rows if row["side"] == "A"][-1]) == total


def test_csv_is_safe_for_spreadsheets(run: Run, tmp_path: Path) -> None:
    """A name that a spreadsheet would take for a formula is written as text."""
    file = tmp_path / "x.json"
    record = {"format": "domscore/1", "rules": "muggins/1", "players": ["=1+1", "Bo"], "rounds": [{}]}
    file.write_text(json.dumps(record))
    rows = list(csv.DictReader(run("score", "-f", "csv", file).stdout.splitlines()))
    assert rows[0]["players"] == "'=1+1"


def test_markdown_is_a_table(run: Run, samples: Path) -> None:
    """Every row of the Markdown table has as many cells as its head."""
    rows = [line for line in run("score", "-f", "markdown", samples / MUGGINS).stdout.splitlines() if line.startswith("|")]
    assert len({row.count("|") for row in rows}) == 1
    assert rows[1].startswith("| --- |")


def test_markdown_leaves_names_as_they_are(run: Run, tmp_path: Path) -> None:
    """A name cannot break the table or become markup."""
    file = tmp_path / "x.json"
    record = {"format": "domscore/1", "rules": "muggins/1", "players": ["a|b <b>", "Bo"], "rounds": [{}]}
    file.write_text(json.dumps(record))
    assert r"a\|b \<b\>" in run("score", "-f", "markdown", file).stdout


def test_scores_as_json_are_the_report(run: Run, samples: Path) -> None:
    """The JSON of score is that of check."""
    assert run("score", "-f", "json", samples / MUGGINS).stdout == run("check", "-f", "json", samples / MUGGINS).stdout


def test_an_ill_formed_record_is_not_scored(run: Run, samples: Path) -> None:
    """What cannot be read is said instead of a table, in every format."""
    for form in ("table", "markdown", "csv"):
        assert run("score", "-f", form, samples / NOT_JSON).exit_code == 1
    assert "not scored" in run("score", samples / NOT_JSON).stdout


# validate


def test_validate_looks_at_the_form_only(run: Run, samples: Path) -> None:
    """An illegal act is well-formed; a field that is missing is not."""
    assert run("validate", samples / "illegal/DOM411-false-pass.domino.json").exit_code == 0
    result = run("validate", samples / "illegal/DOM201-missing-field.domino.json")
    assert result.exit_code == 1
    assert "DOM201" in result.stdout
    assert result.stdout.endswith("1 record: 0 valid, 1 not valid\n")


# replay


def test_replay_shows_table_hands_points_and_findings(run: Run, samples: Path) -> None:
    """Each act stands with the table after it, and its finding below."""
    lines = run("replay", samples / "illegal/DOM411-false-pass.domino.json").stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.strip() == "5  A pass")
    assert any("! DOM411 false-pass" in line for line in lines[at : at + 4])
    first = lines.index("    1  A 6-6")
    assert lines[first + 1].strip() == "table: 6-6   (open: L 6, R 6)"


def test_tables_for_people_fit_in_80_columns(run: Run, samples: Path) -> None:
    """Scores of up to four who play alone, replays and rule sets are no wider than a terminal."""
    files = [file for kind in ("legal", "disputes", "illegal") for file in sorted((samples / kind).glob("*.domino.json"))]
    told = [run("replay", file).stdout for file in files]
    told += [run("score", file).stdout.partition("\n")[2] for file in files]
    told += [run("rules").stdout, run("rules", "muggins").stdout, run("rules", "--diff", "muggins", "five-up").stdout]
    wide = [line for text in told for line in text.splitlines() if len(line) > 80]
    assert wide == []


def test_replay_counts_the_ends_where_they_score(run: Run, samples: Path) -> None:
    """In a game that scores in play, the count and the points stand beside the act."""
    text = run("replay", samples / MUGGINS, "--round", "1").stdout
    assert "they count " in text
    assert text.count("\nround ") == 0


def test_replay_stops_where_it_is_told(run: Run, samples: Path) -> None:
    """``--to`` leaves out later acts."""
    text = run("replay", samples / MUGGINS, "--round", "1", "--to", "2").stdout
    assert "\n    2  " in text
    assert "\n    3  " not in text


def test_replay_of_every_sample(run: Run, samples: Path) -> None:
    """Whatever a record holds can be shown, or is said to be ill-formed."""
    for file in sorted(samples.rglob("*.domino.json")):
        result = run("replay", file)
        assert result.exit_code in (0, 1), file
        assert result.output, file


def test_replay_of_a_round_that_is_not_there(run: Run, samples: Path) -> None:
    """A round that the record does not have is a usage error."""
    assert run("replay", samples / MUGGINS, "--round", "99").exit_code == 2


# rules


def test_all_rule_sets_are_listed(run: Run) -> None:
    """Every published rule set has a line."""
    listed = run("rules").stdout
    assert all(f"\n{name} " in listed for name in names())


def test_every_field_of_the_rules_has_words() -> None:
    """No field that states a rule is left out of the description."""
    assert set(Rules.model_fields) - set(WORDS) == {"name", "title", "page", "clauses"}


def test_a_rule_set_in_words_cites_its_clauses(run: Run) -> None:
    """Each clause of a rule set is quoted, and no field is without words."""
    text = run("rules", "selminha").stdout
    cited = {clause for clauses in resolve("selminha").clauses.values() for clause in clauses}
    assert all(f"{clause}: " in text for clause in cited)
    assert all(f"\n{field} " in text for field in WORDS)


def test_rules_as_json_can_be_read_back(run: Run) -> None:
    """What is written as JSON is the rule set."""
    assert resolve(json.loads(run("rules", "five-up", "-f", "json").stdout)) == resolve("five-up")


def test_the_difference_of_two_rule_sets(run: Run) -> None:
    """Only the fields that differ are shown, with both readings."""
    text = run("rules", "--diff", "muggins", "five-up").stdout
    assert [line for line in text.splitlines() if not line.startswith(" ")] == ["spinner", "end_winner"]
    assert run("rules", "--diff", "muggins", "muggins").stdout == "muggins/1 and muggins/1 are the same game.\n"


# rule


def test_a_finding_is_explained_by_code_and_by_name(run: Run) -> None:
    """Code and slug lead to the same page."""
    assert run("rule", "DOM411").stdout == run("rule", "false-pass").stdout
    assert "**What to do.**" in run("rule", "dom411").stdout


def test_rule_lists_a_family(run: Run) -> None:
    """The beginning of codes names all of them, in lines that a terminal holds, and in full as JSON."""
    lines = run("rule", "dom41").stdout.splitlines()
    assert [line.partition(" (")[0] for line in lines] == [
        "DOM411 false-pass",
        "DOM412 pass-before-drawing",
        "DOM413 pass-on-lead",
    ]
    assert all(len(line) <= 80 for line in run("rule", "DOM").stdout.splitlines())
    entries = json.loads(run("rule", "DOM4", "-f", "json").stdout)
    assert {entry["code"] for entry in entries} == {code for code in CODES if code.startswith("DOM4")}
    assert run("rule", "DOM48").exit_code == 2


def test_all_findings_are_explained(run: Run) -> None:
    """``--all`` holds every code, each with its text."""
    entries = json.loads(run("rule", "--all", "-f", "json").stdout)
    assert [entry["code"] for entry in entries] == list(CODES)
    assert all(entry["text"] for entry in entries)


@pytest.mark.parametrize("arguments", [[], ["DOM499"], ["DOM411", "--all"]])
def test_rule_wants_one_code_or_all(run: Run, arguments: list[str]) -> None:
    """Neither, both, or a code that does not exist is a usage error."""
    assert run("rule", *arguments).exit_code == 2


# generate


def test_generated_matches_are_verified_and_repeatable(run: Run) -> None:
    """The same seed gives the same bytes, and check finds nothing in them."""
    wanted = ("generate", "--rules", "muggins", "--players", "3", "--matches", "2", "--seed", "7")
    games = run(*wanted).stdout
    assert games == run(*wanted).stdout
    assert games.count("\n") == 2
    assert run("check", "--strict", "-", stdin=games).exit_code == 0


def test_processes_change_no_byte_of_generated_matches(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one process, with two, and with more than there is work for, the same matches come in the same order."""
    monkeypatch.setattr("domscore.cli.generate._AT_ONCE", 4)
    monkeypatch.setattr("domscore.cli.generate._WORTHWHILE", 4)
    wanted = ("generate", "--rules", "guide-block", "--matches", "31", "--seed", "5", "--jobs")
    games = run(*wanted, "1").stdout
    assert [json.loads(line)["id"].rpartition("-")[2] for line in games.splitlines()] == [str(n) for n in range(31)]
    assert games == run(*wanted, "2").stdout == run(*wanted, "9").stdout


def test_hidden_matches_hold_no_deal(run: Run) -> None:
    """``--hidden`` writes what the table saw."""
    (line,) = run("generate", "--rules", "selminha", "--hidden").stdout.splitlines()
    assert all("deal" not in round_ for round_ in json.loads(line)["rounds"])


@pytest.mark.parametrize(
    "arguments",
    [["--rules", "partners-block", "--players", "3"], ["--rules", "x"], [], ["--rules", "muggins", "--sides", "AC"]],
)
def test_what_cannot_be_generated_is_a_usage_error(run: Run, arguments: list[str]) -> None:
    """Players, sides and rule sets must go together."""
    assert run("generate", *arguments).exit_code == 2


# schema


@pytest.mark.parametrize("what", ["record", "rules", "report"])
def test_the_schemas_are_those_of_the_repository(run: Run, samples: Path, what: str) -> None:
    """The command writes what lies in ``schemas/``."""
    assert run("schema", what).stdout == (samples.parent / "schemas" / f"{what}.json").read_text(encoding="utf-8")
