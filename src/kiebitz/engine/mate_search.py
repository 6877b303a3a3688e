"""A search for a mate (``Limit.mate``): it is proved by proof numbers or, failing that, searched for.

Proof numbers come first because they find most mates with a fraction of the nodes (``experiments/ledger/mates.md``),
and know when there is none. They get the greater share of the nodes and the time; without a limit of either, as long
as it takes. What is left is the ordinary search's, which finds some mates that they don't, and a move where there is no
mate.

Thread safety: as ``Searching``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

from kiebitz.core.chess.notation import legal_moves
from kiebitz.core.chess.position import FIFTY_MOVES, Position
from kiebitz.core.mate.design import ENTRY_BYTES, ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.reports import Report
from kiebitz.core.value import MATE
from kiebitz.engine.mate_progress import MateProgress
from kiebitz.engine.mate_prover import MateProver, ProvenMate
from kiebitz.engine.searchers import Searching
from kiebitz.processes.waiting_threads import Work

# Of nodes and time: for the proof.
PROOF_SHARE = 0.75
# The solver's table is as large as the transposition table, but no larger.
MOST_TABLE_MB = 256
KEEPING = "collect small"
# There is no such mate: the plies of the search that finds a move all the same.
DEPTH_WITHOUT_MATE = 6
NO_LIMIT = 1 << 60
US = 1_000_000


class _Allowance:
    """The nodes and time of a proof. It knows nothing of the proof, so the solver's table goes with it."""

    def __init__(self) -> None:
        self.limits = SearchLimits()
        self.clock_began: float | None = None
        """When the clock began to count, by ``monotonic``; None before."""
        self.is_stopped = False

    def used_us(self) -> int:
        """Time since the clock began to count."""
        return 0 if self.clock_began is None else round((monotonic() - self.clock_began) * US)

    def is_over(self, nodes: int) -> bool:
        """True if a proof that took ``nodes`` nodes must end: stopped, or its share of the time or all nodes used."""
        limit_us = self.limits.hard_us * PROOF_SHARE
        return self.is_stopped or 0 < limit_us <= self.used_us() or 0 < self.limits.nodes <= nodes


class MateSearchers:
    """Searchers that prove a mate and, failing that, let others search. Made for one search. Raises MemoryError."""

    def __init__(self, others: Searching, hash_mb: int) -> None:
        self._others = others
        table_bytes = min(hash_mb, MOST_TABLE_MB) << 20
        self._table = ProofTable(ProofTableDesign(table_bytes // ENTRY_BYTES, KEEPING))
        self._allowance = _Allowance()
        self._solver = MateSearch(self._table)
        self._prover = MateProver(self._solver, self._allowance.is_over)
        self._asks = False
        self._position = Position()
        self._lines: list[Report] = []
        self._unread: list[Report] = []
        self._began = 0.0
        self._fault: BaseException | None = None
        # Held while it changes hands: a stop goes to whoever searches.
        self._lock = threading.RLock()
        self._others_search = False

    # ------------------------------------------------------------------ before a search

    def prepare(self, position: Position, limits: SearchLimits) -> None:
        """Set a search up. Raises as ``Searching.prepare``."""
        self._others.prepare(position, limits)
        self._position = position.copy()
        self._began = monotonic()
        self._allowance.limits = limits
        self._allowance.clock_began = None if limits.ponder else self._began

    def record_into(self, rows: Any, exempt: Sequence[tuple[int, int, int]] = ()) -> None:
        """Let the others record."""
        self._others.record_into(rows, exempt)

    # ------------------------------------------------------------------ a search

    def work(self, ended: Callable[[], None]) -> Work:
        """The search, to be begun; ``ended`` is the last that it calls."""
        return Work(self._run, ended)

    def _run(self, ended: Callable[[], None]) -> None:
        try:
            has_mate = self._prove()
            if not self._lines:
                self._search(has_mate)
        except BaseException as fault:
            self._fault = fault
        finally:
            ended()

    def _prove(self) -> bool | None:
        """Prove as many lines as are asked for; whether there is a mate at all, None if that isn't known."""
        limits = self._allowance.limits
        asked = limits.mate
        if limits.depth:
            asked = min(asked, (limits.depth + 1) // 2)
        # The solver knows nothing of the rule of fifty moves: it asks for no mate that the rule could forestall.
        moves = min(asked, (FIFTY_MOVES - self._position.halfmove_clock + 1) // 2)
        if moves < 1:
            return None
        wanted = limits.searchmoves
        first = [move for move in legal_moves(self._position) if not wanted or move in wanted]
        most = round(limits.nodes * PROOF_SHARE) or NO_LIMIT
        has_mate: bool | None = False
        while first and len(self._lines) < limits.multipv and self._prover.nodes < most:
            self._asks = True
            has_mate = self._prover.has_mate(self._position, moves, most - self._prover.nodes, first)
            self._asks = False
            mate = self._prover.line(self._position, moves, first) if has_mate else None
            if mate is None:
                break
            self._note(mate)
            first.remove(mate.line[0])
        return has_mate if moves == asked or self._lines else None

    def _note(self, mate: ProvenMate) -> None:
        """Take down a mate that was proved. Its proven length counts, not the line's if a defence is unknown."""
        plies = 2 * mate.moves - 1
        report = Report(
            rank=len(self._lines) + 1,
            depth=plies,
            selective_depth=plies,
            value=MATE - plies,
            bound="exact",
            nodes=self._prover.nodes,
            time_us=self.time_us,
            hashfull=self._table.permille(),
            moves=mate.line,
        )
        with self._lock:
            self._lines.append(report)
            self._unread.append(report)

    def _search(self, has_mate: bool | None) -> None:
        """Let the others search with what is left of nodes and time; not for long if there is no such mate."""
        limits = self._allowance.limits
        used_us = self._allowance.used_us()
        if limits.nodes:
            limits = replace(limits, nodes=max(1, limits.nodes - self._prover.nodes))
        if limits.hard_us:
            hard_us, soft_us = (max(1, limit - used_us) for limit in (limits.hard_us, limits.soft_us))
            limits = replace(limits, hard_us=hard_us, soft_us=soft_us)
        if has_mate is False:
            depth = min(limits.depth or DEPTH_WITHOUT_MATE, DEPTH_WITHOUT_MATE, 2 * limits.mate - 1)
            limits = replace(limits, depth=depth)
        with self._lock:
            self._others.prepare(self._position, replace(limits, ponder=self._allowance.clock_began is None))
            self._others_search = True
            if self._allowance.is_stopped:
                self._others.stop()
        work = self._others.work(_nothing)
        work.begin()
        work.join()

    def stop(self) -> None:
        """End the search within milliseconds."""
        with self._lock:
            self._allowance.is_stopped = True
            self._others.stop()

    def ponderhit(self) -> None:
        """Take the expected move as played: the clock counts from now."""
        with self._lock:
            self._allowance.clock_began = monotonic()
            self._others.ponderhit()

    def read_reports(self) -> list[Report]:
        """Take the lines found since the last call."""
        with self._lock:
            unread, self._unread = self._unread, []
        return unread + [self._counted(report) for report in self._others.read_reports()]

    def _counted(self, report: Report) -> Report:
        """A line that the others found, with the nodes and the time of the proof before it."""
        return replace(report, nodes=report.nodes + self._prover.nodes, time_us=self.time_us)

    @property
    def current_move(self) -> tuple[str, int] | None:
        """The root move that the others search."""
        return self._others.current_move if self._others_search else None

    @property
    def mate_progress(self) -> MateProgress | None:
        """Progress of the proof; None while a mate that is proved is played through, and while the others search."""
        if not self._asks:
            return None
        _, proof, disproof, permille, _ = self._solver.progress()
        return MateProgress(self._prover.nodes, proof, disproof, permille, self._prover.collections)

    @property
    def node_count(self) -> int:
        """Positions visited so far."""
        return self._prover.nodes + (self._others.node_count if self._others_search else 0)

    @property
    def time_us(self) -> int:
        """Microseconds since the search began."""
        return round((monotonic() - self._began) * US)

    # ------------------------------------------------------------------ after a search

    @property
    def recorded(self) -> tuple[int, int]:
        """The rows the others recorded."""
        return self._others.recorded

    @property
    def root_zugzwang(self) -> bool:
        """True if the others began again because passing was best."""
        return self._others_search and self._others.root_zugzwang

    def results(self) -> list[Report]:
        """The mates, or the final lines of the others. Raises whatever ended the search untimely."""
        if self._fault is not None:
            raise self._fault
        return self._lines or [self._counted(report) for report in self._others.results()]


def _nothing() -> None:
    """Done when the others have ended: nothing, who waits for them goes on."""
