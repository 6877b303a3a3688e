"""python-chess's names with Kiebitz's ``Board``, ``Move`` and ``Piece``: ``import kiebitz.chess as chess``.

A program for python-chess runs on compiled boards by this one line; docs/boards.md says what differs. What belongs to
boards of their own kind (``chess.pgn``, ``chess.variant``, ``chess.svg``) is python-chess's.
"""

from __future__ import annotations

from typing import Any

import chess
from chess import *  # noqa: F403

# In the place of python-chess's.
from kiebitz.engine.board import (  # type: ignore[assignment]
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Piece,
)

__all__ = ["AmbiguousMoveError", "Board", "IllegalMoveError", "InvalidMoveError", "Move", "Piece"]
__all__ += [name for name in vars(chess) if not name.startswith("_") and name not in __all__]


def __getattr__(name: str) -> Any:
    """A module of python-chess's, once somebody has imported it."""
    return getattr(chess, name)
