"""Rounds, acts and seats that are asked for and are not there: exit code 2, and what there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

ONE, MANY = "illegal/DOM411-false-pass.domino.json", "legal/classic-draw-2.domino.json"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("replay", ONE, "--to", "99"), "Invalid value for --to: round 1 has acts 1 to 20, not act 99"),
        (("infer", ONE, "--at", "21"), "Invalid value for --at: round 1 has acts 1 to 20, not act 21"),
        (("replay", MANY, "--to", "99"), "the longest of the rounds has acts 1 to"),
        (("replay", ONE, "--round", "2"), "Invalid value for --round: the record has only round 1, not round 2"),
        (("infer", MANY, "--round", "6"), "Invalid value for --round: the record has rounds 1 to 5, not round 6"),
        (("infer", MANY, "--round", "0"), "the record has rounds 1 to 5, not round 0"),
        (("explain", ONE, "--round", "2"), "the record has only round 1, not round 2"),
        (("explain", ONE, "--act", "21"), "round 1 has acts 1 to 20, not act 21"),
        (("infer", ONE, "--seat", "Z"), "Invalid value for --seat: there is no seat Z; there are A (Ines), B (Jakub)"),
    ],
)
def test_what_is_not_there_is_a_usage_error(arguments: tuple[str, ...], said: str, run: Run, samples: Path) -> None:
    """Nothing is shown, and the message says which rounds, acts and seats there are."""
    command, path, *options = arguments
    result = run(command, samples / path, *options)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert not result.stdout


def test_a_seat_may_be_asked_for_by_its_players_name(run: Run, samples: Path) -> None:
    """The letter, in either case, and the name ask for the same."""
    shown = {run("infer", samples / ONE, "--at", "3", "--seat", seat).stdout for seat in ("A", "a", "Ines", "ines")}
    assert len(shown) == 1
    assert "A (" in shown.pop()


def test_rounds_that_are_shorter_are_left_out(run: Run, samples: Path) -> None:
    """Before act 20 of each round: a round of fewer acts has no such moment, and is not shown as if it had."""
    shown = run("infer", samples / MANY, "--at", "20").stdout
    rounds = [line.partition(",")[0] for line in shown.splitlines() if line.startswith("round ")]
    assert 0 < len(rounds) < 5


def test_generate_takes_as_many_players_as_the_game_needs(run: Run) -> None:
    """Without --players a rule set is played by the fewest it is for: four for partners, two for the others."""
    for name, players in (("partners-block", 4), ("muggins", 2)):
        result = run("generate", "--rules", name)
        assert result.exit_code == 0
        assert result.stdout.partition('"players":[')[2].partition("]")[0].count(",") == players - 1
