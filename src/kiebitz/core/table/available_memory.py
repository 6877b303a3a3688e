"""Memory that the system can still give.

Linux promises more than it has and kills whoever takes it at its word, so a large block is measured against what is
there before it is asked for.
"""

from __future__ import annotations

from pathlib import Path

KIBIBYTE = 1024


def available_bytes(proc: Path = Path("/proc"), groups: Path = Path("/sys/fs/cgroup")) -> int | None:
    """Bytes that can be had without swapping; None where the system doesn't tell (anything but Linux)."""
    known = [amount for amount in (_of_machine(proc), _of_group(proc, groups)) if amount is not None]
    return min(known, default=None)


def _of_machine(proc: Path) -> int | None:
    """``MemAvailable`` of the kernel (since Linux 3.14), which counts caches that it would give up."""
    try:
        for line in (proc / "meminfo").read_text().splitlines():
            name, _, amount = line.partition(":")
            if name == "MemAvailable":
                return int(amount.split()[0]) * KIBIBYTE
    except (OSError, ValueError, IndexError):
        pass
    return None


def _of_group(proc: Path, groups: Path) -> int | None:
    """Memory left by the limit of this process's control group (version 2, as in containers)."""
    try:
        for line in (proc / "self" / "cgroup").read_text().splitlines():
            if line.startswith("0::/"):
                group = groups / line.removeprefix("0::/")
                limit = (group / "memory.max").read_text().strip()
                if limit == "max":
                    return None
                caches = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
                used = int((group / "memory.current").read_text()) - int(caches.get("inactive_file", 0))
                return max(0, int(limit) - used)
    except (OSError, ValueError):
        pass
    return None
