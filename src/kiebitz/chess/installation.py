"""``install`` and ``uninstall``: our board in the place of python-chess's, for programs that nobody changes.

Of python-chess, ``chess.Board`` alone changes, and whatever ``chess.pgn``, ``chess.engine`` and the like make by that
name, in whatever order they are imported. Variants stay python-chess's own: their module is imported before. What has
taken the name earlier (``from chess import Board``) keeps what it has.
"""

from __future__ import annotations

import copyreg
from typing import Any

import chess
import chess.variant

from kiebitz.chess.board import Board
from kiebitz.engine.board import ChessBoard


def install() -> None:
    """Make ``chess.Board`` Kiebitz's, until ``uninstall``; once is enough."""
    _put(Board)
    copyreg.pickle(ChessBoard, _reduced)  # Pickle finds classes by their names, and this one's is taken.


def uninstall() -> None:
    """Make ``chess.Board`` python-chess's own again. Boards that were made meanwhile stay as they are."""
    _put(ChessBoard)
    copyreg.dispatch_table.pop(ChessBoard, None)


def _put(board: type[chess.Board]) -> None:
    chess.Board = board  # type: ignore[misc]
    variants: list[Any] = chess.variant.VARIANTS
    variants[:] = [board if variant in {Board, ChessBoard} else variant for variant in variants]


def _reduced(board: chess.Board) -> tuple[Any, ...]:
    return _restored, (board.__dict__,)


def _restored(state: dict[str, Any]) -> chess.Board:
    """A board of python-chess's own that pickle has kept."""
    board = ChessBoard.__new__(ChessBoard)
    board.__dict__.update(state)
    return board
