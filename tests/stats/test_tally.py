"""Statistics: the counts are those that a reader of the reports gets, parts add up, and measures are right."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from domscore import audit, read
from domscore.generate import matches
from domscore.record.models import Round
from domscore.rules import resolve
from domscore.stats.measures import distribution, share
from domscore.stats.tally import Tally, last_player
from tests.cli.conftest import SAMPLES, Run


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches of two rule sets, some of them with a fault, and a line that is broken."""
    games = [json.loads(game) for game in matches(resolve("guide-block"), 2, 25, 5)]
    games += [json.loads(game) for game in matches(resolve("muggins"), 4, 10, 5)]
    for game in games[:5]:
        game["rounds"][0]["acts"][1:1] = ["B pass"]
    path = tmp_path_factory.mktemp("stats") / "x.jsonl"
    path.write_text("\n".join([*map(json.dumps, games), "{broken"]))
    return path


def reports(run: Run, path: Path) -> list[dict[str, Any]]:
    """What check says about each record."""
    found: list[dict[str, Any]] = json.loads(run("check", "-f", "json", path).stdout)["records"]
    return found


def counted(run: Run, path: Path) -> dict[str, Any]:
    """The statistics as JSON, groups by name of rules."""
    value = json.loads(run("stats", "-f", "json", path).stdout)
    return {**value, "groups": {group["rules"]: group for group in value["groups"]}}


def test_counts_are_those_of_the_reports(run: Run, archive: Path) -> None:
    """Verdicts, endings, findings, points and leads agree with a count over the JSON report."""
    records = [record for record in reports(run, archive) if record["rules"] == "guide-block/1"]
    group = counted(run, archive)["groups"]["guide-block/1"]
    rounds = [(record, each) for record in records for each in record["rounds"]]
    sound = [each for record, each in rounds if each["round"] not in {finding["round"] for finding in record["findings"]}]
    assert group["records"] == Counter(record["verdict"] for record in records)
    assert group["matches"] == Counter(record["result"]["how"] for record in records)
    assert group["rounds"] == Counter(each["how"] for _, each in rounds)
    assert group["findings"] == Counter(finding["code"] for record in records for finding in record["findings"])
    points = Counter(str(sum(each["points"].values())) for each in sound if each["how"] in ("out", "blocked"))
    assert group["points"]["counts"] == points
    won = Counter(each["winner"] == each["leader"] for each in sound if each["winner"] is not None)
    assert (group["lead"]["won"], group["lead"]["of"]) == (won[True], won.total())
    nobody = sum(each["winner"] is None for each in sound)
    assert group["lead"]["nobody"] == nobody
    assert nobody > 0


def test_who_blocks_is_who_laid_the_last_tile(run: Run, archive: Path) -> None:
    """Of blocked rounds without an error, those count as won that the last player's side wins."""
    records = [json.loads(line) for line in archive.read_text().splitlines()[:-1]]
    found: Counter[bool] = Counter()
    for record, report in zip(records, reports(run, archive), strict=False):
        wrong = {finding["round"] for finding in report["findings"]}
        for played, each in zip(record["rounds"], report["rounds"], strict=True):
            last = [act[0] for act in played["acts"] if act[2:3].isdigit()][-1]
            if each["how"] == "blocked" and each["winner"] and each["round"] not in wrong and len(record["players"]) == 2:
                found[last in each["winner"]] += 1
    block = counted(run, archive)["groups"]["guide-block/1"]["block"]
    assert (block["won"], block["of"]) == (found[True], found.total())
    assert found[True]
    assert found[False]


def test_findings_are_told_by_player(run: Run, archive: Path) -> None:
    """Findings with a seat are counted for the player who sits there, and rounds won for all of a side."""
    by_name: Counter[tuple[str, str]] = Counter()
    won: Counter[str] = Counter()
    for record in reports(run, archive):
        for finding in record["findings"]:
            if finding["seat"] is not None:
                by_name[record["players"]["ABCD".index(finding["seat"])], finding["code"]] += 1
        for each in record["rounds"]:
            if each["how"] in ("out", "blocked"):
                won.update(record["players"]["ABCD".index(seat)] for seat in each["winner"] or "")
    players = counted(run, archive)["by_player"]
    assert {(one["player"], code): n for one in players for code, n in one["findings"].items()} == by_name
    assert {one["player"]: one["rounds_won"] for one in players if one["rounds_won"]} == won


def test_tallies_of_parts_add_up() -> None:
    """The tally of an archive is the sum of the tallies of its records, in any order."""
    games = [read(game) for game in matches(resolve("selminha"), 4, 6, 1)]
    whole, sums = Tally(), Tally()
    for game in games:
        whole.add(audit(game), game)
    for game in reversed(games):
        part = Tally()
        part.add(audit(game), game)
        sums.merge(part)
    assert sums.counts == whole.counts


def test_workers_change_nothing(run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The statistics are the same bytes with one process and with two."""
    monkeypatch.setattr("domscore.batch.running._TRICKLE", 0)
    monkeypatch.setattr("domscore.batch.streams.BLOCK", 2**14)
    monkeypatch.setattr("domscore.batch.running.outcomes.__defaults__", (1, None))
    one, two = (run("stats", "-f", "csv", "-j", jobs, archive).stdout for jobs in "12")
    assert one == two
    assert len(one.splitlines()) > 50


@pytest.mark.parametrize(
    ("acts", "seat"),
    [
        (["A 6-6", "B 6-4 R", "A pass", "B pass"], "B"),
        (["A 6-6", {"seat": "B", "play": "6-4"}, "A draw ?"], "B"),
        (["A 6-6", {"ruling": "taken_back"}], None),
        ([], None),
    ],
)
def test_the_last_player(acts: list[object], seat: str | None) -> None:
    """The last play counts, not the passes after it; a ruling leaves it open."""
    assert last_player(Round.model_validate({"acts": acts})) == seat


def test_shares_against_scipy() -> None:
    """The interval is Wilson's, and the chance that of a normal approximation, as scipy has them."""
    stats = pytest.importorskip("scipy.stats")
    for won, lost, sides in ((60, 40, 2), (1, 9, 3), (300, 500, 4), (5, 0, 2)):
        found = share(won, lost, 0, sides)
        assert found is not None
        interval = stats.binomtest(won, won + lost).proportion_ci(method="wilson")
        assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
        z = (won - found.of / sides) / (found.of / sides * (1 - 1 / sides)) ** 0.5
        assert found.chance == pytest.approx(2 * stats.norm.sf(abs(z)))
    assert share(0, 0, 5, 2) is None


def test_distributions_against_a_sorted_list() -> None:
    """Quartiles are elements of the sorted list."""
    numbers = sorted([3, 9, 9, 1, 4, 4, 4, 30, 2])
    found = distribution(Counter(numbers))
    assert found == (9, sum(numbers) / 9, 1, numbers[2], numbers[4], numbers[6], 30)
    assert distribution({}) is None


def test_csv_and_parquet_hold_the_same(run: Run, archive: Path, tmp_path: Path) -> None:
    """Every count is a row in both, and the counts of records add up to the archive."""
    pq = pytest.importorskip("pyarrow.parquet")
    assert run("stats", "-f", "parquet", "-o", tmp_path / "x.parquet", archive).exit_code == 0
    rows = list(csv.DictReader(io.StringIO(run("stats", "-f", "csv", archive).stdout)))
    table = pq.read_table(tmp_path / "x.parquet").to_pylist()
    assert [{key: str(value) for key, value in row.items()} for row in table] == rows
    assert sum(row["count"] for row in table if row["section"] == "records") == 36


def test_parquet_without_its_package(run: Run, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pyarrow is missing the command says how to get it, and ends with 3."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("stats", "-f", "parquet", "-o", tmp_path / "x.parquet", archive)
    assert result.exit_code == 3
    assert "pip install pyarrow" in result.stderr
    assert not (tmp_path / "x.parquet").exists()


@pytest.mark.parametrize("place", ["no/such/x.csv", "."])
def test_where_nothing_can_be_written(run: Run, archive: Path, tmp_path: Path, place: str) -> None:
    """A file that cannot be made is a usage error, as it is for check."""
    result = run("stats", "-f", "csv", "-o", tmp_path / place, archive)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be written" in " ".join(result.stderr.split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_full_disk_ends_with_4(archive: Path) -> None:
    """Statistics that could not be written to their file are no success, and no input that was not read."""
    command = [sys.executable, "-m", "domscore", "stats", "-o", "/dev/full", str(archive)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (4, "")
    assert "no space left" in done.stderr


def test_players_fit_in_80_columns(run: Run, tmp_path: Path) -> None:
    """A player with a long name and many kinds of findings makes several lines, none of them long."""
    lines = []
    for sample in sorted((SAMPLES / "illegal").glob("DOM[3-6]*.domino.json")):
        record = json.loads(sample.read_bytes())
        record["players"] = [f"{name} of the Club of the Old Harbour" for name in "ABCD"[: len(record["players"])]]
        lines.append(json.dumps(record))
    (tmp_path / "x.jsonl").write_text("\n".join(lines))
    players = run("stats", tmp_path / "x.jsonl").stdout.partition("\nPlayers")[2].splitlines()
    assert len(players) > 10
    assert max(map(len, players)) <= 80


def test_the_table_is_safe_and_limited(run: Run, tmp_path: Path) -> None:
    """Names cannot forge lines of the table; --players says how many are shown of how many."""
    game = json.loads((SAMPLES / "legal/selminha-2.domino.json").read_bytes())
    game["players"] = ["\x1b[31m\nrules", "=1+1"]
    (tmp_path / "x.json").write_text(json.dumps(game))
    shown = run("stats", "--players", "1", tmp_path / "x.json").stdout
    assert "Players: 1 of 2" in shown
    assert "\x1b" not in shown
    assert "'=1+1" in run("stats", "-f", "csv", tmp_path / "x.json").stdout


def test_what_could_not_be_read_ends_with_3(run: Run, archive: Path, tmp_path: Path) -> None:
    """Statistics of an archive that is damaged, or of nothing, never end with 0; errors in records do not matter."""
    (tmp_path / "y.jsonl.gz").write_bytes(b"no gzip")
    assert run("stats", archive).exit_code == 0
    assert run("stats", archive, tmp_path / "y.jsonl.gz").exit_code == 3
    assert run("stats", tmp_path / "none.json").exit_code == 3
    assert run("stats", "-f", "parquet", archive).exit_code == 2


@pytest.mark.parametrize("form", ["table", "json", "csv", "parquet"])
def test_no_input_is_written_to(run: Run, archive: Path, form: str) -> None:
    """Statistics that would take the place of an input are a usage error, and the input stays as it is."""
    before = archive.read_bytes()
    for named in (archive, archive.parent):
        result = run("stats", "--format", form, "--output", archive, named)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "is also to be checked, and would be lost" in " ".join(result.stderr.replace("│", " ").split())
        assert archive.read_bytes() == before
