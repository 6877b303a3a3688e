"""Who can't mate by any series of moves, and who can."""

import random

import chess
import pytest

from kiebitz.engine import position_from, position_of
from kiebitz.engine.reachable_mate import can_mate


@pytest.mark.parametrize(
    ("fen", "white"),
    [
        ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", True),  # the rook must be taken
        ("kb6/2N5/1K6/8/8/8/8/8 b - - 0 50", True),  # the knight must be taken
        ("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1", False),  # nobody ever comes through
        ("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1", True),
        ("8/2k5/p1p1p1p1/P1P1P1P1/8/8/2K5/8 b - - 0 1", True),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", False),
        ("7k/8/8/8/8/8/1q6/K7 w - - 0 1", False),  # the queen must be taken
        ("4k3/4q3/8/8/8/8/8/4K1N1 w - - 0 1", True),
    ],
)
def test_who_can_not(fen, white):
    assert not can_mate(position_from(fen), white)


@pytest.mark.parametrize(
    ("fen", "white"),
    [
        (chess.STARTING_FEN, True),
        (chess.STARTING_FEN, False),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", True),
        ("4k3/8/8/8/8/8/4p3/4K1N1 w - - 0 1", True),  # the pawn becomes the man that shuts its king in
        ("k7/1b6/8/8/8/8/8/6BK w - - 0 1", True),
        ("5KRk/8/8/8/8/8/8/8 b - - 0 1", True),  # the rook is protected
        ("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/P7/8 w - - 0 1", False),  # a pawn may be given
    ],
)
def test_who_can(fen, white):
    assert can_mate(position_from(fen), white)


@pytest.mark.check
def test_a_mate_that_random_moves_reach_is_always_known():
    """Games of random moves that end in mate: the winner could have mated at each moment before."""
    draws = random.Random(4)
    found = 0
    for _ in range(400):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            board.push(draws.choice(list(board.legal_moves)))
        if board.is_checkmate() and found < 20:
            found += 1
            winner = not board.turn
            for _ in range(min(6, len(board.move_stack))):
                assert can_mate(position_of(board), winner, most=2000)
                board.pop()
    assert found == 20
