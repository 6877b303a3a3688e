"""Work in threads beside this one, which meanwhile hears of time and of Ctrl-C.

Instead of ``concurrent.futures``, whose threads hang if an interrupt comes at the wrong moment: see ``bell``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Generic, TypeVar

from kiebitz.processes.bell import POLL_S
from kiebitz.processes.waiting_threads import Work

Found = TypeVar("Found")
Tool = TypeVar("Tool")

# How many pieces of work a thread has before it, so that none waits for the one who takes what they come to.
AHEAD = 2


class _Outcome(Generic[Found]):
    """The result or the error of a piece of work, kept for the thread that asks."""

    def __init__(self) -> None:
        self._found: list[Found] = []
        self.fault: BaseException | None = None

    def of(self, work: Callable[[], Found]) -> None:
        """Do the work, and keep what comes of it."""
        try:
            self._found.append(work())
        except BaseException as fault:
            self.fault = fault

    def told(self) -> Found:
        """Its result. Raises what ended it untimely; MemoryError if its thread had no memory to say so."""
        if self.fault is not None:
            raise self.fault
        if not self._found:
            raise MemoryError("not enough memory: the thread has ended")
        return self._found[0]


class Beside(Generic[Found]):
    """A piece of work in a thread of its own: made first, then begun, so that an interrupt may call it off."""

    def __init__(self, work: Callable[[], Found], name: str) -> None:
        self._outcome: _Outcome[Found] = _Outcome()
        self._running = Work(self._outcome.of, work, name=name)

    def begin(self) -> None:
        """Begin. Raises RuntimeError if the system refuses a thread."""
        self._running.begin()

    def call_off(self) -> bool:
        """Don't do it any more, if it isn't under way; whether it is, or was."""
        return self._running.call_off()

    @property
    def fault(self) -> BaseException | None:
        """The error that ended it untimely."""
        return self._outcome.fault

    def has_ended(self, timeout_s: float = 0.0) -> bool:
        """True if it has ended, or does within ``timeout_s``."""
        self._running.join(timeout_s)
        return not self._running.is_alive()

    def found(self) -> Found:
        """Its result; waits for it. Raises what ended it untimely; MemoryError if its thread had no memory."""
        self._running.join()
        return self._outcome.told()


def have_ended(works: Sequence[Beside[Found]], timeout_s: float = 0.0) -> bool:
    """True if all have ended, or do within ``timeout_s``."""
    deadline = monotonic() + timeout_s
    return all(work.has_ended(max(0.0, deadline - monotonic())) for work in works)


def in_order(
    works: Iterable[Callable[[], Found]], threads: int, name: str, *, break_off: Callable[[], None] = lambda: None
) -> Iterator[Found]:
    """Results of pieces of work, in order, done by ``threads`` threads.

    They are taken as they are needed. Who leaves early calls ``break_off``, which may end those under way, and waits
    for them; no other is begun. Raises what ended one untimely, and RuntimeError if the system refuses a thread.
    """
    asked: SimpleQueue[tuple[int, Callable[[], Found]] | None] = SimpleQueue()
    answered: SimpleQueue[tuple[int, _Outcome[Found]]] = SimpleQueue()
    early: dict[int, _Outcome[Found]] = {}
    is_left = False

    def help_out() -> None:
        """Do one piece after the other; a thread's whole work."""
        while (piece := asked.get()) is not None and not is_left:
            number, work = piece
            outcome: _Outcome[Found] = _Outcome()
            outcome.of(work)
            answered.put((number, outcome))
        asked.put(None)  # For the next.

    def answer(number: int) -> Found:
        """The result of the piece of this number."""
        while number not in early:
            try:
                other, outcome = answered.get(timeout=POLL_S)
            except Empty:
                if have_ended(helpers[:begun]):
                    raise MemoryError("not enough memory: the threads have ended") from None
            else:
                early[other] = outcome
        return early.pop(number).told()

    helpers = [Beside(help_out, name) for _ in range(threads)]
    begun = given = 0
    try:
        for work in works:
            asked.put((begun, work))
            if begun < threads:
                helpers[begun].begin()
            begun += 1
            if begun - given > AHEAD * threads:
                yield answer(given)
                given += 1
        while given < begun:
            yield answer(given)
            given += 1
    finally:
        is_left = True
        if given < begun:
            break_off()
        asked.put(None)
        for helper in helpers:
            helper.call_off()
        while not have_ended(helpers, POLL_S):
            pass


@contextmanager
def lent(idle: list[Tool]) -> Iterator[Tool]:
    """One of the things that nobody uses, for a while: threads of ``in_order`` share as many as they are."""
    tool = idle.pop()
    try:
        yield tool
    finally:
        idle.append(tool)
