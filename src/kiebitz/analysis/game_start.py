"""Where a game starts, as its tags say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.analysis.tags import quoted
from kiebitz.engine import FenError, position_from

if TYPE_CHECKING:
    import chess.pgn


class StartError(ValueError):
    """Tags that tell of another game than chess, or of a position that can't be."""


def starting_board(headers: chess.pgn.Headers) -> chess.Board:
    """The position that a game with these tags starts from, one that ``Position`` takes. Raises StartError."""
    import chess

    try:
        variant = headers.variant()
    except ValueError:
        variant = None
    if variant is not chess.Board:
        raise StartError(f"of the variant {quoted(headers['Variant'])}, which Kiebitz doesn't play; not analysed")
    try:
        board = headers.board()
        position_from(board.fen(), chess960=board.chess960)
    except (FenError, ValueError) as error:
        raise StartError(f"the position in its tag FEN can't be analysed: {error}") from error
    return board
