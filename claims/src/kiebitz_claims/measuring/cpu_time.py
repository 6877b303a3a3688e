"""Time of the processor, which other programs on the machine don't prolong much."""

from __future__ import annotations

import os


def cpu_seconds() -> float:
    """Seconds that this process has computed so far, and the processes that it has started and seen end."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
