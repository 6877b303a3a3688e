"""A line of moves as people write it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiebitz.engine import Position, ShogiPosition


def line_text(position: Position | ShogiPosition, moves: Iterable[str]) -> str:
    """Moves (UCI text) from a position on as SAN with numbers: '1. e4 e5 2. Nf3'; of shogi as USI text."""
    from kiebitz.engine import Position, board_of

    if not isinstance(position, Position):
        return " ".join(moves)
    import chess

    return board_of(position).variation_san([chess.Move.from_uci(move) for move in moves])


def move_text(position: Position | ShogiPosition, move: str) -> str:
    """A move (UCI text) in both ways: 'Nf3 (g1f3)'; of shogi as USI text."""
    from kiebitz.engine import Position, board_of

    if not isinstance(position, Position):
        return move

    board = board_of(position)
    return f"{board.san(board.parse_uci(move))} ({move})"
