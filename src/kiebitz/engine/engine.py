"""The engine: a search in this process.

An ``Engine`` owns a transposition table and a crew of workers; engines share nothing, so any number may search at once,
each in threads of its own with the GIL released. Positions come in as FEN strings, python-chess boards or ``Position``
objects.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self, TypeAlias

from kiebitz.core import clock
from kiebitz.core import parameters as parameter_table
from kiebitz.core.chess.fen import START_FEN, FenError, FenFault
from kiebitz.core.chess.notation import MoveError, legal_moves, push, push_null
from kiebitz.core.chess.perft import divide as divide_leaves
from kiebitz.core.chess.perft import perft as count_leaves
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation import tartan
from kiebitz.core.evaluation.classical import weighted_sum as classical
from kiebitz.core.search.crew import Crew
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.table.design import TableDesign
from kiebitz.core.table.table import Table
from kiebitz.engine.eras import ERAS, TODAY
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Info
from kiebitz.engine.stream import Stream

if TYPE_CHECKING:
    import chess

    from kiebitz.engine.table_view import TableView
    from kiebitz.engine.trace import Trace

BoardLike: TypeAlias = "str | chess.Board | Position"
MoveLike: TypeAlias = "str | chess.Move"

__all__ = [
    "NULL_MOVE_TEXT",
    "START_FEN",
    "BoardLike",
    "Engine",
    "Evaluation",
    "FenError",
    "FenFault",
    "MoveError",
    "MoveLike",
    "OptionError",
    "Position",
    "board_of",
    "legal_moves",
    "position_from",
    "position_of",
    "push",
    "search_limits",
]

DEFAULT_HASH_MB = 16
DEFAULT_OVERHEAD_MS = 10
MOST_OVERHEAD_MS = 10_000
MOST_THREADS = 256
NULL_MOVE_TEXT = "0000"
# Searches of a node that a trace records if nothing is said, and at most; 48 bytes each.
DEFAULT_TRACE_ROWS = 1_000_000
MOST_TRACE_ROWS = 1_000_000_000
# Parameters that change what a position is worth, and so what the table's values mean.
EVALUATION_PARAMETERS = ("evaluation", *(name for name in classical.MODULE_NAMES if name != "piece_values"))


class OptionError(ValueError):
    """An option that doesn't exist, or a value it can't take."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The static evaluation of a position, module by module (no search)."""

    total: int
    """Centipawns for the side to move."""
    modules: dict[str, tuple[tuple[int, int], tuple[int, int]]]
    """By module: (middlegame, endgame) of White's men and of Black's, in centipawns, each side's own view."""
    phase: int
    """Game phase: 24 with all pieces on the board, 0 with none."""
    scale: int
    """How much of the advantage is real, in 64ths: less than 64 where the material makes it hard to win."""
    fading: tuple[int, int]
    """What the fifty-move count leaves of it, as a fraction (numerator, denominator)."""


def position_from(fen: str = START_FEN, moves: Sequence[str] = (), chess960: bool | None = False) -> Position:
    """The position after a game's moves (UCI text, ``0000`` passes). Raises FenError or MoveError.

    ``chess960`` chooses how castling is written; None: as Chess960 if the castling rights of the FEN need it.
    """
    position = Position(fen, chess960)
    for move in moves:
        if move == NULL_MOVE_TEXT:
            push_null(position)
        else:
            push(position, move)
    return position


def position_of(board: BoardLike) -> Position:
    """The position that a caller means, with the moves before it where they are known (for repetitions).

    Raises FenError for an impossible position and ValueError for a variant of chess.
    """
    if isinstance(board, Position):
        return board
    if isinstance(board, str):
        return Position(board)
    if board.uci_variant != "chess":
        raise ValueError(f"Kiebitz plays chess and Chess960, not {board.uci_variant}")
    start = board.root()
    fen = start.shredder_fen() if board.chess960 else start.fen()
    return position_from(fen, [move.uci() for move in board.move_stack], board.chess960)


def board_of(position: Position) -> chess.Board:
    """The same position as a python-chess board, which writes castling likewise; without the moves before it."""
    import chess

    return chess.Board(position.fen(shredder=position.chess960), chess960=position.chess960)


def search_limits(limit: Limit, turn: bool, overhead_ms: int = DEFAULT_OVERHEAD_MS) -> SearchLimits:
    """What the core is told of a limit: of the clocks, the time for this move of the side that has the ``turn``."""
    allotment = _allot(limit, turn, overhead_ms)
    return SearchLimits(
        depth=limit.depth or 0,
        nodes=limit.nodes or 0,
        soft_us=round(allotment.soft_ms * 1000) if allotment else 0,
        hard_us=round(allotment.hard_ms * 1000) if allotment else 0,
        mate=limit.mate or 0,
        ponder=limit.ponder,
        flexible=allotment is not None and limit.movetime_ms is None,
    )


class Engine:
    """A chess engine in this process.

    Options, here and in ``configure``: ``hash_mb`` (size of the transposition table), ``table_policy`` (by which rule
    its entries are replaced, see ``core.table.design``; another one empties it and forgets histories), ``threads``,
    ``move_overhead_ms`` (time kept back on a clock), ``era`` (a set of parameters by name, see ``kiebitz.engine.eras``;
    what is given beside it is changed on top of it) and every parameter of the search by name (``null_move=False``,
    ``null_move_policy="verified"``, ``reduction_divisor=200``; ``kiebitz.engine.Engine.parameters`` lists them).

    Thread safety: one search at a time; ``stop`` and ``ponderhit`` may be called from any thread.
    """

    def __init__(self, **options: int | bool | str) -> None:
        """Make an engine. Raises OptionError, and MemoryError for a table that can't be had."""
        self.hash_mb = DEFAULT_HASH_MB
        self.threads = 1
        self.move_overhead_ms = DEFAULT_OVERHEAD_MS
        self.era = TODAY
        self._parameters = parameter_table.defaults()
        self._stream: Stream | None = None
        self._table = Table(_whole("hash_mb", options.pop("hash_mb", DEFAULT_HASH_MB)))
        self._crew = self._recruit()
        self.hash_mb = self._table.size_mb
        self.configure(**options)

    @property
    def table_policy(self) -> str:
        """By which rule the table's entries are replaced: a name of ``core.table.design.POLICIES``."""
        return self._table.design.policy

    def _recruit(self) -> Crew:
        """Those who search for this engine."""
        return Crew(self._table)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def parameters(self) -> dict[str, int]:
        """Every parameter of the search with its present value."""
        return dict(self._parameters)

    def configure(self, **options: int | bool | str) -> None:
        """Change options; all or, if one is refused, none. Raises OptionError or MemoryError naming the fault.

        An era sets every parameter of the search anew, before the others given with it.
        """
        self._require_idle()
        era = options.pop("era", None)
        parameters = dict(self._parameters) if era is None else _parameters_of(era)
        table_mb, threads, overhead_ms = self.hash_mb, self.threads, self.move_overhead_ms
        policy = self.table_policy if era is None else ERAS[str(era)].table_policy
        for name, value in options.items():
            if name == "hash_mb":
                table_mb = _whole(name, value)
            elif name == "threads":
                threads = _within(name, _whole(name, value), 1, MOST_THREADS)
            elif name == "move_overhead_ms":
                overhead_ms = _within(name, _whole(name, value), 0, MOST_OVERHEAD_MS)
            elif name == "table_policy":
                policy = str(value)
            elif name in parameters:
                try:
                    parameters[name] = parameter_table.checked(name, value)
                except ValueError as error:
                    raise OptionError(str(error)) from error
            else:
                raise OptionError(
                    f"there is no option '{name}'; options are hash_mb, table_policy, threads, move_overhead_ms, era"
                    f" and the search parameters {', '.join(parameters)}"
                )
        try:
            if policy != self.table_policy:
                # Searchers hold on to their table, so another one needs others.
                self._table = Table(table_mb, TableDesign(policy=policy))
                self._crew = self._recruit()
                self.threads = 1
            elif table_mb != self.hash_mb:
                self._table.resize(table_mb)
        except ValueError as error:
            raise OptionError(str(error)) from error
        if threads != self.threads:
            self._crew.resize(threads)
        self.hash_mb, self.threads, self.move_overhead_ms = table_mb, threads, overhead_ms
        self.era = self.era if era is None else str(era)
        if any(parameters[name] != self._parameters[name] for name in EVALUATION_PARAMETERS):
            # What the table holds was judged otherwise.
            self._table.clear()
        self._parameters = parameters
        self._crew.configure(parameters)

    def stream(
        self,
        board: BoardLike,
        limit: Limit,
        *,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
    ) -> Stream:
        """Start a search and return its lines as they are found; the outcome is ``Stream.info``.

        Raises FenError, MoveError, ValueError, and RuntimeError while another search of this engine runs.
        """
        self._require_idle()
        if multipv < 1:
            raise ValueError(f"multipv is {multipv}; ask for at least one line")
        position = position_of(board)
        limits = replace(
            search_limits(limit, position.turn, self.move_overhead_ms),
            multipv=multipv,
            searchmoves=tuple(_move_text(move) for move in searchmoves or ()),
        )
        if limit.mate is not None:
            # What other searches stored was found with prunings that may overlook a mate.
            self._table.clear()
        self._crew.prepare(position, limits)
        self._stream = Stream(self._crew, position.turn, holds=limit.infinite or limit.ponder)
        return self._stream

    def analyse(
        self,
        board: BoardLike,
        limit: Limit,
        *,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
    ) -> Info:
        """Search and return the outcome. Raises as ``stream``; Ctrl-C ends the search and leaves the engine usable."""
        return self.stream(board, limit, multipv=multipv, searchmoves=searchmoves).info

    def trace(
        self,
        board: BoardLike,
        limit: Limit,
        *,
        max_nodes: int = DEFAULT_TRACE_ROWS,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
    ) -> Trace:
        """Search, and return every node of the search as data; at most ``max_nodes`` searches of a node are recorded.

        The search is the same as without recording. Raises as ``stream``, ValueError with more than one thread, and
        MemoryError for a buffer that can't be had.
        """
        import numpy as np

        from kiebitz.engine.trace import ROW, Trace

        if self.threads != 1:
            raise ValueError("a trace records one thread; configure(threads=1) first")
        if not 1 <= max_nodes <= MOST_TRACE_ROWS:
            raise ValueError(f"max_nodes is {max_nodes}; record 1 to {MOST_TRACE_ROWS:,} searches of a node")
        self._require_idle()
        position = position_of(board)
        rows = np.zeros(max_nodes, dtype=ROW)
        self._crew.record_into(rows.view(np.uint8))
        try:
            info = self.analyse(position, limit, multipv=multipv, searchmoves=searchmoves)
            recorded, unrecorded = self._crew.recorded
        finally:
            self.close()
            self._crew.record_into(None)
        fen = position.fen(shredder=position.chess960)
        return Trace(rows[:recorded].copy(), fen, position.chess960, info, unrecorded)

    def play(self, board: BoardLike, limit: Limit) -> chess.Move | None:
        """The move to play; None if the game is over."""
        import chess

        move = self.analyse(board, limit).best_move
        return None if move is None else chess.Move.from_uci(move)

    def threat(self, board: BoardLike, limit: Limit) -> Info | None:
        """What the opponent would do if the side to move passed: its best lines, their scores the opponent's view.

        The refutation of the null move (Donninger 1993): the threat that a move must meet. None in check, where nobody
        can pass. Raises as ``stream``.
        """
        position = position_of(board)
        if position.is_check:
            return None
        after = position.copy()
        push_null(after)
        return self.analyse(after, limit)

    def evaluate(self, board: BoardLike) -> Evaluation:
        """The static evaluation, without search, as this engine's parameters have it."""
        position = position_of(board)
        if parameter_table.spoken("evaluation", self._parameters["evaluation"]) == "tartan":
            parts = tartan.break_down(position)
        else:
            parts = classical.break_down(position, classical.modules_of(self._parameters))
        return Evaluation(parts.total, parts.modules, parts.phase, parts.scale, parts.fading)

    def perft(self, board: BoardLike, depth: int, *, threads: int = 1) -> int:
        """Leaves of the legal move tree of ``depth`` plies. Raises ValueError for an impossible depth."""
        position = position_of(board)
        if threads == 1 or depth < 2:
            return count_leaves(position.copy(), depth)
        return sum(self.divide(position, depth, threads=threads).values())

    def divide(self, board: BoardLike, depth: int, *, threads: int = 1) -> dict[str, int]:
        """Leaves below each move (UCI text). Raises ValueError for an impossible depth."""
        position = position_of(board).copy()
        if threads == 1 or depth < 2:
            return divide_leaves(position, depth)

        def leaves_below(move: str) -> int:
            after = position.copy()
            push(after, move)
            return count_leaves(after, depth - 1)

        moves = legal_moves(position)
        with ThreadPoolExecutor(_within("threads", threads, 1, 1024)) as pool:
            return dict(zip(moves, pool.map(leaves_below, moves), strict=True))

    def stop(self) -> None:
        """End the search under way, if any; its outcome stands."""
        if self._stream is not None:
            self._stream.stop()

    def ponderhit(self) -> None:
        """The expected move was played: a search with ``Limit.ponder`` goes on, on the clock."""
        if self._stream is not None:
            self._stream.ponderhit()

    def new_game(self) -> None:
        """Forget everything learned: table, histories."""
        self._require_idle()
        self._table.clear()
        self._crew.new_game()

    @property
    def table(self) -> TableView:
        """A look into the transposition table: use, histograms, what it knows of a position, its line; any time."""
        from kiebitz.engine.table_view import TableView

        return TableView(self._table, position_of)

    def save_table(self, path: str | os.PathLike[str]) -> None:
        """Write the transposition table to a file. Raises TableFileError if it can't be written."""
        from kiebitz.engine.table_file import save_table

        self._require_idle()
        save_table(self._table, path, self._judged_by)

    def load_table(self, path: str | os.PathLike[str]) -> None:
        """Take the transposition table, with its size, from a file that ``save_table`` wrote.

        Raises TableFileError for a file that is damaged, of another design or judged by another evaluation, and
        MemoryError; the old table then stays.
        """
        from kiebitz.engine.table_file import load_table

        self._require_idle()
        load_table(self._table, path, self._judged_by)
        self.hash_mb = self._table.size_mb

    @property
    def _judged_by(self) -> dict[str, int]:
        """The settings that the values in the table depend on."""
        return {name: self._parameters[name] for name in EVALUATION_PARAMETERS}

    def close(self) -> None:
        """End the search under way, if any, and wait until it has ended."""
        if self._stream is not None:
            self._stream.close()

    def _require_idle(self) -> None:
        if self._stream is not None and self._stream.is_running:
            raise RuntimeError("this engine is searching; call stop() and wait, or use a second Engine")


def _allot(limit: Limit, turn: bool, overhead_ms: int) -> clock.Allotment | None:
    """Time for this move, or None if time is no limit."""
    if limit.infinite:
        return None
    if limit.movetime_ms is not None:
        return clock.for_movetime(limit.movetime_ms, 0)
    clock_ms = limit.white_clock_ms if turn else limit.black_clock_ms
    if clock_ms is None:
        return None
    increment_ms = limit.white_increment_ms if turn else limit.black_increment_ms
    return clock.for_clock(clock_ms, increment_ms, limit.moves_to_go, overhead_ms)


def _parameters_of(era: int | bool | str) -> dict[str, int]:
    """The parameters of an era. Raises OptionError."""
    if era not in ERAS:
        raise OptionError(f"there is no era {era!r}; eras are {', '.join(ERAS)}")
    values = parameter_table.defaults()
    for name, value in ERAS[str(era)].settings.items():
        values[name] = parameter_table.checked(name, value)
    return values


def _whole(name: str, value: int | bool | str) -> int:
    if isinstance(value, str):
        raise OptionError(f"{name} is {value!r}; it takes a whole number")
    return int(value)


def _within(name: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise OptionError(f"{name} = {value} is outside {least} to {most}")
    return value


def _move_text(move: MoveLike) -> str:
    return move if isinstance(move, str) else move.uci()
