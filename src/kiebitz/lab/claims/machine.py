"""The machine at hand, as the ledger names it: processor and cores."""

from __future__ import annotations

import platform
from pathlib import Path

from kiebitz.runs.cores import usable_cores


def describe_machine() -> str:
    """'Intel(R) Xeon(R) Processor, 2 cores, Linux'."""
    cores = usable_cores()
    return f"{_processor()}, {cores} {'core' if cores == 1 else 'cores'}, {platform.system()}"


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
