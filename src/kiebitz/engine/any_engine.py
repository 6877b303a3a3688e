"""Base of Engine and ShogiEngine: searchers, one search at a time, and the waiting for it."""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn, Self, TypeVar

import kiebitz
from kiebitz.core import parameters as parameter_table
from kiebitz.core.chess.perft import perft as count_chess
from kiebitz.core.chess.position import MAX_PLY, Position
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.shogi.perft import perft as count_shogi
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.table.design import TableDesign
from kiebitz.engine.leaf_count import leaves_below_moves
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.engine.line import Info
from kiebitz.engine.option_values import OptionError, whole, within
from kiebitz.engine.options import OptionValue
from kiebitz.engine.search import Search
from kiebitz.engine.search_limits import search_limits
from kiebitz.engine.searchers import Searchers, Searching
from kiebitz.engine.stream import Stream

if TYPE_CHECKING:
    from kiebitz.engine.any_trace import Exemption, Rows
    from kiebitz.engine.table_view import TableView

DEFAULT_HASH_MB = 16
DEFAULT_OVERHEAD_MS = 10
MAX_OVERHEAD_MS = 10_000
MAX_THREADS = 256
# Threads that count leaves.
MAX_COUNTERS = 1024
# Searches of a node that a trace records by default, and at most; 48 bytes each.
DEFAULT_TRACE_ROWS = 1_000_000
MAX_TRACE_ROWS = 1_000_000_000
Board = TypeVar("Board")
Move = TypeVar("Move")


class Resources(NamedTuple):
    """Resources that a search may take."""

    hash_mb: int
    threads: int
    move_overhead_ms: int


class AnyEngine(ABC, Generic[Board, Move]):
    """Base of ``Engine`` and ``ShogiEngine``; see those for thread safety."""

    def __init__(self, searchers: Searchers) -> None:
        """Let these search."""
        self.move_overhead_ms = DEFAULT_OVERHEAD_MS
        self._searchers = searchers
        self._search: Search | None = None
        self._is_closed = False
        # Held from the question whether a search runs until what must not meet one is done, or is one.
        self._door = threading.Lock()

    @property
    @abstractmethod
    def network(self) -> Any:
        """The network that evaluates; None under another evaluation."""

    @property
    @abstractmethod
    def parameters(self) -> dict[str, int]:
        """Every parameter of the search with its present value."""

    @property
    def title(self) -> str:
        """How it calls itself, with its version."""
        return f"Kiebitz {kiebitz.__version__}"

    @property
    def identity(self) -> str:
        """All that what a search finds depends on, but for what it is asked and for threads."""
        network = self.network.checksum if self.network else None
        parameters = sorted(self.parameters.items())
        return json.dumps([kiebitz.__version__, network, self.hash_mb, repr(self.table_design), parameters])

    @property
    def takes_positions(self) -> bool:
        """True if a ``Position`` tells it the moves before: it does."""
        return True

    @abstractmethod
    def _position_of(self, board: Board) -> Position | ShogiPosition:
        """The position that a caller means, with the moves before it where they are known."""

    @abstractmethod
    def _searchers_for(self, limits: SearchLimits) -> Searching:
        """The searchers to ask for such limits."""

    def _read(
        self,
        options: Mapping[str, OptionValue],
        parameters: dict[str, int],
        known: Collection[str],
        refusal: Callable[[str], str],
    ) -> Resources:
        """Read the options of table, threads and time; parameters of the search among them are put into ``parameters``.

        ``known`` are those that the engine reads itself, ``refusal`` says what is wrong with any other. Raises
        OptionError.
        """
        table_mb, threads, overhead_ms = self.hash_mb, self.threads, self.move_overhead_ms
        for name, value in options.items():
            if name == "hash_mb":
                table_mb = whole(name, value)
            elif name == "threads":
                threads = within(name, whole(name, value), 1, MAX_THREADS)
            elif name == "move_overhead_ms":
                overhead_ms = within(name, whole(name, value), 0, MAX_OVERHEAD_MS)
            elif name in parameters:
                if not isinstance(value, int | str):
                    raise OptionError(f"{name} is a search parameter; give a number or a name, not {value!r}")
                try:
                    parameters[name] = parameter_table.checked(name, value)
                except ValueError as error:
                    raise OptionError(str(error)) from error
            elif name not in known:
                raise OptionError(refusal(name))
        return Resources(table_mb, threads, overhead_ms)

    @property
    def hash_mb(self) -> int:
        """Size of the transposition table."""
        return self._searchers.hash_mb

    @property
    def table_design(self) -> TableDesign:
        """How the table is made."""
        return self._searchers.design

    @property
    def table_policy(self) -> str:
        """The table's replacement policy: one of ``core.table.design.POLICIES``."""
        return self.table_design.policy

    @property
    def table(self) -> TableView:
        """Inspect the transposition table: use, histograms, the entries of a position; also during a search.

        Raises UnsupportedError on a cluster, where each process has its own.
        """
        from kiebitz.engine.table_view import TableView

        self._require_open()
        return TableView(self._searchers.table, self._position_of)

    @property
    def threads(self) -> int:
        """Number of search threads."""
        return self._searchers.threads

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(hash_mb={self.hash_mb}, threads={self.threads})"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__}s can't be copied or pickled: an engine has threads and a table of its own;"
            " make another with the same options"
        )

    def stream(
        self,
        board: Board,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
    ) -> Stream:
        """Start a search and return its lines as they are found; the outcome is ``Stream.info``.

        Raises FenError, MoveError, ValueError, and RuntimeError while another search of this engine runs.
        """
        return Stream(self.begin(board, limit, multipv=multipv, searchmoves=searchmoves))

    def begin(
        self,
        board: Board,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
        rows: Any = None,
        exempt: Sequence[Exemption] = (),
    ) -> Search:
        """Start a search without a ``Stream``; record every node in ``rows``, if given, with exemptions then.

        Raises as ``stream``, and as ``Searching.record_into``.
        """
        limit = Limit.of(limit)
        if multipv < 1:
            raise ValueError(f"multipv is {multipv}; ask for at least one line")
        position = self._position_of(board)
        texts = tuple(_move_text(move) for move in searchmoves or ())
        with self._door:
            self._await_idle()
            limits = replace(
                search_limits(limit, position, self.move_overhead_ms),
                multipv=multipv,
                searchmoves=texts,
            )
            holds = limit.infinite or limit.ponder
            spared = [each.code for each in exempt]
            search = Search(self._searchers_for(limits), position, limits, holds=holds, rows=rows, exempt=spared)
            try:
                self._search = search
                search.begin()
            except BaseException:  # Ctrl-C as it begins: a search that nobody knew of would go on for ever.
                search.call_off()
                raise
            return search

    def analyse(
        self,
        board: Board,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
    ) -> Info:
        """Search and return the outcome. Raises as ``stream``, and ValueError for a limit that never ends a search.

        Ctrl-C ends the search and leaves the engine usable.
        """
        return self.stream(board, _ending(limit), multipv=multipv, searchmoves=searchmoves).info

    def _recorded(
        self,
        board: Board,
        limit: LimitLike,
        *,
        max_nodes: int,
        multipv: int,
        searchmoves: Sequence[Move] | None,
        exempt: Sequence[Exemption],
    ) -> tuple[Rows, Info, int]:
        """The rows of a search that records its nodes, its outcome, and how many searches of a node found no room."""
        import numpy as np

        from kiebitz.engine.any_trace import ROW

        if not 1 <= max_nodes <= MAX_TRACE_ROWS:
            raise ValueError(f"max_nodes is {max_nodes}; record 1 to {MAX_TRACE_ROWS:,} searches of a node")
        limit = _ending(limit)
        if limit.mate is not None:
            raise ValueError("a mate is proved, not searched for; trace with another limit, such as Limit(depth=9)")
        rows = np.zeros(max_nodes, dtype=ROW)
        search = self.begin(
            board, limit, multipv=multipv, searchmoves=searchmoves, rows=rows.view(np.uint8), exempt=exempt
        )
        info = Stream(search).info
        recorded, unrecorded = search.recorded
        return rows[:recorded].copy(), info, unrecorded

    def perft(self, board: Board, depth: int, *, threads: int = 1) -> int:
        """Leaves of the legal move tree of ``depth`` plies. Raises ValueError for an impossible depth.

        Ctrl-C ends the count.
        """
        if depth < 1:
            position = self._position_of(board).copy()
            return count_shogi(position, depth) if isinstance(position, ShogiPosition) else count_chess(position, depth)
        return sum(self.divide(board, depth, threads=threads).values())

    def divide(self, board: Board, depth: int, *, threads: int = 1) -> dict[str, int]:
        """Leaves below each move (UCI or USI text). Raises ValueError for an impossible depth; Ctrl-C ends it."""
        if not 1 <= depth <= MAX_PLY:
            raise ValueError(f"depth {depth} is not in 1..{MAX_PLY}")
        return leaves_below_moves(self._position_of(board).copy(), depth, within("threads", threads, 1, MAX_COUNTERS))

    def stop(self) -> None:
        """End the search under way, if any; its outcome stands."""
        if self._search is not None:
            self._search.stop()

    def ponderhit(self) -> None:
        """The expected move was played: a search with ``Limit.ponder`` goes on, on the clock."""
        if self._search is not None:
            self._search.ponderhit()

    def new_game(self) -> None:
        """Forget everything learned: table, histories."""
        with self._door:
            self._await_idle()
            self._searchers.clear_table()
            self._searchers.new_game()

    def close(self) -> None:
        """End the search under way, if any, and wait for its threads; the engine can't be used afterwards."""
        self._is_closed = True
        if self._search is not None:
            self._search.stop()
            self._search.join()

    def _await_idle(self) -> None:
        """Wait until an abandoned search has ended.

        Raises RuntimeError while another one runs, if it never ends, and if the engine is closed.
        """
        self._require_open()
        if self._search is not None and self._search.is_left_behind:
            raise RuntimeError("this engine was searching when the process was forked; make another")
        if self._search is None or not self._search.is_running:
            return
        if not self._search.is_abandoned:
            raise RuntimeError("this engine is searching; call stop() and wait, or use a second Engine")
        self._search.wait()

    def _require_open(self) -> None:
        if self._is_closed:
            raise RuntimeError("this engine is closed; make another, or ask before the end of its with block")


def _move_text(move: Any) -> str:
    """A move as UCI or USI text, from a text or from the move of python-chess or python-shogi."""
    if isinstance(move, str):
        return move
    return str(move.usi() if hasattr(move, "usi") else move.uci())


def _ending(limit: LimitLike) -> Limit:
    """A limit for who waits for a search's end. Raises ValueError for one that never ends it, and as ``Limit.of``."""
    limit = Limit.of(limit)
    if limit.is_endless:
        raise ValueError("the limit never ends a search; give nodes, depth or movetime_ms, or stream and stop it")
    return limit
