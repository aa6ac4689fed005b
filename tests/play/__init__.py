"""Tests of the play: positions, legal acts, their counts."""
