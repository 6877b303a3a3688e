"""What runs beside the input, so that the engine answers while it thinks: one search, perft or bench at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Job:
    """Work on a thread of its own, begun at once.

    The thread is a daemon: work that doesn't hear that it shall end can't keep the process alive.
    """

    def __init__(self, work: Callable[[Job], None], interrupt: Callable[[], None] | None = None) -> None:
        """Start ``work``, which is handed this job.

        ``interrupt`` makes the work end soon; without one the work looks at ``stopping`` itself.
        """
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
        """Wait until the work has ended by itself."""
        self._thread.join()

    def stop(self, patience_s: float | None = None) -> bool:
        """End the work and wait until it has ended, at most ``patience_s`` if given; whether it has."""
        self.stopping.set()
        if self._interrupt is not None:
            self._interrupt()
        self._thread.join(patience_s)
        return not self._thread.is_alive()
