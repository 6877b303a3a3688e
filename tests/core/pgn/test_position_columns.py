"""Material and pawns of positions, as python-chess counts them."""

import chess
import numpy as np
from hypothesis import given

from kiebitz.core.chess.fen import START_FEN
from kiebitz.core.pgn.position_columns import WANTS_KEY, WANTS_STRUCTURE, PositionColumns
from random_games import scattered

KINDS = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


def structure_of(board):
    counts = [len(board.pieces(kind, side)) for side in (chess.WHITE, chess.BLACK) for kind in KINDS]
    men = sum(min(count, 15) << 4 * place for place, count in enumerate(counts))
    return [men, *(int(board.pieces(chess.PAWN, side)) for side in (chess.WHITE, chess.BLACK))]


@given(scattered())
def test_structures(scattered_men):
    board, position = scattered_men
    columns = PositionColumns(WANTS_STRUCTURE)
    columns.fill([(position.fen(), False, b"", 0), (None, False, b"", 0)])
    found = np.frombuffer(columns.structure_bytes(), np.uint64).reshape(-1, 3).tolist()
    assert found == [structure_of(board), structure_of(chess.Board())]


def test_there_are_none_unless_they_are_wanted():
    columns = PositionColumns(WANTS_KEY)
    columns.fill([(START_FEN, False, b"", 0)])
    assert columns.structure_bytes() == b""
