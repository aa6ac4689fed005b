"""Findings: the table of codes, and one finding."""
