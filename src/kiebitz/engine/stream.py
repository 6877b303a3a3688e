"""A search as those see it who wait for it: its lines as they are found, then its outcome.

Thread safety: lines are for one thread; everything else for any.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import NoReturn, Self

from kiebitz.engine.line import Info, Line
from kiebitz.engine.mate_progress import MateProgress
from kiebitz.engine.search import Search
from kiebitz.processes.bell import POLL_S


class Stream(Iterator[Line]):
    """A search under way, as an iterator over the lines it finds. Made by ``Engine.stream``.

    The last line of each rank is that of the outcome, but for a mate that is played out there.

    The search runs whether or not lines are taken. It ends when a loop over its lines is left, at the end of a ``with``
    block, by ``close``, by an exception while waiting (Ctrl-C included), and when nobody holds the stream any more.
    Lines and outcome stay with the stream, whatever the engine does next.
    """

    def __init__(self, search: Search) -> None:
        self._search = search
        search.abandon_without(self)
        self._lines: deque[Line] = deque()
        self.while_waiting: Callable[[], None] | None = None
        """Called about a hundred times a second while a caller waits for the next line; dropped at the end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Stream can't be copied or pickled: it is a search under way; keep its info")

    def __iter__(self) -> Iterator[Line]:
        """The lines to come, for one loop: leaving it, by ``break`` too, ends the search."""
        try:
            while (line := self._take()) is not None:
                yield line
        finally:
            self._search.abandon()

    def __next__(self) -> Line:
        line = self._take()
        if line is None:
            raise StopIteration
        return line

    def _take(self) -> Line | None:
        """The next line, waited for; None at the end."""
        try:
            while not self._lines:
                ended = not self.is_running
                self._lines.extend(self._search.take_lines())
                if self._lines:
                    break
                if ended:
                    self.close()
                    return None
                self._search.wait(POLL_S)
                if self.while_waiting is not None:
                    self.while_waiting()
        except BaseException:
            self.close()
            raise
        return self._lines.popleft()

    @property
    def elapsed_ms(self) -> int:
        """Time since the search began, up to its end."""
        return self._search.elapsed_ms

    @property
    def overtime_ms(self) -> int:
        """By how much the search, once it has ended, outlasted the time that it was given."""
        return self._search.overtime_ms

    @property
    def current_move(self) -> tuple[str, int] | None:
        """The root move being searched (UCI text) and its number from 1; None before the first and after the end."""
        return self._search.current_move

    @property
    def mate_progress(self) -> MateProgress | None:
        """Progress of the proof of a mate (``Limit.mate``); None while there is none under way."""
        return self._search.mate_progress

    @property
    def saw_zugzwang(self) -> bool:
        """True if passing was best at the root (zugzwang rule III), so that the search began again."""
        return self._search.saw_zugzwang

    @property
    def is_running(self) -> bool:
        """True if the search has not ended yet."""
        return self._search.is_running

    def stop(self) -> None:
        """Ask the search to end; it does within a few milliseconds. Never waits."""
        self._search.stop()

    def ponderhit(self) -> None:
        """The expected move was played: from now on the clock counts."""
        self._search.ponderhit()

    def close(self) -> None:
        """End the search and wait until it has ended."""
        self._search.stop()
        self.while_waiting = None
        self._search.wait()

    @property
    def info(self) -> Info:
        """The outcome; waits for the end of the search. Raises whatever ended it untimely."""
        try:
            return self._search.info
        except BaseException:
            self.close()
            raise
