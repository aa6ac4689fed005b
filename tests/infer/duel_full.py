"""Inference against scipy and networkx: one round with a full set."""

from __future__ import annotations

from random import Random

from domscore.infer.bounds import pips_range
from domscore.infer.clash import clash
from domscore.infer.facts import BONEYARD, Fact, Facts, What, read_facts
from domscore.infer.feasible import Deals
from domscore.infer.proofs import Proofs
from tests.infer.looking import Looked
from tests.infer.matching import exists, exists_by_flow, extreme


def differences(looked: Looked, random: Random, samples: int = 6) -> list[str]:
    """What inference and the oracles say differently about a round; empty when they agree."""
    return compared(looked, random, samples)[1]


def compared(looked: Looked, random: Random, samples: int = 6) -> tuple[set[tuple[int, int]], list[str]]:
    """The passes and draws (act, seat) that no deal allows, and what inference and the oracles say differently."""
    table, replay = looked.table, looked.replays[0]
    facts = read_facts(table, looked.deal, replay, looked.shown, looked.place.draws_implied)
    if facts is None:
        return set(), []
    proofs = Proofs(facts, replay, looked.place)
    found: list[str] = []

    def same(what: str, mine: object, due: object) -> None:
        if mine != due:
            found.append(f"{what}: {mine}, the oracle says {due}")

    same("existence", bool(proofs.seen), exists(facts, facts.hard))
    same("the oracles", exists(facts, facts.hard), exists_by_flow(facts, facts.hard))
    if not proofs.seen:
        return set(), found
    sound = [fact for fact in facts.stuck if (fact.act, fact.seat) in facts.sound]
    explaining = [*facts.hard, *sound, *proofs.lawful]
    same("explained", bool(Deals(facts, explaining)), exists(facts, explaining))
    already = [(f.act, f.seat) for f in replay.findings if f.code in ("DOM411", "DOM421", "DOM422")]
    guilty: set[tuple[int, int]] = set()
    for key in {(fact.act, fact.seat) for fact in facts.stuck}:
        if not exists(facts, [*facts.hard, *(fact for fact in facts.stuck if (fact.act, fact.seat) == key)]):
            guilty.add(key)
    accused = {(f.act, table.letters.index(f.seat or "")) for f in proofs.findings if f.code in ("DOM602", "DOM603")}
    same("accused", accused, {(act, seat) for act, seat in guilty if (act, table.letters[seat]) not in already})
    if not exists(facts, explaining):
        same("told", bool(proofs.findings) or bool(guilty), True)
    found += _clashes(facts, proofs, sorted(guilty), random)
    for given in (facts.hard, explaining):
        deals = Deals(facts, given)
        if not deals:
            continue
        possible = deals.possible()[0]
        for _ in range(samples):
            tile, group = random.randrange(table.tiles.size), random.randrange(len(facts.sizes))
            put = Fact(What.DEALT, 0, 0, 1 << tile, 1 << group)
            same(f"tile {tile} in group {group}", bool(possible[group] >> tile & 1), exists(facts, [*given, put]))
        pairs = {0: 1, 2: 1, 1: -1, 3: -1} if table.players == 4 else {0: 1, 1: -1}
        for weights in ({random.randrange(table.players): 1}, pairs):
            due = (extreme(facts, given, weights, -1), extreme(facts, given, weights, 1))
            same(f"pips {weights}", pips_range(deals, weights), due)
    return guilty, found


def _clashes(facts: Facts, proofs: Proofs, guilty: list[tuple[int, int]], random: Random) -> list[str]:
    """The acts named as clashing do clash, and no longer when one of them is left out."""
    asked: list[tuple[list[Fact], list[Fact]]] = []
    if guilty:
        key = random.choice(guilty)
        asked.append((facts.hard, [fact for fact in facts.stuck if (fact.act, fact.seat) == key]))
    sound = [fact for fact in facts.stuck if (fact.act, fact.seat) in facts.sound]
    together = [*facts.hard, *sound, *proofs.lawful]
    if not exists(facts, together):
        asked.append((together, []))
    wrong = []
    for given, always in asked:
        units = clash(facts, given, always, about=always[0].seat if always else BONEYARD)
        if exists(facts, [*always, *(fact for unit in units for fact in unit)]):
            wrong.append("the acts named do not clash")
        for unit in units:
            if not exists(facts, [*always, *(fact for other in units if other is not unit for fact in other)]):
                wrong.append(f"the acts named clash without act {unit[0].act} of seat {unit[0].seat}")
    return wrong
