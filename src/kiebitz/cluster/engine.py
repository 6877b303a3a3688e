"""The cluster as an engine: the façade's own ``Engine``, searched for by all processes of the cluster.

What works as in one process: clocks, depth and node limits, pondering, searchmoves, options. What doesn't: one line is
found, whatever ``multipv`` asks for; a mate search is an ordinary one that ends with the mate.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from kiebitz.cluster.chess_tree import LONGEST_MATE, Setup
from kiebitz.cluster.front import Course, Iteration
from kiebitz.cluster.member import Tally
from kiebitz.cluster.station import Outcome, Station
from kiebitz.core import parameters
from kiebitz.core.search.crew import Crew, Report, start_thread
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.subtree import game_of
from kiebitz.core.search.worker import score_of
from kiebitz.core.table.table import Table
from kiebitz.engine import Engine, OptionValue, Position, legal_moves

MOST_DEPTH = 120
US = 1e-6


class ClusterCrew(Crew):
    """All processes of a cluster, in the place of one process's workers."""

    def __init__(self, table: Table, station: Station, setup: Setup) -> None:
        """``setup`` holds what the engine's options don't say."""
        self._station = station
        self._setup = setup
        self._reports: list[Report] = []
        self._last: Report | None = None
        self._iteration_nodes = 0
        self._stop = threading.Event()
        self._pondering = threading.Event()
        self._began = self._clock_began = monotonic()
        self._limits = SearchLimits()
        self._forget = False
        self.outcome: Outcome | None = None
        """Of the last search."""
        super().__init__(table)

    # ------------------------------------------------------------------ before a search

    def resize(self, threads: int) -> None:
        """Take another number of lanes in each process."""
        self._setup = replace(self._setup, threads=threads)

    def configure(self, values: dict[str, int]) -> None:
        """Take a complete set of parameters."""
        defaults = parameters.defaults()
        changed = {name: value for name, value in values.items() if value != defaults[name]}
        self._setup = replace(self._setup, options=changed)

    def set_hash(self, hash_mb: int) -> None:
        """Take another size of each process's table."""
        self._setup = replace(self._setup, hash_mb=hash_mb)

    def new_game(self) -> None:
        """Forget what was learned in earlier searches, when the next one begins."""
        self._forget = True

    def prepare(self, position: Position, limits: SearchLimits) -> None:
        """Set a search up. Raises MoveError and OverflowError."""
        # The own worker checks what is asked for, and evaluates a position that nobody searches.
        super().prepare(position, replace(limits, multipv=1))
        fen, moves = game_of(position)
        self._setup = replace(
            self._setup, fen=fen, moves=moves, chess960=position.chess960, searchmoves=limits.searchmoves
        )
        self._has_moves = bool(legal_moves(position))
        self._limits = limits
        self._reports = []
        self._last = None
        self._iteration_nodes = 0
        self.outcome = None
        self._stop.clear()
        if limits.ponder:
            self._pondering.set()
        else:
            self._pondering.clear()
        self._began = self._clock_began = monotonic()

    # ------------------------------------------------------------------ a search

    def start(self, ended: Callable[[], None]) -> threading.Thread:
        """Start the search; ``ended`` is called at its end."""
        return start_thread(self._run, ended)

    def _run(self, ended: Callable[[], None]) -> None:
        try:
            if self._has_moves:
                forget, self._forget = self._forget, False
                self.outcome = self._station.search(
                    self._setup,
                    Course(min(self._limits.depth or MOST_DEPTH, MOST_DEPTH), longest_mate=LONGEST_MATE),
                    forget=forget,
                    deadline=self._deadline,
                    may_go_on=self._may_go_on,
                    should_stop=self._stop.is_set,
                    on_iteration=self._note,
                )
        finally:
            ended()

    def _deadline(self) -> float | None:
        if not self._limits.hard_us or self._pondering.is_set() or self._last is None:
            return None
        return self._clock_began + self._limits.hard_us * US

    def _may_go_on(self, iteration: Iteration) -> bool:
        limits = self._limits
        if limits.mate and iteration.value >= LONGEST_MATE:
            mate = score_of(iteration.value)[1]
            if mate is not None and mate <= limits.mate:
                return False
        if limits.nodes and self._iteration_nodes * self._station.size >= limits.nodes:
            return False
        is_timed = limits.soft_us and not self._pondering.is_set()
        return not (is_timed and monotonic() >= self._clock_began + limits.soft_us * US)

    def _note(self, iteration: Iteration, tally: Tally, seconds: float) -> None:
        self._iteration_nodes = tally.nodes
        self._last = self._report_of(iteration, tally.nodes, seconds)
        self._reports.append(self._last)

    def _report_of(self, iteration: Iteration, nodes: int, seconds: float) -> Report:
        line = self._station.text(iteration.line)
        depth = iteration.depth
        return 1, depth, max(depth, len(line)), iteration.value, "exact", nodes, round(seconds / US), 0, line

    def stop(self) -> None:
        """End the search soon; its last whole iteration stands."""
        self._stop.set()

    def ponderhit(self) -> None:
        """The expected move was played: the clock counts from now."""
        self._clock_began = monotonic()
        self._pondering.clear()

    def read_reports(self) -> list[Report]:
        """The lines found since the last call. Their nodes are this process's own."""
        taken, self._reports = self._reports, []
        return taken

    @property
    def current_move(self) -> tuple[str, int] | None:
        """Nobody searches just one root move."""
        return None

    @property
    def node_count(self) -> int:
        """Positions visited: by all after the end, by this process so far before it."""
        return self._iteration_nodes if self.outcome is None else self.outcome.tally.nodes

    @property
    def time_us(self) -> int:
        """Microseconds since the search began."""
        return round((monotonic() - self._began) / US)

    def results(self) -> list[Report]:
        """The final line."""
        if self._last is None:
            # Stopped before the first iteration was through: any legal move is better than none.
            return super().results() if self._has_moves else []
        rank, depth, selective, value, bound, _, _, hashfull, line = self._last
        return [(rank, depth, selective, value, bound, self.node_count, self.time_us, hashfull, line)]


class ClusterEngine(Engine):
    """An engine that searches with all processes of a cluster. Made in process 0, while the others serve."""

    def __init__(self, station: Station, setup: Setup | None = None, **options: OptionValue) -> None:
        """Options as for ``Engine``; ``hash_mb`` and ``threads`` are each process's. Raises as ``Engine`` does."""
        self._station = station
        self._setup = setup or Setup()
        super().__init__(**options)

    def _recruit(self) -> Crew:
        return ClusterCrew(self._table, self._station, self._setup)

    @property
    def crew(self) -> ClusterCrew:
        """Those who search."""
        assert isinstance(self._crew, ClusterCrew)
        return self._crew

    def configure(self, **options: OptionValue) -> None:
        """Change options; all or, if one is refused, none. Raises OptionError."""
        super().configure(**options)
        self.crew.set_hash(self.hash_mb)

    def close(self) -> None:
        """End any search, and send the processes home."""
        super().close()
        self._station.quit()
