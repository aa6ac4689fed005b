"""Bytes that are no record: one finding for each mistake, in words that say what to write instead."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domscore import audit
from domscore.findings.finding import Finding
from domscore.record.reading import read_record

HEAD: dict[str, Any] = {"format": "domscore/1", "rules": "selminha/1", "players": ["Ana", "Bo"]}


def messages(value: object) -> list[str]:
    data = value if isinstance(value, bytes) else (value if isinstance(value, str) else json.dumps(value)).encode()
    return [said(finding) for finding in read_record(data).findings]


def said(finding: Finding) -> str:
    return f"{finding.code} {finding.message}"


def in_round(**parts: object) -> list[str]:
    return messages({**HEAD, "rounds": [parts]})


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('{"a": 1,}', "the comma before this } is one too many"),
        ('{"a": [1, 2,]}', "the comma before this ] is one too many"),
        ('{"a": 1,, "b": 2}', "this comma is one too many"),
        ("{'a': 1}", 'double quotes ("), not in single ones'),
        ("{“a”: 1}", 'straight double quotes (")'),
        ("{a: 1}", 'keys stand in double quotes: "a"'),
        ('{"a": Ana}', "texts stand in double quotes"),
        ('{"a": True}', "JSON writes true"),
        ('{"a": NaN}', "JSON writes null"),
        ('{"a": 1 // one\n}', "JSON has no comments"),
        ('{"a": 1 /* one */}', "JSON has no comments"),
        ("# mine\n{}", "JSON has no comments"),
        ('{"a": 1 "b": 2}', "a comma stands between any two values"),
        ('{"a" = 1}', "a key is followed by a colon"),
        ('{"a": 01}', "no leading zeros"),
        ('{"a": +1}', "no plus sign"),
        ('{"a": "the "big" one"}', r"a quotation mark inside a text is written \""),
        ('{"a": "C:\\logs"}', r"a backslash in a text is written twice: \\"),
        ('{"a": "b\n"}', "not closed on its line"),
        ('{"a": [{"b": 1', "} ] } is missing"),
        ('{"a": [1}', "a comma or ] is missing"),
        ("{}{}", "one file holds one record, or JSON Lines"),
        ("round,Ana,Bo\n1,5,0\n", "domscore sheet FILE --rules NAME"),
        ("round;Ana;Bo\r\n1;5;0\r\n", "domscore sheet FILE --rules NAME"),
        ("A 6-6\nB 6-4 R\n", 'the list "acts"'),
        ("format: domscore/1\n", "between { and }"),
        ("<html></html>", "a web page"),
    ],
)
def test_slips_of_json_get_a_hint(text: str, hint: str) -> None:
    """A usual slip of the pen, and a usual file that is no JSON at all, are told by name."""
    (message,) = messages(text)
    assert message.startswith("DOM101 not JSON: ")
    assert hint in message


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b'{"a": "Jos\xe9"}', "byte 10 is not UTF-8; save the file as UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "this is UTF-16"),
        (b"PK\x03\x04\xff\xfe", "a spreadsheet is saved as CSV"),
        (b"\x00\x01\xff", "this is no text"),
    ],
)
def test_bytes_that_are_no_utf8_are_told(data: bytes, hint: str) -> None:
    """The message says at which byte, and what the file probably is."""
    (message,) = messages(data)
    assert hint in message


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([HEAD, HEAD], "not a list of 2: an archive is JSON Lines"),
        ([], "not a list"),
        ("x", "not a text"),
        (5, "not a number"),
        (None, "not null"),
    ],
)
def test_json_that_is_no_object_is_told_what_it_is(value: object, said: str) -> None:
    """A list of records is shown the way to JSON Lines."""
    (message,) = messages(json.dumps(value))
    assert message.startswith("DOM203 a record is a JSON object, ")
    assert said in message


def test_a_name_in_the_place_of_a_seat_gets_its_letter() -> None:
    """In acts, hands, leaders, winners and scores: the message names the letter to use."""
    assert in_round(acts=["Ana 6-6"]) == [
        'DOM203 "Ana 6-6" is not an act; did you mean A 6-6? Use the seat letter A',
    ]
    found = in_round(
        deal={"Ana": []},
        leader="Bo",
        left={"bo": 4},
        result={"winner": "Ana", "points": {"Ana": 4}},
        scores={"Bo": 4},
        acts=[{"seat": "Bo", "pass": True}],
    )
    assert len(found) == 7
    assert sorted(message.rpartition("; ")[2] for message in found) == [
        "use the seat letter A", "use the seat letter B", "use the seat letter B", "use the seat letter B",
        "use the side letter A", "use the side letter A", "use the side letter B",
    ]  # fmt: skip


def test_an_act_without_its_seat_is_told_whose_letters_there_are() -> None:
    """Who begins with something else learns the letters of the players."""
    (message,) = in_round(acts=["6-6 R"])
    assert message.endswith("; an act begins with the letter of its seat, A (Ana) or B (Bo), and a space")
    (message,) = in_round(acts=["B jumps"])
    assert "behind the seat stands a tile" in message


def test_one_mistake_in_an_act_object_is_one_finding() -> None:
    """An act object that is wrong inside is not told to be no act as well."""
    acts = [{"seat": "B", "play": "6–4"}, {"seat": "B", "tile": "6-4"}, {"seat": "B", "play": "6-4", "end": "left"}, 5]
    assert in_round(acts=acts) == [
        'DOM203 play: "6–4" is not a tile such as 6-4; did you mean 6-4?',
        "DOM202 unknown field tile; did you mean play?",
        'DOM203 end: "left" is not L, R, U or D; did you mean L?',
        "DOM203 5 is not an act; an act is a text such as A 6-4 L, or an object",
    ]


@pytest.mark.parametrize(
    "first", ["[1, 2, 3]", '{"x": [1], "A": ["x", "y"]}', '"x"', "1.5", "null", '[{"seat": "A"}, {}, "A"]']
)
@pytest.mark.parametrize("last", ["[]", "{}", '{"A": []}', '["A pass"]', "null", "1"])
@pytest.mark.parametrize("key", ["left", "deal", "acts", "result", "scores", "leader", "A"])
def test_a_key_that_stands_twice_is_told_whatever_the_first_one_held(key: str, first: str, last: str) -> None:
    """Of two equal keys with different values in them, both ill-formed or one, no exception comes of it."""
    inside = f'"{key}": {first}, "{key}": {last}'
    round_ = f'{{"left": {{{inside}}}}}' if key == "A" else f"{{{inside}}}"
    data = json.dumps({**HEAD, "rounds": ["@"]}).replace('"@"', round_).encode()
    assert {finding.code for finding in audit(data).findings} <= {"DOM102", "DOM201", "DOM202", "DOM203", "DOM204", "DOM208"}
    assert audit(data).verdict == "refuted"


def test_values_are_told_what_is_wanted() -> None:
    """What stands there, what may stand there, and what was probably meant."""
    assert in_round(left={"A": "5"}) == [
        'DOM203 left.A: "5" is neither a list nor a whole number; write 5 without quotation marks'
    ]
    assert in_round(deal={"A": ["6|4"]}) == ['DOM203 deal.A: "6|4" is not a tile such as 6-4, or ?; did you mean 6-4?']
    (message,) = in_round(result={"how": "Closed"})
    assert message.endswith("is not out, blocked, target, resigned, void, lost or unfinished; did you mean blocked?")
    assert in_round(scores=[1, 2]) == ['DOM203 scores: [1,2] is not an object; it is kept by letters: {"A": …, "B": …}']


def test_unknown_keys_get_the_nearest_name_or_all_of_them() -> None:
    """Another case, one letter, or another word for it; else the names there are."""
    assert in_round(Acts=[]) == ["DOM202 unknown field Acts; did you mean acts?"]
    assert in_round(moves=[]) == ["DOM202 unknown field moves; did you mean acts?"]
    (message,) = in_round(colour="red")
    assert message.endswith("scores and meta; free data goes into meta")
    (message,) = messages({**HEAD, "rounds": [], "recording": {"tempo": 1}})
    assert message == "DOM202 unknown field tempo; known are passes and draws"
    (message,) = messages({"Format": "domscore/1"})
    assert message == 'DOM104 unknown format: the field "format": "domscore/1" is missing; \'Format\' is not it'


def test_a_number_of_many_digits_is_json() -> None:
    """A number beyond what a double holds is a value out of range, not text that is no JSON."""
    (message,) = in_round(result={"points": {"A": 10**400}})
    assert message.startswith("DOM203 ")
    (message,) = in_round(acts="A pass", meta={"seen": 10**400})
    assert message.startswith("DOM203 ")
    assert messages('{"format": "domscore/1", "id": "\\ud800"}')[0].startswith("DOM101 ")


def test_a_report_is_called_a_report() -> None:
    """A report that lies among the records, whole or a line of one, is no record, and the finding says what it is."""
    line = audit(json.dumps({**HEAD, "rounds": []}).encode()).as_json()
    for report in (line, {"domscore": "0.1.0", "report": 1, "summary": {}, "records": [line]}):
        assert messages(report) == ["DOM104 unknown format: this is a report of domscore, not a record"]
