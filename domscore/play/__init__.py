"""What happened against what was allowed: the state of a round, legal acts, checks, and replay."""
