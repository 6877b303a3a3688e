"""Threads that begin or are refused: ``Thread.start`` would wait for ever for one without memory to begin."""

from __future__ import annotations

import mmap
import sys
import threading
from collections.abc import Callable

# Stack of a thread that searches: the deepest recursion needs a small part of it on any platform.
STACK_BYTES = 16 << 20
HEADROOM_BYTES = 4 << 20
"""Memory Python may need to begin a thread, beside its stack."""

beginning = threading.Lock()
"""Held while a thread begins: what it is begun with, the size of its stack, is one for the whole process."""


class _Thread(threading.Thread):
    """A thread that may be asked again and again whether it is there, whatever interrupts who asks."""

    def is_alive(self) -> bool:
        """True if it has begun, and has not ended yet."""
        if "_tstate_lock" not in vars(self):  # From Python 3.13 on.
            return super().is_alive()
        # Until then Python takes a thread for ended, from then on, if Ctrl-C comes while it is asked for.
        lock = vars(self)["_tstate_lock"]
        return lock is not None and bool(lock.locked())


def start_thread(run: Callable[..., None], *arguments: object, name: str = "kiebitz-search") -> threading.Thread:
    """A daemon thread with room for the deepest recursion. Raises RuntimeError if the system refuses it.

    One that dies for want of memory before it says that it has begun would be waited for without end.
    """
    try:
        mmap.mmap(-1, STACK_BYTES + HEADROOM_BYTES).close()  # address space alone: no page of it is touched
    except OSError as error:
        raise RuntimeError("can't start new thread: no memory") from error
    thread = _Thread(target=run, args=arguments, name=name, daemon=True)
    with beginning:
        before = threading.stack_size(STACK_BYTES)
        handled = sys.exc_info()[1]
        try:
            thread.start()
        except RuntimeError as error:
            # Ctrl-C came while Python waited for the thread to say that it has begun, and hit its lock, too.
            if isinstance(error.__context__, KeyboardInterrupt) and error.__context__ is not handled:
                raise error.__context__ from None
            raise
        finally:
            threading.stack_size(before)
    return thread
