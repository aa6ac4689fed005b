"""Archives: finding the inputs, telling records apart, and judging them on all cores in input order, with flat memory.

``inputs`` finds files, ``streams`` opens them, ``portions`` cuts them into pieces of work, ``judging`` turns a piece into
rendered text and counts, ``running`` does so here or in worker processes.
"""
