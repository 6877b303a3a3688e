"""Searchers: what searches for an engine, either threads of this process or all processes of a cluster.

``Engine`` says what is wanted, ``Stream`` listens to what is found; both know no more of the searchers than this page.
``core.search.crew.Crew`` is threads on one table; ``cluster.engine.ClusterSearchers`` is processes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.reports import Report
from kiebitz.core.syzygy.tables import Tables
from kiebitz.core.table.design import TableDesign
from kiebitz.core.table.table import Table
from kiebitz.engine.mate_progress import MateProgress
from kiebitz.engine.options import Judge
from kiebitz.processes.waiting_threads import Work


class UnsupportedError(RuntimeError):
    """Something that these searchers can't do; the message says what can."""


class Searching(Protocol):
    """Searchers, as one search sees them.

    One search at a time; ``stop``, ``ponderhit``, ``read_reports`` and the properties are for any thread.
    """

    # ------------------------------------------------------------------ before a search

    def prepare(self, position: Any, limits: SearchLimits) -> None:
        """Set a search up. Raises MoveError, OverflowError, and ValueError for limits that can't be obeyed."""
        ...

    def record_into(self, rows: Any, exempt: Sequence[tuple[int, int, int]] = ()) -> None:
        """Record the next searches in a buffer (see ``core.trace``); with None, record no more.

        ``exempt`` positions are searched otherwise (see ``AnyWorker.record_into``). Raises ValueError with more than
        one thread, and UnsupportedError where nobody records.
        """
        ...

    # ------------------------------------------------------------------ a search

    def work(self, ended: Callable[[], None]) -> Work:
        """The search, to be begun; ``ended`` is the last that it calls."""
        ...

    def stop(self) -> None:
        """End the search within milliseconds."""
        ...

    def ponderhit(self) -> None:
        """Take the expected move as played: the clock counts from now."""
        ...

    def read_reports(self) -> list[Report]:
        """Take the lines found since the last call."""
        ...

    @property
    def current_move(self) -> tuple[str, int] | None:
        """The root move being searched and its number from 1; None before the first, and if nobody says."""
        ...

    @property
    def mate_progress(self) -> MateProgress | None:
        """Progress of the proof of a mate; None while nobody proves one."""
        ...

    @property
    def node_count(self) -> int:
        """Positions visited so far, as far as known."""
        ...

    @property
    def time_us(self) -> int:
        """Microseconds since the search began."""
        ...

    # ------------------------------------------------------------------ after a search

    @property
    def recorded(self) -> tuple[int, int]:
        """Searches of a node recorded, and those that found no room. Raises UnsupportedError where nobody records."""
        ...

    @property
    def root_zugzwang(self) -> bool:
        """True if passing was best at the root (zugzwang rule III), so that the search began again."""
        ...

    def results(self) -> list[Report]:
        """The final lines, best first. Raises whatever ended the search untimely."""
        ...


class Searchers(Searching, Protocol):
    """Searchers, and what they remember from one search to the next; nothing here while a search runs."""

    @property
    def hash_mb(self) -> int:
        """Size of the transposition table."""
        ...

    @property
    def design(self) -> TableDesign:
        """How the table is made."""
        ...

    @property
    def threads(self) -> int:
        """Number of threads that search on one table."""
        ...

    @property
    def table(self) -> Table:
        """The table, to look into and to keep in a file. Raises UnsupportedError where there is not just one."""
        ...

    def arrange(
        self,
        hash_mb: int,
        design: TableDesign,
        threads: int,
        values: dict[str, int],
        network: Judge | None = None,
    ) -> None:
        """Search from now on with this table, number of threads and complete set of parameters.

        ``network`` evaluates if the parameters choose it; None means the one that comes with Kiebitz. Another size
        empties the table, another design forgets histories as well. Raises ValueError for what can't be, and
        MemoryError; nothing has changed then.
        """
        ...

    def use_tables(self, tables: Tables | None, depth: int, most_men: int, fifty_moves: bool) -> None:
        """Ask endgame tables in the tree, as ``Worker.use_tables`` says; a cluster asks none."""
        ...

    def clear_table(self) -> None:
        """Forget what positions are worth."""
        ...

    def new_game(self) -> None:
        """Forget what else was learned in earlier searches."""
        ...
