"""One record, or nearly the same ones, judged many times over: a round in which nothing differs is not judged again.

While a round is judged it is noted what was asked of the rules and of its place in the match (``asked``). Where all of it
has the same answers, so has the round (``rounds``). What goes from round to round, claims and totals, is worked out afresh
for each match (``matches``).
"""
