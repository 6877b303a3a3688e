"""Programs ended with all that they have started: each is begun as the first of a process group of its own."""

from __future__ import annotations

import contextlib
import os
import signal


def end_group(pid: int) -> None:
    """End a program that was the first of its group, and what of the group is left. Never raises for who is gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)  # Windows ends it by any signal
