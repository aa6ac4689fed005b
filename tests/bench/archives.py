"""Archives: worker processes and compression, each against one process on the plain file."""

from __future__ import annotations

import gzip
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import orjson

from domscore.batch.inputs import Source
from domscore.batch.streams import blocks
from tests.bench.games import records, verbose

COPIES = 200


def archive_ratios(turns: int) -> None:
    """Print what two processes and gzip cost; all runs in turn, medians."""
    some = [record for name, players in (("selminha/1", 2), ("muggins/1", 2)) for record in records(name, players, 50)]
    objects = [verbose(record) for record in some]
    with tempfile.TemporaryDirectory() as folder:
        plain, packed = Path(folder, "games.jsonl"), Path(folder, "games.jsonl.gz")
        half = Path(folder, "half.jsonl")
        text = b"\n".join(some) + b"\n"
        plain.write_bytes(text * COPIES)
        half.write_bytes(text * (COPIES // 2))
        with gzip.open(packed, "wb") as file:
            file.write(text * COPIES)
        commands = {"serial": ("1", plain), "two": ("2", plain), "half": ("1", half)}
        wall: dict[str, list[float]] = {name: [] for name in commands}
        cpu: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(turns):
            for name, (jobs, path) in commands.items():
                seconds, used = _run(["check", "-q", "--jobs", jobs, str(path)])
                wall[name].append(seconds)
                cpu[name].append(used)
        added = [(_reading(packed) - _reading(plain)) / (_parsed(objects) * COPIES) for _ in range(5 * turns)]
    print(f"an archive of {len(some) * COPIES} records, {len(text) * COPIES / 2**20:.0f} MB:")
    of_cpu, of_time = _median(cpu["two"], cpu["serial"]), _median(wall["two"], wall["serial"])
    print(f"  two processes / one: {of_cpu:.2f} of its CPU time, {of_time:.2f} of its time")
    print(f"  gzip adds {statistics.median(added):.2f} times orjson.loads")
    print(f"  all of it / half of it: {_median(cpu['serial'], cpu['half']):.2f} of its CPU time")


def _median(variant: list[float], base: list[float]) -> float:
    return statistics.median(one / other for one, other in zip(variant, base, strict=True))


def _parsed(objects: list[bytes]) -> float:
    start = time.process_time()
    for record in objects:
        orjson.loads(record)
    return time.process_time() - start


def _reading(path: Path) -> float:
    start = time.process_time()
    for _ in blocks(Source(str(path), path.name)):
        pass
    return time.process_time() - start


def _run(arguments: list[str]) -> tuple[float, float]:
    """Seconds passed, and CPU seconds of the command and its workers."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "domscore", *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime
