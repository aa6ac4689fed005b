"""Hidden hands against the replay of the same rounds: whether there is a deal, all that every seat may hold, one extreme."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from domscore.auditing import Watched, audit
from domscore.generate import matches
from domscore.infer.bounds import greatest
from domscore.infer.facts import Facts, read_facts
from domscore.infer.feasible import Deals
from domscore.play.deal import read_deal
from domscore.play.replay import Replay
from domscore.play.state import State
from domscore.play.step import Setting
from domscore.record.acts import Act
from domscore.rules.catalogue import names
from domscore.rules.model import Rules
from tests.bench.ratios import ratios

LIMITS = {"a deal exists": 5, "the tiles every seat may hold": 7, "one extreme of pips": 15}
"""At most so many times the replay."""


def hidden_ratios(turns: int) -> None:
    """Medians over rounds of every rule set of which only plays, passes and draws were seen."""
    replays, facts = _rounds()
    print("hidden hands / replay of the same rounds")
    found = ratios(lambda: [run() for run in replays], _variants(facts), turns)
    for name, ratio in found.items():
        print(f"  {name:30} {ratio:5.2f}  (at most {LIMITS[name]})")


def _variants(facts: list[Facts]) -> dict[str, Callable[[], object]]:
    deals = [_explaining(one) for one in facts]
    return {
        "a deal exists": lambda: [bool(_explaining(one)) for one in facts],
        "the tiles every seat may hold": lambda: [
            [given.at(seat) for seat in range(one.table.players)]
            for one, given in ((one, _explaining(one)) for one in facts)
        ],
        "one extreme of pips": lambda: [greatest(one, {0: 1}) for one in deals],
    }


def _explaining(facts: Facts) -> Deals:
    return Deals(facts, [*facts.hard, *facts.stuck, *facts.redeal])


def _replayed(start: State, acts: list[Act], setting: Setting) -> Replay:
    return Replay(start.copy(), acts, setting).run()


def _rounds() -> tuple[list[Callable[[], object]], list[Facts]]:
    replays: list[Callable[[], object]] = []
    facts: list[Facts] = []
    for name in names():
        rules = Rules.named(name)
        for players in rules.players:
            for line in matches(rules, players, 1, 7, hidden=True):
                watched: list[Watched] = []
                table = audit(line, watched=watched).table
                assert table is not None
                for one in watched[:6]:
                    start, acts, setting = one.judged.start, one.acts, Setting(one.place.path, one.place.number)
                    deal = read_deal(table, one.round.deal, "/deal")
                    assert start is not None
                    run = partial(_replayed, start, acts, setting)
                    found = read_facts(table, deal, run(), None, False)
                    if found is not None:
                        facts.append(found)
                        replays.append(run)
    return replays, facts
