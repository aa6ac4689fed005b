"""How ratios are taken: base and variants in turn, again and again, and the median of the ratios of each turn."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping


def ratios(base: Callable[[], object], variants: Mapping[str, Callable[[], object]], turns: int = 25) -> dict[str, float]:
    """The median over all turns of each variant's time divided by the base's time in the same turn."""
    taken: dict[str, list[float]] = {name: [] for name in variants}
    for _ in range(turns):
        unit = _seconds(base)
        for name, variant in variants.items():
            taken[name].append(_seconds(variant) / unit)
    return {name: statistics.median(values) for name, values in taken.items()}


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def cpu_ratios(commands: Mapping[str, list[str]], turns: int = 15) -> dict[str, float]:
    """CPU time of commands as multiples of that of ``python -c pass``: medians, interleaved."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(turns):
        unit = _cpu_seconds([sys.executable, "-c", "pass"])
        for name, command in commands.items():
            taken[name].append(_cpu_seconds(command) / unit)
    return {name: statistics.median(values) for name, values in taken.items()}


def _cpu_seconds(command: list[str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime
