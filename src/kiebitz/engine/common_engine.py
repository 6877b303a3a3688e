"""The base of both engines: what an engine does whatever it plays.

An engine has searchers of its own (``searchers``), as a rule a crew of threads with a transposition table; engines
share nothing, so any number may search at once, with the GIL released. Positions come in as text (FEN or SFEN,
``startpos`` for the first), as boards or as positions of ours (``positions``), limits as ``Limit`` objects, boards and
limits ours or those of python-chess and python-shogi.
"""

from __future__ import annotations

import json
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Self, TypeVar, cast

import kiebitz
from kiebitz.core import parameters as parameter_table
from kiebitz.core.chess.position import MAX_PLY
from kiebitz.core.evaluation.evaluator import Evaluator
from kiebitz.core.evaluation.function import FunctionEvaluation
from kiebitz.core.evaluation.network.file import network_for
from kiebitz.core.evaluation.network.games import NetworkGame
from kiebitz.core.evaluation.network.layers import NetworkError
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.evaluation.shogi.evaluator import ShogiEvaluator
from kiebitz.core.search.crew import Crew, CrewWorker
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.table.design import TableDesign
from kiebitz.engine.board_libraries import library_of
from kiebitz.engine.leaf_count import leaves_below_moves
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.engine.line import Info, Line
from kiebitz.engine.option_values import (
    DESIGN_OPTIONS,
    OptionError,
    design_among,
    judged_by,
    network_of,
    no_option,
    table_of,
    whole,
    within,
)
from kiebitz.engine.options import Judge, OptionValue
from kiebitz.engine.positions import (
    START_TEXT,
    AnyPosition,
    text_of,
    texts_of_moves,
)
from kiebitz.engine.search import Search
from kiebitz.engine.search_limits import is_endless, search_limits
from kiebitz.engine.searchers import Searchers, Searching
from kiebitz.engine.stream import Stream

if TYPE_CHECKING:
    from kiebitz.engine.table_view import TableView
    from kiebitz.engine.trace import Exemption, Trace

DEFAULT_HASH_MB = 16
DEFAULT_OVERHEAD_MS = 10
MAX_OVERHEAD_MS = 10_000
MAX_THREADS = 256
# Threads that count leaves.
MAX_COUNTERS = 1024
# Searches of a node that a trace records by default, and at most; 48 bytes each.
DEFAULT_TRACE_ROWS = 1_000_000
MAX_TRACE_ROWS = 1_000_000_000
SHARED_OPTIONS = ("hash_mb", *DESIGN_OPTIONS, "threads", "move_overhead_ms", "network")
# The parameter that chooses the evaluation, and its values that ask a network.
EVALUATION = "evaluation"
HYBRID = parameter_table.checked(EVALUATION, "hybrid")
WITH_NETWORK = (parameter_table.checked(EVALUATION, "network"), HYBRID)
BY_TEACHER = parameter_table.checked(EVALUATION, "teacher")
BY_FUNCTION = parameter_table.checked(EVALUATION, "function")


@dataclass(frozen=True, slots=True)
class TermsOfPlay:
    """A search whose outcome tells which move to play."""

    limit: Limit
    multipv: int = 1
    """Lines to choose from."""
    searchmoves: tuple[str, ...] | None = None
    """The moves to choose from; None: all."""


Board = TypeVar("Board")
Move = TypeVar("Move")
EvaluatorT = TypeVar("EvaluatorT", Evaluator, ShogiEvaluator)


class AnyEngine(ABC, Generic[Board, Move]):
    """Base of ``Engine`` and ``ShogiEngine``; see those for thread safety."""

    _make_worker: ClassVar[type[CrewWorker]]
    _network_game: ClassVar[NetworkGame]
    _defaults: ClassVar[Mapping[str, int]]
    """Every parameter of the search at its default."""
    _unknown: ClassVar[Collection[str]]
    """Those among them that change nothing in this game."""
    _judging: ClassVar[tuple[str, ...]]
    """Those that say what a position is worth."""
    _options: ClassVar[tuple[str, ...]]
    """The options beside the parameters."""

    def __init__(self, searchers: Searchers | None, options: dict[str, OptionValue]) -> None:
        """Let these search, or threads of this process."""
        if searchers is None:
            hash_mb = whole("hash_mb", options.get("hash_mb", DEFAULT_HASH_MB))
            table = table_of(hash_mb, self._design_among(options, TableDesign()))
            searchers = Crew(table, make_worker=self._make_worker)
        self.move_overhead_ms = DEFAULT_OVERHEAD_MS
        self._searchers = searchers
        self._search: Search | None = None
        self._is_closed = False
        # Held from the question whether a search runs until what must not meet one is done, or is one.
        self._door = threading.Lock()
        self._parameters = {name: value for name, value in self._defaults.items() if name not in self._unknown}
        # The network that was given, and the one that evaluates.
        self._given: Judge | None = None
        self._network: Judge | None = None
        # The settings that the values in the table depend on; none before the first.
        self._judged_by: dict[str, int | str] = {}
        self._configure(options)

    @property
    def network(self) -> Any:
        """The network that evaluates; None under another evaluation."""
        return self._network

    @property
    def parameters(self) -> dict[str, int]:
        """Every parameter of the search that changes anything in this game, with its present value."""
        return dict(self._parameters)

    @property
    def title(self) -> str:
        """How it calls itself, with its version."""
        return f"Kiebitz {kiebitz.__version__}"

    @property
    def identity(self) -> str:
        """Everything that a search's outcome depends on, except the question and the number of threads."""
        network = self._network.checksum if self._network else None
        parameters = sorted(self.parameters.items())
        return json.dumps([kiebitz.__version__, network, self.hash_mb, repr(self.table_design), parameters])

    @property
    def takes_positions(self) -> bool:
        """True if a ``Position`` tells it the moves before: it does."""
        return True

    @abstractmethod
    def _position_of(self, board: Board) -> AnyPosition:
        """The position that a caller means, with the moves before it where they are known."""

    def _searchers_for(self, limits: SearchLimits) -> Searching:
        """The searchers to ask for such limits."""
        del limits
        return self._searchers

    def _design_among(self, options: Mapping[str, OptionValue], present: TableDesign) -> TableDesign:
        """How options want the table made. Raises OptionError."""
        return design_among(options, present)

    def configure(self, **options: Any) -> None:
        """Change options; all or, if one is refused, none. Raises OptionError or MemoryError naming the fault."""
        with self._door:
            self._await_idle()
            self._configure(options)

    def _configure(self, options: dict[str, OptionValue]) -> None:
        """Make options hold. Raises OptionError and MemoryError."""
        design = self._design_among(options, self.table_design)
        self._arrange(options, design, dict(self._parameters), asks_network="network" in options)

    def _arrange(
        self,
        options: Mapping[str, OptionValue],
        design: TableDesign,
        parameters: dict[str, int],
        *,
        asks_network: bool,
    ) -> None:
        """Make options hold on top of ``parameters``, with a table of this design; all or none.

        ``asks_network``: a network that is given chooses the evaluation, unless the options do. Raises OptionError and
        MemoryError.
        """
        hash_mb, threads, overhead_ms = self._read(options, parameters)
        given = self._given
        try:
            if "network" in options:
                given = network_of(options["network"], self._network_game)
            if given is not None and asks_network and EVALUATION not in options:
                if isinstance(given, HalfKA):
                    parameters[EVALUATION] = BY_TEACHER
                elif isinstance(given, FunctionEvaluation):
                    parameters[EVALUATION] = BY_FUNCTION
                elif given.judges_by == "hybrid":
                    parameters[EVALUATION] = HYBRID
                elif parameters[EVALUATION] not in WITH_NETWORK:
                    parameters[EVALUATION] = self._defaults[EVALUATION]
            network = self._network_asked(parameters[EVALUATION], given)
            values = {**self._defaults, **parameters}
            self._searchers.arrange(hash_mb, design, threads, values, network)
        except ValueError as error:
            raise OptionError(str(error)) from error
        judged = judged_by(self._judging, parameters, network)
        if self._judged_by not in ({}, judged):
            # What the table holds was judged otherwise.
            self._searchers.clear_table()
        self.move_overhead_ms = overhead_ms
        self._parameters, self._given, self._network, self._judged_by = parameters, given, network, judged

    def _network_asked(self, evaluation: int, given: Judge | None) -> Judge | None:
        """The judge that an evaluation asks: the one given, or the network that comes along. Raises NetworkError."""
        if evaluation in (BY_TEACHER, BY_FUNCTION):
            return given
        if evaluation not in WITH_NETWORK:
            return None
        if isinstance(given, FunctionEvaluation):
            given = None
        if isinstance(given, HalfKA):
            raise NetworkError(f"{given.name} is a network of Stockfish, asked by evaluation=teacher alone")
        return network_for(self._network_game, given)

    def _read(self, options: Mapping[str, OptionValue], parameters: dict[str, int]) -> tuple[int, int, int]:
        """Size of the table, threads and overhead as options have them; parameters are put into ``parameters``.

        Raises OptionError.
        """
        hash_mb, threads, overhead_ms = self.hash_mb, self.threads, self.move_overhead_ms
        for name, value in options.items():
            if name == "hash_mb":
                hash_mb = whole(name, value)
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
            elif name in self._unknown:
                raise OptionError(f"{name} is a parameter of chess; it changes nothing in shogi")
            elif name not in (*DESIGN_OPTIONS, "network"):
                raise OptionError(no_option(name, self._options, parameters))
        return hash_mb, threads, overhead_ms

    @abstractmethod
    def evaluate(self, board: Board) -> Any:
        """The static evaluation, without search."""

    def _set_up(self, evaluator: EvaluatorT) -> EvaluatorT:
        """The evaluator by this engine's parameters and network."""
        self._require_open()
        evaluator.configure({**self._defaults, **self._parameters}, cast(Any, self._network))
        return evaluator

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
        must_end: bool = False,
    ) -> Search:
        """Start a search without a ``Stream``; record every node in ``rows``, if given, with exemptions then.

        ``must_end``: somebody waits for its end. Raises as ``stream``, as ``Searching.record_into``, and ValueError for
        a search that must end and never would.
        """
        limit = Limit.of(limit)
        if multipv < 1:
            raise ValueError(f"multipv is {multipv}; ask for at least one line")
        position = self._position_of(board)
        texts = texts_of_moves(searchmoves)
        if must_end and not (limit.infinite or limit.ponder) and is_endless(limit, position):
            more = ", movetime_ms or the clock of the side to move" if limit.is_on_clock else " or movetime_ms"
            raise ValueError(f"the limit never ends a search; give nodes, depth{more}, or stream and stop it")
        with self._door:
            self._await_idle()
            limits = replace(
                search_limits(limit, position, self.move_overhead_ms),
                multipv=multipv,
                searchmoves=texts,
            )
            holds = limit.infinite or limit.ponder
            spared = [each.code for each in exempt]
            library = library_of(board) if isinstance(position, ShogiPosition) else None
            search = Search(
                self._searchers_for(limits), position, limits, holds=holds, rows=rows, exempt=spared, library=library
            )
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
        return Stream(self.begin(board, limit, multipv=multipv, searchmoves=searchmoves, must_end=True)).info

    def play(self, board: Board, limit: LimitLike) -> Any:
        """The move to play, as ``Line.move`` has it; None if the game is over. Raises ImportError as that."""
        terms = self.terms_of_play(board, limit)
        among = cast("tuple[Move, ...] | None", terms.searchmoves)
        line = self.choice_of(board, self.analyse(board, terms.limit, multipv=terms.multipv, searchmoves=among))
        return None if line is None else line.move

    def terms_of_play(self, board: Board, limit: LimitLike) -> TermsOfPlay:
        """The search whose outcome tells which move to play."""
        del board
        return TermsOfPlay(Limit.of(limit))

    def choice_of(self, board: Board, info: Info) -> Line | None:
        """Choose the line to play; None if the game is over."""
        del board
        return next(iter(info.lines), None)

    def trace(
        self,
        board: Board,
        limit: LimitLike,
        *,
        max_nodes: int = DEFAULT_TRACE_ROWS,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
        exempt: Sequence[Exemption] = (),
    ) -> Trace:
        """Search, and return every node of the search as data; at most ``max_nodes`` searches of a node are recorded.

        The search is the same as without recording; unless positions are ``exempt`` from techniques of it, to see what
        these hid. Raises as ``stream``, ValueError with more than one thread or for a
        mate, MemoryError if there is no memory for the nodes, and UnsupportedError on a cluster.
        """
        import numpy as np

        from kiebitz.engine.trace import ROW, Trace

        if not 1 <= max_nodes <= MAX_TRACE_ROWS:
            raise ValueError(f"max_nodes is {max_nodes}; record 1 to {MAX_TRACE_ROWS:,} searches of a node")
        if Limit.of(limit).mate is not None:
            raise ValueError("a mate is proved, not searched for; trace with another limit, such as Limit(depth=9)")
        position: Any = self._position_of(board)
        rows = np.zeros(max_nodes, dtype=ROW)
        search = self.begin(
            position,
            limit,
            multipv=multipv,
            searchmoves=searchmoves,
            rows=rows.view(np.uint8),
            exempt=exempt,
            must_end=True,
        )
        info = Stream(search).info
        recorded, unrecorded = search.recorded
        return Trace(rows[:recorded].copy(), text_of(position), info, unrecorded, getattr(position, "chess960", False))

    def perft(self, board: Board, depth: int, *, threads: int = 1) -> int:
        """Leaves of the legal move tree of ``depth`` plies. Raises ValueError for an impossible depth.

        Ctrl-C ends the count.
        """
        if depth == 0:
            self._position_of(board)
            return 1
        return sum(self.divide(board, depth, threads=threads).values())

    def divide(self, board: Board, depth: int, *, threads: int = 1) -> dict[str, int]:
        """Leaves below each move (UCI or USI text). Raises ValueError for an impossible depth; Ctrl-C ends it."""
        if not 1 <= depth <= MAX_PLY:
            raise ValueError(f"depth {depth} is not in 1..{MAX_PLY}")
        return leaves_below_moves(self._position_of(board).copy(), depth, within("threads", threads, 1, MAX_COUNTERS))

    def save_table(self, path: str | os.PathLike[str]) -> None:
        """Write the transposition table to a file.

        Raises TableFileError if it can't be written, and UnsupportedError as ``table``.
        """
        from kiebitz.engine.table_file import save_table

        with self._door:
            self._await_idle()
            save_table(self._searchers.table, path, self._judged_by, self._start())

    def load_table(self, path: str | os.PathLike[str]) -> None:
        """Load the transposition table, with its size, from a file that ``save_table`` wrote.

        Raises TableFileError for a file that is damaged, of another design or judged by another evaluation,
        MemoryError, and UnsupportedError as ``table``; the old table then stays.
        """
        from kiebitz.engine.table_file import load_table

        with self._door:
            self._await_idle()
            load_table(self._searchers.table, path, self._judged_by, self._start())

    def _start(self) -> AnyPosition:
        """The first position of its game."""
        return self._position_of(cast(Board, START_TEXT))

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
