"""A search of chess as data. Made by ``Engine.trace``; ``any_trace`` says what a row holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kiebitz.core.chess.move import uci_text
from kiebitz.engine.any_trace import EXPECTATIONS, KINDS, REASONS, ROW, START, AnyTrace, Comparison, CutRate, NullMoves
from kiebitz.engine.line import arrows

if TYPE_CHECKING:
    import chess

    from kiebitz.engine.line import GameName

__all__ = ["EXPECTATIONS", "KINDS", "REASONS", "ROW", "Comparison", "CutRate", "NullMoves", "Trace"]


@dataclass(frozen=True, repr=False)
class Trace(AnyTrace):
    """The rows of a search of chess; moves are UCI text, 0000 for a null move."""

    game: ClassVar[GameName] = "chess"

    chess960: bool
    """How castling is written."""

    def move_text(self, code: int) -> str:
        """A row's move as UCI text."""
        return uci_text(code, self.chess960)

    @property
    def turn(self) -> bool:
        """True if White is to move at the root."""
        return bool(self.board(START).turn)

    def board(self, row: int) -> chess.Board:
        """The position of a row, with the moves that led there."""
        import chess

        board = chess.Board(self.fen, chess960=self.chess960)
        for move in self.moves(row):
            board.push_uci(move)
        return board

    def position_text(self, row: int) -> str:
        """The position of a row as FEN."""
        return self.board(row).fen()

    def picture(self) -> str:
        """The root with arrows for the lines that were found, as an SVG board."""
        from kiebitz.engine.notebook.display import board_svg

        return board_svg(self.board(START), arrows(self.info.lines))
