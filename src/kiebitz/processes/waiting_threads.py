"""Threads that wait for the next piece of work when they have done one: a move of a game needs two or more at once.

To begin a thread, with its stack, and to end it takes a fifth of a millisecond of processor time; to wake one a tenth
of that. One that waits in vain for a minute ends.

Thread safety: work may be begun, joined and asked about from any thread. A fork copies no thread: in the child nobody
waits, and work that was under way is not alive.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from kiebitz.processes.bell import LOOK_S, Bell
from kiebitz.processes.thread_start import start_thread

PATIENCE_S = 60.0
"""Time a thread waits for work."""
WAITING = "waiting"
"""The name of a thread that waits."""


class Running(Protocol):
    """Work in another thread: a ``threading.Thread``, or ``Work``."""

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended, at most ``timeout`` seconds."""
        ...

    def is_alive(self) -> bool:
        """True if it has not ended yet."""
        ...


class Work:
    """A piece of work on a thread that others had before.

    Whom an interrupt may keep from hearing that it has begun makes it first, begins it where he hears of interrupts,
    and calls it off if one comes.
    """

    def __init__(self, run: Callable[..., None], *arguments: object, name: str = "kiebitz-search") -> None:
        # Whoever pops it does it, or has called it off: a list pops whole, whatever other threads do.
        self._to_do = [(run, arguments)]
        self.name = name
        self._ended = Bell()
        self._thread: threading.Thread | None = None
        self._is_called_off = False

    def begin(self) -> None:
        """Begin it on a thread that waits, or on a new one. Raises RuntimeError if the system refuses one."""
        while _waiting:
            try:
                waiter = _waiting.pop()
            except IndexError:  # Another thread was quicker.
                break
            if waiter.give(self):
                return
        _Waiter(self)

    def call_off(self) -> bool:
        """Don't do it any more, if it isn't under way; whether it is, or was."""
        try:
            self._to_do.pop()
        except IndexError:
            return not self._is_called_off
        self._is_called_off = True
        return False

    def do(self) -> None:
        """Do it, and keep nothing of what it was about. For the thread that has it."""
        self._thread = threading.current_thread()
        try:
            run, arguments = self._to_do.pop()
        except IndexError:  # Called off.
            return
        self._thread.name = self.name
        run(*arguments)

    def end(self) -> None:
        """Tell who waits for it. For the thread that has it."""
        self._ended.ring()

    def given_to(self, thread: threading.Thread) -> None:
        """Set the thread that does it."""
        self._thread = thread

    @property
    def ident(self) -> int | None:
        """The identifier of the thread that has it."""
        return None if self._thread is None else self._thread.ident

    def is_alive(self) -> bool:
        """True if it has not ended yet."""
        if self._ended.is_rung or self._is_called_off or self._thread is None:
            return False
        return self._thread.is_alive()

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended, at most ``timeout`` seconds."""
        deadline = None if timeout is None else monotonic() + timeout
        while self.is_alive():
            left = LOOK_S if deadline is None else min(LOOK_S, deadline - monotonic())
            if left <= 0:
                return
            self._ended.wait(left)


class _Waiter:
    """A thread, and the work that it is given next."""

    def __init__(self, work: Work) -> None:
        """Begin with a piece of work. Raises RuntimeError if the system refuses a thread."""
        self._next: Work | None = work
        self._woken = threading.Lock()
        self._woken.acquire()
        self._thread: threading.Thread | None = None
        work.given_to(start_thread(self._serve, name=work.name))

    def give(self, work: Work) -> bool:
        """Wake the thread for more work; whether there still is one."""
        if self._thread is None or not self._thread.is_alive():
            return False
        work.given_to(self._thread)
        self._next = work
        self._woken.release()
        return True

    def _serve(self) -> None:
        thread = self._thread = threading.current_thread()
        try:
            self._do_all(thread)
        finally:
            # Whatever ended this thread: nobody waits for what it was given last.
            if self._next is not None:
                self._next.end()

    def _do_all(self, thread: threading.Thread) -> None:
        while (work := self._next) is not None:
            self._next = None
            try:
                work.do()
            except BaseException:
                # This thread ends with it, and Python tells of what ended it.
                work.end()
                raise
            thread.name = WAITING
            # Waiting before it is told: whoever begins the next piece when it hears that shall find this thread.
            _waiting.append(self)
            work.end()
            del work
            if not self._woken.acquire(timeout=PATIENCE_S):
                try:
                    _waiting.remove(self)
                except ValueError:  # Given work at this very moment.
                    self._woken.acquire()


# Who waits. Here, too, lists change whole.
_waiting: list[_Waiter] = []
if hasattr(os, "register_at_fork"):  # Not on Windows, which has no fork.
    os.register_at_fork(after_in_child=_waiting.clear)


def begin_work(run: Callable[..., None], *arguments: object, name: str = "kiebitz-search") -> Work:
    """Begin a piece of work, and return it. Raises RuntimeError if the system refuses one."""
    work = Work(run, *arguments, name=name)
    work.begin()
    return work
