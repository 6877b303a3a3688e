"""The ending's graph against python-chess (moves) and the Syzygy tables (truth)."""

from random import Random

import chess
import chess.syzygy
import numpy as np
import pytest

from kiebitz_claims.measuring.pawn_ending import (
    DRAWN,
    FILES,
    NO_MOVE,
    PAWN_SQUARES,
    POSITIONS,
    PROMOTED,
    SQUARES,
    WON,
    build,
    index_of,
    white_to_move,
)
from sources import DATA

TABLES = DATA / "syzygy"
SAMPLES = 3000


@pytest.fixture(scope="module")
def ending():
    return build()


def board_of(index):
    rest, pawn = divmod(index, PAWN_SQUARES)
    rest, black_king = divmod(rest, SQUARES)
    side, white_king = divmod(rest, SQUARES)
    board = chess.Board(None)
    board.set_piece_at(white_king, chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(black_king, chess.Piece(chess.KING, chess.BLACK))
    board.set_piece_at(pawn + FILES, chess.Piece(chess.PAWN, chess.WHITE))
    board.turn = side == 0
    return board


@pytest.mark.check
def test_legal_moves_and_truth(ending):
    random = Random(1)
    with chess.syzygy.open_tablebase(str(TABLES)) as tables:
        for index in random.sample(range(POSITIONS), SAMPLES):
            rest = index // PAWN_SQUARES
            kings_apart = rest % SQUARES != rest // SQUARES % SQUARES
            board = board_of(index)
            possible = kings_apart and chess.popcount(board.occupied) == 3 and board.is_valid()
            assert ending.legal[index] == possible
            if not possible:
                continue
            found = sorted(target for target in ending.targets[index] if target != NO_MOVE)
            expected = []
            for move in board.legal_moves:
                if move.promotion not in {None, chess.QUEEN}:
                    continue
                after = board.copy()
                after.push(move)
                kings = after.king(chess.WHITE), after.king(chess.BLACK)
                if move.promotion:
                    file = chess.square_file(move.to_square)
                    expected.append(PROMOTED + (kings[0] * SQUARES + kings[1]) * FILES + file)
                elif after.pawns:
                    expected.append(index_of(after.turn, *kings, after.pawns.bit_length() - 1))
                else:
                    expected.append(DRAWN)
            if not expected:
                expected = [WON if board.is_check() else DRAWN]
            assert found == sorted(expected), board.fen()
            result = tables.probe_wdl(board) * (1 if board.turn else -1)
            assert ending.truth[index] == (result > 0), board.fen()


def test_known_counts(ending):
    """Of all positions with White to move about three quarters are won, as endgame books have it."""
    white = ending.legal & white_to_move()
    assert 0.70 < ending.truth[:POSITIONS][white].mean() < 0.80


def test_truth_is_its_own_back_up(ending):
    assert (ending.back_up(ending.truth) == ending.truth).all()


def test_choices_have_both_kinds_of_moves(ending):
    for index in Random(2).sample(list(np.flatnonzero(ending.choices)), 200):
        targets = [target for target in ending.targets[index] if target != NO_MOVE]
        assert {bool(ending.truth[target]) for target in targets} == {True, False}
