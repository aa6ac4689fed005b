"""Readers of each format that know nothing of domscore: they say which findings a report holds, and where."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import junitparser
from jsonschema import Draft4Validator, Draft202012Validator

SCHEMAS = Path(__file__).parent / "schemas"
_SARIF = Draft4Validator(json.loads((SCHEMAS / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8")))
_GITLAB = Draft202012Validator(json.loads((SCHEMAS / "gitlab-code-quality.json").read_text(encoding="utf-8")))
_GRAVITY = ["error", "warning", "note"]


class Seen(NamedTuple):
    """A finding as a report shows it; ``end`` is None where the format has no room for it."""

    path: str
    code: str
    start: tuple[int, int]
    end: tuple[int, int] | None


def sarif(text: str) -> list[Seen]:
    """What a SARIF log holds, which must fit the official schema."""
    log = json.loads(text)
    assert [error.message for error in _SARIF.iter_errors(log)] == []
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    seen = []
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        region = place["region"]
        start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
        seen.append(Seen(unquote(place["artifactLocation"]["uri"]), result["ruleId"], start, end))
    return seen


def gitlab(text: str) -> list[Seen]:
    """What a code quality report holds, which must fit the schema and have no fingerprint twice."""
    issues = json.loads(text)
    assert [error.message for error in _GITLAB.iter_errors(issues)] == []
    known = [issue["fingerprint"] for issue in issues]
    assert len(set(known)) == len(known)
    seen = []
    for issue in issues:
        begin, end = (issue["location"]["positions"][name] for name in ("begin", "end"))
        assert issue["location"]["lines"] == {"begin": begin["line"], "end": end["line"]}
        places = [(place["line"], place["column"]) for place in (begin, end)]
        if issue["check_name"] != "not-read":
            seen.append(Seen(issue["location"]["path"], issue["check_name"], places[0], places[1]))
    return seen


def json_report(text: str) -> list[Seen]:
    """What a JSON report holds."""
    return [seen for record in json.loads(text)["records"] for seen in _of_record(record)]


def jsonl(text: str) -> list[Seen]:
    """What a JSON Lines report holds."""
    *records, last = map(json.loads, text.splitlines())
    assert "summary" in last
    return [seen for record in records for seen in _of_record(record)]


def _of_record(record: dict[str, Any]) -> list[Seen]:
    return [
        Seen(
            record["source"],
            one["code"],
            (one["line"], one["column"]),
            (one["end_line"], one["end_column"]),
        )
        for one in record["findings"]
    ]


def suite(text: str) -> junitparser.TestSuite:
    """The one suite of a JUnit report, whose counts must be those of its cases."""
    (only,) = junitparser.JUnitXml.fromstring(text.encode())
    cases = list(only)
    assert only.tests == len(cases)
    assert only.failures == sum(isinstance(part, junitparser.Failure) for case in cases for part in case.result)
    assert only.errors == sum(isinstance(part, junitparser.Error) for case in cases for part in case.result)
    return only


_JUNIT_LINE = re.compile(r"^(.*):(\d+):(\d+)-(\d+):(\d+): (?:error|warning|note) (DOM\d{3}) ", re.MULTILINE)


def junit(text: str) -> list[Seen]:
    """What the texts of a JUnit report's cases hold."""
    seen = []
    for case in suite(text):
        for part in [*(part.text or "" for part in case.result), case.system_out or ""]:
            for path, *numbers, code in _JUNIT_LINE.findall(part):
                line, column, end_line, end_column = map(int, numbers)
                seen.append(Seen(path, code, (line, column), (end_line, end_column)))
    return seen


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The workflow commands that GitHub's runner takes out of a log: name, properties, message."""
    found = []
    for line in re.split(r"\r\n|\r|\n", text):
        old = re.search(r"##\[(\w+)[^\]]*\](.*)|##vso\[([^\] ]+)[^\]]*\](.*)", line)
        if old:
            found.append((old[1] or old[3], {}, old[2] or old[4]))
        new = re.match(r"\s*::([A-Za-z-]+)(?: (.*?))?::(.*)", line)
        if new:
            pairs = (pair.partition("=") for pair in (new[2] or "").split(",") if pair)
            properties = {name.strip(): _unescaped(value) for name, _, value in pairs}
            found.append((new[1], properties, _unescaped(new[3])))
    return found


def _unescaped(text: str) -> str:
    for escape, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escape, sign)
    return text


def github(text: str) -> list[Seen]:
    """What the annotations hold; they must be sorted by severity."""
    seen, gravity = [], []
    for name, properties, _ in commands(text):
        if properties == {"title": "not read"}:
            continue
        start = (int(properties["line"]), int(properties["col"]))
        end = (int(properties["endLine"]), int(properties["endColumn"]))
        seen.append(Seen(properties["file"], properties["title"][:6], start, end))
        gravity.append(["error", "warning", "notice"].index(name))
    assert gravity == sorted(gravity)
    return seen


_ROW = re.compile(r"^\| (error|warning|note) \| (.*):(\d+):(\d+)-(\d+):(\d+) \| (DOM\d{3}) \| .* \|$", re.MULTILINE)


def markdown(text: str) -> list[Seen]:
    """What the table of a page holds; it must be sorted by severity."""
    seen, gravity = [], []
    for severity, path, *numbers, code in _ROW.findall(text):
        line, column, end_line, end_column = map(int, numbers)
        seen.append(Seen(path, code, (line, column), (end_line, end_column)))
        gravity.append(_GRAVITY.index(severity))
    assert gravity == sorted(gravity)
    return seen


_LINE = re.compile(r"^(.*?):(\d+):(\d+): +(DOM\d{3}) ", re.MULTILINE)


def concise(text: str) -> list[Seen]:
    """What the lines of the concise format hold."""
    return [Seen(path, code, (int(line), int(column)), None) for path, line, column, code in _LINE.findall(text)]


text = concise
"""The lines of findings are alike."""

READERS: dict[str, Callable[[str], list[Seen]]] = {
    "text": text,
    "concise": concise,
    "json": json_report,
    "jsonl": jsonl,
    "sarif": sarif,
    "junit": junit,
    "github": github,
    "gitlab": gitlab,
    "markdown": markdown,
}
