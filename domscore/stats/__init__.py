"""What an archive holds, in numbers: matches, endings, points, findings, players, and what leading and blocking are worth.

``tally`` counts records, and counts can be added up in any order; ``measures`` makes distributions and shares of them;
``page`` and ``files`` write them down.
"""
