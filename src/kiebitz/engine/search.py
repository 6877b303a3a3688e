"""One search, from its setting to its outcome: what the searching thread shares with the threads that wait.

The searching thread knows its ``Search`` and nothing beyond it, neither the ``Stream`` that hands lines out nor the
engine: so a stream that nobody holds any more is collected, and ends its search. At its end a search keeps what was
found and lets the searchers go; they may be busy with the next one from then on.

Thread safety: everything may be called from any thread, ``stop`` and ``abandon`` from a finaliser, too. A fork copies
no thread: in the child a search that was under way is left behind, and nobody waits for it.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from queue import SimpleQueue
from typing import Any, Literal

from kiebitz.core.chess.position import Position
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.reports import Report
from kiebitz.engine.board_libraries import BoardLibrary
from kiebitz.engine.line import EndedBy, Info, Line
from kiebitz.engine.mate_progress import MateProgress
from kiebitz.engine.positions import AnyPosition, game_of, text_of
from kiebitz.engine.score import Score
from kiebitz.engine.searchers import Searching
from kiebitz.processes.bell import POLL_S, Bell


class Search:
    """A search under way, or its outcome."""

    def __init__(
        self,
        searchers: Searching,
        position: AnyPosition,
        limits: SearchLimits,
        *,
        holds: bool,
        rows: Any = None,
        exempt: Sequence[tuple[int, int, int]] = (),
        library: BoardLibrary | None = None,
    ) -> None:
        """Prepare a search by idle searchers; one that ``holds`` ends only when stopped or released.

        It is recorded in ``rows`` if they are given, ``exempt`` positions searched otherwise; its lines tell moves as
        ``library`` has them. Raises as ``Searching.prepare`` and ``record_into``.
        """
        # In shogi nobody plays a line out; and on a clock nobody waits for the proof of its end.
        self._root: Position | None = None
        self._proves = not limits.flexible
        # The mates whose end was looked for: as they were reported, and with it.
        self._mates: dict[tuple[Score, tuple[str, ...]], tuple[str, ...]] = {}
        if isinstance(position, Position):
            self._root = position.copy()
        self._game, self._fen = game_of(position), text_of(position)
        self._library = library
        self._turn = position.turn
        self._is_check = position.is_check
        self._searchers: Searching | None = searchers
        # Reentrant, because a finaliser may stop a search in the very thread that holds it.
        self._lock = threading.RLock()
        self._holds = holds
        self._released: SimpleQueue[None] = SimpleQueue()
        self._pid = os.getpid()
        self._ended = Bell()
        self._when_ended: list[Callable[[], None]] = []
        self._is_recorded = rows is not None
        self._reports: list[Report] = []
        # The last that were told, by rank.
        self._told: dict[int, Report] = {}
        self._outcome: Info | Exception = RuntimeError("the search ended without an outcome")
        self._mate = limits.mate
        self._cut_by: Literal["stopped", "superseded"] | None = None
        self._hard_us = limits.hard_us
        self._elapsed_ms = 0
        self.overtime_ms = 0
        """By how much it outlasted the time that it was given."""
        self._holder: weakref.ref[object] | None = None
        self.is_abandoned = False
        """True if nobody waits for it any more; it then ends within milliseconds."""
        self.recorded = (0, 0)
        """Searches of a node recorded, and those that found no room."""
        searchers.prepare(position, limits)
        if self._is_recorded:
            searchers.record_into(rows, exempt)
        self._thread = searchers.work(self._end)

    def begin(self) -> None:
        """Begin it. Raises RuntimeError, and nothing runs, if the system refuses a thread.

        Whom an interrupt may keep from hearing that it has begun calls it off.
        """
        try:
            self._thread.begin()
        except RuntimeError as error:
            raise RuntimeError(f"the system refuses a thread to search in ({error}); end other work") from error

    def call_off(self) -> None:
        """Abandon it, whether it has begun or not."""
        self.abandon()
        if not self._thread.call_off() and self.is_running:
            self._end()

    def _end(self) -> None:
        """Set the outcome; the last act of the searching thread."""
        if self._holds:
            self._released.get()
        try:
            with self._lock:
                searchers, self._searchers = self._searchers, None
                if searchers is not None:
                    self._outcome = self._kept(searchers)
        except BaseException as fault:
            # Who waits gets the fault itself; one that ends programs shall not end theirs.
            self._outcome = fault if isinstance(fault, Exception) else RuntimeError(f"the search thread: {fault!r}")
        finally:
            with self._lock:
                self._holder = None
                self._ended.ring()
                told, self._when_ended = self._when_ended, []
            for tell in told:
                tell()

    def _kept(self, searchers: Searching) -> Info:
        elapsed_us = searchers.time_us
        self._elapsed_ms = elapsed_us // 1000
        if self._hard_us and not self._holds:
            self.overtime_ms = max(0, elapsed_us - self._hard_us) // 1000
        self._reports += self._read(searchers)
        if self._is_recorded:
            self.recorded = searchers.recorded
            searchers.record_into(None)
        results = searchers.results()
        if not all(map(self._is_told, results)):
            self._reports += results
        lines = tuple(self._line(result) for result in results)
        time_ms = lines[0].time_ms if lines else 0
        zugzwang = searchers.root_zugzwang
        return Info(
            lines,
            searchers.node_count,
            time_ms,
            zugzwang,
            self._is_check,
            self._fen,
            ended_by=self._ended_by(lines),
            game=self._game,
        )

    def _read(self, searchers: Searching) -> list[Report]:
        """The reports since the last call."""
        reports = searchers.read_reports()
        self._told.update({report.rank: report for report in reports})
        return reports

    def _is_told(self, result: Report) -> bool:
        """True if the last line of its rank says the same: what was cut short, or is another's, was never reported."""
        told = self._told.get(result.rank)
        return told is not None and (told.value, told.bound, told.moves) == (result.value, result.bound, result.moves)

    def _ended_by(self, lines: Sequence[Line]) -> EndedBy:
        """The reason of the search's end, as an outcome tells it."""
        if not lines:
            return "over"
        if self._cut_by:
            return self._cut_by
        return "mate" if self._mate and 0 < (lines[0].score.mate or 0) <= self._mate else "limit"

    def _played_out(self, line: Line) -> Line:
        """A line with its mate, if it has one, played on to the last move."""
        if line.score.mate is None or line.bound != "exact" or self._root is None:
            return line
        key = line.score, line.moves
        if key not in self._mates:
            from kiebitz.engine.mate_prover import to_the_mate

            self._mates[key] = to_the_mate(self._root, line.moves, line.score.mate, proves=self._proves)
        return replace(line, moves=self._mates[key])

    def _line(self, report: Report) -> Line:
        line = Line(
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
            fen=self._fen,
            game=self._game,
            library=self._library,
        )
        return self._played_out(line)

    # ------------------------------------------------------------------ while it runs

    @property
    def is_running(self) -> bool:
        """True if the search has not ended yet."""
        return not (self._ended.is_rung or self.is_left_behind)

    @property
    def is_left_behind(self) -> bool:
        """True if this process was forked from the one that searches."""
        return not self._ended.is_rung and self._pid != os.getpid()

    def take_lines(self) -> list[Line]:
        """The lines found since the last call; at the end the last of each rank are those of the outcome."""
        if self.is_left_behind:
            return []
        with self._lock:
            reports, self._reports = self._reports, []
            if self._searchers is not None:
                reports += self._read(self._searchers)
        return [self._line(report) for report in reports]

    @property
    def elapsed_ms(self) -> int:
        """Time since the search began, up to its end."""
        with self._lock:
            return self._elapsed_ms if self._searchers is None else self._searchers.time_us // 1000

    @property
    def current_move(self) -> tuple[str, int] | None:
        """The root move being searched (UCI text) and its number from 1; None before the first and after the end."""
        with self._lock:
            return None if self._searchers is None else self._searchers.current_move

    @property
    def mate_progress(self) -> MateProgress | None:
        """Progress of the proof of a mate; None while there is none under way."""
        with self._lock:
            return None if self._searchers is None else self._searchers.mate_progress

    @property
    def saw_zugzwang(self) -> bool:
        """True if passing was best at the root."""
        with self._lock:
            if self._searchers is not None:
                return self._searchers.root_zugzwang
            return isinstance(self._outcome, Info) and self._outcome.zugzwang

    def stop(self) -> None:
        """Ask the search to end; it does within a few milliseconds. Never waits."""
        self._cut("stopped")

    def supersede(self) -> None:
        """Abandon the search, because its searchers are asked for something else."""
        self.is_abandoned = True
        self._cut("superseded")

    def _cut(self, by: Literal["stopped", "superseded"]) -> None:
        """End the search before its limit does; the first caller's reason stands."""
        if self.is_left_behind:
            return
        with self._lock:
            if self._searchers is not None:
                self._cut_by = self._cut_by or by
                self._searchers.stop()
        self._released.put(None)

    def abandon(self) -> None:
        """Ask the search to end, because nobody waits for it any more."""
        self.is_abandoned = True
        self.stop()

    def abandon_without(self, holder: object) -> None:
        """Abandon the search when nobody holds ``holder`` any more.

        After the end nothing is called for it: an interrupt that came in a finaliser would be lost.
        """
        with self._lock:
            if self.is_running:
                self._holder = weakref.ref(holder, lambda _: self.abandon())

    def ponderhit(self) -> None:
        """The expected move was played: from now on the clock counts."""
        with self._lock:
            if self._searchers is not None:
                self._searchers.ponderhit()
        self._released.put(None)

    # ------------------------------------------------------------------ its end

    def when_ended(self, tell: Callable[[], None]) -> None:
        """Have ``tell`` called at the end, by the thread that searched; at once if the search has ended."""
        with self._lock:
            if self.is_running:
                self._when_ended.append(tell)
                return
        tell()

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait until the search has ended, at most so long. Ctrl-C is heard at once."""
        if timeout_s is not None:
            self._ended.wait(timeout_s)
            self._notice_death()
            return
        while self.is_running:
            self._ended.wait(POLL_S)
            self._notice_death()

    def _notice_death(self) -> None:
        """End a search whose thread is gone without a word, as it does where there is no memory even for that."""
        if not self.is_running or self._thread.is_alive():
            return
        with self._lock:
            if self._ended.is_rung:
                return
            self._searchers = self._holder = None
            self._outcome = MemoryError("not enough memory: the search thread has ended")
            self._ended.ring()
            told, self._when_ended = self._when_ended, []
        for tell in told:
            tell()

    def join(self) -> None:
        """Wait until the search has ended and its thread is gone."""
        self.wait()
        if not self.is_left_behind:
            self._thread.join()

    @property
    def info(self) -> Info:
        """The outcome; waits for the end of the search. Raises whatever ended it untimely."""
        self.wait()
        if self.is_left_behind:
            raise RuntimeError("this search goes on in the process that was forked; ask there, or make another engine")
        if isinstance(self._outcome, Exception):
            raise self._outcome
        return self._outcome
