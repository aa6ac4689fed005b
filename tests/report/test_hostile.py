"""Names chosen to do harm: nothing in a record or a file name becomes a command, an escape sequence or markup."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests.cli.conftest import Run, run
from tests.report.readers import READERS, commands, suite

__all__ = ["run"]
ATTACKS = [
    "::error file=a.py,line=1::owned",
    " \u3000::error::owned",
    "##[error]owned",
    "##vso[task.setvariable variable=x]owned",
    "\r\n::error::owned",
    "x\n::stop-commands::y\n",
    "%0A::error::owned%0D%25",
    "a,line=7,title=owned:b",
    "\x1b[31mred\x1b]8;;x\x07\x9b31m\x7f\x00",
    "\u202egnp.exe\u2066\u200f\ufeff\u2028",
    "\ufffe\uffff",
    "<script>alert(1)</script><!-- --> --> ]]> &lt; \"'",
    '"/><failure message="x"/>',
    "[link](http:evil) ![i](x) <https://evil> https://evil www.evil.com @ana a@b.example",
    "`code` **bold** _it_ ~~s~~ $x$ # h | a | b |\\",
    "\t| x | y |\t",
    "section_start:1:x\r\x1b[0K",
]
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")
FORMATS = list(READERS)


def record(name: str) -> dict[str, Any]:
    """A record that says the name wherever it can, with faults whose messages repeat it."""
    return {
        "format": "domscore/1",
        "id": name,
        "rules": {"base": "muggins/1", name: 1} if len(name) % 2 else f"{name}/1",
        "players": [name, f"{name}2"],
        "meta": {name: name},
        "rounds": [],
    }


def ill_formed(name: str) -> dict[str, Any]:
    """A record whose form is wrong in a way that its messages repeat the name."""
    return {**record(name), "rules": "muggins/1", name: 1, "start": {"round": name}, "rounds": [{"acts": [name, {name: 1}]}]}


def checked(run: Run, folder: Path, form: str, name: str, file: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The report, in a format, of a file and an archive of that name, with records that hold the name."""
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "page.md"))
    values = [record(name), ill_formed(name)]
    for number, value in enumerate(values):
        Path(f"{file}{number}.json").write_text(json.dumps(value, ensure_ascii=True), encoding="utf-8")
    lines = [*(json.dumps(value, ensure_ascii=False) for value in values), name.replace("\n", " ") or "x"]
    Path(f"{file}.jsonl").write_bytes("\n".join(lines).encode("utf-8", "replace"))
    result = run(
        "check", "-f", form, *sorted(path.name for path in folder.iterdir() if path.name != "page.md"), "./no:" + file
    )
    assert result.exit_code in (1, 3)
    assert commands(result.stderr) == []
    assert not HARMFUL.search(result.stderr)
    text = result.stdout_bytes.decode()
    if form == "github":
        text += Path("page.md").read_text(encoding="utf-8")
    return text


def file_name(attack: str) -> str:
    """As much of it as a file may be called."""
    return attack.replace("/", "∕").replace("\0", "")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_no_name_does_harm(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: str, form: str) -> None:
    """No control character is written, and no line is a command that domscore did not mean."""
    hostile = checked(run, tmp_path / "hostile", form, attack, file_name(attack), monkeypatch)
    assert not HARMFUL.search(hostile)
    found = commands(hostile)
    if form == "github":
        assert {name for name, _, _ in found} <= {"error", "warning", "notice"}
        for _, properties, _ in found:
            assert properties.keys() in ({"title"}, {"file", "line", "col", "endLine", "endColumn", "title"})
            assert re.fullmatch("not read|DOM[0-9]{3} [a-z-]+", properties["title"])
        assert "owned" not in {properties.get("line") for _, properties, _ in found}
    else:
        assert found == []
    assert len(re.findall("\n", hostile)) == len(hostile.splitlines())


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "gitlab"])
@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_json_keeps_the_names(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: str, form: str) -> None:
    """Where JSON escapes what is harmful, the names read back are the real ones."""
    text = checked(run, tmp_path / "hostile", form, attack, file_name(attack), monkeypatch)
    assert {f"{file_name(attack)}0.json", f"{file_name(attack)}.jsonl"} <= {seen.path for seen in READERS[form](text)}


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_junit_holds_the_cases_there_are(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: str) -> None:
    """The names make no case, no failure and no element of their own."""
    text = checked(run, tmp_path / "hostile", "junit", attack, file_name(attack), monkeypatch)
    found = suite(text)
    assert (found.tests, found.failures, found.errors) == (6, 5, 1)


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_markdown_holds_text_only(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: str) -> None:
    """A page has a heading, tables, a list of what was not read, and in them nothing but text."""
    text = checked(run, tmp_path / "hostile", "markdown", attack, file_name(attack), monkeypatch)
    kinds: set[str] = set()
    rows = set()
    for token in MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(text):
        kinds.add(token.type)
        for child in token.children or ():
            kinds.add(child.type)
            if child.type == "html_inline":
                assert child.content == "<!-- -->"
            rows.add(re.sub(r"[^|]", "", child.content) if token.type == "table" else "")
    assert not kinds & {"link_open", "image", "html_block", "em_open", "strong_open", "code_inline", "s_open", "fence"}
    assert "https://" not in text
    assert not re.search(r"@\w|(?<!\\)\$", text)


def test_a_name_of_the_terminal_stays_readable(run: Run, tmp_path: Path) -> None:
    """A name without harm in it is written as it is: accents, signs and other scripts."""
    name = "Žižka & Zoë 宮本 #1 (50 %) a::b"
    (tmp_path / "x.json").write_text(json.dumps({**record("x"), "rules": "muggins/1", "id": name}), encoding="utf-8")
    assert f"({name})" in run("check", tmp_path / "x.json").stdout
