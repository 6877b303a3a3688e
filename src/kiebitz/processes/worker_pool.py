"""Processes that work for this one: begun when the first task comes, gone when the work is over, however it ends.

Each process prepares a state of its own once (an engine, say), which every task that it is given finds there. Ctrl-C
reaches every process of a terminal, but only the one that hands out tasks obeys it: workers ignore it from their first
instant and are ended by their parent. If the parent is killed, they end by themselves (``end_with_parent``).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from time import monotonic
from typing import Any, Generic, Self, TypeVar

from kiebitz.processes.bell import Bell
from kiebitz.processes.fresh_process import FRESH

State = TypeVar("State")
Item = TypeVar("Item")
Result = TypeVar("Result")

POLL_S = 0.5
"""The time between two looks of a waiter whether anybody still hands out tasks."""
LONGEST_END_S = 5.0
"""So long the end of a pool waits for processes that were told to end."""


class Promised(Generic[Result]):
    """The outcome of a task, for which nobody waits in vain. Made by ``WorkerPool.submit``."""

    def __init__(self, handed_out: Future[Result], manager: threading.Thread) -> None:
        self._handed_out = handed_out
        self._manager = manager
        # Waiting for the future itself could keep whoever hands out work from answering (``bell``).
        self._answered = Bell()
        handed_out.add_done_callback(lambda _: self._answered.ring())

    def cancel(self) -> None:
        """Say that nobody wants it any more. If it is under way, it ends in silence."""
        self._handed_out.cancel()

    def result(self, timeout: float | None = None) -> Result:
        """Wait for the outcome. Raises as ``Future.result``, and MemoryError as the pool says."""
        deadline = None if timeout is None else monotonic() + timeout
        while not self._answered.is_rung:
            left = POLL_S if deadline is None else min(POLL_S, deadline - monotonic())
            is_managed = self._manager.is_alive()  # asked first: what it did at last counts
            if self._answered.wait(left if is_managed else 0):
                break
            if not is_managed:
                raise MemoryError("the thread that hands out work has ended")
            if deadline is not None and monotonic() >= deadline:
                raise TimeoutError
        return self._handed_out.result()


class WorkerPool(Generic[State]):
    """A number of processes. A context manager: leaving it waits for the tasks; leaving it by an exception ends them.

    Waiting for a task raises what preparing its process raised, ``concurrent.futures.process.BrokenProcessPool`` if a
    process was killed, and MemoryError if the thread of this process that hands out tasks ended for want of memory.
    """

    def __init__(self, processes: int, prepare: Callable[..., State], *arguments: object) -> None:
        """``prepare(*arguments)`` makes a process's state; a function of a module, as processes begin afresh."""
        self._others = set(multiprocessing.active_children())
        self._pool = ProcessPoolExecutor(
            processes,
            mp_context=FRESH,
            initializer=_begin,
            initargs=(prepare, arguments),
        )

    def submit(self, work: Callable[[State, Item], Result], item: Item) -> Promised[Result]:
        """Have ``work(state, item)`` called in one of the processes, which this starts as they are needed.

        Raises ``BrokenProcessPool`` if a process was killed.
        """
        with deaf_to_interrupts():
            try:
                return Promised(self._pool.submit(_call, work, item), vars(self._pool)["_executor_manager_thread"])
            except (OSError, ValueError):
                # The pool may have closed its pipes on a killed process while this began another: their handles have
                # no number any more, or one given twice. A broken pool says so when it is asked again.
                self._pool.submit(int)
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *exception: object) -> None:
        if kind is None:
            self._pool.shutdown()
            return
        manager = vars(self._pool).get("_executor_manager_thread")
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - self._others:
            child.terminate()
        if manager:
            # Python's own end would wake it by a pipe that it may just be closing, and print a traceback.
            manager.join(LONGEST_END_S)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile ignore Ctrl-C from their first instant; this one hears it when they are started.

    Nor does a SIGTERM that has a handler here interrupt a start: what is half started would be told nothing, and end
    with a traceback. Only the main thread can see to that. A blocked signal stays blocked in what is started, and isn't
    lost here; SIGTERM isn't blocked, as it is to end what is started.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    handled = [number for number in (signal.SIGINT, signal.SIGTERM) if callable(signal.getsignal(number))]
    before = {number: signal.signal(number, lambda number, frame: heard.append(number)) for number in handled}
    try:
        with _blocked(signal.SIGINT):
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])


@contextmanager
def _blocked(number: signal.Signals) -> Iterator[None]:
    """A signal kept from this thread, and from what it starts, until the end; where the system can."""
    if sys.platform == "win32":
        yield
        return
    # It would unblock the signal when it begins.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_state: Any = None
"""The state this process prepared; set once, when it begins as a worker."""


def _begin(prepare: Callable[..., Any], arguments: tuple[object, ...]) -> None:
    """Begin a worker process."""
    global _state  # noqa: PLW0603 - the one way to hand something to all tasks of a process pool
    try:
        end_with_parent()
        _state = prepare(*arguments)
    except Exception as error:
        _state = _Unprepared(error)  # the pool would print it, and tell those who wait only that it is broken


def end_with_parent(farewell: Callable[[], None] = lambda: None) -> None:
    """End this process when the one that began it is gone, even if it was killed: nobody is left to work for.

    A thread watches, and calls ``farewell`` before the end, beside whatever else runs.
    """
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            farewell()
            os._exit(1)

    threading.Thread(target=watch, name="kiebitz-watch", daemon=True).start()


class _Unprepared:
    """In the place of a state that couldn't be made."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _call(work: Callable[[Any, Item], Result], item: Item) -> Result:
    """Do a task in a worker process. Raises what went wrong when it was prepared."""
    if isinstance(_state, _Unprepared):
        raise _state.error
    return work(_state, item)
