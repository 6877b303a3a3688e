"""Number of processor cores to work with."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """Count the processor cores that this process may use."""
    # Linux alone knows what a process is allowed; elsewhere it may use them all.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
