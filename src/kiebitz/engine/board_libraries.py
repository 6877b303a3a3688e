"""Moves of PyPI's libraries, and for shogi their boards: python-chess; python-shogi, cshogi or rsshogi.

A board tells whose it is by what it has; so none of them is imported before a caller brings one, or asks for a move.
"""

from __future__ import annotations

import warnings
from copy import deepcopy
from typing import Any, Literal, TypeAlias

BoardLibrary: TypeAlias = Literal["python-chess", "python-shogi", "cshogi", "rsshogi"]
"""The libraries, by their names on PyPI."""
FROM_TEXT = (
    "moves of a position given as text are python-shogi's, and from the next version on rsshogi's; give a board of"
    " the library that you use, or take the moves as USI text (moves, best_move)"
)


def library_of(board: object) -> BoardLibrary | None:
    """The library that a board of shogi is of; None for none of theirs."""
    if hasattr(board, "to_sfen") and hasattr(board, "last_move"):
        return "rsshogi"
    if not hasattr(board, "sfen"):
        return None
    if hasattr(board, "move_stack"):
        return "python-shogi"
    return "cshogi" if hasattr(board, "history") else None


def game_on(board: Any, library: BoardLibrary) -> tuple[str, list[str]]:
    """The SFEN that a board began with, and the moves since, as USI text; the board stays as it is."""
    if library == "rsshogi":
        board, moves = board.copy(), list[str]()
        while last := board.last_move():
            moves.append(last.to_usi())
            board.pop()
        return str(board.to_sfen()), moves[::-1]
    if library == "cshogi":
        board, taken = board.copy(), board.history
        while board.history:
            board.pop()
        return str(board.sfen()), [usi_of(move) for move in taken]
    board, taken = deepcopy(board), list(board.move_stack)
    while board.move_stack:
        board.pop()
    return str(board.sfen()), [move.usi() for move in taken]


def sfen_of(board: Any) -> str:
    """The SFEN of a board as it stands."""
    return str(board.to_sfen() if hasattr(board, "to_sfen") else board.sfen())


def usi_of(move: Any) -> str:
    """A move of any of the libraries as USI text; cshogi's are whole numbers."""
    if isinstance(move, int):
        import cshogi

        return str(cshogi.move_to_usi(move))
    return str(move.to_usi() if hasattr(move, "to_usi") else move.usi())


def moves_for(sfen: str | None, moves: tuple[str, ...], library: BoardLibrary | None) -> list[Any]:
    """Moves from a position on, as a library has them. Raises ImportError without it."""
    if library is None:
        warnings.warn(FROM_TEXT, DeprecationWarning, stacklevel=4)
        library = "python-shogi"
    if library == "python-chess":
        import chess

        return [chess.Move.from_uci(move) for move in moves]
    if library == "rsshogi":
        from rsshogi.core import Move

        return [Move.from_usi(move) for move in moves]
    if library == "python-shogi":
        import shogi

        return [shogi.Move.from_usi(move) for move in moves]
    import cshogi

    # cshogi's moves name the man that moves, which a board knows.
    board, found = cshogi.Board(sfen), []
    for move in moves:
        found.append(board.move_from_usi(move))
        board.push(found[-1])
    return found
