"""The oracle against worked examples of the rule pages, a published hand, and itself."""

from __future__ import annotations

import random
from typing import Any

import pytest

from . import Hidden, judge, legal, perft, random_match
from .acts import act_of
from .counting import opened
from .dealing import first_lead, is_void
from .findings import Finding
from .judging import Judge
from .replay import Memory, Replay, World
from .rules import PRESETS, rules_of
from .scoring import block_winner, out_winner, points_for, round_end, worth
from .table import Layout
from .tiles import SET, Tile, halves_of, pips, tile_of

ALL = [(name, players) for name, rules in PRESETS.items() for players in (2, 3, 4) if players in rules.hand_size]


def hand(text: str) -> list[Tile]:
    """Read tiles divided by spaces."""
    return [tile_of(word) for word in text.split()]


def acts_in(text: str) -> list[str]:
    """Read acts divided by bars."""
    return text.split("|")


def hands(*texts: str) -> dict[str, list[Tile]]:
    """Read the hands of seats A, B, …."""
    return dict(zip("ABCD", map(hand, texts), strict=False))


def counts(rules_name: str, *plays: str) -> list[int]:
    """Lay tiles (``"6-3 L"``, ``"1-0 on 1-1"``) and return the count after each."""
    layout = Layout(rules_of(rules_name))
    found = []
    for play in plays:
        act = act_of(f"A {play}")
        assert act.halves is not None
        if not layout.tiles:
            layout.lay_first(*act.halves)
        else:
            edge = next(
                e
                for e in layout.open_edges()
                if e.number in act.halves and (e.letter == act.end or act.on in (e.number, e.tile))
            )
            first, second = act.halves
            other = second if first == edge.number else first
            layout.lay(tile_of(play.split()[0]), edge.number, other, edge)
        found.append(layout.count())
    return found


def record(rules: Any, players: int, *rounds: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Build a record."""
    names = ["Ana", "Bo", "Cy", "Di"][:players]
    return {
        "format": "domscore/1",
        "rules": rules,
        "players": names,
        "rounds": list(rounds),
        **more,
    }


def roots(report: dict[str, Any]) -> list[tuple[str, int | None]]:
    """Return code and act of the errors that follow from nothing else."""
    return [
        (finding["code"], finding["act"])
        for finding in report["findings"]
        if finding["cause"] is None and finding["severity"] == "error"
    ]


# -- counts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rules", "plays", "expected"),
    [
        ("C01", "muggins/1", ["1-3", "4-3 R"], [4, 5]),
        ("C02", "muggins/1", ["6-6", "6-3 R"], [12, 15]),
        ("C03", "muggins/1", ["6-6"], [12]),
        ("C05", "muggins/1", ["5-5", "5-0 R"], [10, 10]),
        ("C07-C08", "muggins/1", ["5-5", "5-0 R", "0-0 R", "5-6 L", "0-4 R"], [10, 10, 10, 6, 10]),
        ("C09a", "muggins/1", ["6-4"], [10]),
        ("C09b", "muggins/1", ["5-0"], [5]),
        ("C10", "muggins/1", ["2-4", "4-3 R"], [6, 5]),
        ("C11", "muggins/1", ["2-4", "4-4 R"], [6, 10]),
        ("C14", "muggins/1", ["3-5", "5-1 R"], [8, 4]),
        ("C15-C16", "muggins/1", ["3-5", "5-5 R", "5-1 R"], [8, 13, 4]),
        ("C17", "muggins/1", ["0-0"], [0]),
        ("C18-C19", "five-up/1", ["6-6", "6-3 L", "6-2 R", "6-5 U"], [12, 15, 5, 10]),
        ("C20", "five-up/1", ["6-6", "6-3 L", "6-2 R", "6-0 D"], [12, 15, 5, 5]),
        ("C31", "five-up/1", ["4-1", "1-1 R"], [5, 6]),
        ("C35-C36", "five-up/1", ["2-2", "2-6 L", "2-5 R", "2-4 U", "2-0 D"], [4, 10, 11, 15, 15]),
        (
            "C37",
            "five-up/1",
            ["6-6", "6-1 R", "1-1 R", "6-4 L", "1-5 R", "1-0 on 1-1", "1-3 on 1-1", "6-5 U"],
            [12, 13, 14, 6, 9, 9, 12, 17],
        ),
    ],
)
def test_counts(name: str, rules: str, plays: list[str], expected: list[int]) -> None:
    """The open ends add up as the examples say."""
    assert counts(rules, *plays) == expected, name


def test_c12_maximum_of_a_line() -> None:
    """C12: on a line 20 is the most: 6-6 and 4-4 at the two ends."""
    assert counts("muggins/1", "6-6", "6-4 R", "4-4 R")[-1] == 20


def test_c21_sides_before_ends() -> None:
    """C21: an end of a double is open only when both its sides are covered."""
    assert not any("U" in act for act in after_66(["B 6-3 R"], "five-up/1"))
    assert "A 6-5 U" in after_66(["B 6-3 R", "A 6-2 L", "B 3-0 R"], "five-up/1")


def test_c39_no_play_on_the_ends_in_muggins() -> None:
    """C39: in Muggins doubles are never played on at their ends."""
    assert not any("U" in act for act in after_66(["B 6-3 R", "A 6-2 L", "B 3-0 R"], "muggins/1"))


def after_66(acts: list[Any], rules: str) -> set[str]:
    """Return the legal acts after 6-6 and some more acts."""
    held = {"A": ["6-6", "6-2", "6-5", "1-0", "4-1"], "B": ["6-3", "3-0", "1-1", "5-4", "4-2"]}
    return legal(rules, 2, held, [], ["A 6-6", *acts])


def test_edges_count_to_the_letter() -> None:
    """With ``double_count`` edges a double counts until all four edges are covered."""
    rules = rules_of({"base": "five-up/1", "double_count": "edges"})
    layout = Layout(rules)
    layout.lay_first(6, 6)
    found = [layout.count()]
    for tile, letter in [((6, 3), "L"), ((6, 2), "R"), ((6, 5), "U"), ((6, 0), "D")]:
        edge = next(edge for edge in layout.open_edges() if edge.letter == letter)
        layout.lay(tile, tile[0], tile[1], edge)
        found.append(layout.count())
    assert found == [12, 15, 17, 22, 10]


# -- points of the end ------------------------------------------------------------------------


def test_c51_c52_rounding() -> None:
    """C51, C52: remainders 1 and 2 drop, 3 and 4 rise."""
    rules = PRESETS["muggins/1"]
    held = [10, 11, 12, 13, 14, 1, 2, 3, 4, 7, 8]
    assert [worth(rules, [n], 0) for n in held] == [2, 2, 2, 3, 3, 0, 0, 1, 1, 1, 2]


def test_c54_c55_the_sum_is_rounded() -> None:
    """C54, C55: the sum is rounded, not each hand, unless the rules say so."""
    rules = PRESETS["muggins/1"]
    assert (worth(rules, [2, 2, 2], 0), worth(rules, [3, 3, 3], 0)) == (1, 2)
    each = rules_of({"base": "muggins/1", "end_points": {"rounded": "each-hand"}})
    assert (worth(each, [2, 2, 2], 0), worth(each, [3, 3, 3], 0)) == (0, 3)


@pytest.mark.parametrize(
    ("name", "rules", "sides", "how", "winner", "held", "points"),
    [
        ("C59", "muggins/1", "A B C", "blocked", "A", [4, 9, 10], 4),
        ("C61", "classic-draw/1", "A B", "out", "A", [0, 15], 15),
        ("C62", "selminha/1", "A B C", "out", "A", [0, 10, 11], 21),
        ("C63", "selminha/1", "AC BD", "out", "AC", [0, 9, 12, 4], 13),
        ("C71", "partners-block/1", "AC BD", "out", "AC", [0, 7, 18, 0], 7),
        ("C72", "classic-draw/1", "A B C", "blocked", "A", [5, 9, 11], 15),
        ("C76", "partners-block/1", "AC BD", "blocked", "AC", [15, 13, 15, 33], 46),
    ],
)
def test_points(name: str, rules: str, sides: str, how: str, winner: str, held: list[int], points: int) -> None:
    """The end of a round is worth what the examples say."""
    by_seat = dict(zip("ABCD", held, strict=False))
    assert points_for(PRESETS[rules], sides.split(), winner, how, by_seat) == points, name


def test_c65_lowest_tile() -> None:
    """C65: of tied players the lowest tile wins, and scores the tied hand too."""
    held = hands("0-5 0-2", "1-6", "6-6")
    won = round_end(PRESETS["selminha/1"], ["A", "B", "C"], held, "blocked", "C")
    assert won == ("A", {"A": 19, "B": 0, "C": 0})


def test_c68_tied_teams() -> None:
    """C68: the tie-break by tile is for tables without teams."""
    held = hands("6-6", "6-5", "2-1", "4-0")
    assert block_winner(PRESETS["selminha/1"], ["AC", "BD"], held, "C") is None


def test_c70_last_to_play() -> None:
    """C70: P2 gives equal totals to the side that placed the last tile."""
    held = hands("6-6", "6-5", "2-1", "4-0")
    won = round_end(PRESETS["partners-block/1"], ["AC", "BD"], held, "blocked", "C")
    assert won == ("AC", {"AC": 15, "BD": 0})


def test_c73_tie_in_p3() -> None:
    """C73: two tie for fewest in P3: nobody scores, and the lead moves on."""
    held = hands("5-0", "4-1", "6-3")
    won = round_end(PRESETS["classic-draw/1"], ["A", "B", "C"], held, "blocked", "A")
    assert won == (None, {"A": 0, "B": 0, "C": 0})
    judged = Judge(record("classic-draw/1", 3))
    judged.rounds_played, judged.lead.seat = 1, "A"
    assert judged.expected(held) == (frozenset("B"), None)


def test_c74_equal_totals_cancel() -> None:
    """C74: the lowest single tile wins, but scores 0."""
    held = hands("0-3 1-4", "2-6")
    won = round_end(PRESETS["guide-block/1"], ["A", "B"], held, "blocked", "A")
    assert won == ("A", {"A": 0, "B": 0})


def test_muggins_end_against_the_team_that_is_out() -> None:
    """P4.M7: the team with the fewest pips gets the end, also against the team that is out."""
    held = {"A": 0, "B": 3, "C": 12, "D": 4}
    assert out_winner(PRESETS["muggins/1"], ["AC", "BD"], "A", held) == "BD"
    assert out_winner(PRESETS["five-up/1"], ["AC", "BD"], "A", held) == "AC"


# -- deal, lead, acts -------------------------------------------------------------------------

#: P1, two players; A holds 6-6.
DEAL_P1 = {
    "A": ["6-6", "6-5", "6-3", "4-3", "5-2", "5-0", "1-0"],
    "B": ["5-5", "6-4", "4-4", "5-3", "6-1", "5-1", "3-1"],
}


def test_c106_false_pass() -> None:
    """C106: passing with a matching tile is DOM411."""
    report = judge(record("selminha/1", 2, {"deal": DEAL_P1, "acts": ["A 6-6", "B pass"]}))
    assert roots(report)[0] == ("DOM411", 2)


def test_c109_only_a_pass_with_two_left() -> None:
    """C109: P3, nothing fits and two tiles left: a pass is all."""
    acts = ["A 6-6"]
    found = legal("classic-draw/1", 2, {"A": ["6-6", "6-1"], "B": ["5-4"]}, ["2-0", "2-1"], [*acts])
    assert found == {"B pass"}


def test_c111_a_drawn_tile_that_fits_is_played() -> None:
    """C111: after drawing a tile that fits there is no pass and no further draw."""
    held = {"A": ["6-6", "6-1"], "B": ["5-4"]}
    acts: list[Any] = ["A 6-6", "B draw 6-2"]
    found = legal("classic-draw/1", 2, held, ["2-0", "2-1", "6-2", "3-3"], acts)
    assert found == {"B 6-2 L", "B 6-2 R"}


def test_c112_c113_the_first_tile() -> None:
    """C112, C113: P2 leaves the tile of the 6-6 holder free, P1 forces 6-6."""
    deal = {"A": ["6-6", "3-1"], "B": ["5-5"], "C": ["4-4"], "D": ["3-3"]}
    assert legal("partners-block/1", 4, deal, [], []) == {"A 6-6", "A 3-1"}
    assert legal("selminha/1", 4, deal, [], []) == {"A 6-6"}
    report = judge(record("selminha/1", 2, {"deal": DEAL_P1, "acts": ["A 6-5"]}))
    assert roots(report)[0] == ("DOM312", 1)


def test_c114_c115_leads_without_66() -> None:
    """C114, C115: the highest double, then the heaviest tile, the higher number first."""
    rules = PRESETS["selminha/1"]
    assert first_lead(rules, hands("5-5 1-0", "4-4")) == (frozenset("A"), (5, 5))
    assert first_lead(rules, hands("5-4 1-0", "6-3")) == (frozenset("B"), (6, 3))


def test_c116_void_deals() -> None:
    """C116: four doubles are dealt again, three stand."""
    rules = PRESETS["selminha/1"]
    assert is_void(rules, hands("0-0 1-1 2-2 3-3"), False)
    assert not is_void(rules, hands("0-0 1-1 2-2 4-3"), False)


def test_c119_drawable_tiles() -> None:
    """C119: 16, 12 and 7 tiles can be drawn in Muggins."""
    rules = PRESETS["muggins/1"]
    sizes = {n: 28 - n * rules.hand_size[n] - rules.reserve[n] for n in (2, 3, 4)}
    assert sizes == {2: 16, 3: 12, 4: 7}


def test_c120_the_lead_rotates() -> None:
    """C120: P1 rotates the lead whatever the result."""
    judged = Judge(record("selminha/1", 4))
    judged.rounds_played = 1
    leaders = []
    for leader in "CD":
        judged.lead.seat = leader
        leaders.append(judged.expected(hands("0-0", "1-1", "2-2", "3-3"))[0])
    assert leaders == [frozenset("D"), frozenset("A")]


def test_c123_dead_ends() -> None:
    """C123: P3 ends a dead position at once, P2 after everyone has passed."""
    held = {"A": ["6-6", "5-5"], "B": ["4-4"], "C": ["3-3"], "D": ["2-2"]}
    acts: list[Any] = ["A 6-6"]
    assert legal({"base": "classic-block/1", "first_lead": "lot"}, 4, held, [], acts) == set()
    assert legal("partners-block/1", 4, held, [], acts) == {"B pass"}
    passes = ["B pass", "C pass", "D pass"]
    assert legal("partners-block/1", 4, held, [], acts + passes) == {"A pass"}
    assert legal("partners-block/1", 4, held, [], [*acts, *passes, "A pass"]) == set()


def test_c132_over_the_target() -> None:
    """C132: 98 and 5 more is 103, and wins to 100."""
    claims = {"result": {"how": "out", "winner": "A", "points": {"A": 5}}, "scores": {"A": 103}}
    start = {"round": 9, "scores": {"A": 98, "B": 40}}
    report = judge(record("selminha/1", 2, claims, start=start))
    assert report["result"] == {"how": "target", "winner": "A", "scores": {"A": 103, "B": 40}}
    assert report["verdict"] == "undetermined"


def test_c134_a_single_hand_that_ties() -> None:
    """C134: a single-hand match that ties has no winner and is over."""
    claims = {"left": {"A": 5, "B": 5}, "result": {"how": "blocked"}}
    report = judge(record({"base": "classic-draw/1", "target": "hand"}, 2, claims))
    assert report["result"]["how"] == "target"
    assert report["result"]["winner"] is None


def test_c136_reserve_of_one() -> None:
    """C136: P4 Draw with three players keeps one tile."""
    held = {"A": ["6-6", "6-1"], "B": ["5-4"], "C": ["4-3"]}
    assert legal("guide-draw/1", 3, held, ["2-0"], ["A 6-6"]) == {"B pass"}


# -- the published hand -----------------------------------------------------------------------

R1_DEAL = {
    "A": ["5-0", "3-1", "4-1", "2-2", "4-3", "4-4", "6-5"],
    "B": ["0-0", "1-0", "6-0", "1-1", "6-1", "3-2", "6-2"],
    "C": ["2-0", "4-2", "5-2", "3-3", "6-3", "5-4", "6-4"],
    "D": ["3-0", "4-0", "2-1", "5-1", "5-3", "5-5", "6-6"],
}
R1_ACTS = acts_in(
    "B 1-1|C pass|D 5-1 L|A 4-1 R|B pass|C 5-4 L|D 4-0 L|A 5-0 L|B pass|C 5-2 L|D 2-1 L|A 4-4 R|"
    "B 1-0 L|C 2-0 L|D pass|A 2-2 L|B 6-2 L|C 6-4 L|D pass|A 4-3 L|B 3-2 L|C 4-2 L"
)
R1_LEFT = {
    "A": ["3-1", "6-5"],
    "B": ["0-0", "6-0", "6-1"],
    "C": ["3-3", "6-3"],
    "D": ["3-0", "5-3", "5-5", "6-6"],
}
R1_RULES = {"base": "partners-block/1", "first_lead": "lot"}


def r1(acts: list[str]) -> dict[str, Any]:
    """Return the published hand as a record."""
    result = {"how": "blocked", "winner": "AC", "points": {"AC": 46}}
    return record(R1_RULES, 4, {"deal": R1_DEAL, "acts": acts, "left": R1_LEFT, "result": result})


def test_r1_published_hand() -> None:
    """R1: blocked, 30 against 46 pips, 46 points to A and C."""
    report = judge(r1(R1_ACTS))
    assert report["verdict"] == "verified"
    assert report["findings"] == []
    assert report["rounds"][0]["points"] == {"AC": 46, "BD": 0}


def test_r1_without_ends() -> None:
    """R1 without the ends has 16 readings, all worth the same."""
    acts = [" ".join(text.split()[:2]) for text in R1_ACTS]
    report = judge(r1(acts))
    assert report["verdict"] == "verified"
    boneyard: list[str] = []
    table = opened(R1_RULES, 4, R1_DEAL, boneyard)
    worlds = Replay(1, False).run(World(table, [], Memory()), [act_of(text) for text in acts])
    assert len(worlds) == 16


# -- judging ----------------------------------------------------------------------------------


def test_the_example_of_the_format() -> None:
    """A complete round, every claim right, is verified."""
    acts = acts_in(
        "A 6-6|B 6-4 R|A 6-5 L|B 5-5 L|A 5-2 L|B 4-4 R|A 4-3 R|B 5-3 R|A 5-0 R|B draw 2-2|B 2-2 L|A 1-0 R|B 6-1 R|A 6-3 R"
    )
    claims = {
        "deal": DEAL_P1,
        "acts": acts,
        "left": {"B": ["5-1", "3-1"]},
        "result": {"how": "out", "winner": "A", "points": {"A": 10}},
        "scores": {"A": 10, "B": 0},
    }
    report = judge(record("selminha/1", 2, claims, result={"how": "unfinished"}))
    assert (report["verdict"], report["findings"]) == ("verified", [])


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        (["B 6-4"], ("DOM311", 1)),
        (["A pass"], ("DOM413", 1)),
        (["A 6-6", "A 6-5 L"], ("DOM401", 2)),
        (["A 6-6", "B 6-5 L"], ("DOM402", 2)),
        (["A 6-6", "B 6-4 L", "A 6-6 R"], ("DOM403", 3)),
        (["A 6-6", "B 5-5 L"], ("DOM404", 2)),
        (["A 6-6", "B 6-4 L", "A 6-5 L"], ("DOM406", 3)),
        (["A 6-6", "B 6-4 U"], ("DOM407", 2)),
        (["A 6-6", "B draw 2-2"], ("DOM421", 2)),
        (["A 6-6", "B claim +2"], ("DOM442", 2)),
        (["A 6-6", "B 7-6"], ("DOM301", 2)),
    ],
)
def test_root_causes(acts: list[str], expected: tuple[str, int]) -> None:
    """Each irregular act has one root cause."""
    result = {"how": "unfinished"}
    report = judge(record("selminha/1", 2, {"deal": DEAL_P1, "acts": acts, "result": result}))
    assert roots(report) == [expected]


def test_acts_that_stop() -> None:
    """Acts that stop while somebody can move are DOM432; wrong claims follow from it."""
    result = {"how": "out", "winner": "A", "points": {"A": 9}}
    report = judge(record("selminha/1", 2, {"deal": DEAL_P1, "acts": ["A 6-6"], "result": result}))
    assert roots(report) == [("DOM432", None)]


def test_rulings() -> None:
    """A ruling makes notes of the findings; an act taken back is undone."""
    acts = ["A 6-6", "B 5-5 L", {"ruling": "taken_back"}, "B 6-4 L"]
    claims = {"deal": DEAL_P1, "acts": acts, "result": {"how": "unfinished"}}
    report = judge(record("selminha/1", 2, claims))
    codes = [(finding["code"], finding["severity"]) for finding in report["findings"]]
    assert codes == [("DOM404", "note"), ("DOM905", "note")]
    assert report["verdict"] == "verified"


def test_hidden_hands_are_refused() -> None:
    """A round with acts and an unknown hand is not judged here."""
    with pytest.raises(Hidden):
        judge(record("selminha/1", 2, {"deal": {"A": DEAL_P1["A"]}, "acts": ["A 6-6"]}))


def test_readings_that_differ() -> None:
    """An end left out that matters for the score is DOM405 at that act, and the score is null."""
    deal = {"A": ["5-1", "5-4", "3-2", "6-3", "2-0"], "B": ["4-1", "6-1", "3-3", "1-0", "6-6"]}
    claims = {"deal": deal, "acts": ["A 5-1", "B 4-1 R", "A 5-4"], "result": {"how": "unfinished"}}
    report = judge(record({"base": "muggins/1", "first_lead": "lot"}, 2, claims))
    codes = [(finding["code"], finding["act"]) for finding in report["findings"]]
    assert [each for each in codes if each[0] != "DOM903"] == [("DOM405", 3)]
    assert report["verdict"] == "undetermined"
    assert report["rounds"][0]["in_play"] == {"A": None, "B": 0}


def test_findings_have_earlier_causes() -> None:
    """A cause is always an earlier finding."""
    first = Finding("DOM401")
    assert Finding("DOM402", cause=first).root() is first


# -- against itself ---------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), ALL)
def test_random_matches_are_verified(name: str, players: int) -> None:
    """A random legal match is verified; 300 in all, pairs and single hands among them."""
    rng = random.Random(f"{name} {players}")
    for turn in range(14):
        overrides: dict[str, Any] = {"target": rng.choice([20, 40, "hand"]), "targets": "any"}
        if turn % 2 and players == 4 and PRESETS[name].pairs == "optional-at-four":
            overrides["sides"] = ["AC", "BD"]
        report = judge(random_match(name, players, rng, **overrides))
        assert (report["verdict"], report["findings"]) == ("verified", [])


def test_perft_counts_what_legal_lists() -> None:
    """On a line, each legal act is one continuation."""
    rng = random.Random(5)
    tiles = [f"{high}-{low}" for high, low in SET]
    rng.shuffle(tiles)
    deal = {"A": tiles[:7], "B": tiles[7:14], "boneyard": tiles[14:]}
    held = {"A": deal["A"], "B": deal["B"]}
    leads = legal("classic-draw/1", 2, held, deal["boneyard"], [])
    assert perft("classic-draw/1", 2, deal, 1) == len(leads) == 1
    replies = sum(len(legal("classic-draw/1", 2, held, deal["boneyard"], [a])) for a in leads)
    assert perft("classic-draw/1", 2, deal, 2) == replies


def test_spelling() -> None:
    """Tiles read the same in either order."""
    assert tile_of("4-6") == tile_of("6-4") == (6, 4)
    assert halves_of("4-6") == (4, 6)
    assert pips([(6, 4), (0, 0)]) == 10
