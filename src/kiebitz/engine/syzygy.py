"""Syzygy tables as python-chess reads them, and the process that does so for ``tablebase``.

python-chess trusts what stands in the files: one whose head names men that the ending doesn't have makes it look for
them for ever. So a file's men are held against its name once, when it is opened, and whatever else a damaged one may do
happens in a process that can be ended.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from typing import TypeVar

import chess
import chess.syzygy

from kiebitz.core.chess.position import FIFTY_MOVES
from kiebitz.engine.tablebase import BLESSED_LOSS, CURSED_WIN, DRAW, LOSS, WIN, TablebaseError
from kiebitz.processes.worker_pool import end_with_parent

# A move that zeroes the counter: its DTZ by the result after it.
ZEROING_DTZ = {WIN: 1, CURSED_WIN: FIFTY_MOVES + 1, DRAW: 0, BLESSED_LOSS: -FIFTY_MOVES - 1, LOSS: -1}
File = TypeVar("File", bound=chess.syzygy.Table)


class _Results(chess.syzygy.WdlTable):
    """A file of results, looked at when it is opened."""

    def init_table_wdl(self) -> None:
        if not self.initialized:
            super().init_table_wdl()
            files = [list(each.pieces.values()) for each in self.files] if self.has_pawns else [self.pieces.values()]
            _check(self, [men for lists in files for men in lists])
        super().init_table_wdl()


class _Distances(chess.syzygy.DtzTable):
    """A file of distances, looked at when it is opened."""

    def init_table_dtz(self) -> None:
        if not self.initialized:
            super().init_table_dtz()
            _check(self, [each.pieces for each in self.files] if self.has_pawns else [self.pieces])
        super().init_table_dtz()


def _check(table: chess.syzygy.Table, lists: Sequence[Sequence[int]]) -> None:
    """Hold the men that a file says it is about against its name. Raises TablebaseError."""
    name = table.path.replace("\\", "/").rsplit("/", 1)[-1]
    ending = name.rsplit(".", 1)[0]
    own = {chess.syzygy.normalize_tablename(ending, mirror=mirror) for mirror in (False, True)}
    if table.key not in own or any(chess.syzygy.recalc_key(list(men)) != table.key for men in lists):
        table.initialized = False
        raise TablebaseError(f"{name} isn't about the men of its name")


class Syzygy:
    """The tables of directories, read in this process; files are opened when they are first needed."""

    def __init__(self, directories: Sequence[str]) -> None:
        """Find the tables; directories that can't be read have none."""
        self._tables = chess.syzygy.Tablebase()
        for directory in directories:
            with contextlib.suppress(OSError, ValueError):
                self._tables.add_directory(directory)
        self._tables.wdl = _replaced(self._tables.wdl, _Results)
        self._tables.dtz = _replaced(self._tables.dtz, _Distances)

    def distances(self, fen: str, moves: Sequence[str]) -> dict[str, int] | None:
        """Plies to zeroing with each move, as ``Tablebase.probe`` needs them; None if a table is missing.

        Positive for a win of the side to move, 0 for a draw. Raises TablebaseError for a damaged table.
        """
        board = chess.Board(fen)
        try:
            return {move: self._distance(board, chess.Move.from_uci(move)) for move in moves}
        except chess.syzygy.MissingTableError:
            return None
        except TablebaseError as error:
            raise TablebaseError(f"a damaged table: {error}") from error
        except Exception as error:  # python-chess trusts the files; damaged ones fail in many ways.
            raise TablebaseError(f"a damaged table: {type(error).__name__}: {error}") from error

    def _distance(self, board: chess.Board, move: chess.Move) -> int:
        """Plies to zeroing with a move."""
        is_zeroing = board.is_zeroing(move)
        board.push(move)
        try:
            if board.is_checkmate():
                return 1
            if is_zeroing:
                return ZEROING_DTZ[-self._tables.probe_wdl(board)]
            distance = -self._tables.probe_dtz(board)
            return distance + (distance > 0) - (distance < 0)
        finally:
            board.pop()

    def close(self) -> None:
        """Let the files go."""
        self._tables.close()


def _replaced(tables: dict[str, chess.syzygy.Table], kind: type[File]) -> dict[str, chess.syzygy.Table]:
    """The same files, read by another class."""
    made = {table.path: kind(table.path) for table in tables.values()}
    return {key: made[table.path] for key, table in tables.items()}


def answer(connection: Connection, directories: Sequence[str]) -> None:
    """The life of the process that reads tables: each question (FEN and moves) is answered, by an error if need be."""
    # Ctrl-C reaches every process of the terminal; who asks decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    tables = Syzygy(directories)
    for fen, moves in _questions(connection):
        found: dict[str, int] | TablebaseError | None
        try:
            found = tables.distances(fen, moves)
        except TablebaseError as error:
            found = error
        connection.send(found)


def _questions(connection: Connection) -> Iterator[tuple[str, Sequence[str]]]:
    """The questions, until nobody asks any more."""
    connection.send(None)  # Now the time of an answer begins to count.
    with contextlib.suppress(EOFError, OSError):
        while True:
            yield connection.recv()
