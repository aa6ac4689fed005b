"""Rounds that are judged before they are validated: nothing passes that the record format refuses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from domscore import audit
from domscore.record.plain import Plain, read_plain
from tests.bench.games import records, verbose

TOKENS = r"""
null true false 0 1 2 -1 -0 1.0 2.0 1e0 2E0 1e400 12345678901234567890123 NaN Infinity [] {} [[]] [null] [1] [true]
"" "A" "B" "L" "0" "6-6" "6-5" "5-6" "06-5" "A\u0020pass" "A\u0020pass\n" "A\u00206-6" "\u0041" "\ud800" "?"
{"6-6":1} {"A":true} {"A":1.0} {"A":0,"B":0} {"A":null} {"C":0} ["6-6","6-6"] ["6-6",1] ["6-6",[]]
"""
"""What is put in the place of every value of a record."""


def short(form: Callable[[bytes], bytes], name: str) -> Any:
    """The two shortest rounds of a legal match, as rounds of a match that goes on."""
    value = json.loads(form(records(name, 2, 3, seed=11)[0]))
    value["rounds"] = value["rounds"][:2]
    value.pop("result", None)
    return value


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """The values inside this one, of lists the first and the last: what holds each, and its key or index."""
    for key in list(value) if isinstance(value, dict) else sorted({0, len(value) - 1}):
        yield value, key
        if value[key] and isinstance(value[key], dict | list):
            yield from places(value[key])


def both(data: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """The report as it is, and as it is when every round is validated first."""
    plain = audit(data).as_json()
    with monkeypatch.context() as patch:
        patch.setattr("domscore.auditing.read_plain", lambda _: None)
        return plain, audit(data).as_json()


@pytest.mark.parametrize(("form", "name"), [(bytes, "classic-draw/1"), (verbose, "muggins/1")], ids=["strings", "objects"])
def test_any_value_anywhere(form: Callable[[bytes], bytes], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record with any value in any place is reported as if all of it had been validated first."""
    record = short(form, name)
    record["meta"], record["rounds"][0]["meta"] = {"event": "x"}, {"table": [1]}
    if form is verbose:
        record["rounds"][0]["acts"][0] |= {"at": "2026-01-01T00:00:00Z", "note": "n", "auto": "bot", "meta": {"n": 1}}
    assert audit(json.dumps(record).encode()).verdict == "verified"
    count = 0
    for holder, key in [*places(record)]:
        count += 1
        kept, holder[key] = holder[key], "@"
        text = json.dumps(record)
        holder[key] = kept
        for token in TOKENS.split():
            plain, validated = both(text.replace('"@"', token).encode(), monkeypatch)
            assert plain == validated, (key, token)
    assert count > 50


@pytest.mark.parametrize("form", [bytes, verbose], ids=["strings", "objects"])
def test_any_key_anywhere(form: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """A key too many, of any name, is reported as if all of the record had been validated first."""
    record = short(form, "muggins/1")
    objects = [record, *[holder[key] for holder, key in places(record) if isinstance(holder[key], dict)]]
    names = ["x", "meta", "note", "at", "auto", "end", "on", "draw", "pass", "winner", "scores", "acts_complete", "boneyard"]
    for one in objects[:12]:
        for name in names:
            if name in one:
                continue
            for value in (None, True, 1, "x", {"a": [1]}, {"a": 1.5}, ["6-6"], "2026-01-01T00:00:00Z", "bot"):
                one[name] = value
                plain, validated = both(json.dumps(record).encode(), monkeypatch)
                assert plain == validated, (name, value)
            del one[name]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"how":', '"how":"void","how":'),
        ('"id":', '"id":"\\u003a","id":'),
        ('"id":', '"id":"\\u003A\\u003a","id":'),
        ('"id":"', '"id":"\\u003a:'),
        ('"players":', '"players" :'),
        ('"rounds":', '"\\u0072ounds":[],"rounds":'),
        ('"rounds":', '"meta":{"a":1,"a":1},"rounds":'),
        ('"rounds":', '"meta":{"a":"x:y"},"rounds":'),
        ('"rounds":', '"meta":' + 120 * '{"a":' + "1" + 120 * "}" + ',"rounds":'),
        ('"rounds":', '"meta":' + 300 * "[" + 300 * "]" + ',"rounds":'),
        ('"rounds":', '"meta":{"a":' + 1200 * "7" + '},"rounds":'),
        ('"rounds":', '"meta":{"a":0.' + 1200 * "7" + '},"rounds":'),
        ('"rounds":', '"meta":{"a":NaN},"rounds":'),
        ('"acts":', '"meta":' + 120 * "[" + 120 * "]" + ',"acts":'),
        ('"acts":', '"acts":[],"acts":'),
        ('"points":{', '"points":{"A":1000,'),
    ],
)
def test_what_a_parser_loses_is_found(before: str, after: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal keys, escapes and limits are told as if all of the record had been validated first."""
    text = json.dumps(short(bytes, "muggins/1"), separators=(",", ":"))
    assert before in text
    plain, validated = both(text.replace(before, after, 1).encode(), monkeypatch)
    assert plain == validated


@pytest.mark.parametrize("layout", [{"indent": 2}, {"separators": (",", ":")}, {}], ids=["indented", "minified", "spaced"])
@pytest.mark.parametrize("form", [bytes, verbose], ids=["strings", "objects"])
def test_ordinary_records_are_validated_value_by_value(
    form: Callable[[bytes], bytes], layout: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it is laid out, with marks and free data too, an ordinary record is not read twice."""
    record = short(form, "muggins/1")
    record["meta"], record["rounds"][0]["meta"] = {"event": "Zoë: final"}, {"table": [1, 2]}
    data = json.dumps(record, **layout).encode()
    monkeypatch.setattr("domscore.auditing.read_record", None)
    assert audit(data).verdict == audit(b"\xef\xbb\xbf" + data).verdict == "verified"


def test_totals_beyond_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A running total that is right, and larger than the format lets any number be, is ill-formed."""
    record = short(bytes, "guide-block/1")
    record["rules"] = {"base": "guide-block/1", "target": 10**9}
    record["rounds"] = record["rounds"][:1]
    round_ = record["rounds"][0]
    high = 10**9 - 1
    round_["scores"] = {side: high + points for side, points in round_["scores"].items()}
    record["start"] = {"scores": dict.fromkeys(round_["scores"], high)}
    assert max(round_["scores"].values()) > 10**9
    plain, validated = both(json.dumps(record).encode(), monkeypatch)
    assert plain == validated
    assert [finding["code"] for finding in plain["findings"]] == ["DOM203"]


def test_a_record_without_rounds_is_looked_at_closely() -> None:
    """No rounds, or something else than a list of them, is nothing to judge as it stands."""
    record = short(bytes, "muggins/1")
    assert isinstance(read_plain(json.dumps(record).encode()), Plain)
    for rounds in ([], {}, None, "x"):
        assert read_plain(json.dumps({**record, "rounds": rounds}).encode()) is None
