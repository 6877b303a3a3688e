"""What runs beside the input, so that the engine answers while it thinks: one search, perft or bench at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

# Between two calls of ``interrupt``: a fraction of the 10 ms in which a search obeys.
INTERRUPT_INTERVAL_S = 0.002


class Job:
    """Work on a thread of its own, begun at once.

    The thread is a daemon: work that hears no interrupt does not keep the process alive.
    """

    def __init__(self, work: Callable[[Job], None], interrupt: Callable[[], None], *, ends_by_itself: bool) -> None:
        """Start ``work``, which is handed this job; ``interrupt`` makes a search inside it end soon.

        ``ends_by_itself`` tells that at the end of input the work shall be finished, not stopped.
        """
        self.ends_by_itself = ends_by_itself
        self.stopping = threading.Event()
        """Set once the work shall end."""
        self._interrupt = interrupt
        self._thread = threading.Thread(target=work, args=(self,), name="kiebitz-job", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether the work still goes on."""
        return self._thread.is_alive()

    def wait(self) -> None:
        """Until the work has ended by itself."""
        self._thread.join()

    def stop(self, patience_s: float = float("inf")) -> bool:
        """End the work and wait until it has ended, at most ``patience_s``; whether it has.

        The interrupt is repeated, because one that comes before the search has begun may go unheard.
        """
        self.stopping.set()
        give_up = time.monotonic() + patience_s
        while self._thread.is_alive() and time.monotonic() < give_up:
            self._interrupt()
            self._thread.join(INTERRUPT_INTERVAL_S)
        return not self._thread.is_alive()
