"""One round with hidden hands: what is proven, what stays open, and what every possible deal has in common."""

from __future__ import annotations

from domscore.domino.seat import LETTERS
from domscore.findings.codes import Certainty
from domscore.findings.finding import Finding, acts_listed
from domscore.infer.bounds import pips_range
from domscore.infer.ending import end_range
from domscore.infer.facts import Facts, read_facts
from domscore.infer.feasible import Deals
from domscore.infer.proofs import Proofs
from domscore.play.deal import Deal
from domscore.play.replay import Replay
from domscore.play.state import How
from domscore.play.step import Ruled
from domscore.play.table import Table
from domscore.record.acts import Kind
from domscore.score.evidence import Shown
from domscore.score.hidden import EndRange
from domscore.score.judged import Place

MAX_VARIANTS = 64
"""Readings of a round that are looked into."""
MAX_ACTS = 500
"""A round of more acts is not looked into: no set has so many tiles."""
FEW = 3
"""A pass that may be false is worth a note where so many tiles at most could make it so."""


def explain(
    table: Table, deal: Deal, replays: list[Replay], shown: Shown | None, place: Place, lawful: bool = True
) -> Explained | None:
    """What the hidden hands of a round come to; None where nothing can be concluded.

    Args:
        table: the rules at this table.
        deal: as far as it is given.
        replays: the readings that are left, gone through to the end.
        shown: the tiles turned up when the acts ended; None when they were turned up later, or not at all.
        place: where the round stands in its match.
        lawful: the deal is supposed to stand, and the lead to be rightful.
    """
    if len(replays) > MAX_VARIANTS or len(replays[0].acts) > MAX_ACTS:
        return None
    proofs = []
    for replay in replays:
        facts = read_facts(table, deal, replay, shown, place.draws_implied)
        if facts is None:
            return None
        proofs.append(Proofs(facts, replay, place, lawful))
    refuted = frozenset(position for position, proof in enumerate(proofs) if proof.findings)
    if len(refuted) == len(proofs):
        refuted = frozenset()
    return Explained(table, [proof for position, proof in enumerate(proofs) if position not in refuted], place, refuted)


class Explained:
    """The readings of a round that are left, and what they share; see ``score.hidden.Explained``."""

    def __init__(self, table: Table, proofs: list[Proofs], place: Place, refuted: frozenset[int] = frozenset()) -> None:
        self.table, self.proofs, self.place, self.refuted = table, proofs, place, refuted
        self.findings = self._shared()
        self.deals = [proof.deals for proof in proofs if proof.deals]
        self.certain, self.possible = self._at_end(self.deals)
        self.known = self._known()
        self.dead = self._dead()
        self.bounds = self._bounds()
        self.known_pips = self._known_pips()
        self.missing = self._missing()
        self.findings += self._doubtful_passes()
        self.ruled = self._ruled()

    def _shared(self) -> list[Finding]:
        """The findings that all readings share."""
        keys = [{(finding.code, finding.act, finding.seat) for finding in proof.findings} for proof in self.proofs]
        shared = set.intersection(*keys)
        return [f for f in self.proofs[0].findings if (f.code, f.act, f.seat) in shared]

    def _at_end(self, deals: list[Deals]) -> tuple[list[int], list[int]]:
        everything = self.table.tiles.everything
        certain, possible = [everything] * self.table.players, [0] * self.table.players
        for one in deals:
            for seat in range(self.table.players):
                sure, may = one.at(seat)
                certain[seat] &= sure
                possible[seat] |= may
        return [sure & may for sure, may in zip(certain, possible, strict=True)], possible

    def _known(self) -> list[int | None]:
        seen = [proof.seen for proof in self.proofs]
        if not all(seen):
            return [None] * self.table.players
        certain, possible = self._at_end(seen)
        return [sure if sure == may else None for sure, may in zip(certain, possible, strict=True)]

    def _known_pips(self) -> list[int | None]:
        pips: list[int | None] = []
        for seat, tiles in enumerate(self.known):
            seat_open = any(seat in proof.facts.open for proof in self.proofs)
            if tiles is not None or not self.bounds or seat_open or self.bounds[seat][0] < self.bounds[seat][1]:
                pips.append(None if tiles is None else self.table.tiles.pips_of(tiles))
                continue
            ranges = {pips_range(proof.seen, {seat: 1}) for proof in self.proofs}
            least, most = ranges.pop()
            pips.append(least if least == most and not ranges else None)
        return pips

    def _dead(self) -> bool | None:
        """Nobody could move when the acts ended, by what was seen."""
        found: set[bool | None] = set()
        for proof in self.proofs:
            state = proof.replay.state
            drawable = state.drawable()
            drawn = drawable == 0 or proof.facts.unwritten  # the seat to move may have drawn it all, which was not written
            if state.leading or not drawn or not proof.seen:
                found.add(None if drawn or drawable is None else False)
                continue
            fitting = state.fitting()
            hands = [proof.seen.at(seat) for seat in range(self.table.players)]
            if any(sure & fitting for sure, _ in hands):
                found.add(False)
            else:
                found.add(None if drawable != 0 or any(may & fitting for _, may in hands) else True)
        return found.pop() if len(found) == 1 else None

    def _bounds(self) -> list[tuple[int, int]]:
        pips = self.table.tiles.pips_of
        found = []
        for seat in range(self.table.players):
            if not self.deals:
                return []
            if self.certain[seat] == self.possible[seat]:
                found.append((pips(self.certain[seat]), pips(self.certain[seat])))
                continue
            if any(seat in deals.facts.open for deals in self.deals):
                found.append((pips(self.certain[seat]), pips(self.possible[seat])))
                continue
            ranges = [pips_range(deals, {seat: 1}) for deals in self.deals]
            found.append((min(least for least, _ in ranges), max(most for _, most in ranges)))
        return found

    def end(self, how: How, out: int | None, last_player: int | None) -> EndRange | None:
        """Winner and points of the end over all deals that explain the round; None where they have no bounds."""
        if any(deals.facts.open for deals in self.deals):
            return None
        ranges = [end_range(deals, how, out, last_player) for deals in self.deals]
        known = [one for one in ranges if one is not None]
        if not known or len(known) < len(ranges):
            return None
        least = [min(values) for values in zip(*(one.least for one in known), strict=True)]
        most = [max(values) for values in zip(*(one.most for one in known), strict=True)]
        return EndRange(frozenset.union(*(one.winners for one in known)), least, most)

    def _ruled(self) -> list[Ruled]:
        """Rulings that deal with acts accused here; those that dealt with nothing else are told in DOM905."""
        rulings = self.proofs[0].facts.rulings
        told = {ruled.act for ruled in self.proofs[0].replay.ruled}
        found = []
        for finding in list(self.findings):
            number = rulings.get(finding.act or 0)
            if number is None:
                continue
            found.append(Ruled(number, [finding]))
            if number not in told:
                self.findings.append(self._told(number, finding))
        return found

    def _told(self, number: int, about: Finding) -> Finding:
        extra = self.proofs[0].replay.acts[number - 1].extra or {}
        reason = extra.get("reason", "")
        fields = {"ruling": extra["ruling"], "about": f"{about.code} at act {about.act}"}
        fields["reason"] = f" ({reason})" if reason else ""
        path = f"{self.place.path}/acts/{number - 1}"
        return Finding("DOM905", path, fields, round=self.place.number, act=number, cause=about)

    # what is open

    def _missing(self) -> list[str]:
        if self.findings:
            return []
        open_acts: dict[int, set[int]] = {}
        for proof in self.proofs:
            for seat, acts in proof.unsettled().items():
                open_acts.setdefault(seat, set()).update(acts)
        words = ["what was drawn: draws are not written"] if self.proofs[0].facts.unwritten else []
        for seat, found in sorted(open_acts.items()):
            letter = LETTERS[seat]
            words.append(f"whether {letter} could have played at {acts_listed(found)}: not all tiles of {letter} are known")
        if not all(proof.redeal_settled() for proof in self.proofs):
            words.append("whether the deal was void: not all hands are known")
        elif not all(proof.lead_settled() for proof in self.proofs):
            led = next(proof.led for proof in self.proofs if proof.led is not None)
            words.append(f"whether {LETTERS[led.seat]} led rightly: not all hands are known")
        return words

    def _doubtful_passes(self) -> list[Finding]:
        """DOM605: passes that few tiles could make false, the other acts being in order."""
        if self.findings or len(self.proofs) > 1 or self.proofs[0].facts.unwritten:
            return []
        proof = self.proofs[0]
        found = []
        for seat, acts in proof.unsettled().items():
            for fact in proof.facts.stuck:
                moment = proof.facts.moments[fact.moment]
                if fact.seat == seat and fact.act in acts and moment.kind is Kind.PASS:
                    tiles = self._could_have(proof.facts, proof, fact.moment)
                    if tiles and tiles.bit_count() <= FEW:
                        found.append(self._doubtful(seat, fact.act, tiles))
        return found

    def _could_have(self, facts: Facts, proof: Proofs, moment: int) -> int:
        """Mask of the tiles that would make one pass false in some deal that explains all other acts."""
        fact = next(one for one in facts.stuck if one.moment == moment)
        others = [one for one in facts.stuck if (one.act, one.seat) in facts.sound and one is not fact]
        deals = Deals(facts, [*facts.hard, *others, *proof.lawful], proof.ways)
        _, may = deals.held(facts.all_groups & ~fact.only) if deals else (0, 0)
        return may & fact.tiles

    def _doubtful(self, seat: int, act: int, tiles: int) -> Finding:
        letter, names = LETTERS[seat], self.table.tiles.names_of(tiles)
        problem = f"{letter} passed, and may have held {' or '.join(names)}"
        fields = {"seat": letter, "playable": names, "problem": problem}
        path = f"{self.place.path}/acts/{act - 1}"
        finding = Finding("DOM605", path, fields, round=self.place.number, act=act, seat=letter)
        finding.certainty = Certainty.POSSIBLE
        return finding
