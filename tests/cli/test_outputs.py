"""``--output`` and ``--format``: several reports from one run, what is cut and said to be, and what cannot be written."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from domscore.batch import running, streams
from domscore.findings.codes import Severity
from domscore.report import FINDINGS_FORMATS, github, sarif, summary
from tests.cli.conftest import Run
from tests.report.readers import READERS, commands

FALSE_PASS = "illegal/DOM411-false-pass.domino.json"
LATE = "illegal/DOM441-late-act.domino.json"
NOTED = "partial/level-1-pips.domino.json"


@pytest.fixture
def archive(tmp_path: Path, samples: Path) -> Path:
    """An archive with errors, warnings and notes, the grave ones last."""
    lines = [json.dumps(json.loads((samples / name).read_text(encoding="utf-8"))) for name in (NOTED, LATE, FALSE_PASS)]
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(line for line in lines for _ in range(12)), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _no_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)


def test_the_command_knows_the_formats_of_the_table(run: Run) -> None:
    """``--format`` takes every format there is, and ``auto``."""
    said = run("check", "--format", "no-such", "x").stderr
    assert all(f"'{name}'" in said for name in [*FINDINGS_FORMATS, "auto"])


def test_one_run_writes_every_format(run: Run, archive: Path) -> None:
    """Each file holds what ``--format`` writes to standard output, which gets a report too."""
    files = {form: archive.parent / f"out.{form}" for form in FINDINGS_FORMATS}
    outputs = [word for form, file in files.items() for word in ("--output", f"{form}={file}")]
    result = run("check", "--format", "concise", *outputs, archive)
    assert result.exit_code == 1
    assert result.stdout == run("check", "--format", "concise", archive).stdout
    for form, file in files.items():
        assert file.read_bytes() == run("check", "--format", form, archive).stdout_bytes, form


@pytest.mark.parametrize("form", FINDINGS_FORMATS)
def test_workers_change_no_format(run: Run, archive: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With worker processes every format is byte for byte the same, and in order."""
    monkeypatch.setattr(running, "_TRICKLE", 0)
    monkeypatch.setattr(streams, "BLOCK", 2**14)
    at_once = tuple(1 if value == running.WORTHWHILE else value for value in running.outcomes.__defaults__ or ())
    monkeypatch.setattr(running.outcomes, "__defaults__", at_once)
    one, three = (run("check", "--format", form, "--jobs", jobs, archive) for jobs in ("1", "3"))
    assert three.stdout_bytes == one.stdout_bytes
    assert len(READERS[form](one.stdout)) >= 36


def test_quiet_leaves_the_files_alone(run: Run, archive: Path) -> None:
    """``--quiet`` is for people: what programs read is whole."""
    file = archive.parent / "out.sarif"
    assert run("check", "-q", "--output", f"sarif={file}", archive).stdout.count("\n") == 1
    assert file.read_bytes() == run("check", "--format", "sarif", archive).stdout_bytes


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("sarif", "sarif=FILE"),
        ("sarif=", "sarif=FILE"),
        ("serif=x", "did you mean sarif"),
        ("sarif={}/no/x.sarif", "no such file or directory"),
        ("sarif={}", "is a directory"),
        ("json={}/games.jsonl", "is also to be checked"),
    ],
)
def test_what_cannot_be_written_is_a_usage_error(run: Run, archive: Path, value: str, said: str) -> None:
    """Nothing is judged, and no input is lost, when an output makes no sense."""
    before = archive.read_bytes()
    result = run("check", "--output", value.format(archive.parent), archive)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert archive.read_bytes() == before


FILES = ["--output=json=", "--cache=", "--checkpoint=", "--write-baseline="]


@pytest.mark.parametrize("option", FILES)
@pytest.mark.parametrize("named", ["games.jsonl", ".", "./*.jsonl", "linked.jsonl", "again.jsonl"])
@pytest.mark.parametrize("content", ["records", "nothing"])
def test_no_input_is_written_to(
    run: Run, archive: Path, option: str, named: str, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that a run would write and that is an input too, by whatever name, is a usage error, and stays as it is."""
    monkeypatch.chdir(archive.parent)
    if content == "nothing":
        archive.write_bytes(b"")
    if named.startswith("linked"):
        Path(named).symlink_to(archive)
    elif named.startswith("again"):
        Path(named).hardlink_to(archive)
    (archive.parent / "other.json").write_text("{}")
    before = archive.read_bytes()
    result = run("check", f"{option}games.jsonl", "other.json", named)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "games.jsonl is also to be checked, and would be lost" in " ".join(result.stderr.replace("│", " ").split())
    assert archive.read_bytes() == before
    assert not list(archive.parent.glob("games.jsonl?*"))


def test_the_baseline_is_no_input(run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A baseline that is named as a record is a usage error; that it holds nothing wrong must not be a pass."""
    monkeypatch.chdir(archive.parent)
    run("check", "--write-baseline", "known.jsonl", archive)
    result = run("check", "--baseline", "known.jsonl", "known.jsonl", archive)
    assert result.exit_code == 2
    assert run("check", "--baseline", "known.jsonl", ".").exit_code == 0


def test_what_the_program_keeps_in_a_directory_is_no_record(
    run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache and a checkpoint that are called like records are left out of the directory in which they lie."""
    monkeypatch.chdir(archive.parent)
    plain = run("check", "-f", "json", ".")
    for _ in range(2):
        assert run("check", "-f", "json", "--cache", "kept.json", ".").stdout == plain.stdout
    with monkeypatch.context() as patch:
        patch.setattr("domscore.batch.checkpoint.Checkpoint.close", lambda self: self._file.close())
        run("check", "-f", "json", "--cache", "kept.json", "--checkpoint", "far.jsonl", ".")
    assert Path("far.jsonl").stat().st_size > 0
    again = run("check", "-f", "json", "--cache", "kept.json", "--checkpoint", "far.jsonl", ".")
    assert again.stdout == plain.stdout
    assert "going on after" in again.stderr


@pytest.mark.parametrize(("one", "other"), [("--output=sarif=", FILES[0]), *combinations(FILES, 2)])
def test_a_file_is_for_one_thing(run: Run, archive: Path, one: str, other: str) -> None:
    """Two options that name the same file are a usage error, and the file is not made."""
    file = archive.parent / "x"
    result = run("check", f"{one}{file}", f"{other}{file.parent}/./x", archive)
    assert result.exit_code == 2
    assert "is the file of" in " ".join(result.stderr.split())
    assert not file.exists()


def test_every_report_or_standard_error_tells_what_was_not_read(run: Run, archive: Path) -> None:
    """Where one of several reports has no place for inputs that were not read, standard error names them too."""
    for form in FINDINGS_FORMATS:
        result = run("check", "-f", form, archive, "nowhere.json")
        assert ("nowhere.json" in result.stdout) != ("nowhere.json: not read: no such file" in result.stderr), form
    both = run("check", "-f", "json", "-o", f"text={archive.parent / 'x'}", archive, "nowhere.json")
    assert "nowhere.json: not read: no such file" in both.stderr


def test_gitlab_shows_what_was_not_read(run: Run, archive: Path) -> None:
    """An input that could not be read is an issue of its own, so that it does not look like a pass."""
    issues = json.loads(run("check", "-f", "gitlab", "--ignore", "DOM4,DOM9", archive, "nowhere.json").stdout)
    (issue,) = [one for one in issues if one["check_name"] == "not-read"]
    assert issue["location"]["path"].endswith("nowhere.json")
    assert issue["location"]["lines"] == {"begin": 1, "end": 1}
    assert (issue["severity"], len(issue["fingerprint"])) == ("critical", 32)


def test_auto_is_github_in_github_actions(run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``--format auto`` is the text format, in GitHub Actions annotations."""
    assert run("check", "--format", "auto", archive).stdout == run("check", archive).stdout
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert run("check", "--format", "auto", archive).stdout == run("check", "--format", "github", archive).stdout


def test_github_shows_the_gravest_and_the_summary_all(
    run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ten annotations of a kind, errors first; the job summary, which is added to, has all of them."""
    page = tmp_path / "page.md"
    page.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    text = run("check", "--format", "github", archive).stdout
    kinds = [name for name, _, _ in commands(text)]
    assert kinds == ["error"] * github.SHOWN + ["warning"] * github.SHOWN + ["notice"] * github.SHOWN
    everything = READERS["json"](run("check", "--format", "json", archive).stdout)
    assert f"{len(everything) - 30} findings more than GitHub annotates" in text
    assert page.read_text(encoding="utf-8").startswith("before\n## domscore\n")
    assert len(READERS["markdown"](page.read_text(encoding="utf-8"))) == len(everything)


def test_without_a_summary_github_gets_all(run: Run, archive: Path) -> None:
    """Where there is no job summary the log has an annotation for every finding, the gravest first."""
    text = run("check", "--format", "github", archive).stdout
    assert len(READERS["github"](text)) == len(READERS["json"](run("check", "--format", "json", archive).stdout))


def test_a_summary_that_cannot_be_written_is_said(run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run goes on without the job summary, and says so."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(archive.parent))
    result = run("check", "--format", "github", archive)
    assert result.exit_code == 1
    assert "the job summary cannot be written: is a directory" in result.stderr


def test_sarif_keeps_the_gravest_and_says_what_it_cut(run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit the least grave results are left out; the log says so, and so does standard error."""
    notes = sum(seen.code.startswith("DOM9") for seen in READERS["sarif"](run("check", "-f", "sarif", archive).stdout))
    monkeypatch.setattr(sarif, "MOST", 20)
    result = run("check", "-f", "sarif", archive)
    log = json.loads(result.stdout)["runs"][0]
    assert [one["level"] for one in log["results"]] == ["error"] * 12 + ["warning"] * 8
    (notice,) = log["invocations"][0]["toolExecutionNotifications"]
    cut = f"sarif: 20 findings are written, the gravest first; left out: 4 warnings, {notes} notes"
    assert notice == {"level": "warning", "message": {"text": cut}}
    assert result.stderr == cut + "\n"
    assert READERS["sarif"](result.stdout)


@pytest.mark.parametrize(("name", "value"), [("MOST", 20), ("ROOM", 3000)])
def test_a_page_holds_the_gravest_and_says_what_it_cut(
    run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: int
) -> None:
    """A page of Markdown is never longer than a forge takes."""
    everything = len(READERS["markdown"](run("check", "-f", "markdown", archive).stdout))
    monkeypatch.setattr(summary, name, value)
    text = run("check", "-f", "markdown", archive).stdout
    shown = READERS["markdown"](text)
    assert 12 <= len(shown) <= 20
    assert {seen.code for seen in shown[:12]} == {"DOM411"}
    assert f"The gravest {len(shown)} are shown; {everything - len(shown)} findings more are not." in text


@pytest.mark.parametrize("form", ["sarif", "markdown"])
def test_what_a_limit_cut_is_said_in_the_file(run: Run, archive: Path, form: str) -> None:
    """Whoever reads only the file learns that ``--max-findings`` left something out."""
    everything = len(READERS[form](run("check", "-f", form, archive).stdout))
    text = run("check", "-f", form, "--max-findings", "3", archive).stdout
    assert len(READERS[form](text)) == 3
    assert f"{everything - 3} findings not shown because of --max-findings" in text


def test_gitlab_fingerprints_are_stable_and_unique(run: Run, archive: Path) -> None:
    """Records that are alike have fingerprints of their own, and lines that change places keep them."""
    first = json.loads(run("check", "-f", "gitlab", archive).stdout)
    lines = archive.read_text(encoding="utf-8").split("\n")
    archive.write_text("\n".join(["", *reversed(lines)]), encoding="utf-8")
    second = json.loads(run("check", "-f", "gitlab", archive).stdout)
    known = {issue["fingerprint"] for issue in first}
    assert len(known) == len(first)
    assert {issue["fingerprint"] for issue in second} == known


def test_paths_are_those_of_the_project(run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Paths lead from the root of the project, however files are named and wherever the command runs."""
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path / "a")
    for root, wanted in ((None, str(archive)), ("CI_PROJECT_DIR", "games.jsonl"), ("GITHUB_WORKSPACE", "games.jsonl")):
        if root:
            monkeypatch.setenv(root, str(tmp_path))
        (path,) = {seen.path for seen in READERS["github"](run("check", "-f", "github", "../games.jsonl").stdout)}
        assert path == wanted
    monkeypatch.chdir(tmp_path)
    for name in ("games.jsonl", "./a/../games.jsonl", str(archive)):
        (path,) = {seen.path for seen in READERS["gitlab"](run("check", "-f", "gitlab", name).stdout)}
        assert path == "games.jsonl"


def test_junit_fails_what_the_run_fails(run: Run, archive: Path) -> None:
    """A case fails where its record makes the exit code 1: by the fail level, or because everything must be verified."""
    for words, failures in (((), 12), (("--fail-level", "warning"), 24), (("--strict",), 24), (("--ignore", "DOM4"), 0)):
        text = run("check", "-f", "junit", *words, archive).stdout
        READERS["junit"](text)
        assert text.count("<failure ") == failures, words
        assert text.count("<testcase ") == 36


_MEMORY = """
import resource, sys
from domscore.cli import app
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
words = ["check", "-q", "--jobs", "1"]
for form in ("sarif", "junit", "gitlab", "github", "markdown"):
    words += ["--output", f"{form}={sys.argv[3]}/out.{form}"]
app([*words, sys.argv[1]], standalone_mode=False)
start = peak()
app([*words, sys.argv[2]], standalone_mode=False)
print((peak() - start) // 1024, file=sys.stderr)
"""


@pytest.mark.slow
def test_memory_stays_flat_in_all_formats(tmp_path: Path) -> None:
    """An archive with 60,000 findings needs at most 64 MB above the start, whatever is written."""
    pytest.importorskip("resource")
    line = b'{"format": "domscore/1", "rules": "muggins/1", "players": ["A", "B"], "rounds": [], "%d": 1}\n'
    (tmp_path / "small.jsonl").write_bytes(line % 1)
    (tmp_path / "large.jsonl").write_bytes(b"".join(line % number for number in range(60_000)))
    command = [sys.executable, "-c", _MEMORY, *(str(tmp_path / name) for name in ("small.jsonl", "large.jsonl", ""))]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    assert int(done.stderr.splitlines()[-1]) <= 64
    assert len(READERS["gitlab"]((tmp_path / "out.gitlab").read_text())) == 60_000
    assert Severity.ERROR.value in (tmp_path / "out.markdown").read_text()


def test_quiet_leaves_the_files_as_they_are(run: Run, archive: Path) -> None:
    """``-q`` is about standard output: a file for people holds the records all the same."""
    file = archive.parent / "out.txt"
    assert "DOM411" not in run("check", "-q", "--output", f"concise={file}", archive).stdout
    assert file.read_text(encoding="utf-8") == run("check", "--format", "concise", archive).stdout


def test_the_page_holds_suggestions(run: Run, samples: Path) -> None:
    """``--suggest --format markdown`` says beside the finding what may have been written wrong, and the evidence."""
    slip = samples / "disputes/slip-wrong-end.domino.json"
    page = run("check", "--suggest", "--format", "markdown", slip).stdout
    row = next(line for line in page.splitlines() if "14:34" in line)
    assert 'suggestion 1 (a guess): round 1: perhaps "A 4-1 R" (act 12) was laid at L<br>would explain DOM406' in row
    assert "suggestion" not in run("check", "--format", "markdown", slip).stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "RECORD", "--output", "sarif=-"),
        ("check", "RECORD", "--write-baseline", "-"),
        ("check", "RECORD", "--checkpoint", "-"),
        ("check", "RECORD", "--cache", "-"),
        ("stats", "RECORD", "--output", "-"),
        ("fix", "RECORD", "--apply", "1", "--output", "-"),
        ("diff", "RECORD", "RECORD", "--merge", "-"),
    ],
)
def test_a_dash_is_no_file_that_is_written(
    run: Run, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """What means standard output elsewhere makes no file of that name: it is a usage error."""
    monkeypatch.chdir(tmp_path)
    record = str(samples / "disputes" / "slip-wrong-end.domino.json")
    result = run(*[record if each == "RECORD" else each for each in arguments])
    assert result.exit_code == 2
    assert not list(tmp_path.iterdir())
