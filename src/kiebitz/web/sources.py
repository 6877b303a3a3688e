"""Knowledge of an opening book and tablebases of a position, without a search."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from kiebitz.engine import fen_of, position_from
from kiebitz.engine.opening_book import OpeningBook
from kiebitz.engine.tablebase import BLESSED_LOSS, CURSED_WIN, DRAW, LOSS, WIN, Tablebase
from kiebitz.web.messages import BookMove, KeepingMove, Known

PERMILLE = 1000
# What a result means for White if it is White's move, and if it is Black's.
VERDICTS = {
    WIN: ("white_wins", "black_wins"),
    CURSED_WIN: ("white_too_slow", "black_too_slow"),
    DRAW: ("table_draw", "table_draw"),
    BLESSED_LOSS: ("black_too_slow", "white_too_slow"),
    LOSS: ("black_wins", "white_wins"),
}


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources that all tabs look positions up in."""

    book: OpeningBook | None = None
    tables: Tablebase | None = None

    def __bool__(self) -> bool:
        """True if there is anything to look up in."""
        return self.book is not None or self.tables is not None

    def close(self) -> None:
        """Let the files go; whoever waits for the tables waits no longer."""
        for each in (self.book, self.tables):
            if each is not None:
                each.close()

    def known(self, node: int, board: chess.Board) -> Known:
        """Their knowledge of the position of a node. Raises TablebaseError for a damaged table."""
        position = position_from(fen_of(board), chess960=board.chess960)
        book = self.book.moves(position) if self.book else ()
        total = max(sum(weight for _, weight in book), 1)
        legal = [board.uci(move) for move in board.legal_moves]
        found = self.tables.probe(position, legal) if self.tables else None
        return Known(
            node=node,
            book=[BookMove(move, _san(board, move), round(PERMILLE * weight / total)) for move, weight in book],
            verdict=VERDICTS[found.result][0 if board.turn else 1] if found else "",
            keeping=[KeepingMove(move, _san(board, move)) for move in found.moves] if found else [],
        )


def _san(board: chess.Board, move: str) -> str:
    return board.san(board.parse_uci(move))
