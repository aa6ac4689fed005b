"""The worked examples of the four rule pages, played or scored through ``domscore.audit``; each test is named after one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domscore import audit
from domscore.play.table import seated
from domscore.rules import Rules

Report = dict[str, Any]
LOT = {"first_lead": "lot"}
#: A leads 6-6; both hands of an ordinary first round of two players.
DEAL = {
    "A": ["6-6", "6-5", "6-3", "4-3", "5-2", "5-0", "1-0"],
    "B": ["5-5", "6-4", "4-4", "5-3", "6-1", "5-1", "3-1"],
}


def report(rules: str | dict[str, Any], players: int, *rounds: dict[str, Any], **more: Any) -> Report:
    """The report on a record of some rounds."""
    names = ["Ana", "Bo", "Chidi", "Dora"][:players]
    record = {"format": "domscore/1", "rules": rules, "players": names, "rounds": list(rounds), **more}
    return audit(json.dumps(record).encode()).as_json()


def errors(found: Report) -> list[tuple[str, int | None]]:
    """Code and act of the errors."""
    return [(each["code"], each["act"]) for each in found["findings"] if each["severity"] == "error"]


def ended(rules: str | dict[str, Any], how: str, left: dict[str, Any], **more: Any) -> tuple[str | None, dict[str, int]]:
    """Winner and points of a round of which only the hands at the end are written."""
    found = report(rules, len(left), {"left": left, "result": {"how": how}}, **more)
    return found["rounds"][0]["winner"], found["rounds"][0]["points"]


def counts(rules: str, *plays: str) -> list[tuple[int, int]]:
    """The count of the open ends and the points after each play of two players who play in turn."""
    acts = [f"{'AB'[number % 2]} {play} +999" for number, play in enumerate(plays)]
    found = report({"base": rules, **LOT}, 2, {"acts": acts, "result": {"how": "unfinished"}})
    assert {code for code, _ in errors(found)} == {"DOM501"}
    fields = [each["fields"] for each in found["findings"] if each["code"] == "DOM501"]
    return [(each["count"], each["due"]) for each in fields]


def played(rules: str | dict[str, Any], deal: dict[str, list[str]], *acts: str) -> Report:
    """The report on an unfinished round of a full deal."""
    players = len(set(deal) - {"boneyard"})
    return report(rules, players, {"deal": deal, "acts": list(acts), "result": {"how": "unfinished"}})


# -- the count of the open ends ---------------------------------------------------------------


def test_c01() -> None:
    """Open ends 1 and 4 count 5 and make a point."""
    assert counts("muggins/1", "4-1") == [(5, 1)]


def test_c02() -> None:
    """An end double counts both halves: 6-6 with 6-3 counts 15 and makes three points."""
    assert counts("muggins/1", "6-6", "6-3 L")[-1] == (15, 3)


def test_c03() -> None:
    """6-6 alone counts 12 and makes nothing."""
    assert counts("muggins/1", "6-6") == [(12, 0)]


def test_c05() -> None:
    """5-5 with 5-0 counts 10 and scores."""
    assert counts("muggins/1", "5-5", "5-0 L")[-1] == (10, 2)


def test_c07_c08() -> None:
    """C07, C08: 6 and 0-0 count 6; with 0-4 on the 0-0 it is 10, which scores."""
    assert counts("muggins/1", "5-5", "5-0 L", "0-0 L", "6-5 R", "4-0 L")[-2:] == [(6, 0), (10, 2)]


@pytest.mark.parametrize(("lead", "count"), [("6-4", 10), ("5-0", 5), ("4-1", 5), ("3-2", 5), ("5-5", 10)])
def test_c09(lead: str, count: int) -> None:
    """The lead scores like any play."""
    assert counts("muggins/1", lead) == [(count, count // 5)]


def test_c10() -> None:
    """2-4 and 4-3 count 5."""
    assert counts("muggins/1", "2-4", "4-3 R")[-1] == (5, 1)


def test_c11() -> None:
    """2-4 and 4-4 count 10."""
    assert counts("muggins/1", "2-4", "4-4 R")[-1] == (10, 2)


def test_c12() -> None:
    """The most that a line of two ends can count is 20, with 6-6 and 4-4 at its ends."""
    assert counts("muggins/1", "6-6", "6-4 R", "4-4 R")[-1] == (20, 4)


def test_c14() -> None:
    """3-5 and 5-1 count 4."""
    assert counts("muggins/1", "3-5", "5-1 R")[-1] == (4, 0)


def test_c15() -> None:
    """3-5 with 5-5 at its end counts 13."""
    assert counts("muggins/1", "3-5", "5-5 R")[-1] == (13, 0)


def test_c16() -> None:
    """A covered double counts nothing: 3-5, 5-5, 5-1 count 4."""
    assert counts("muggins/1", "3-5", "5-5 R", "5-1 R")[-1] == (4, 0)


def test_c17() -> None:
    """0-0 alone counts 0, which is worth nothing."""
    assert counts("muggins/1", "0-0") == [(0, 0)]


def test_c31() -> None:
    """Five-Up: 4-1 with 1-1 at its end counts 6."""
    assert counts("five-up/1", "4-1", "1-1 R")[-1] == (6, 0)


def test_c35_c36() -> None:
    """C35, C36: Five-Up, four arms of 2-2: 4, 10, 11, 15, 15; ends 6, 5, 4 and 0 make three points."""
    found = counts("five-up/1", "2-2", "6-2 L", "5-2 R", "4-2 U", "2-0 D")
    assert found == [(4, 0), (10, 2), (11, 0), (15, 3), (15, 3)]


def test_c37() -> None:
    """Five-Up, two doubles with arms: 12, 13, 14, 6, 9, 9, 12, 17."""
    plays = ("6-6", "6-1 L", "1-1 L", "6-4 R", "5-1 L", "1-0 on 1-1", "3-1 on 1-1", "6-5 U")
    assert [count for count, _ in counts("five-up/1", *plays)] == [12, 13, 14, 6, 9, 9, 12, 17]


def test_c39() -> None:
    """Muggins: no tile is ever laid on the ends of a double."""
    acts = ["A 6-6", "B 6-3 L", "A 6-2 R", "B 6-5 U"]
    found = report({"base": "muggins/1", **LOT}, 2, {"acts": acts, "result": {"how": "unfinished"}})
    assert errors(found) == [("DOM404", 4)]


# -- points of the end ------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["muggins/1", "five-up/1"])
@pytest.mark.parametrize(("pips", "points"), [(10, 2), (11, 2), (12, 2), (13, 3), (14, 3)])
def test_c51(rules: str, pips: int, points: int) -> None:
    """Fives: remainders of 1 and 2 are dropped, of 3 and 4 round up."""
    assert ended(rules, "out", {"A": [], "B": pips}) == ("A", {"A": points, "B": 0})


@pytest.mark.parametrize("rules", ["muggins/1", "five-up/1"])
@pytest.mark.parametrize(("pips", "points"), [(1, 0), (2, 0), (3, 1), (4, 1), (7, 1), (8, 2)])
def test_c52(rules: str, pips: int, points: int) -> None:
    """Fives, few pips: 1 and 2 are worth nothing, 3 a point, 8 two."""
    assert ended(rules, "out", {"A": [], "B": pips}) == ("A", {"A": points, "B": 0})


def test_c54() -> None:
    """Muggins: three hands of 2 are 6 together, worth a point."""
    assert ended("muggins/1", "out", {"A": [], "B": 2, "C": 2, "D": 2})[1]["A"] == 1


def test_c55() -> None:
    """Muggins: three hands of 3 are 9 together, worth two points."""
    assert ended("muggins/1", "out", {"A": [], "B": 3, "C": 3, "D": 3})[1]["A"] == 2


def test_c59() -> None:
    """Muggins: the fewest pips win a block; own pips are not taken off."""
    assert ended("muggins/1", "blocked", {"A": 4, "B": 9, "C": 10}) == ("A", {"A": 4, "B": 0, "C": 0})


def test_c61() -> None:
    """P3: 6-3 and 5-1 left are 15 points to the one who is out."""
    assert ended("classic-draw/1", "out", {"A": [], "B": ["6-3", "5-1"]}) == ("A", {"A": 15, "B": 0})


def test_c62() -> None:
    """P1, three players: both other hands count."""
    left = {"A": [], "B": ["6-4"], "C": ["5-5", "1-0"]}
    assert ended("selminha/1", "out", left) == ("A", {"A": 21, "B": 0, "C": 0})


def test_c63() -> None:
    """P1, teams: the partner's pips never count."""
    assert ended("selminha/1", "out", {"A": [], "B": 9, "C": 12, "D": 4}) == ("AC", {"AC": 13, "BD": 0})


def test_c65() -> None:
    """P1: of two tied players the lowest tile wins, and the tied hand is scored too."""
    left = {"A": ["5-0", "2-0"], "B": ["6-1"], "C": ["6-6"]}
    assert ended("selminha/1", "blocked", left) == ("A", {"A": 19, "B": 0, "C": 0})


def test_c68() -> None:
    """P1: two tied teams score nothing."""
    assert ended("selminha/1", "blocked", {"A": 5, "B": 8, "C": 10, "D": 7}) == (None, {"AC": 0, "BD": 0})


@pytest.mark.parametrize(("leader", "winner"), [("D", "BD"), ("A", "AC")])
def test_c70(leader: str, winner: str) -> None:
    """P2: of two tied teams the one that laid the last tile wins, and scores the other's pips."""
    order = "DABC" if leader == "D" else "ABCD"
    hands = (["0-0", "4-1"], ["1-1", "2-1"], ["2-2", "3-3"], ["4-2", "3-1"])
    deal = dict(zip(order, hands, strict=True))
    acts = [f"{order[0]} 0-0", *(f"{seat} pass" for seat in (*order[1:], order[0]))]
    rules = {"base": "partners-block/1", **LOT, "hand_size": {"4": 2}}
    found = report(rules, 4, {"deal": deal, "acts": acts, "result": {"how": "blocked"}})
    assert errors(found) == []
    assert (found["rounds"][0]["winner"], found["rounds"][0]["points"][winner]) == (winner, 15)


def test_c71() -> None:
    """P2: the opponents hold 7 and 0, the partner's 18 do not count."""
    left = {"A": [], "B": 7, "C": 18, "D": ["0-0"]}
    assert ended("partners-block/1", "out", left) == ("AC", {"AC": 7, "BD": 0})


def test_c72() -> None:
    """P3: own pips come off once in a block."""
    assert ended("classic-draw/1", "blocked", {"A": 5, "B": 9, "C": 11}) == ("A", {"A": 15, "B": 0, "C": 0})


@pytest.mark.parametrize(("leader", "found"), [("C", []), ("B", [("DOM311", None)]), ("A", [("DOM311", None)])])
def test_c73(leader: str, found: list[tuple[str, None]]) -> None:
    """P3: two tied for fewest: nobody scores, and the seat after the leader leads."""
    tied = {"leader": "B", "left": {"A": 5, "B": 5, "C": 9}, "result": {"how": "blocked", "winner": None, "points": {}}}
    judged = report("classic-draw/1", 3, tied, {"leader": leader, "result": {"how": "out"}}, start={"round": 2})
    assert judged["rounds"][0]["points"] == {"A": 0, "B": 0, "C": 0}
    assert errors(judged) == found


def test_c74() -> None:
    """P4 Block: the lowest single tile wins a tie of two players, and scores nothing."""
    left = {"A": ["3-0", "4-1"], "B": ["6-2"]}
    assert ended("guide-block/1", "blocked", left) == ("A", {"A": 0, "B": 0})


def test_c76() -> None:
    """Partners: 30 against 46 in a block are 46 points."""
    assert ended("partners-block/1", "blocked", {"A": 15, "B": 13, "C": 15, "D": 33}) == ("AC", {"AC": 46, "BD": 0})


# -- acts, deals and leads --------------------------------------------------------------------


def test_c106() -> None:
    """P1: a player with a matching tile cannot pass."""
    assert errors(played("selminha/1", DEAL, "A 6-6", "B pass")) == [("DOM411", 2)]


def without(number: int) -> list[str]:
    """The tiles without a number, lightest first."""
    others = [n for n in range(7) if n != number]
    return [f"{high}-{low}" for high in others for low in others if low <= high]


@pytest.mark.parametrize(("act", "found"), [("B pass", []), ("B draw 5-5", [("DOM423", 2)])])
def test_c109(act: str, found: list[tuple[str, int]]) -> None:
    """P3 Draw: nothing fits and two tiles are left, so a pass is all."""
    rest = without(6)
    deal = {"A": [f"6-{n}" for n in range(7)] + rest[:6], "B": rest[6:19], "boneyard": rest[19:]}
    rules = {"base": "classic-draw/1", "hand_size": {"2": 13}}
    assert errors(played(rules, deal, "A 6-6", act)) == found


@pytest.mark.parametrize("rules", ["selminha/1", "classic-draw/1"])
@pytest.mark.parametrize(("act", "found"), [("B 6-2 L", []), ("B pass", [("DOM411", 3)]), ("B draw 0-0", [("DOM421", 3)])])
def test_c111(rules: str, act: str, found: list[tuple[str, int]]) -> None:
    """P1, P3: a drawn tile that fits is played at once, with no pass and no further draw."""
    deal = {**DEAL, "B": ["5-5", "5-4", "4-4", "5-3", "4-1", "5-1", "3-1"]}
    assert errors(played(rules, deal, "A 6-6", "B draw 6-2", act)) == found


@pytest.mark.parametrize(("rules", "found"), [("partners-block/1", []), ("selminha/1", [("DOM312", 1)])])
def test_c112_c113(rules: str, found: list[tuple[str, int]]) -> None:
    """C112, C113: the holder of 6-6 may lead 3-1 in P2, but must lead 6-6 in P1."""
    deal = {
        "A": ["6-6", "3-1", "6-1", "5-0", "4-2", "4-0", "2-1"],
        "B": ["5-5", "4-4", "6-5", "6-0", "5-4", "3-2", "1-0"],
        "C": ["3-3", "2-2", "6-4", "6-2", "5-3", "4-1", "2-0"],
        "D": ["1-1", "0-0", "6-3", "5-2", "5-1", "4-3", "3-0"],
    }
    assert errors(played(rules, deal, "A 3-1")) == found


@pytest.mark.parametrize(("act", "found"), [("A 5-5", []), ("A 5-1", [("DOM312", 1)]), ("B 4-4", [("DOM311", 1)])])
def test_c114(act: str, found: list[tuple[str, int]]) -> None:
    """P1: with 6-6 in the boneyard the highest double held leads, and that tile is forced."""
    deal = {
        "A": ["5-5", "6-5", "6-3", "4-3", "5-2", "5-1", "1-0"],
        "B": ["4-4", "6-4", "4-2", "5-3", "6-1", "5-0", "3-1"],
    }
    assert errors(played("selminha/1", deal, act)) == found


@pytest.mark.parametrize(("act", "found"), [("B 6-3", []), ("A 5-4", [("DOM311", 1)]), ("B 5-3", [("DOM312", 1)])])
def test_c115(act: str, found: list[tuple[str, int]]) -> None:
    """P1, no double held: of two heaviest tiles the one with the higher number leads."""
    deal = {
        "A": ["5-4", "5-2", "4-3", "4-1", "3-2", "2-0", "1-0"],
        "B": ["6-3", "5-3", "6-1", "4-2", "5-0", "3-1", "3-0"],
    }
    assert errors(played("selminha/1", deal, act)) == found


@pytest.mark.parametrize(("tile", "found"), [("3-3", []), ("4-3", [("DOM503", None)])])
def test_c116(tile: str, found: list[tuple[str, None]]) -> None:
    """P1: a hand of four doubles is dealt again, one of three stands."""
    deal = {
        "A": ["0-0", "1-1", "2-2", tile, "6-5", "6-4", "6-3"],
        "B": ["6-2", "6-1", "6-0", "5-4", "5-3", "5-2", "5-1"],
    }
    assert errors(report("selminha/1", 2, {"deal": deal, "result": {"how": "void"}})) == found


@pytest.mark.parametrize(("players", "tiles"), [(2, 16), (3, 12), (4, 7)])
def test_c119(players: int, tiles: int) -> None:
    """Muggins: 16, 12 and 7 tiles at most can be drawn."""
    assert seated(Rules.named("muggins/1"), players, None).may_draw == tiles


@pytest.mark.parametrize(("third", "found"), [("A", []), ("D", [("DOM311", None)]), ("B", [("DOM311", None)])])
def test_c120(third: str, found: list[tuple[str, None]]) -> None:
    """P1: the lead goes to the next seat, also after a round that nobody scored."""
    out = {"left": {"A": [], "B": 9, "C": 12, "D": 4}, "result": {"how": "out"}}
    tied = {"left": {"A": 5, "B": 8, "C": 10, "D": 7}, "result": {"how": "blocked"}}
    rounds = ({"leader": "C", **out}, {"leader": "D", **tied}, {"leader": third, **out})
    assert errors(report("selminha/1", 4, *rounds)) == found


SIXES = ["6-1", "2-1 R", "6-2 R", "6-6 R", "6-3 R", "4-3 R", "6-4 R", "6-5 R", "5-0 R", "6-0 R"]
SIXES_DEAL = {
    "A": ["6-1", "6-3", "5-0", "5-5", "2-2", "5-3", "5-2"],
    "B": ["2-1", "4-3", "6-0", "5-1", "4-4", "4-2", "4-1"],
    "C": ["6-2", "6-4", "4-0", "3-3", "3-2", "3-1", "3-0"],
    "D": ["6-6", "6-5", "5-4", "2-0", "1-1", "1-0", "0-0"],
}


@pytest.mark.parametrize(
    ("rules", "redundant"),
    [("partners-block/1", 1), ("selminha/1", 1), ("classic-block/1", 5), ("classic-draw/1", 5)],
)
def test_c123(rules: str, redundant: int) -> None:
    """All seven sixes lie and 6 shows at both ends: P3 is blocked at once, P1 and P2 after a pass of everyone."""
    acts = [f"{'ABCD'[number % 4]} {play}" for number, play in enumerate(SIXES)]
    acts += [f"{seat} pass" for seat in "CDABC"]
    claims = {"deal": SIXES_DEAL, "acts": acts, "result": {"how": "blocked"}}
    found = report({"base": rules, **LOT, "hand_size": {"4": 7}}, 4, claims)
    assert errors(found) == []
    assert sum(each["code"] == "DOM904" for each in found["findings"]) == redundant


def test_c132() -> None:
    """P1: 98 and 5 are 103, which wins to 100."""
    claims = {"result": {"how": "out", "winner": "A", "points": {"A": 5}}, "scores": {"A": 103, "B": 40}}
    found = report("selminha/1", 2, claims, start={"round": 9, "scores": {"A": 98, "B": 40}})
    assert errors(found) == []
    assert found["result"] == {"how": "target", "winner": "A", "scores": {"A": 103, "B": 40}}


def test_c134() -> None:
    """P3: a match of a single hand that ties is over and has no winner."""
    rules = {"base": "classic-draw/1", "target": "hand"}
    found = report(rules, 2, {"left": {"A": 5, "B": 5}, "result": {"how": "blocked"}})
    assert found["result"] == {"how": "target", "winner": None, "scores": {"A": 0, "B": 0}}


@pytest.mark.parametrize(("act", "found"), [("B pass", []), ("B draw 5-5", [("DOM423", 2)])])
def test_c136(act: str, found: list[tuple[str, int]]) -> None:
    """P4 Draw, three players: one tile is left and nothing fits, so a pass is all."""
    rest = without(6)
    deal = {"A": [f"6-{n}" for n in range(7)] + rest[:2], "B": rest[2:11], "C": rest[11:20], "boneyard": rest[20:]}
    rules = {"base": "guide-draw/1", "hand_size": {"3": 9}}
    assert errors(played(rules, deal, "A 6-6", act)) == found


# -- the published hand -----------------------------------------------------------------------

R1_ACTS = (
    "B 1-1|C pass|D 5-1 L|A 4-1 R|B pass|C 5-4 L|D 4-0 L|A 5-0 L|B pass|C 5-2 L|D 2-1 L|A 4-4 R|"
    "B 1-0 L|C 2-0 L|D pass|A 2-2 L|B 6-2 L|C 6-4 L|D pass|A 4-3 L|B 3-2 L|C 4-2 L"
)
R1 = {
    "deal": {
        "A": ["5-0", "3-1", "4-1", "2-2", "4-3", "4-4", "6-5"],
        "B": ["0-0", "1-0", "6-0", "1-1", "6-1", "3-2", "6-2"],
        "C": ["2-0", "4-2", "5-2", "3-3", "6-3", "5-4", "6-4"],
        "D": ["3-0", "4-0", "2-1", "5-1", "5-3", "5-5", "6-6"],
    },
    "left": {"A": ["6-5", "3-1"], "B": ["0-0", "6-0", "6-1"], "C": ["3-3", "6-3"], "D": ["3-0", "5-3", "5-5", "6-6"]},
    "result": {"how": "blocked", "winner": "AC", "points": {"AC": 46}},
}


@pytest.mark.parametrize("ends", [True, False])
def test_r1(ends: bool) -> None:
    """The published hand is blocked at 30 against 46 pips and worth 46, also where no end is written."""
    written = R1_ACTS if ends else R1_ACTS.replace(" L", "").replace(" R", "")
    found = report({"base": "partners-block/1", **LOT}, 4, {**R1, "acts": written.split("|")})
    assert (found["verdict"], errors(found)) == ("verified", [])
    assert found["rounds"][0]["points"] == {"AC": 46, "BD": 0}
