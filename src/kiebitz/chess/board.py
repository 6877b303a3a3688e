"""``kiebitz.chess.Board``: a ``kiebitz.Board`` that refuses what python-chess refuses, in its words."""

from __future__ import annotations

from collections.abc import Iterable

import chess

from kiebitz.engine.board import Board as KiebitzBoard
from kiebitz.engine.board import ChessBoard

__all__ = ["Board"]


class Board(KiebitzBoard):
    """python-chess's ``Board``, compiled: what ``install`` puts in its place.

    Where ``kiebitz.Board`` reads more than python-chess (``0-0-0 e.p.``, figurines) or says more of what is wrong, it
    asks python-chess's own code.
    """

    def _sketch_of(self, fen: str | None, chess960: bool | None) -> chess.Board | None:
        return ChessBoard(fen, chess960=bool(chess960))

    def set_fen(self, fen: str) -> None:
        """Set up a FEN. Raises ValueError, after which the board is what it was."""
        self._become_equal(Board(fen, chess960=self.chess960))

    def parse_san(self, san: str) -> chess.Move:
        """The legal or null move that a text means. Raises InvalidMoveError, IllegalMoveError, AmbiguousMoveError."""
        return self._strict_san(san) or ChessBoard.parse_san(self, san)

    def parse_uci(self, uci: str) -> chess.Move:
        """The legal or null move that a UCI text means. Raises InvalidMoveError, IllegalMoveError."""
        try:
            return super().parse_uci(uci)
        except ValueError:
            return ChessBoard.parse_uci(self, uci)

    def find_move(self, from_square: int, to_square: int, promotion: int | None = None) -> chess.Move:
        """The legal move between two squares; a pawn becomes a queen unless said. Raises IllegalMoveError."""
        try:
            return super().find_move(from_square, to_square, promotion)
        except ValueError:
            return ChessBoard.find_move(self, from_square, to_square, promotion)

    def variation_san(self, variation: Iterable[chess.Move]) -> str:
        """Moves in standard algebraic notation, with their numbers. Raises IllegalMoveError."""
        return ChessBoard.variation_san(self, variation)
