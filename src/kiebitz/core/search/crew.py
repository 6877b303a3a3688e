"""The crew: several workers that search one position on one transposition table (Lazy SMP, after Cozzie's Zappa 2005).

Nobody divides the tree. Every worker searches the whole of it, depth after depth, and finds in the table what others
left there: so none does what another has done, and they part soon. What comes after what and how evaluations err
they learn together (``histories``); each keeps the other histories, killers and counters of its own. The first leads:
it alone obeys limits, but for the clock, which all watch, and reports. When it ends, the others are stopped, and the
best result is elected: it need not be the line that the leader reported last.

Thread safety: one search at a time; ``stop``, ``ponderhit``, ``read_reports`` and the properties from any thread. The
threads are Python's, with the GIL released for as long as they search, and wait for the next search
(``waiting_threads``). With one worker the search is deterministic.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from kiebitz.core.evaluation.function import FunctionEvaluation
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.reports import Report
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.shogi_worker import ShogiWorker
from kiebitz.core.search.worker import Worker
from kiebitz.core.syzygy.tables import Tables
from kiebitz.core.table.design import TableDesign
from kiebitz.core.table.table import Table
from kiebitz.core.value import LONGEST_MATE
from kiebitz.processes.waiting_threads import Running, Work, begin_work

# What the threads of workers are called that don't lead.
HELPER = "kiebitz-helper"
# In the election the worst value of all still has this weight, in centipawns.
MIN_WEIGHT = 20

CrewWorker: TypeAlias = "Worker | ShogiWorker"


class Crew:
    """Workers of one game that search together. Raises ValueError for an impossible number of them."""

    def __init__(self, table: Table, threads: int = 1, make_worker: type[CrewWorker] = Worker) -> None:
        """Search chess, or what other workers search."""
        self._table = table
        self._shared = Shared()
        self._make_worker = make_worker
        self._workers: list[CrewWorker] = [make_worker(table, self._shared)]
        self._leader = self._workers[0]
        self._elected = self._leader
        self._votes = False
        self._endings: tuple[Tables | None, int, int, bool] | None = None
        self._fault: BaseException | None = None
        self._function: FunctionEvaluation | None = None
        self._workers = self._crew_of(threads)

    # ------------------------------------------------------------------ before a search

    @property
    def table(self) -> Table:
        """The table that all search on."""
        return self._table

    @property
    def hash_mb(self) -> int:
        """Size of the table."""
        return self._table.size_mb

    @property
    def design(self) -> TableDesign:
        """How the table is made."""
        return self._table.design

    @property
    def threads(self) -> int:
        """Number of workers."""
        return len(self._workers)

    def arrange(
        self,
        hash_mb: int,
        design: TableDesign,
        threads: int,
        values: dict[str, int],
        network: Network | HalfKA | FunctionEvaluation | None = None,
    ) -> None:
        """Take another table, number of workers and complete set of parameters, and the network if they choose it.

        Another size empties the table, another design forgets histories as well. Raises ValueError and MemoryError;
        nothing has changed then.
        """
        before = self.threads
        forgets = design != self.design
        try:
            workers = self._crew_of(threads)
            if forgets or hash_mb != self.hash_mb:
                self._table.resize(hash_mb, design)
        except BaseException:
            self._shared.enlist(before)
            raise
        self._workers = workers
        self._function = network if isinstance(network, FunctionEvaluation) else None
        if self._endings is not None:
            self.use_tables(*self._endings)
        self._elected = self._leader
        for worker in workers:
            configure: Callable[[dict[str, int], Any], None] = worker.configure
            configure(values, network)
        if forgets:
            self.new_game()

    def _crew_of(self, threads: int) -> list[CrewWorker]:
        """So many workers, those there are first: they keep what they learned. Raises ValueError and MemoryError."""
        self._shared.enlist(threads)
        workers = self._workers[:threads]
        while len(workers) < threads:
            workers.append(self._make_worker(self._table, self._shared, len(workers)))
        return workers

    def use_tables(self, tables: Tables | None, depth: int, most_men: int, fifty_moves: bool) -> None:
        """Ask endgame tables in the tree, as ``Worker.use_tables`` says."""
        self._endings = (tables, depth, most_men, fifty_moves)
        for worker in self._workers:
            if isinstance(worker, Worker):
                worker.use_tables(*self._endings)

    def clear_table(self) -> None:
        """Forget what positions are worth."""
        self._table.clear()

    def new_game(self) -> None:
        """Forget what was learned in earlier searches, but for the table."""
        for worker in self._workers:
            worker.new_game()

    def prepare(self, position: Any, limits: SearchLimits) -> None:
        """Set a search up, as ``Worker.prepare`` does for each. Raises MoveError and OverflowError."""
        prepare: Callable[[Any, SearchLimits], int] = self._leader.prepare
        prepare(position, limits)
        unending = replace(limits, depth=0, nodes=0, soft_us=0, flexible=False)
        for worker in self._workers[1:]:
            prepare = worker.prepare
            prepare(position, unending)
        # With a depth asked for, or several lines, the leader's answer is the one that was asked for.
        self._votes = not limits.depth and not limits.mate and limits.multipv == 1
        self._elected = self._leader
        self._fault = None
        if self._function is not None:
            self._function.begin(self.stop)

    # ------------------------------------------------------------------ a search

    def work(self, ended: Callable[[], None]) -> Work:
        """The leading thread's work, to be begun: it gathers the others, and at last calls ``ended``."""
        return Work(self._lead, ended)

    def _lead(self, ended: Callable[[], None]) -> None:
        # The helpers wait at the gate: those that search already would keep the processor from starting the rest.
        gate = threading.Event()
        helpers: list[Running] = []
        try:
            try:
                self._gather(helpers, gate)
                gate.set()
                think(self._leader)
            finally:
                # Whatever ended the leader: nobody searches on when it is told that all have ended.
                self.stop()
                gate.set()
                for helper in helpers:
                    helper.join()
            if self._function is not None:
                self._function.end()
            if helpers and self._votes:
                self._elected = elect(self._workers)
        except BaseException as fault:
            self._fault = fault
        finally:
            ended()

    def _gather(self, helpers: list[Running], gate: threading.Event) -> None:
        """Add a thread for each other worker, as many as the system grants: fewer search all the same."""

        def help_out(worker: CrewWorker) -> None:
            gate.wait()
            think(worker)

        for worker in self._workers[1:]:
            try:
                helpers.append(begin_work(help_out, worker, name=HELPER))
            except RuntimeError:
                break

    def stop(self) -> None:
        """End the search within about a millisecond."""
        self._shared.stop()

    def ponderhit(self) -> None:
        """Let the clock count from now: the expected move was played."""
        self._shared.ponderhit()

    def read_reports(self) -> list[Report]:
        """The lines published since the last call."""
        return self._leader.read_reports()

    @property
    def current_move(self) -> tuple[str, int] | None:
        """The root move that the leader searches and its number from 1; None before the first."""
        return self._leader.current_move()

    @property
    def mate_progress(self) -> None:
        """None: nobody here proves a mate."""

    @property
    def node_count(self) -> int:
        """Positions visited so far by all."""
        return self._shared.node_count

    @property
    def time_us(self) -> int:
        """Microseconds since the search began."""
        return self._leader.time_us

    def record_into(self, rows: Any, exempt: Sequence[tuple[int, int, int]] = ()) -> None:
        """Record the next searches in a buffer (see ``trace``); with None, record no more.

        ``exempt`` positions are searched otherwise, as ``AnyWorker.record_into`` says. Raises ValueError with more
        than one worker: only the leader records.
        """
        if rows is not None and self.threads > 1:
            raise ValueError("a trace records one thread; configure(threads=1) first")
        self._leader.record_into(rows, exempt)

    # ------------------------------------------------------------------ after a search

    @property
    def recorded(self) -> tuple[int, int]:
        """Searches of a node recorded, and those that found no room."""
        return self._leader.recorded

    @property
    def root_zugzwang(self) -> bool:
        """True if passing was best at the root (zugzwang rule III), so that the search began again."""
        return self._leader.root_zugzwang

    def results(self) -> list[Report]:
        """The final lines, best first. Raises whatever ended the search untimely."""
        if self._fault is not None:
            raise self._fault
        return self._elected.results()


def elect(workers: Sequence[CrewWorker]) -> CrewWorker:
    """The worker whose best move most of the crew agrees on, each voice weighed by depth and value.

    The quickest proven mate wins without a vote. Of those who voted for the elected move the weightiest speaks, the
    leader before its equals.
    """
    voters = [(worker, worker.results()[0]) for worker in workers if worker.completed]
    if not voters:
        return workers[0]
    values = [report.value for _, report in voters]
    if max(values) >= LONGEST_MATE:
        return voters[values.index(max(values))][0]
    weights = [report.depth * (report.value - min(values) + MIN_WEIGHT) for _, report in voters]
    votes: dict[str, int] = {}
    for (_, report), weight in zip(voters, weights, strict=True):
        votes[report.moves[0]] = votes.get(report.moves[0], 0) + weight
    chosen = max(votes, key=lambda move: votes[move])
    supporters = [index for index, (_, report) in enumerate(voters) if report.moves[0] == chosen]
    return voters[max(supporters, key=lambda index: weights[index])][0]
