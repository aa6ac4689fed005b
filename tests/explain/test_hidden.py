"""What explain and replay say of hidden hands, against every deal tried by hand and against the deal that was hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from domscore import Rules, audit
from domscore.auditing import Watched
from domscore.cli import app
from domscore.explain.lines import Part
from domscore.explain.matches import Explainer
from domscore.explain.rendering import as_text
from domscore.generate import matches
from domscore.replaying import replayed
from domscore.rules.catalogue import names
from tests.infer import campaign
from tests.infer.looking import hidden_rounds
from tests.infer.making import as_bytes
from tests.infer.test_view import explained

SAMPLES = Path(__file__).parents[2] / "samples"
HAND = {"certain", "possible", "excluded"}


def table_before(whole: Explainer, round_: int, act: int) -> Part:
    """The table before an act."""
    return next(part for part in whole.act(round_, act) if part.kind == "table")


def said_of(part: Part, seat: str) -> dict[str, dict[str, Any]]:
    """The lines about a hidden hand, by kind."""
    return {line.kind: line.values for line in part.lines if line.kind in HAND and line.values["seat"] == seat}


def hidden(line: bytes) -> bytes:
    """A generated match as a table sees it: no deal, drawn tiles face down."""
    value = json.loads(line)
    for round_ in value["rounds"]:
        del round_["deal"]
        round_["acts"] = [re.sub(r"draw \d-\d", "draw", act) for act in round_["acts"]]
    return json.dumps(value).encode()


def true_hands(round_: dict[str, Any]) -> Iterator[dict[str, set[str]]]:
    """The hands before each act, from the deal."""
    hands = {seat: set(map(high_first, tiles)) for seat, tiles in round_["deal"].items() if seat != "boneyard"}
    for act in round_["acts"]:
        yield {seat: set(hand) for seat, hand in hands.items()}
        seat, what, *more = act.split(" ")
        if what == "draw":
            hands[seat].add(high_first(more[0]))
        elif "-" in what:
            hands[seat].remove(high_first(what))


def high_first(tile: str) -> str:
    """The tile's one spelling."""
    return "-".join(sorted(tile.split("-"), key=int, reverse=True))


def test_certain_and_possible_tiles_are_those_of_every_deal_tried() -> None:
    """On small sets: certain is what a seat holds in all deals that explain the round, possible what it holds in some."""
    rounds = 0
    for label, _, match in campaign.small_rounds(12, 31):
        for looked in hidden_rounds(as_bytes(match.seen)):
            found = explained(looked)
            if found is None:
                continue
            proofs, tried = found
            whole = Explainer(as_bytes(match.seen))
            rounds += 1
            tiles, number = looked.table.tiles, looked.place.number
            for act in range(1, len(looked.replays[0].acts) + 1):
                part = table_before(whole, number, act)
                at = next((n for n, one in enumerate(proofs.facts.moments) if one.act >= act), -1)
                for line in (line for line in part.lines if line.kind == "hand" and line.values["unseen"]):
                    seat = looked.table.letters.index(line.values["seat"])
                    held = [deal.hands[at][seat] for deal in tried]
                    said = said_of(part, line.values["seat"])
                    certain, possible = held[0], 0
                    for hand in held:
                        certain &= hand
                        possible |= hand
                    assert said.get("certain", {"tiles": []})["tiles"] == tiles.names_of(certain), (label, act)
                    assert said.get("possible", {"tiles": []})["tiles"] == tiles.names_of(possible & ~certain), (label, act)
                    for void in said.get("excluded", {"void": []})["void"]:
                        assert not tiles.containing[void["number"]] & possible, (label, act)
    assert rounds > 10


@pytest.mark.parametrize("name", names())
def test_what_was_hidden_is_never_denied(name: str) -> None:
    """The hand that was really held has every tile called certain and none called impossible, and voids name an act."""
    acts = 0
    for players in Rules.named(name).players:
        (line,) = matches(Rules.named(name), players, 1, 6)
        whole = Explainer(hidden(line))
        for round_, watched in list(zip(json.loads(line)["rounds"], whole.rounds, strict=True))[:3]:
            for act, hands in enumerate(true_hands(round_), 1):
                part = table_before(whole, watched.place.number, act)
                for seat, hand in hands.items():
                    said = said_of(part, seat)
                    certain = set(said.get("certain", {"tiles": []})["tiles"])
                    assert certain <= hand
                    assert not hand & set(said.get("excluded", {"tiles": []})["tiles"])
                    if "possible" in said:
                        assert hand - certain <= set(said["possible"]["tiles"])
                        assert said["possible"]["count"] == len(hand - certain)
                    for void in said.get("excluded", {"void": []})["void"]:
                        assert not any(str(void["number"]) in tile.split("-") for tile in hand)
                        if void["act"] is not None:
                            shown = round_["acts"][void["act"] - 1].split(" ")
                            assert (shown[0], shown[1]) in ((seat, "pass"), (seat, "draw"))
                    acts += 1
    assert acts > 100


PASSED = {
    "format": "domscore/1",
    "rules": "classic-block/1",
    "players": ["Ana", "Bo", "Cy"],
    "rounds": [{"acts": ["A 6-6", "B pass", "C 6-4 R", "A 4-3 R", "B 3-2 R", "C 2-1 R"], "acts_complete": False}],
}


def test_void_names_the_pass_that_shows_it() -> None:
    """Bo passed at a 6, so at act 5 he holds no 6, by act 2, and the words say so; the others may hold any."""
    whole = Explainer(json.dumps(PASSED).encode())
    part = table_before(whole, 1, 5)
    said = said_of(part, "B")
    assert said["certain"]["tiles"] == ["3-2"]
    assert {"number": 6, "act": 2} in said["excluded"]["void"]
    assert "Certainly no 6 (act 2)." in [line.text for line in part.lines]
    assert "6-5" in said_of(part, "C")["possible"]["tiles"]
    assert "excluded" not in said_of(part, "C")


def test_replay_says_it_after_each_act_that_teaches_something() -> None:
    """The premise stands at the deal; hands are told there, where something new is known, and at the last act shown."""
    watched: list[Watched] = []
    report = audit(json.dumps(PASSED).encode(), None, watched)
    lines = "\n".join(replayed(report, watched[0])).splitlines()
    assert "(hidden hands: by all that is written, later acts too, if passes and" in lines[2]
    text = " ".join(" ".join(lines).split())
    assert "B: certainly 3-2; 6 of the 16 tiles that may be anywhere; no 6 (act 2)" not in text.split("1 A 6-6")[0]
    after = text.split("2 B pass")[1].split("3 C 6-4 R")[0]
    assert "no 6 (act 2)" in after
    assert re.search(r"A: \d of .*B: \d of .*C: \d of ", text.split("6 C 2-1 R")[1])
    shown = "\n".join(replayed(report, watched[0], 2))
    assert "no 6 (act 2)" in shown
    assert "C 6-4 R" not in shown


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("legal/*.json")), ids=lambda path: path.name)
def test_record_with_everything_known_says_nothing_of_it(path: Path) -> None:
    """Where all hands are written there is no line about hidden ones."""
    whole = Explainer(path.read_bytes())
    for watched in whole.rounds[:1] if watched_acts(whole) else ():
        part = table_before(whole, watched.place.number, len(watched.acts))
        assert not {line.kind for line in part.lines} & {*HAND, "premise"}
        assert "hidden hands" not in "\n".join(replayed(whole.report, watched))


def watched_acts(whole: Explainer) -> bool:
    """The first round has acts."""
    return bool(whole.rounds and whole.rounds[0].acts)


def test_pass_that_every_deal_allows_is_in_order() -> None:
    """A round whose hands are all shown by play and at the end is verified, and explain finds each pass in order."""
    tried = 0
    for seed in range(3):
        (line,) = matches(Rules.named("partners-block"), 4, 1, seed)
        whole = Explainer(hidden(line))
        assert whole.report.verdict.value == "verified"
        for number, act in enumerate(whole.rounds[0].acts, 1):
            if act.kind.name == "PASS":
                about = next(part for part in whole.act(1, number) if part.kind == "act")
                assert [one.text[:41] for one in about.lines if one.kind == "in-order"] == [
                    "In order: whatever the deal, " + f"{'ABCD'[act.seat]} holds no tile"[:12]
                ]
                tried += 1
    assert tried > 3


def test_end_with_hidden_hands_has_bounds() -> None:
    """What is left in a hand nobody turned up, and what the end can be worth: the bounds of the report."""
    data = (SAMPLES / "illegal/DOM604-claim-out-of-bounds.domino.json").read_bytes()
    whole = Explainer(data)
    lines = {line.kind: line for line in whole.round(1)[1].lines}
    bounds = whole.report.scores[0].bounds
    assert bounds is not None
    assert (lines["bounds"].values["least"], lines["bounds"].values["most"]) == bounds[1]
    possible = [sum(map(int, tile.split("-"))) for tile in lines["possible"].values["tiles"]]
    assert (min(possible), max(possible)) == bounds[1]
    assert lines["worth"].values == {"side": "A", "least": min(possible), "most": max(possible)}


@pytest.mark.parametrize("path", sorted([*SAMPLES.glob("partial/*.json"), *SAMPLES.glob("illegal/DOM6*.json")]), ids=str)
def test_replay_and_explain_keep_to_80_columns(path: Path) -> None:
    """However many tiles may be anywhere, no line is longer than a terminal."""
    result = CliRunner().invoke(app, ["replay", str(path)])
    assert max(map(len, result.output.splitlines())) <= 80
    whole = Explainer(path.read_bytes())
    for watched in whole.rounds if whole.report.match is not None else ():
        for number in range(1, len(watched.acts) + 1):
            assert max(map(len, as_text(whole.act(watched.place.number, number)).splitlines())) <= 80
