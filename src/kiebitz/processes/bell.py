"""A one-shot event that Ctrl-C can't deadlock.

Who waits for a ``threading.Event`` or a ``Future`` takes a lock in Python text. If Ctrl-C comes between that and the
block that gives it back, the lock stays taken, and the thread that has something to tell hangs for ever. Here only
those who wait take a lock: one that is interrupted hinders nobody but them, and they look up now and then.
"""

from __future__ import annotations

import contextlib
import threading
from time import monotonic

POLL_S = 0.01
"""The longest sleep of a waiting thread before it hears of a signal such as Ctrl-C, where waiting is deaf to it."""
LOOK_S = 1.0
"""The time between two looks of a waiting thread."""


class Bell:
    """Rung once, by any thread, for all who wait or come later."""

    def __init__(self) -> None:
        self._is_rung = False
        self._silence = threading.Lock()
        self._silence.acquire()

    @property
    def is_rung(self) -> bool:
        """True if it was rung."""
        return self._is_rung

    def ring(self) -> None:
        """Tell all. Once is enough."""
        self._is_rung = True
        self._let_in()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until it is rung, at most ``timeout_s``; returns whether it was."""
        deadline = None if timeout_s is None else monotonic() + timeout_s
        while not self._is_rung:
            left = LOOK_S if deadline is None else min(LOOK_S, deadline - monotonic())
            if left <= 0:
                break
            if self._silence.acquire(timeout=left):
                self._let_in()
        return self._is_rung

    def _let_in(self) -> None:
        """Let in the next who waits."""
        with contextlib.suppress(RuntimeError):  # Rung twice.
            self._silence.release()
