"""Records that nobody would write, and what must hold for them all the same."""
