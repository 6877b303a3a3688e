"""Men on their squares, and what they are worth in exchanges."""

from __future__ import annotations

from dataclasses import dataclass

import chess

PAWNS = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
"""Values of the pieces, in pawns; nobody can win a king."""


@dataclass(frozen=True, slots=True)
class Man:
    """A man and where it stands."""

    piece: str
    """FEN's letter: ``N`` for a white knight, ``n`` for a black one."""
    square: str
    """``e4``."""

    @classmethod
    def on(cls, board: chess.Board, square: chess.Square) -> Man:
        """The man on a square. Raises KeyError for an empty one."""
        return cls(board.piece_map(mask=chess.BB_SQUARES[square])[square].symbol(), chess.SQUARE_NAMES[square])


def worth(board: chess.Board, square: chess.Square) -> int:
    """Value of the piece on a square, in pawns; 0 for none."""
    return PAWNS.get(board.piece_type_at(square) or chess.KING, 0)


def balance(board: chess.Board, side: chess.Color) -> int:
    """By how many pawns a side's men outweigh the other's."""
    return sum(
        count * (len(board.pieces(piece, side)) - len(board.pieces(piece, not side))) for piece, count in PAWNS.items()
    )
