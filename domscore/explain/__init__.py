"""Explanations: what happened, what the rules say about it, and the arithmetic; the ledger and the replay in words.

Nothing is worked out here that the score does not rest on: numbers come from the ledger's entries, from the states of the
replay and from the findings. An explanation is a list of parts, a part a list of lines (``lines.py``); ``rendering.py``
writes them down.
"""
