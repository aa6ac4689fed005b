"""``domscore check``: what it prints, what it counts, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

RECORD = (
    '{"format": "domscore/1", "rules": "selminha/1", "players": ["Ana", "Bo"],\n'
    ' "rounds": [{"result": {"winner": "A", "points": {"A": 17}}, "scores": {"A": 71, "B": 0}}]}\n'
)
LEGAL = "legal/selminha-2.domino.json"
FALSE_PASS = "illegal/DOM411-false-pass.domino.json"
LATE = "illegal/DOM441-late-act.domino.json"


def test_a_legal_record_is_verified(run: Run, samples: Path) -> None:
    """A record without fault gets one line, a summary, and exit code 0."""
    result = run("check", samples / LEGAL)
    assert result.exit_code == 0
    first, summary = result.stdout.splitlines()
    assert first == f"{samples / LEGAL}: verified (selminha-2)"
    assert summary.startswith("1 record: 1 verified, 0 refuted, 0 undetermined; 5 rounds, 136 acts; 0 errors")


def test_a_finding_names_file_line_column_round_act_and_seat(run: Run, samples: Path) -> None:
    """A finding says where it stands in the file and in the play."""
    result = run("check", samples / FALSE_PASS)
    assert result.exit_code == 1
    line = result.stdout.splitlines()[0]
    assert line.startswith(f"{samples / FALSE_PASS}:14:51: DOM411 false-pass: round 1, act 5, A: A passed but could play")


def test_a_consequence_stands_below_its_cause(run: Run, samples: Path) -> None:
    """What follows from an earlier finding is indented behind its place and names it."""
    record = samples / "illegal/DOM505-wrong-round-points.domino.json"
    first, second = (line for line in run("check", record).stdout.splitlines() if line.startswith(f"{record}:1"))
    assert first.startswith(f"{record}:18:63: DOM505 ")
    assert second.startswith(f"{record}:19:23:   DOM506 ")
    assert second.endswith("[follows from DOM505]")


def test_concise_is_one_line_for_each_finding(run: Run, samples: Path) -> None:
    """The concise format holds findings only."""
    lines = run("check", "-f", "concise", samples / "illegal/DOM505-wrong-round-points.domino.json").stdout.splitlines()
    assert [line.split(": ")[1][:6] for line in lines] == ["DOM505", "DOM506"]


def test_concise_says_where_in_the_play(run: Run, samples: Path) -> None:
    """Place in the file first, then the code, then round, act and seat as far as they are known."""
    (line,) = run("check", "-f", "concise", samples / FALSE_PASS).stdout.splitlines()
    assert line.startswith(f"{samples / FALSE_PASS}:14:51: DOM411 round 1, act 5, A: A passed but could play ")


def test_json_is_one_report(run: Run, samples: Path) -> None:
    """The JSON report holds every record, the summary, and inputs that were not read."""
    result = run("check", "-f", "json", samples / LEGAL, samples / FALSE_PASS, "nowhere.json")
    report = json.loads(result.stdout)
    assert result.exit_code == 1
    assert [record["verdict"] for record in report["records"]] == ["verified", "refuted"]
    assert report["summary"]["records"] == 2
    assert report["unread"] == [{"source": "nowhere.json", "message": "no such file or directory"}]


def test_jsonl_is_one_record_on_each_line(run: Run, samples: Path) -> None:
    """Each line of jsonl is a record, the last one the rest of the report."""
    *records, last = map(json.loads, run("check", "-f", "jsonl", samples / LEGAL, samples / FALSE_PASS).stdout.splitlines())
    assert [record["verdict"] for record in records] == ["verified", "refuted"]
    assert last["summary"]["refuted"] == 1
    assert "records" not in last


def test_json_of_nothing_is_still_json(run: Run, tmp_path: Path) -> None:
    """An empty directory gives an empty report and exit code 3."""
    result = run("check", "-f", "json", tmp_path)
    assert result.exit_code == 3
    assert json.loads(result.stdout)["records"] == []


@pytest.mark.parametrize(
    ("level", "sample", "code"),
    [("error", LATE, 0), ("warning", LATE, 1), ("error", FALSE_PASS, 1), ("note", LEGAL, 0)],
)
def test_the_fail_level_decides_the_exit_code(run: Run, samples: Path, level: str, sample: str, code: int) -> None:
    """Findings below the fail level do not fail the run."""
    assert run("check", "--fail-level", level, samples / sample).exit_code == code


def test_strict_fails_on_what_is_not_verified(run: Run, samples: Path) -> None:
    """An undetermined record passes, unless it must be verified."""
    record = samples / "partial/level-1-pips.domino.json"
    assert run("check", record).exit_code == 0
    assert run("check", "--strict", record).exit_code == 1


def test_quiet_leaves_the_records_out(run: Run, samples: Path) -> None:
    """Quiet text is the summary; quiet and concise is nothing; the exit code stays."""
    text, concise = run("check", "-q", samples / FALSE_PASS), run("check", "-q", "-f", "concise", samples / FALSE_PASS)
    assert text.stdout.count("\n") == 1
    assert text.stdout.startswith("1 record: 0 verified, 1 refuted")
    assert concise.stdout == ""
    assert text.exit_code == concise.exit_code == 1


@pytest.mark.parametrize("chosen", ["DOM411", "dom4", "false-pass", "DOM5,DOM4"])
def test_select_reports_only_what_is_named(run: Run, samples: Path, chosen: str) -> None:
    """Codes, their beginnings and slugs choose what is reported."""
    result = run("check", "--select", chosen, samples / FALSE_PASS)
    assert "DOM411" in result.stdout
    assert result.exit_code == 1


def test_ignored_findings_do_not_fail(run: Run, samples: Path) -> None:
    """An ignored finding is neither shown nor counted, but the verdict stays."""
    result = run("check", "--ignore", "DOM4", "--ignore", "DOM9", samples / FALSE_PASS)
    assert result.exit_code == 0
    assert "DOM411 false-pass" not in result.stdout
    assert "refuted" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--select", "DOM499"], "did you mean"),
        (["--ignore", "fals-pass"], "false-pass"),
        (["--rules", "mugins"], "muggins/1"),
        (["--rules", "nowhere.json"], "no such file"),
        (["--format", "yaml"], "yaml"),
        (["--fail-level", "fatal"], "fatal"),
        (["--jobs", "0"], "0"),
        (["--colour"], "--colour"),
    ],
)
def test_what_does_not_exist_is_a_usage_error(run: Run, samples: Path, arguments: list[str], said: str) -> None:
    """Unknown options, codes and rule sets end with 2 and a hint."""
    result = run("check", *arguments, samples / LEGAL)
    assert result.exit_code == 2
    assert said in result.stderr


def test_rules_replace_those_of_the_record(run: Run, samples: Path) -> None:
    """A record is judged by the rule set that the option names."""
    result = run("check", "-f", "json", "--rules", "classic-draw", samples / LEGAL)
    assert json.loads(result.stdout)["records"][0]["rules"] == "classic-draw/1"


def test_rules_may_be_a_file(run: Run, samples: Path, tmp_path: Path) -> None:
    """A rule set of one's own is a JSON file, with a schema named in it or not."""
    file = tmp_path / "my rules.json"
    file.write_text('{"$schema": "rules.json", "base": "selminha/1", "name": "club/1", "target": 50}')
    result = run("check", "-f", "json", "--rules", file, samples / LEGAL)
    assert json.loads(result.stdout)["records"][0]["rules"] == "club/1"


@pytest.mark.parametrize("text", ["[]", "{", '{"base": "selminha/1", "colour": 1}', '{"base": "selmina"}', "\xff"])
def test_a_rules_file_that_is_none_is_a_usage_error(run: Run, samples: Path, tmp_path: Path, text: str) -> None:
    """A rules file that is broken, or that the model refuses, ends with 2."""
    file = tmp_path / "rules.json"
    file.write_bytes(text.encode("latin-1"))
    assert run("check", "--rules", file, samples / LEGAL).exit_code == 2


def test_one_fault_wins_over_one_file_that_is_missing(run: Run, samples: Path) -> None:
    """Exit code 1 wins over 3, and both are said."""
    result = run("check", samples / FALSE_PASS, "nowhere.json")
    assert result.exit_code == 1
    assert "1 input not read" in result.stdout
    assert "nowhere.json: not read: no such file or directory" in result.stderr


def test_a_pattern_that_matches_nothing_is_not_a_pass(run: Run, tmp_path: Path) -> None:
    """Nothing to judge ends with 3."""
    result = run("check", str(tmp_path / "*.json"))
    assert result.exit_code == 3
    assert "no file matches" in result.stderr


def test_standard_input_may_be_a_record_over_many_lines(run: Run) -> None:
    """One record over several lines is one record, and lines are counted within it."""
    result = run("check", "-f", "json", "-", stdin=RECORD)
    (record,) = json.loads(result.stdout)["records"]
    assert record["source"] == "-"
    assert [(f["code"], f["line"]) for f in record["findings"]] == [("DOM506", 2), ("DOM903", 2)]


def test_standard_input_may_be_an_archive(run: Run) -> None:
    """Several records on lines are told by their content; columns are counted within the line."""
    line = RECORD.replace("\n", " ").rstrip()
    result = run("check", "-f", "json", "-", stdin=f"\ufeff{line}\n\n{line}\r\n")
    records = json.loads(result.stdout)["records"]
    assert [(record["line"], record["findings"][0]["line"]) for record in records] == [(1, 1), (3, 3)]
    assert records[0]["findings"][0]["column"] == records[1]["findings"][0]["column"]


def test_windows_line_ends_and_spaces_in_names(run: Run, tmp_path: Path) -> None:
    """A file with CR LF in a path with spaces is read like any other."""
    file = tmp_path / "a b" / "my game.json"
    file.parent.mkdir()
    file.write_bytes(RECORD.replace("\n", "\r\n").encode())
    result = run("check", "-f", "concise", tmp_path)
    assert f"{file}:2:" in result.stdout
    assert result.exit_code == 1


def test_nothing_from_a_record_reaches_the_terminal_raw(run: Run, tmp_path: Path) -> None:
    """Escape sequences in names, keys and file names are made visible."""
    file = tmp_path / "a\x1b[31m.json"
    file.write_text(RECORD.replace('"format"', '"id": "\\u001b[2J\\u202e", "k\\u001b]0;x\\u0007": 1, "format"'))
    for form in ("text", "concise"):
        result = run("check", "-f", form, file)
        assert not set(result.stdout) & {"\x1b", "\x07", "\u202e"}
        assert "\\x1b" in result.stdout


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[]", b"nul", b'"x"', b"{}" * 3, b'{"a": NaN}', b"[" * 5000])
def test_what_is_no_record_is_a_finding(run: Run, tmp_path: Path, data: bytes) -> None:
    """A file that opens but holds no record ends with 1 and stands in the report as refuted."""
    file = tmp_path / "x.json"
    file.write_bytes(data)
    result = run("check", "-f", "json", file)
    (record,) = json.loads(result.stdout)["records"]
    assert result.exit_code == 1
    assert record["verdict"] == "refuted"
    assert record["findings"][0]["line"] >= 1
