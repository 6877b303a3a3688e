"""A search under way: its lines as they are found, then its outcome.

Thread safety: lines and outcome are for one thread; ``stop``, ``ponderhit`` and the properties that don't wait for any.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Self

from kiebitz.core.search.reports import Report
from kiebitz.engine.line import Info, Line
from kiebitz.engine.score import Score
from kiebitz.engine.searchers import Searchers

# How long the waiting thread sleeps between two looks at the reports.
POLL_S = 0.01


class Stream(Iterator[Line]):
    """A search under way, as an iterator over the lines it finds. Made by ``Engine.stream``.

    The search runs whether or not lines are taken. ``close`` ends it, and so do the end of a ``with`` block, an
    exception while waiting (Ctrl-C included) and dropping the object.
    """

    def __init__(self, searchers: Searchers, turn: bool, holds: bool) -> None:
        self._searchers = searchers
        self._turn = turn
        self._lines: list[Line] = []
        self._next = 0
        self._ended = threading.Event()
        self._released = threading.Event()
        if not holds:
            self._released.set()
        self._info: Info | None = None
        self.while_waiting: Callable[[], None] | None = None
        """Called about a hundred times a second while a caller waits for the next line."""
        try:
            self._thread = searchers.start(self._end)
        except RuntimeError:
            self._ended.set()
            raise

    def _end(self) -> None:
        self._released.wait()
        self._ended.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.stop()

    def __next__(self) -> Line:
        try:
            while self._next == len(self._lines):
                ended = self._ended.is_set()
                self._lines = [self._line(report) for report in self._searchers.read_reports()]
                self._next = 0
                if self._lines:
                    break
                if ended:
                    self.close()
                    raise StopIteration
                self._ended.wait(POLL_S)
                if self.while_waiting is not None:
                    self.while_waiting()
        except BaseException:
            self.close()
            raise
        self._next += 1
        return self._lines[self._next - 1]

    def _line(self, report: Report) -> Line:
        return Line(
            score=Score.of_value(report.value),
            moves=report.moves,
            depth=report.depth,
            selective_depth=report.selective_depth,
            nodes=report.nodes,
            time_ms=report.time_us // 1000,
            hashfull=report.hashfull,
            turn=self._turn,
            rank=report.rank,
            bound=report.bound,
        )

    @property
    def elapsed_ms(self) -> int:
        """Time since the search began."""
        return self._searchers.time_us // 1000

    @property
    def current_move(self) -> tuple[str, int] | None:
        """The root move being searched (UCI text) and its number from 1; None before the first."""
        return self._searchers.current_move

    @property
    def saw_zugzwang(self) -> bool:
        """Whether passing was best at the root, so that the search began again without null moves (zugzwang rule III).

        Until the next search of the same engine.
        """
        return self._searchers.root_zugzwang if self._info is None else self._info.zugzwang

    @property
    def is_running(self) -> bool:
        """Whether the search has not ended yet."""
        return not self._ended.is_set()

    def stop(self) -> None:
        """Ask the search to end; it does within a few milliseconds. Never waits."""
        # The searchers outlive this search and may already be busy with the next one.
        if self.is_running:
            self._searchers.stop()
            self._released.set()

    def ponderhit(self) -> None:
        """The expected move was played: from now on the clock counts."""
        if self.is_running:
            self._searchers.ponderhit()
            self._released.set()

    def close(self) -> None:
        """End the search and wait until it has ended."""
        if self._info is None:
            self.stop()
            self._thread.join()

    @property
    def info(self) -> Info:
        """The outcome; waits for the end of the search."""
        if self._info is None:
            try:
                while not self._ended.wait(1.0):
                    pass
            except BaseException:
                self.close()
                raise
            self._thread.join()
            lines = tuple(self._line(result) for result in self._searchers.results())
            time_ms = lines[0].time_ms if lines else 0
            self._info = Info(lines, self._searchers.node_count, time_ms, self._searchers.root_zugzwang)
        return self._info
