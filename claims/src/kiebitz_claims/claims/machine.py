"""The machine at hand, as the ledger names it, and how busy it is."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from kiebitz.processes.cores import usable_cores

CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
KB_A_MB = 1024


def describe_machine() -> str:
    """'Intel(R) Xeon(R) Processor, 2 cores, 33 MB cache, Linux'."""
    cores, cache = usable_cores(), cache_mb(CACHES)
    parts = [_processor(), f"{cores} {'core' if cores == 1 else 'cores'}"]
    parts += [] if cache is None else [f"{cache:g} MB cache"]
    return ", ".join([*parts, platform.system()])


def load() -> float | None:
    """Processes that wanted to run over the last minute, for each core; None where the system doesn't say."""
    try:
        return round(os.getloadavg()[0] / usable_cores(), 2)
    except (OSError, AttributeError):  # Windows has none
        return None


def cache_mb(caches: Path) -> float | None:
    """The largest cache of a processor in MB, by Linux's folder of its caches; None where there is none."""
    sizes = []
    for path in caches.glob("index*/size"):
        text = path.read_text().strip()
        if text.endswith("K"):
            sizes.append(int(text[:-1]) / KB_A_MB)
    return max(sizes, default=None)


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
