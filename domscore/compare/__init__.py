"""Comparing: one record under several rule sets, which of them explain its claims, and two records of one game.

``rule_sets`` judges a record under each set, ``parting`` finds where two judgements part and which fields make them,
``claims`` ranks the sets by what was claimed and looks for the changes that would make it right. ``two_records`` lays two
records side by side, ``deciding`` weighs their versions by auditing, ``merging`` puts them together. Everything here is
worked out by auditing; nothing is scored a second time.
"""
