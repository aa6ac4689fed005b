"""Hidden hands: what the acts of a round prove about tiles that nobody saw.

Every tile comes from exactly one slot: the starting hand of a seat, a draw, or the rest of the boneyard. ``facts`` reads the
slots and what is known about them from a round that has been replayed; ``feasible`` finds deals that obey given facts, and
what all of them share; ``bounds`` finds the extremes of pips and points over them; ``proofs`` turns their absence into
findings; ``explained`` puts it together for one round.
"""
