"""Jobs beside the input, so that the engine answers while it thinks: one search, perft or bench at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable

from kiebitz.processes.waiting_threads import begin_work

# How long last words may take before their work counts as running on: nobody may be reading them.
LAST_WORDS_S = 1.0


class Job:
    """Work on a thread of its own, begun at once.

    The thread is a daemon: work that doesn't hear that it shall end can't keep the process alive.
    """

    def __init__(
        self,
        work: Callable[[Job], None],
        interrupt: Callable[[], None] | None = None,
        *,
        failed: Callable[[BaseException], None],
    ) -> None:
        """Start ``work``, which is handed this job. Raises RuntimeError if the system refuses a thread.

        ``interrupt`` makes the work end soon; without one the work looks at ``stopping`` itself. ``failed`` is told of
        whatever ends the work untimely, on its thread; somebody may be waiting for what it would have said.
        """
        self.stopping = threading.Event()
        """Set once the work shall end."""
        self.ending = threading.Event()
        """Set by the work when nothing is left but its last words; who has heard them finds the work ended."""
        self._work = work
        self._failed = failed
        self._interrupt = interrupt
        self._thread = begin_work(self._run, name="kiebitz-job")

    def _run(self) -> None:
        try:
            self._work(self)
        except BaseException as fault:
            self.ending.set()
            self._failed(fault)

    @property
    def is_running(self) -> bool:
        """True if the work still goes on; waits for last words that are being said."""
        if self.ending.is_set():
            self._thread.join(LAST_WORDS_S)
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
