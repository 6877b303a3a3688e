"""Positions in 32 bytes hold what an evaluation sees."""

import chess
import numpy as np
import pytest
from hypothesis import given, settings

from kiebitz.core.training.packed_position import FIELDS, packed_bytes
from random_games import scattered

pytestmark = pytest.mark.check

POSITION = np.dtype([tuple(field) for field in FIELDS])
CODES = {(piece, colour): 2 * (piece - 1) + (not colour) for piece in chess.PIECE_TYPES for colour in chess.COLORS}


@settings(max_examples=50)
@given(scattered())
def test_the_men_are_there(board_and_position):
    board, position = board_and_position
    packed = np.frombuffer(packed_bytes(position), POSITION)[0]
    squares = [square for square in range(64) if int(packed["occupied"]) >> square & 1]
    assert squares == sorted(board.piece_map())
    for number, square in enumerate(squares):
        piece = board.piece_at(square)
        assert packed["men"][number // 2] >> (4 * (number % 2)) & 15 == CODES[piece.piece_type, piece.color]
    assert packed["side"] == (not board.turn)
    assert (packed["score"], packed["result"], packed["game"]) == (0, 0, 0)
