"""Why an act was false, or why no deal explains the acts, in sentences that a player understands."""

from __future__ import annotations

from typing import Any

from domscore import audit
from tests.infer.making import as_bytes
from tests.infer.truth import accusations


def told(rules: str, acts: list[str], seats: int = 2, **parts: Any) -> list[str]:
    """The errors of a round without hands that goes on after its acts."""
    record = {"format": "domscore/1", "players": ["Ana", "Bo", "Cy", "Dee"][:seats], "rules": rules}
    one = {"acts": acts, "acts_complete": False, **parts}
    return accusations(audit(as_bytes({**record, "start": {"round": 2}, "rounds": [one]})))


def test_the_tile_drawn_is_named() -> None:
    """A draw is false when the tile laid next was held before: the only tile drawn was another one."""
    acts = ["A 6-5", "B draw 2-1", "B 5-4 R"]
    assert told("selminha/1", acts) == [
        "DOM603 B drew at 6 and 5 (act 2) but played 5-4 (act 3) and drew only 2-1 in between"
    ]


def test_more_fitting_tiles_than_draws() -> None:
    """A draw is false when more tiles that fitted were laid later than were drawn, seen or not."""
    acts = ["A 6-5", "B draw", "B 5-4 R", "A 6-4 L", "B 4-3 L", "A 3-3 L", "B 6-3 L"]
    due = "DOM603 B drew at 6 and 5 (act 2) but played 5-4 (act 3) and 6-3 (act 7) and drew only 1 tile in between"
    assert told("selminha/1", acts) == [due]


def test_a_play_is_told_rather_than_what_was_shown() -> None:
    """Where a later play says it, what was shown at the end is left out."""
    acts = ["A 6-5", "B pass", "A 5-4 R", "B 6-4 R", "A 6-6 L"]
    found = told("classic-block/1", acts, acts_complete=True, left={"B": ["6-3", "2-2", "2-1", "1-1", "1-0", "0-0"]})
    assert found[0] == "DOM602 B passed at 6 and 5 (act 2) but played 6-4 (act 4) and drew nothing in between"


def test_which_places_have_too_few_tiles() -> None:
    """Passes that clash only together are named, as few as suffice, with the hand for which they leave too few tiles."""
    acts = ["A 6-5", "B pass", "A 5-4 R", "B pass", "A 6-3 L", "B pass", "A 3-2 L", "B pass"]
    due = "DOM601 no deal explains all of this: B passed at 6 and 5 (act 2) and B passed at 4 and 3 (act 6)"
    assert told("classic-block/1", acts) == [f"{due}; that leaves 6 tiles for the 7 that B was dealt"]
