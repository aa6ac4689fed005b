"""Facts and clashes as sentences that a player understands."""

from __future__ import annotations

from domscore.domino.seat import LETTERS
from domscore.findings.finding import joined
from domscore.infer.clash import Unit, shortage
from domscore.infer.facts import BONEYARD, Fact, Facts, What
from domscore.play.table import Table
from domscore.record.acts import Kind

MANY_OWNERS = 2
"""More hands than this, the boneyard counted, are not told to have too few tiles between them."""


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
        return f"{seat} {_showed(facts, unit)}"
    if fact.what is What.REDEAL:
        if fact not in facts.redeal:
            return "hands without a double between them are dealt again"
        return f"{facts.table.rules.redeal.doubles_in_hand} doubles in a hand are dealt again"
    return {
        What.DEALT: f"{seat} was dealt {names}",
        What.LEFT_OVER: f"{names} lay in the boneyard",
        What.PLAYED: f"{seat} played {names}{act}",
        What.DREW: f"{seat} drew {names}{act}",
        What.LED: f"{seat} led{act}",
    }[fact.what]


def _showed(facts: Facts, unit: Unit) -> str:
    """``"showed 6-4 at the end"``; ``"showed only"`` where it matters that nothing else was left."""
    seat = unit[0].seat
    shown = sum(fact.tiles for fact in facts.hard if fact.what is What.SHOWN and fact.seat == seat)
    names = joined(facts.table.tiles.names_of(shown)) if shown else "no tile"
    only = "only " if shown and any(fact.what is What.KEPT for fact in unit) else ""
    return f"showed {only}{names} at the end"


def stuck_in_words(facts: Facts, fact: Fact) -> str:
    """``"C passed at 4 and 2 (act 7)"``."""
    moment = facts.moments[fact.moment]
    what = "passed" if moment.kind is Kind.PASS else "drew"
    ends = numbers_fitting(facts.table, moment.fitting)
    where = "on the lead" if len(ends) > 1 and len(ends) == facts.table.tiles.highest + 1 else f"at {joined(map(str, ends))}"
    return f"{LETTERS[fact.seat]} {what} {where} (act {fact.act})"


def clash_in_words(facts: Facts, units: list[Unit], *, counted: bool) -> str:
    """What clashes, act by act; ``counted``: and which places that leaves too few tiles for."""
    tail = _too_few(facts, [fact for unit in units for fact in unit]) if counted else ""
    return f"no deal explains all of this: {_in_order(facts, units)}{tail}"


def _in_order(facts: Facts, units: list[Unit]) -> str:
    ordered = sorted(units, key=lambda unit: (unit[0].act or 10**9, unit[0].seat))
    return joined(unit_in_words(facts, unit) for unit in ordered)


def because(facts: Facts, stuck: list[Fact], units: list[Unit]) -> str:
    """Why a pass or a draw was false: from the facts that clash with it."""
    first = stuck_in_words(facts, stuck[0])
    later = _by_its_own_hand(facts, stuck, units) if units else ""
    if later:
        return f"{first} but {later}"
    tail = _too_few(facts, [*stuck, *(fact for unit in units for fact in unit)])
    if not units:
        return f"{first}, and no deal gives {LETTERS[stuck[0].seat]} a hand in which nothing fits{tail}"
    return f"{first}, but held a tile that fits in every deal: {_in_order(facts, units)}{tail}"


def _by_its_own_hand(facts: Facts, stuck: list[Fact], units: list[Unit]) -> str:
    """More tiles that fit were laid or shown later than were drawn in between; empty where the reason is another."""
    seat = stuck[0].seat
    fitting = 0
    for fact in stuck:
        fitting |= fact.tiles
    kinds = {fact.what for unit in units for fact in unit}
    if any(unit[0].seat != seat for unit in units) or not kinds <= {What.PLAYED, What.SHOWN, What.DREW}:
        return ""
    mine = [fact for unit in units for fact in unit]
    end = max(fact.moment for fact in mine)
    drawn = [one for one in facts.moments[stuck[0].moment : end] if one.kind is Kind.DRAW and one.seat == seat]
    faces = sum(fact.tiles for fact in mine if fact.what is What.DREW)
    held = sum(fact.tiles & fitting for fact in mine if fact.what is not What.DREW)
    if held.bit_count() <= len(drawn) - faces.bit_count():
        return ""
    names = facts.table.tiles.names_of
    played = [f"{joined(names(fact.tiles))} (act {fact.act})" for fact in mine if fact.what is What.PLAYED]
    shown = sum(fact.tiles & fitting for fact in mine if fact.what is What.SHOWN)
    said = [f"played {joined(played)}"] if played else []
    said += [f"showed {joined(names(shown))} at the end"] if shown else []
    return f"{joined([*said, _drew_between(facts, faces, len(drawn))])}"


def _drew_between(facts: Facts, faces: int, drawn: int) -> str:
    if not drawn:
        return "nothing was left to draw in between" if facts.unwritten else "drew nothing in between"
    names, unseen = facts.table.tiles.names_of(faces), drawn - faces.bit_count()
    count = f"{unseen} {'other ' if names else ''}tile{'' if unseen == 1 else 's'}"
    return f"drew only {joined([*names, *([count] if unseen else [])])} in between"


def _too_few(facts: Facts, given: list[Fact]) -> str:
    """``"; that leaves 4 tiles for the 5 that A held or drew"``; empty where too many places are concerned to be told."""
    short, tiles = shortage(facts, given)
    places = sum(size for group, size in enumerate(facts.sizes) if short >> group & 1)
    owners = sorted({owner for group, owner in enumerate(facts.owners) if short >> group & 1 and facts.sizes[group]})
    if not short or not owners or len(owners) > MANY_OWNERS:
        return ""
    whose = [_places_of(facts, owner, short) for owner in owners if owner != BONEYARD]
    whose += ["stayed in the boneyard"] if BONEYARD in owners else []
    left = f"{len(tiles)} tile{'' if len(tiles) == 1 else 's'}" if tiles else "no tile"
    return f"; that leaves {left} for the {places} that {joined(whose)}"


def _places_of(facts: Facts, owner: int, short: int) -> str:
    """The places of a seat that are concerned: ``"A was dealt"``, ``"A drew (act 3)"``, ``"A held or drew"``."""
    groups = [group for group, mine in enumerate(facts.owners) if mine == owner and short >> group & 1]
    drawn = [group for group in groups if facts.since[group] >= 0]
    if not drawn:
        return f"{LETTERS[owner]} was dealt"
    if len(drawn) < len(groups) or facts.unwritten:
        return f"{LETTERS[owner]} held or drew"
    acts = sorted({facts.moments[facts.since[group]].act for group in drawn})
    return f"{LETTERS[owner]} drew (act{'' if len(acts) == 1 else 's'} {joined(map(str, acts))})"
