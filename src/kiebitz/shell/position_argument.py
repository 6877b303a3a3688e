"""A position as people name it on the command line: a FEN in quotes, or ``startpos``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.shell.options import START
from kiebitz.shell.refusal import refuse

if TYPE_CHECKING:
    from kiebitz.engine import Position


def position_argument(fen: str) -> Position:
    """The position a user means, of Chess960 if it can't be of chess; refuses what is none."""
    import chess

    from kiebitz.engine import START_FEN, FenError, Position

    text = START_FEN if fen.strip() == START else fen
    try:
        position = Position(text)
        is_chess960 = chess.Board(position.fen(shredder=True), chess960=True).has_chess960_castling_rights()
        return Position(text, chess960=True) if is_chess960 else position
    except FenError as error:
        refuse(f"not a position: {error}")
