"""What somebody meant who wrote an act, a tile, a key or a word otherwise than the format does."""

from __future__ import annotations

import re

import pytest

from domscore.generate import matches
from domscore.record.models import ACT_PATTERN
from domscore.record.spelling import act_meant, key_meant, seat_meant, tile_meant, word_meant
from domscore.rules import Rules

PLAYERS = ["Ana", "Bo", "Mary Ann", "Ana Maria"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("B 6–4 R", "B 6-4 R"),
        ("B 6—4 R", "B 6-4 R"),
        ("B 6−4", "B 6-4"),
        ("b 6-4 r", "B 6-4 R"),
        ("А 6-4 R", "A 6-4 R"),
        ("B ６-４ R", "B 6-4 R"),
        ("B\u00a06-4\u00a0R", "B 6-4 R"),
        ("Ana 4-1 R", "A 4-1 R"),
        ("ana maria: knocks", "D pass"),
        ("Mary  Ann 6-4", "C 6-4"),
        ("B: 6-4, R", "B 6-4 R"),
        ("B;6-4;R", "B 6-4 R"),
        ("B6-4 R", "B 6-4 R"),
        ("B 6-4R", "B 6-4 R"),
        ("B [6|4] left", "B 6-4 L"),
        ("B plays 6:4 at the right end", "B 6-4 R"),
        ("B 64 R", "B 6-4 R"),
        ("B 6 4 R", "B 6-4 R"),
        ("B double six", "B 6-6"),
        ("B 06-04 L", "B 6-4 L"),
        ("B 6-4 to the 6", "B 6-4 on 6"),
        ("B 6-4 on the 6|6", "B 6-4 on 6-6"),
        ("B 6-4 6", "B 6-4 on 6"),
        ("B 6-4 R 5", "B 6-4 R +5"),
        ("B 6-4 R (5 points)", "B 6-4 R +5"),
        ("B 6-4 x", "B 6-4"),
        ("B knock", "B pass"),
        ("B x", "B pass"),
        ("B -", "B pass"),
        ("B PASSES", "B pass"),
        ("B draw 2", "B draw x2"),
        ("B draws three tiles", "B draw x3"),
        ("B draw 3x", "B draw x3"),
        ("B draw ? x2", "B draw x2"),
        ("B drew 6|4", "B draw 6-4"),
        ("B buys", "B draw ?"),
        ("B claim 5", "B claim +5"),
        ("B gives up", "B resign"),
    ],
)
def test_a_usual_slip_is_offered_in_its_spelling(written: str, meant: str) -> None:
    """Dashes, names, words of the table and missing marks lead to the act that was meant."""
    assert act_meant(written, PLAYERS) == meant


@pytest.mark.parametrize(
    "written", ["", "what?", "6-4 R", "B jumps", "B 6-4 L R", "B draw x0", "K pass", "B 6-4 +", 5, None, "B" * 90]
)
def test_what_is_anybodys_guess_is_left_alone(written: object) -> None:
    """No seat, no known word, or two places: nothing is offered."""
    assert act_meant(written, PLAYERS) is None


def test_two_players_of_one_name_are_not_guessed_at() -> None:
    """A name that two players have leads to no seat."""
    assert act_meant("Ana 6-4", ["Ana", "Ana"]) is None
    assert seat_meant("Ana", ["Ana", "ana"]) is None


@pytest.mark.parametrize("rules", ["selminha", "muggins", "five-up"])
def test_every_act_is_found_again_in_its_sloppy_spelling(rules: str) -> None:
    """Real acts written with names, small letters and long dashes come back as they were, and always fit the grammar."""
    for data in matches(Rules.named(rules), 2, 3, 1):
        for act in set(re.findall(rb'"([AB] [^"]+)"', data)):
            text = act.decode()
            sloppy = text.lower().replace("-", "–").replace("b ", "Bo: ", 1) if text[0] == "B" else text.lower()
            found = act_meant(sloppy, ["Ana", "Bo"])
            assert found == text
            assert re.match(ACT_PATTERN, found)


def test_tiles_are_read_from_other_marks() -> None:
    """A tile with another mark between its halves, or none, is still that tile."""
    assert [tile_meant(text) for text in ("6–4", "6|4", "64", 64, "double 3", "[6:4]")] == ["6-4"] * 4 + ["3-3", "6-4"]
    assert tile_meant("six") is None


def test_keys_are_found_by_case_letter_and_meaning() -> None:
    """A key that differs by case, by one letter, or by another word for the same thing leads to the known one."""
    known = ["deal", "acts", "acts_complete", "left", "scores"]
    asked = ["Acts", "act", "actscomplete", "moves", "hands", "scroes", "xyz"]
    assert [key_meant(key, known) for key in asked] == ["acts", "acts", "acts_complete", "acts", "deal", "scores", None]


def test_words_are_found_by_case_letter_and_meaning() -> None:
    """So do the few words that a value may be."""
    known = ["out", "blocked", "unfinished"]
    assert [word_meant(word, known) for word in ("Out", "closed", "blokced", "won", 3)] == [
        "out",
        "blocked",
        "blocked",
        None,
        None,
    ]
