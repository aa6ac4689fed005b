"""Benchmarks: ratios within one run, base and variants interleaved, medians of many. ``python -m tests.bench``."""
