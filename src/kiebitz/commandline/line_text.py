"""A line of moves as people write it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiebitz.engine import Position


def line_text(position: Position, moves: Iterable[str]) -> str:
    """Moves (UCI text) from a position on as SAN with numbers: '1. e4 e5 2. Nf3'."""
    import chess

    from kiebitz.engine import board_of

    return board_of(position).variation_san([chess.Move.from_uci(move) for move in moves])


def move_text(position: Position, move: str) -> str:
    """A move (UCI text) in both ways: 'Nf3 (g1f3)'."""
    from kiebitz.engine import board_of

    board = board_of(position)
    return f"{board.san(board.parse_uci(move))} ({move})"
