"""Scores: the end of a round, the match, and the claims that somebody wrote down about them."""
