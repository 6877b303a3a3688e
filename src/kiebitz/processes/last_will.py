"""Child programs end with this process, however it is killed, on Linux."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable

# Linux: the signal that a process gets when the thread that has started it ends.
PR_SET_PDEATHSIG = 1


def last_will() -> Callable[[], None] | None:
    """For ``subprocess.Popen(preexec_fn=...)``: the program gets SIGTERM when we die; None where that can't be asked.

    It goes by the thread that starts the program, so that one must wait for the program's end.
    """
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
