"""Findings about hidden hands: acts that no possible deal explains (DOM601 to DOM603; DOM305, DOM311, DOM312 proven)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domscore.domino.seat import LETTERS
from domscore.findings.codes import Certainty
from domscore.findings.finding import Finding
from domscore.infer.clash import clash
from domscore.infer.facts import Fact, Facts, What
from domscore.infer.feasible import Deals
from domscore.infer.lead import Led, double_needed, hand_may_be_void, no_double, read_lead, some_double, with_some_double
from domscore.infer.words import because, clash_in_words, numbers_fitting
from domscore.play.lead import seats_in_words
from domscore.play.replay import Replay
from domscore.record.acts import Kind
from domscore.score.judged import Place

_ALREADY = frozenset({"DOM411", "DOM421", "DOM422"})
"""Findings that already say of a pass or a draw what a proof would say."""


class Proofs:
    """What is proven about one reading of a round.

    Attributes:
        findings: the accusations, all proven.
        seen: the deals that obey what was seen, whatever the acts are worth.
        deals: the deals that explain the record; those of ``seen`` where it cannot be explained.
        led: what the lead depends on, if it depends on the deal.
        clashing: passes and draws (act, seat) of which one must be false, though none is proven false by itself.
    """

    def __init__(self, facts: Facts, replay: Replay, place: Place, lawful: bool = True) -> None:
        self.facts, self.replay, self.place, self.judged = facts, replay, place, lawful
        self.findings: list[Finding] = []
        self.clashing: set[tuple[int, int]] = set()
        self.led = read_lead(facts, place) if lawful else None
        self.lawful = [*facts.redeal] if lawful else []
        self.ways: list[list[Fact]] = [[]] if self.led is None else self.led.rightful(facts)
        if self._double_needed():
            self.ways = [way for one in self.ways for way in with_some_double(facts, one)]
        self.seen = Deals(facts, facts.hard)
        self.deals = self._explained()

    @property
    def asks_of_deal(self) -> bool:
        """Lead or redeal rules say something about the deal."""
        return bool(self.lawful) or any(self.ways)

    def _double_needed(self) -> bool:
        return self.judged and double_needed(self.facts, self.place)

    def _explained(self) -> Deals:
        facts = self.facts
        sound = [fact for fact in facts.stuck if (fact.act, fact.seat) in facts.sound]
        deals = Deals(facts, [*facts.hard, *sound, *self.lawful], self.ways)
        if deals and len(sound) == len(facts.stuck):
            return deals
        if not self.seen:
            self._impossible(facts.hard)
            return self.seen
        guilty = self._alone()
        if deals:
            return deals
        wrong = self._lead_and_redeal()
        if not guilty and not wrong:
            self._together(sound)
        innocent = [fact for fact in sound if (fact.act, fact.seat) not in guilty]
        lawful, ways = ([], [[]]) if wrong else (self.lawful, self.ways)
        return Deals(facts, [*facts.hard, *innocent, *lawful], ways) or self.seen

    # each act alone

    def _alone(self) -> set[tuple[int, int]]:
        """DOM602, DOM603: passes and draws that no deal allows, whatever the other acts are worth."""
        facts = self.facts
        acts: dict[tuple[int, int], list[Fact]] = {}
        for fact in facts.stuck:
            acts.setdefault((fact.act, fact.seat), []).append(fact)
        guilty = set()
        for key, stuck in acts.items():
            if not Deals(facts, [*facts.hard, *stuck]):
                guilty.add(key)
                self._false(stuck)
        return guilty

    def _false(self, stuck: list[Fact]) -> None:
        act, seat = stuck[0].act, stuck[0].seat
        letter = LETTERS[seat]
        known = [finding for finding in self.replay.findings if finding.act == act and finding.seat == letter]
        if any(finding.code in _ALREADY for finding in known):
            return
        facts = self.facts
        units = clash(facts, facts.hard, stuck, about=seat)
        moment = facts.moments[stuck[0].moment]
        passed = moment.kind is Kind.PASS
        fields: dict[str, Any] = {
            "seat": letter,
            "ends": numbers_fitting(facts.table, moment.fitting),
            "acts": sorted({fact.act for unit in units for fact in unit if fact.act} | {act}),
            "problem": because(facts, stuck, units),
        }
        finding = self._finding("DOM602" if passed else "DOM603", f"/acts/{act - 1}", fields, act, letter)
        finding.cause = next((other.root for other in known if other.code != "DOM441"), None)

    # all together

    def _together(self, sound: list[Fact]) -> None:
        facts = self.facts
        if not Deals(facts, [*facts.hard, *sound]):
            self._impossible([*facts.hard, *sound])
        elif not Deals(facts, [*facts.hard, *sound, *self.lawful]):
            self._impossible([*facts.hard, *sound, *self.lawful])
        else:
            self._impossible([*facts.hard, *sound, *self.lawful], self.ways)

    def _impossible(self, given: list[Fact], ways: Sequence[list[Fact]] = ((),)) -> None:  # type: ignore[assignment]
        """DOM601. ``ways``: what the lead allows besides."""
        facts = self.facts
        units = clash(facts, given, (), ways)
        counted = len(ways) == 1 and not ways[0]
        units += [[fact] for fact in ways[0][:1]]
        acts = sorted({fact.act for unit in units for fact in unit if fact.act})
        fields = {"acts": acts, "problem": clash_in_words(facts, units, counted=counted)}
        self._finding("DOM601", "/acts", fields)
        self.clashing = {(fact.act, fact.seat) for unit in units for fact in unit if fact.what is What.STUCK}

    # lead and redeal

    def _lead_and_redeal(self) -> bool:
        """DOM305, DOM311, DOM312 where lead and redeal rules alone leave no deal that fits what was seen."""
        facts, led = self.facts, self.led
        if not Deals(facts, [*facts.hard, *self.lawful]):
            limit = facts.table.rules.redeal.doubles_in_hand
            self._finding("DOM305", "/acts", {"problem": f"a hand holds {limit} doubles or more"})
        elif self._double_needed() and not Deals(facts, facts.hard, some_double(facts)):
            self._finding("DOM305", "/acts", {"problem": "nobody holds a double"})
        elif led is not None and not Deals(facts, facts.hard, led.rightful(facts)):
            self._wrong_lead(led)
        else:
            return False
        return True

    def _wrong_lead(self, led: Led) -> None:
        facts = self.facts
        letter = LETTERS[led.seat]
        due = {(seat, tile) for seat, tile, given in led.wrongful(facts, self.seen) if Deals(facts, [*facts.hard, *given])}
        tiles = sorted((tile for seat, tile in due if seat == led.seat), reverse=True)
        path = f"/acts/{led.act - 1}"
        if tiles and led.forced:
            names = [facts.table.tiles.names[tile] for tile in tiles]
            fields: dict[str, Any] = {"seat": letter, "tile": facts.table.tiles.names[led.tile], "due": names}
            self._finding("DOM312", path, fields, led.act, letter)
            return
        why = self.replay.state.lead.why or "the deal decides"
        fields = {"seat": letter, "due": seats_in_words(frozenset(seat for seat, _ in due)), "why": why}
        self._finding("DOM311", path, fields, led.act, letter)

    def _finding(
        self, code: str, path: str, fields: dict[str, Any], act: int | None = None, seat: str | None = None
    ) -> Finding:
        finding = Finding(code, f"{self.place.path}{path}", fields, round=self.place.number, act=act, seat=seat)
        finding.certainty = Certainty.PROVEN
        self.findings.append(finding)
        return finding

    # what is left

    def others(self) -> Deals:
        """``deals``, but where acts clash the deals that explain all others, as far as those do not clash too."""
        if not self.clashing:
            return self.deals
        facts = self.facts
        kept = [fact for fact in facts.stuck if (fact.act, fact.seat) in facts.sound - self.clashing]
        given = [*facts.hard, *kept]
        return Deals(facts, [*given, *self.lawful], self.ways) or Deals(facts, given) or self.deals

    # what is settled

    def unsettled(self) -> dict[int, list[int]]:
        """By seat, the passes and draws that some deal in keeping with what was seen would make false."""
        facts, seen = self.facts, self.seen
        found: dict[int, set[int]] = {}
        if not seen:
            return {}
        for fact in facts.stuck:
            if fact.act in facts.rulings or fact.act in found.get(fact.seat, ()):
                continue
            _, may = seen.held(facts.all_groups & ~fact.only)
            if may & fact.tiles:
                found.setdefault(fact.seat, set()).add(fact.act)
        return {seat: sorted(acts) for seat, acts in sorted(found.items())}

    def lead_settled(self) -> bool:
        """Every deal in keeping with what was seen makes the lead rightful."""
        led, facts = self.led, self.facts
        if led is None:
            return True
        if any(Deals(facts, [*facts.hard, *given]) for _, _, given in led.wrongful(facts, self.seen)):
            return False
        nothing = Fact(What.LED, led.act, led.seat, sum(1 << tile for tile in set(led.chain)), ~facts.dealt_groups())
        return led.nobody or not Deals(facts, [*facts.hard, nothing])

    def redeal_settled(self) -> bool:
        """No deal in keeping with what was seen would have been dealt again."""
        facts = self.facts
        if not self.judged:
            return True
        if facts.redeal and hand_may_be_void(facts, self.seen):
            return False
        return not (self._double_needed() and Deals(facts, [*facts.hard, no_double(facts)]))
