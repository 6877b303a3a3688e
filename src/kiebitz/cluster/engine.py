"""The cluster as an engine: the façade's own ``Engine``, searched for by all processes of the cluster.

What works as in one process: clocks, depth limits, mates, pondering, searchmoves, the search's parameters. A limit of
nodes is looked at between iterations, by what process 0 has done. What a cluster can't do is refused: several lines, a
trace, another table or a look into it, and time that follows how steady the best move is.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any, Unpack

from kiebitz.cluster.chess_tree import Briefing
from kiebitz.cluster.front import Iteration
from kiebitz.cluster.member import Effort
from kiebitz.cluster.station import ClusterSearch, Station
from kiebitz.core import parameters
from kiebitz.core.chess.notation import parse_move
from kiebitz.core.evaluation.function import FunctionEvaluation
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.reports import Report
from kiebitz.core.search.subtree import game_of
from kiebitz.core.syzygy.tables import Tables
from kiebitz.core.table.design import TableDesign
from kiebitz.core.table.table import Table
from kiebitz.core.value import LONGEST_MATE
from kiebitz.engine import Engine, EngineOptions, Position, legal_moves
from kiebitz.engine.options import Judge
from kiebitz.engine.score import Score
from kiebitz.engine.searchers import UnsupportedError
from kiebitz.processes.waiting_threads import Work

MAX_DEPTH = 120
US = 1e-6
DESIGN = TableDesign()
# Parameters of the search in one process by which time follows the best move; they stay at their defaults.
UNHEEDED = ("unsteady_time", "steady_step", "steady_iterations", "fall_limit", "effort_time", "effort_step")


class ClusterSearchers:
    """All processes of a cluster, as the searchers of an engine. Made in process 0."""

    def __init__(self, station: Station, briefing: Briefing) -> None:
        """Search with a station; ``briefing`` holds what the engine's options don't say."""
        self._station = station
        self._briefing = briefing
        self._search = briefing
        self._limits = SearchLimits()
        self._depth = MAX_DEPTH
        self._has_moves = False
        self._forgets = False
        self._reports: deque[Report] = deque()
        self._last: Report | None = None
        self._iteration_nodes = 0
        self._stopping = threading.Event()
        self._pondering = threading.Event()
        self._began = self._clock_began = monotonic()
        self._fault: BaseException | None = None
        self.outcome: ClusterSearch | None = None
        """Of the last search; None if there was nothing to search."""

    # ------------------------------------------------------------------ before a search

    @property
    def hash_mb(self) -> int:
        """Size of each process's table."""
        return self._briefing.hash_mb

    @property
    def design(self) -> TableDesign:
        """How each process's table is made."""
        return DESIGN

    @property
    def threads(self) -> int:
        """Lanes of each process."""
        return self._briefing.threads

    @property
    def table(self) -> Table:
        """Raise UnsupportedError: there is not just one."""
        raise UnsupportedError("each process of a cluster has its own table; look into the table of an Engine")

    def arrange(
        self,
        hash_mb: int,
        design: TableDesign,
        threads: int,
        values: dict[str, int],
        network: Judge | None = None,
    ) -> None:
        """Search from now on with so large a table and so many lanes in each process, and with these parameters.

        Raises ValueError for what a cluster can't do, before anything has changed, and MemoryError.
        """
        if design != DESIGN:
            raise ValueError(
                f"a cluster's tables are of the policy '{DESIGN.policy}', not '{design.policy}'; search with an Engine"
            )
        if isinstance(network, FunctionEvaluation):
            raise ValueError("a function can't be sent to a cluster's processes; let an Engine evaluate by it")
        defaults = parameters.defaults()
        for name in UNHEEDED:
            if values[name] != defaults[name]:
                raise ValueError(f"a cluster doesn't heed {name}; leave it at {defaults[name]}")
        self._station.take_table(hash_mb)
        changed = {name: value for name, value in values.items() if value != defaults[name]}
        self._briefing = replace(self._briefing, hash_mb=hash_mb, threads=threads, options=changed, network=network)

    def use_tables(self, tables: Tables | None, depth: int, most_men: int, fifty_moves: bool) -> None:
        """Ask no tables in the tree: the processes may not have them."""

    def clear_table(self) -> None:
        """Forget what positions are worth, and histories with it, when the next search begins."""
        self._forgets = True

    def new_game(self) -> None:
        """Forget what was learned in earlier searches, when the next one begins."""
        self._forgets = True

    def prepare(self, position: Position, limits: SearchLimits) -> None:
        """Set a search up. Raises MoveError, and ValueError if several lines are asked for."""
        if limits.multipv > 1:
            raise ValueError(f"a cluster finds one line; ask for multipv=1, not {limits.multipv}, or use an Engine")
        for move in limits.searchmoves:
            parse_move(position, move)
        fen, moves = game_of(position)
        self._search = replace(
            self._briefing, fen=fen, moves=moves, chess960=position.chess960, searchmoves=limits.searchmoves
        )
        self._depth = min(limits.depth or MAX_DEPTH, MAX_DEPTH)
        if limits.mate:
            # So many plies prove or refute a mate, if nothing is left out that could overlook it; what other searches
            # stored may have.
            self._forgets = True
            self._depth = min(self._depth, 2 * limits.mate - 1)
            exact = self._search.options | parameters.without(parameters.Spoils.MATES)
            self._search = replace(self._search, options=exact)
        self._has_moves = bool(legal_moves(position))
        self._limits = limits
        self._reports.clear()
        self._last = self._fault = self.outcome = None
        self._iteration_nodes = 0
        self._stopping.clear()
        if limits.ponder:
            self._pondering.set()
        else:
            self._pondering.clear()
        self._began = self._clock_began = monotonic()

    def record_into(self, rows: Any, exempt: Sequence[tuple[int, int, int]] = ()) -> None:
        """Raise UnsupportedError: nobody records."""
        raise UnsupportedError("the processes of a cluster don't record what they search; trace with an Engine")

    # ------------------------------------------------------------------ a search

    def work(self, ended: Callable[[], None]) -> Work:
        """The search, to be begun; ``ended`` is the last that it calls."""
        return Work(self._run, ended)

    def _run(self, ended: Callable[[], None]) -> None:
        try:
            if self._has_moves:
                forgets, self._forgets = self._forgets, False
                self.outcome = self._station.search(
                    self._search,
                    self._depth,
                    forget=forgets,
                    deadline=self._deadline,
                    may_go_on=self._may_go_on,
                    should_stop=self._should_stop,
                    on_iteration=self._note,
                )
        except BaseException as fault:
            self._fault = fault
        finally:
            ended()

    def _should_stop(self) -> bool:
        """True if a stop was ordered; obeyed once there is a line, which takes milliseconds."""
        return self._stopping.is_set() and self._last is not None

    def _deadline(self) -> float | None:
        if not self._limits.hard_us or self._pondering.is_set() or self._last is None:
            return None
        return self._clock_began + self._limits.hard_us * US

    def _may_go_on(self, iteration: Iteration) -> bool:
        limits = self._limits
        if limits.mate and iteration.value >= LONGEST_MATE:
            mate = Score.of_value(iteration.value).mate
            if mate is not None and mate <= limits.mate:
                return False
        if limits.nodes and self._iteration_nodes * self._station.size >= limits.nodes:
            return False
        is_timed = limits.soft_us and not self._pondering.is_set()
        return not (is_timed and monotonic() >= self._clock_began + limits.soft_us * US)

    def _note(self, iteration: Iteration, effort: Effort, seconds: float) -> None:
        self._iteration_nodes = effort.nodes
        self._last = self._report_of(iteration, effort.nodes, seconds)
        self._reports.append(self._last)

    def _report_of(self, iteration: Iteration, nodes: int, seconds: float) -> Report:
        line = self._station.text(iteration.line)
        depth = iteration.depth
        return Report(
            rank=1,
            depth=depth,
            selective_depth=max(depth, len(line)),
            value=iteration.value,
            bound="exact",
            nodes=nodes,
            time_us=round(seconds / US),
            hashfull=0,
            moves=line,
        )

    def stop(self) -> None:
        """End the search soon; its last whole iteration stands."""
        self._stopping.set()

    def ponderhit(self) -> None:
        """Take the expected move as played: the clock counts from now."""
        self._clock_began = monotonic()
        self._pondering.clear()

    def read_reports(self) -> list[Report]:
        """Take the lines found since the last call. Their nodes are this process's own."""
        return [self._reports.popleft() for _ in range(len(self._reports))]

    @property
    def current_move(self) -> tuple[str, int] | None:
        """None: nobody searches just one root move."""
        return None

    @property
    def mate_progress(self) -> None:
        """None: nobody here proves a mate."""

    @property
    def node_count(self) -> int:
        """Positions visited: by all after the end, by this process so far before it."""
        return self._iteration_nodes if self.outcome is None else self.outcome.effort.nodes

    @property
    def time_us(self) -> int:
        """Microseconds since the search began."""
        return round((monotonic() - self._began) / US)

    # ------------------------------------------------------------------ after a search

    @property
    def recorded(self) -> tuple[int, int]:
        """Raise UnsupportedError: nobody records."""
        raise UnsupportedError("the processes of a cluster don't record what they search; trace with an Engine")

    @property
    def root_zugzwang(self) -> bool:
        """False: nobody passes at the root."""
        return False

    def results(self) -> list[Report]:
        """The final line, if there is a legal move. Raises what went wrong in the search."""
        if self._fault is not None:
            raise self._fault
        if self._last is None:
            return []
        return [replace(self._last, nodes=self.node_count, time_us=self.time_us)]


class ClusterEngine(Engine):
    """An engine that searches with all processes of a cluster. Made in process 0, while the others serve."""

    def __init__(self, station: Station, briefing: Briefing | None = None, **options: Unpack[EngineOptions]) -> None:
        """Make an engine, with options as for ``Engine``; ``hash_mb`` and ``threads`` are each process's.

        ``briefing`` holds what options don't say. Raises as ``Engine``, and OptionError for what a cluster can't do.
        """
        self._station = station
        self._cluster = ClusterSearchers(station, briefing or Briefing())
        super().__init__(self._cluster, **options)

    @property
    def outcome(self) -> ClusterSearch | None:
        """The outcome of the last search; None if there was nothing to search."""
        return self._cluster.outcome

    def close(self) -> None:
        """End any search, and send the processes home."""
        super().close()
        self._station.quit()
