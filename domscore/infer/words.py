"""Facts and clashes as sentences that a player understands."""

from __future__ import annotations

from domscore.domino.seat import LETTERS
from domscore.findings.finding import joined
from domscore.infer.clash import Unit
from domscore.infer.facts import Fact, Facts, What
from domscore.play.table import Table
from domscore.record.acts import Kind


def numbers_fitting(table: Table, fitting: int) -> list[int]:
    """The open numbers that a mask of fitting tiles comes from, highest first."""
    containing = table.tiles.containing
    return [v for v in range(table.tiles.highest, -1, -1) if containing[v] and not containing[v] & ~fitting]


def unit_in_words(facts: Facts, unit: Unit) -> str:
    """One act, or one hand, as a clause: ``"C passed at 4 and 2 (act 7)"``."""
    fact = unit[0]
    tiles = facts.table.tiles
    seat = LETTERS[fact.seat] if fact.seat >= 0 else ""
    names = joined(tiles.names_of(fact.tiles))
    act = f" (act {fact.act})"
    if fact.what is What.STUCK:
        return stuck_in_words(facts, fact)
    if fact.what in (What.SHOWN, What.KEPT):
        shown = next((one.tiles for one in unit if one.what is What.SHOWN), 0)
        return f"{seat} showed {joined(tiles.names_of(shown)) if shown else 'no tile'} at the end"
    if fact.what is What.REDEAL:
        return f"{facts.table.rules.redeal.doubles_in_hand} doubles in a hand are dealt again"
    return {
        What.DEALT: f"{seat} was dealt {names}",
        What.LEFT_OVER: f"{names} lay in the boneyard",
        What.PLAYED: f"{seat} played {names}{act}",
        What.DREW: f"{seat} drew {names}{act}",
        What.LED: f"{seat} led{act}",
    }[fact.what]


def _nothing_came(facts: Facts) -> str:
    return "and nothing was left to draw in between" if facts.unwritten else "and drew nothing in between"


def stuck_in_words(facts: Facts, fact: Fact) -> str:
    """``"C passed at 4 and 2 (act 7)"``."""
    moment = facts.moments[fact.moment]
    what = "passed" if moment.kind is Kind.PASS else "drew"
    ends = numbers_fitting(facts.table, moment.fitting)
    where = "on the lead" if len(ends) > 1 and len(ends) == facts.table.tiles.highest + 1 else f"at {joined(map(str, ends))}"
    return f"{LETTERS[fact.seat]} {what} {where} (act {fact.act})"


def clash_in_words(facts: Facts, units: list[Unit]) -> str:
    """What clashes, act by act."""
    ordered = sorted(units, key=lambda unit: (unit[0].act or 10**9, unit[0].seat))
    return f"no deal explains all of this: {joined(unit_in_words(facts, unit) for unit in ordered)}"


def because(facts: Facts, stuck: list[Fact], units: list[Unit]) -> str:
    """Why a pass or a draw was false: from the facts that clash with it."""
    first = stuck_in_words(facts, stuck[0])
    if len(units) == 1 and units[0][0].seat == stuck[0].seat:
        later = _by_its_own_hand(facts, stuck, units[0])
        if later:
            return f"{first} but {later}"
    if not units:
        return f"{first}, and no deal gives {LETTERS[stuck[0].seat]} a hand in which nothing fits"
    ordered = sorted(units, key=lambda unit: (unit[0].act or 10**9, unit[0].seat))
    return f"{first}, but held a tile that fits in every deal: {joined(unit_in_words(facts, unit) for unit in ordered)}"


def _by_its_own_hand(facts: Facts, stuck: list[Fact], unit: Unit) -> str:
    fitting = 0
    for fact in stuck:
        fitting |= fact.tiles
    fact = unit[0]
    end = fact.moment if fact.moment >= 0 else len(facts.moments)
    between = facts.moments[stuck[0].moment : end]
    drew = any(moment.kind is Kind.DRAW and moment.seat == fact.seat for moment in between)
    if fact.what is What.PLAYED and fact.tiles & fitting and not drew:
        return f"played {joined(facts.table.tiles.names_of(fact.tiles))} (act {fact.act}) {_nothing_came(facts)}"
    shown = next((one.tiles for one in unit if one.what is What.SHOWN), 0) & fitting
    if shown and not drew:
        return f"showed {joined(facts.table.tiles.names_of(shown))} at the end {_nothing_came(facts)}"
    return ""
