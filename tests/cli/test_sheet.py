"""``domscore sheet``: CSV score sheets, what is found in them, and where."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from domscore import Rules, audit
from domscore.cli import app
from domscore.explain.sheets import explained_sheet
from domscore.generate import matches
from domscore.sheets import audit_sheet

SAMPLES = Path(__file__).parents[2] / "samples"
_ROW = re.compile(r"^\| `(sheets/[^`]*)` \| (\w+) \| `([\w-]+)`: (.+) \|$", flags=re.MULTILINE)
PLAIN = "round,Ana,Bo,Ana total,Bo total\n1,31,,31,0\n2,,27,31,27\n"


def sheet(text: str | bytes, tmp_path: Path, *more: str, rules: str = "classic-draw") -> Result:
    """The command, run on a file."""
    path = tmp_path / "sheet.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return CliRunner().invoke(app, ["sheet", str(path), "--rules", rules, *more])


def flat(result: Result) -> str:
    """The output without its line breaks."""
    return " ".join(result.output.split())


def audited(text: str | bytes, rules: str = "classic-draw") -> Any:
    """The sheet's report."""
    return audit_sheet(text if isinstance(text, bytes) else text.encode(), Rules.named(rules))


def codes(found: Any) -> list[tuple[str, str]]:
    """Codes and places, notes left out."""
    return [(f.code, found.place(f)) for f in found.report.findings if f.severity.value == "error"]


@pytest.mark.parametrize(("name", "verdict", "rules", "says"), _ROW.findall((SAMPLES / "README.md").read_text("utf-8")))
def test_sample_does_what_its_line_says(name: str, verdict: str, rules: str, says: str) -> None:
    """A sample gets the verdict, the root errors and the row of its line in the README."""
    found = audit_sheet((SAMPLES / name).read_bytes(), Rules.named(rules))
    assert found.report.verdict == verdict
    roots = [f for f in found.report.findings if f.cause is None and f.severity.value == "error"]
    assert {f.code for f in roots} == set(re.findall(r"DOM\d{3}", says))
    assert all(f"row {row}" in found.place(f) for f in roots for row in re.findall(r"row (\d+)", says))


def test_every_sample_sheet_is_tried() -> None:
    """No sheet of the samples is left out of the test above."""
    rows = {row[0] for row in _ROW.findall((SAMPLES / "README.md").read_text("utf-8"))}
    assert rows == {f"sheets/{path.name}" for path in (SAMPLES / "sheets").iterdir()}


def test_right_sums_are_undetermined_and_exit_0(tmp_path: Path) -> None:
    """A sheet without acts is never verified; when its sums are right the exit code is 0."""
    result = sheet(PLAIN, tmp_path)
    assert result.exit_code == 0
    assert "undetermined; match: unfinished: A 31, B 27" in result.output


def test_wrong_total_is_named_by_row_and_column(tmp_path: Path) -> None:
    """A total that does not add up is found in its cell, and the exit code is 1."""
    result = sheet(PLAIN.replace("2,,27,31,27", "2,,27,31,72"), tmp_path)
    assert result.exit_code == 1
    assert 'row 3, column "Bo total": DOM506 wrong-running-score: the running total of Bo (B) is 27, 72 was written' in flat(
        result
    )


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        "\ufeff" + PLAIN,
        "sep=;\n" + PLAIN.replace(",", ";"),
        "\n\n" + PLAIN,
        PLAIN.replace("Ana total", '"Ana total"'),
        PLAIN.replace("1,31", " 1 , +31 "),
        PLAIN.replace("\n1,", "\n,,,,\n1,"),
    ],
)
def test_spreadsheet_habits_change_nothing(text: str) -> None:
    """Separators, line ends, byte-order mark, blank rows, quotes and spaces give the same record."""
    assert audited(text).record == audited(PLAIN).record
    assert audited(text).record["rounds"][1]["scores"] == {"A": 31, "B": 27}


def test_rows_are_numbered_as_a_spreadsheet_numbers_them() -> None:
    """Blank rows count, and so does a first line that names the separator."""
    found = audited("sep=;\n\n" + PLAIN.replace(",", ";").replace("31;27", "31;28"))
    assert codes(found) == [("DOM506", 'row 5, column "Bo total"')]


BAD_CELLS = [
    ("round,Ana,Bo\n1,l2,\n", 'row 2, column "Ana"', "'l2' is not a whole number"),
    ("round,Ana,Bo\n1,1.5,\n", 'row 2, column "Ana"', "'1.5' is not a whole number"),
    ("round,Ana,Bo\n1,12,\n3,,4\n", 'row 3, column "round"', "round 3 stands where round 2 is due"),
    ("round,Ana,Bo\nx,12,\n", 'row 2, column "round"', "'x' is not the number of a round"),
    ("round,winner,Ana,Bo\n1,Cy,12,\n", 'row 2, column "winner"', "'Cy' is none of"),
    ("round,how,Ana,Bo\n1,late,12,\n", 'row 2, column "how"', "'late' is none of blocked"),
    ("round,Ana,Bo\n1,12,,9\n", 'row 2, column "4"', "4 cells, and the headings are 3"),
    ("round,Ana,Bo,Ana\n1,12,,9\n", 'row 1, column "Ana"', "stands there twice"),
    ("round,winer,Ana,Bo\n", 'row 1, column "winer"', "did you mean winner?"),
    ("round,Ana pips,Bo pips\n1,-3,4\n", 'row 2, column "Ana pips"', "'-3' is not a whole number from 0"),
    ("round,Ana,Bo,Ana award\n1,12,,-9\n", 'row 2, column "Ana award"', "no award"),
    ('round,"Ana\n1,2', "row 1", "not CSV"),
    ("", "row 1", "the sheet is empty"),
    (b"round,Ana,B\xf6\n", "", "byte 11 is not UTF-8"),
]


@pytest.mark.parametrize(("text", "place", "said"), BAD_CELLS)
def test_cell_that_cannot_be_read_is_named(text: str | bytes, place: str, said: str) -> None:
    """What cannot be read is a finding with row and column, and nothing is scored."""
    found = audited(text)
    assert found.report.scores == []
    finding = found.report.findings[0]
    assert finding.code in ("DOM203", "DOM101")
    assert said in finding.message
    assert found.place(finding) == place


def test_every_bad_cell_is_reported() -> None:
    """One bad cell does not hide the next."""
    found = audited("round,Ana,Bo\n1,a,\n2,,b\n")
    assert [found.place(f) for f in found.report.findings] == ['row 2, column "Ana"', 'row 3, column "Bo"']


def test_pips_of_a_pair_are_refused_with_the_reason() -> None:
    """Pips belong to a hand; a pair's sum cannot be split."""
    found = audited("round,AC,BD,AC pips\n1,12,,9\n", "partners-block")
    assert "AC is no single player" in found.report.findings[0].message


def test_partners_may_not_have_two_numbers() -> None:
    """Two columns for one side are a contradiction, not a sum."""
    found = audited("round,Ana,Bo,Carla,Dan\n1,12,,9,\n", "partners-block")
    assert found.place(found.report.findings[0]) == 'row 2, column "Carla"'
    assert "partners share one score" in found.report.findings[0].message


@pytest.mark.parametrize(
    ("header", "players", "sides"),
    [
        ("round,Ana & Carla,Bo & Dan", ["Ana", "Bo", "Carla", "Dan"], ["AC", "BD"]),
        ("round,AC,BD", ["A", "B", "C", "D"], ["AC", "BD"]),
        ("round,We,They", ["We", "They", "We", "They"], ["AC", "BD"]),
        ("round,AC,BD,Ana pips,Bo pips,Carla pips,Dan pips", ["Ana", "Bo", "Carla", "Dan"], ["AC", "BD"]),
    ],
)
def test_pairs_are_recognised_in_the_headings(header: str, players: list[str], sides: list[str]) -> None:
    """Both names, seat letters, or a name for each pair: the partners sit opposite each other."""
    found = audited(f"{header}\n1,12,\n", "partners-block")
    assert found.record["players"] == players
    assert found.record["sides"] == sides
    assert found.record["rounds"][0]["result"]["points"] == {"AC": 12}


def test_players_option_gives_the_turn_order(tmp_path: Path) -> None:
    """Named players sit in the order of the option, whatever the order of the columns."""
    result = sheet(PLAIN, tmp_path, "--players", "Bo,Ana", "--as-record")
    record = json.loads(result.output)
    assert record["players"] == ["Bo", "Ana"]
    assert record["rounds"][0]["result"]["points"] == {"B": 31}


def test_total_row_is_the_claimed_end_of_the_match() -> None:
    """The last row holds final scores and winner; a wrong one is DOM508 or DOM510 there."""
    found = audited(PLAIN + "total,,,31,26\n")
    assert codes(found) == [("DOM508", 'row 4, column "Bo total"')]
    found = audited(
        PLAIN.replace("round,", "round,winner,").replace("\n1,", "\n1,,").replace("\n2,", "\n2,,") + "total,Ana,,,31,27\n"
    )
    assert codes(found) == [("DOM510", 'row 4, column "winner"')]


def test_tiles_and_pips_settle_the_round() -> None:
    """Pips left make the points checkable, tiles the tie."""
    found = audited("round,how,Ana pips,Bo pips,Ana,Bo\n1,blocked,5,20,20,\n")
    assert codes(found) == [("DOM505", 'row 2, column "Ana"')]
    tied = "round,how,winner,Ana pips,Bo pips\n1,blocked,Bo,1-1 4-3,2-0 6-1\n"
    assert codes(audited(tied, "guide-block")) == [("DOM504", 'row 2, column "winner"')]


def test_penalty_comes_off_whatever_its_sign() -> None:
    """A penalty of 25 and one of -25 are the same, and the total must say so."""
    for written in ("25", "-25"):
        found = audited(f"round,Ana,Bo,Bo penalty,Bo total\n1,,30,{written},5\n")
        assert codes(found) == []
        assert found.record["rounds"][0]["acts"] == [{"ruling": "penalty", "side": "B", "points": -25}]


def test_sheet_may_begin_in_mid_match() -> None:
    """A first round above 1 switches the first-round rules off, and the totals before it are unknown."""
    found = audited(PLAIN.replace("\n1,", "\n5,").replace("\n2,", "\n6,"))
    assert found.record["start"] == {"round": 5}
    assert [score.number for score in found.report.scores] == [5, 6]


def test_json_names_the_cells(tmp_path: Path) -> None:
    """The JSON report has the cell of each finding beside it."""
    value = json.loads(sheet(PLAIN.replace("31,27", "31,72"), tmp_path, "--format", "json").output)
    wrong = next(f for f in value["records"][0]["findings"] if f["code"] == "DOM506")
    assert {"finding": wrong["number"], "row": 3, "column": "Bo total"} in value["cells"]
    assert value["summary"]["errors"] == 1


def test_record_option_prints_a_record_with_the_same_verdict(tmp_path: Path) -> None:
    """The record printed is read and judged like the sheet."""
    result = sheet(PLAIN.replace("31,27", "31,72"), tmp_path, "--as-record")
    assert result.exit_code == 0
    assert [f.code for f in audit(result.output.encode()).findings if f.severity.value == "error"] == ["DOM506"]


def test_missing_file_exits_3_and_unknown_rules_2(tmp_path: Path) -> None:
    """What cannot be opened exits 3; a rule set that does not exist is a usage error."""
    missing = CliRunner().invoke(app, ["sheet", str(tmp_path / "none.csv"), "--rules", "selminha"])
    assert missing.exit_code == 3
    assert sheet(PLAIN, tmp_path, rules="nothing").exit_code == 2


@pytest.mark.parametrize("sides", ["AB", "x", "AC,BD"])
def test_sides_that_the_rules_do_not_allow_are_a_usage_error(sides: str, tmp_path: Path) -> None:
    """Sides given as an option must cut the seats as the rules allow."""
    result = sheet(PLAIN, tmp_path, "--sides", sides)
    assert result.exit_code == 2
    assert "--sides" in flat(result)


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    """Escape sequences in headings are shown, not sent; Markdown marks are escaped."""
    text = PLAIN.replace("Ana", "A\x1b[31m*n*a")
    assert "\x1b" not in sheet(text, tmp_path).output
    assert r"\*n\*" in sheet(text, tmp_path, "--format", "markdown").output


def written(record: dict[str, Any]) -> list[list[str]]:
    """A match as somebody would keep it: pips of each hand, points and totals of each side."""
    sides = list(record["rounds"][0]["scores"])
    seats = "ABCD"[: len(record["players"])]
    heads = ["round", "winner", "how", *(f"{s} pips" for s in seats), *sides, *(f"{s} total" for s in sides)]
    rows = [heads]
    for number, round_ in enumerate(record["rounds"], 1):
        pips = {s: sum(sum(map(int, tile.split("-"))) for tile in tiles) for s, tiles in round_["left"].items()}
        result = round_["result"]
        cells = [str(number), result["winner"] or "nobody", result["how"], *(str(pips.get(s, 0)) for s in seats)]
        cells += [str(result["points"].get(s, 0)) for s in sides] + [str(round_["scores"][s]) for s in sides]
        rows.append(cells)
    return rows


@pytest.mark.parametrize(
    ("rules", "players"), [("classic-draw", 3), ("classic-block", 4), ("partners-block", 4), ("selminha", 2)]
)
def test_right_sheets_have_no_error_and_one_wrong_cell_is_found(rules: str, players: int) -> None:
    """The sheet of a legal match is free of errors; a changed total is found in its very cell, as the first root."""
    random = Random(7)
    for line in matches(Rules.named(rules), players, 6, 3):
        rows = written(json.loads(line))
        header = f"{','.join('ABCD'[:players])}"
        text = "\n".join(",".join(row) for row in rows)
        whole = audit_sheet(text.encode(), Rules.named(rules), header.split(","))
        assert codes(whole) == []
        row, column = 1 + int(random.random() * (len(rows) - 1)), len(rows[0]) - 1
        rows[row][column] = str(int(rows[row][column]) + 3)
        text = "\n".join(",".join(cells) for cells in rows)
        changed = audit_sheet(text.encode(), Rules.named(rules), header.split(","))
        assert codes(changed)[0] == ("DOM506", f'row {row + 1}, column "{rows[0][column]}"')


STRANGE_HEADINGS = [
    ("Partie,Ana,Bo\n1,5,0\n2,0,7\n", (), 'column "Partie": DOM203', "numbers of rounds are headed round"),
    ("Partie,Ana,Bo\n7,5,0\n8,0,7\n", (), 'column "Partie": DOM203', "numbers of rounds are headed round"),
    ("Partie,Ana,Bo\n1,5,0\n", ("--players", "Ana,Bo"), 'column "Partie": DOM203', "these are Ana and Bo"),
    ("round,Ana,Bo,Tag\n1,5,0,Mo\n2,0,7,Di\n", (), 'column "Tag": DOM203', "remarks are headed note"),
    ("round,Ana,Bo,\n1,5,0,3\n", (), "row 1", "column 4 has no heading, but holds '3'"),
    ("Friday club,,\nround,Ana,Bo\n1,5,0\n", (), "row 1", "column 2 has no heading, but holds 'Ana'"),
    ("round,Ana,Bo,Cy,Di,Ed\n1,5,,,,\n", (), "row 1: DOM203", "Ana, Bo, Cy, Di and Ed make 5 players"),
    ('{"format": "domscore/1"}', (), "row 1: DOM203", "domscore check judges it"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "place", "said"), STRANGE_HEADINGS)
def test_a_heading_that_is_none_never_becomes_a_player(
    text: str, options: tuple[str, ...], place: str, said: str, tmp_path: Path
) -> None:
    """A heading nobody knows is named with what to write, instead of sitting down at the table."""
    file = tmp_path / "sheet.csv"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["sheet", str(file), "--rules", "selminha", *options])
    assert result.exit_code == 1
    told = " ".join(result.output.split())
    assert place in told
    assert said in told
    assert "nothing was scored" in told


@pytest.mark.parametrize("heading", ["Game", "Ronda", "runde", "N°", ""])
def test_numbers_of_rounds_may_be_headed_by_other_words_or_none(heading: str) -> None:
    """Words that tables use for the number of a round, and an empty corner, are understood."""
    found = audited(f"{heading},Ana,Bo\n1,5,0\n2,0,7\ntotal,5,7\n")
    assert found.report.players == ["Ana", "Bo"]
    assert [score.totals for score in found.report.scores] == [[5, 0], [5, 7]]


def test_players_whose_points_count_up_may_be_named() -> None:
    """Points 1, 2 of the first player are points when the heading says so, or when a column of rounds is there."""
    for text in ("Ana points,Bo\n1,0\n2,0\n", "round,Ana,Bo\n1,1,0\n2,2,0\n"):
        assert audited(text).report.players == ["Ana", "Bo"]


def test_total_row_that_is_not_the_last_is_named() -> None:
    """Rounds below the row of final totals are no match of that sheet: the row is named, and nothing is scored."""
    found = audited("round,Ana,Bo\n1,31,\ntotal,31,0\n2,,3\n")
    assert [found.place(f) for f in found.report.findings] == ['row 3, column "round"']
    assert "is the last one of a sheet" in found.report.findings[0].message


@pytest.mark.parametrize("rows", ["2026-03-06,31,\n", "2026-03-06,31,\n2026-03-13,,4\n", "Friday,31,\n"])
def test_first_column_that_is_no_players_is_named(rows: str) -> None:
    """Dates and words under a heading that is not known are nobody's points, in a sheet of one row as of two."""
    found = audited(f"Datum,Ana,Bo\n{rows}")
    assert [found.place(f) for f in found.report.findings] == ['row 1, column "Datum"']
    assert "remarks are headed note" in found.report.findings[0].message


@pytest.mark.parametrize("headings", ["Ana gesamt;Bo gesamt", "Summe Ana;Summe Bo", "Ana Punkte gesamt;Bo Punkte gesamt"])
def test_totals_headed_by_a_word_that_is_not_known_are_no_players(headings: str) -> None:
    """The same word behind or before several players' names makes no more players, who would be said to have scored."""
    found = audited(f"Runde;Ana;Bo;{headings}\n1;23;0;23;0\n2;0;14;23;14\n")
    assert [found.place(f) for f in found.report.findings] == [f'row 1, column "{title}"' for title in headings.split(";")]
    assert all("running totals are headed total" in f.message for f in found.report.findings)


def test_dashes_are_no_points_and_numbers_not_written() -> None:
    """A dash is no points in a round, and an empty cell among totals, pips and final scores."""
    dashes = audited("Hand\tAna\tBo\tCy\tBo total\n1\t12\t-\t-\t–\n2\t—\t-\t-\t0\nTotal\t12\t0\t-\t-\n")
    plain = audited("Hand\tAna\tBo\tCy\tBo total\n1\t12\t0\t0\t\n2\t0\t0\t0\t0\nTotal\t12\t0\t\t\n")
    assert dashes.report.players == ["Ana", "Bo", "Cy"]
    assert dashes.record == plain.record
    pips = audited("round,Ana pips,Bo pips\n1,0,-\n")
    assert pips.record["rounds"] == [{"left": {"A": 0}}]


@pytest.mark.parametrize("start", [b"PK\x03\x04\x14\x00", b"\xd0\xcf\x11\xe0\xa1\xb1"])
def test_file_of_a_spreadsheet_program_is_called_so(start: bytes) -> None:
    """A spreadsheet's own file, new or old, is no CSV, and the way out is said."""
    found = audited(start)
    assert [f.code for f in found.report.findings] == ["DOM203"]
    assert "save the sheet as CSV UTF-8" in found.report.findings[0].message


def test_players_who_share_a_first_name_are_players() -> None:
    """Ana, Ana Maria and Bo are three players: one name that begins with another is a name."""
    found = audited("round,Ana,Ana Maria,Bo\n1,23,0,0\n2,0,14,0\n")
    assert found.report.players == ["Ana", "Ana Maria", "Bo"]


def test_explanation_says_the_sum_the_clause_and_the_names(tmp_path: Path) -> None:
    """A wrong total: the sum that it should be, what was written, the clause, and what follows from it, without letters."""
    text = "round,Ana & Cy,Bo & Di,Ana & Cy total,Bo & Di total\n1,15,,15,0\n2,31,,45,0\ntotal,,,45,0\n"
    result = sheet(text, tmp_path, "--explain", rules="partners-block")
    assert result.exit_code == 1
    said = flat(result)
    assert 'Row 3, column "Ana & Cy total": wrong-running-score' in said
    assert "Ana & Cy: 15 + 31 = 46; 45 was written (P2.15)." in said
    assert 'This follows: row 4, column "Ana & Cy total": the final score of Ana & Cy is 46, 45 was written (DOM508)' in said
    assert "P2.15: Target 100 by default" in said
    assert max(map(len, result.output.splitlines())) <= 80
    assert not re.search(r"\bBD\b", said.partition("Row 3")[2])


def test_explanation_of_points_shows_whose_pips_count(tmp_path: Path) -> None:
    """Points that are not what the pips come to: the pips of each by name, what counts, and the clause."""
    result = sheet("round,winner,how,Ana pips,Bo pips,Ana\n1,Ana,out,0,12,13\n", tmp_path, "--explain")
    assert "The end of the round is worth 12 to Ana; 13 to Ana was written (DOM505)." in flat(result)
    assert "Bo: 12 pips, counts" in flat(result)
    assert "12 pips -> 12 points for Ana (P3.15)." in flat(result)


def test_explanation_of_a_right_sheet_shows_its_sums(tmp_path: Path) -> None:
    """Where nothing is wrong the sums of every row are shown, and the exit code is 0."""
    result = sheet(PLAIN, tmp_path, "--explain")
    assert result.exit_code == 0
    assert "Round 2, Bo: 0 + 27 = 27, 73 to go." in result.output


def test_explanation_as_markdown_cannot_be_forged(tmp_path: Path) -> None:
    """A name that is markup is shown as it was written, in headings too."""
    text = PLAIN.replace("Bo", "*B*<b>").replace("2,,27,31,27", "2,,27,31,72")
    result = sheet(text, tmp_path, "--explain", "--format", "markdown")
    assert r'### Row 3, column "\*B\*\<b\> total": wrong-running-score' in result.output
    assert r"- \*B\*\<b\>: 0 + 27 = 27; 72 was written" in result.output
    assert "<b>" not in result.output.replace(r"\<b\>", "")
    value = json.loads(sheet(text, tmp_path, "--explain", "--format", "json").output)
    assert value["parts"][1]["lines"][0]["text"] == ("The running total of *B*<b> is 27, 72 was written (DOM506).")


def test_explained_sums_are_those_of_the_sheet() -> None:
    """Random sheets with one wrong total: the sum shown is the one that the numbers of the sheet give."""
    random = Random(5)
    for _ in range(40):
        points = [random.choice([(random.randint(1, 60), 0), (0, random.randint(1, 60))]) for _ in range(3)]
        totals = [(sum(a for a, _ in points[: n + 1]), sum(b for _, b in points[: n + 1])) for n in range(3)]
        wrong, side = random.randrange(3), random.randrange(2)
        shown = [list(each) for each in totals]
        shown[wrong][side] += 7
        rows = [f"{n + 1},{a or ''},{b or ''},{x},{y}" for n, ((a, b), (x, y)) in enumerate(zip(points, shown, strict=True))]
        found = audited("\n".join(["round,Ana,Bo,Ana total,Bo total", *rows]) + "\n", "guide-block")
        rules = Rules.named("guide-block")
        _, parts = explained_sheet(json.dumps(found.record).encode(), rules, found.place, "x")
        (line,) = [one for part in parts if part.kind == "finding" for one in part.lines if one.kind == "running"]
        before = totals[wrong - 1][side] if wrong else 0
        gain, due = points[wrong][side], totals[wrong][side]
        sum_ = f"{before} + {gain} = {due}" if gain else f"{due}"
        assert line.text.startswith(f"{'Ana' if side == 0 else 'Bo'}: {sum_}; {due + 7} was written")
