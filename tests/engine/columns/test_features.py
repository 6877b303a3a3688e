"""What a network sees of many positions, held against python-chess."""

import random

import chess
import numpy as np
import pytest

from kiebitz import Board, FenWarning, features_batch

STRAYED = "7k/5K2/4R3/8/8/8/8/8 w KQ - 0 1"


def random_boards(count):
    numbers = random.Random(7)
    boards = []
    while len(boards) < count:
        board = chess.Board()
        for _ in range(numbers.randrange(120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(numbers.choice(moves))
        boards.append(board)
    return boards


def seen_of(board, viewer):
    """The features of a board in a view, as the docstring defines them, and how the view turns squares."""
    turn = (0 if viewer else 56) ^ (7 if chess.square_file(board.king(viewer)) >= 4 else 0)
    men = {square: 2 * (piece.piece_type - 1) + (piece.color != viewer) for square, piece in board.piece_map().items()}
    return {64 * man + (square ^ turn) for square, man in men.items()}, turn


@pytest.mark.check
@pytest.mark.parametrize(("jobs", "portion"), [(1, 4_096), (3, 7)])
def test_features_are_what_their_docstring_says(jobs, portion, monkeypatch):
    monkeypatch.setattr("kiebitz.engine.columns.portions.PORTION", portion)
    boards = random_boards(100)
    seen = features_batch([board.fen() for board in boards], jobs=jobs)
    planes = seen.planes()
    assert seen.own.dtype == seen.other.dtype == np.int32
    for index, board in enumerate(boards):
        own, turn = seen_of(board, board.turn)
        other, _ = seen_of(board, not board.turn)
        men = len(own)
        assert set(seen.own[index, :men].tolist()) == own
        assert set(seen.other[index, :men].tolist()) == other
        assert (seen.own[index, men:] == 768).all()
        assert (seen.other[index, men:] == 768).all()
        assert set(np.flatnonzero(planes[index].reshape(-1)).tolist()) == own
        assert (seen.turn[index], seen.bucket[index]) == (turn, (men - 2) // 4)
        assert seen.white_to_move[index] == board.turn
    assert seen.error == seen.dropped == [None] * 100


def test_what_is_no_plain_fen_has_its_row_too():
    start = chess.Board()
    with pytest.warns(FenWarning, match="in 1 of 6 positions"):
        seen = features_batch(["startpos", Board(), start, "nonsense", None, STRAYED])
    assert (seen.own[0] == seen.own[1]).all()
    assert (seen.own[0] == seen.own[2]).all()
    assert (seen.own[3:5] == 768).all()
    assert not seen.planes()[3:5].any()
    assert [error is None for error in seen.error] == [True, True, True, False, False, True]
    assert seen.dropped[5].startswith("castling")
    assert repr(seen) == "Features(6 positions; 2 with an error)"


def test_no_positions_and_no_jobs():
    empty = features_batch([])
    assert (len(empty), empty.own.shape, empty.planes().shape) == (0, (0, 32), (0, 12, 64))
    with pytest.raises(ValueError, match="jobs is 0"):
        features_batch(["startpos"], jobs=0)
