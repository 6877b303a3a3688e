"""What exchanges win."""

import chess
import pytest

from kiebitz.analysis.explanation.exchange import capture_gain, exchange_gain, is_quiet, pays, wins_by_captures


@pytest.mark.parametrize(
    ("fen", "capture", "gain"),
    [
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 1),
        ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -4),
        ("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -3),  # the second rook wins the pawn that retakes
        ("4k3/8/4p3/3q4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 5),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 11),
        ("4k3/4r3/4p3/3p4/8/8/8/B2RK1Q1 w - - 0 1", "d1d5", -4),
        ("3rk3/8/8/3p4/4P3/5n2/8/3K4 w - - 0 1", "e4d5", 0),  # the rook retakes
    ],
)
def test_a_capture_wins_what_is_left_after_recaptures(fen, capture, gain):
    assert capture_gain(chess.Board(fen), chess.Move.from_uci(capture)) == gain


def test_a_pinned_man_does_not_defend():
    board = chess.Board("4k3/4n3/8/3p4/8/8/4R3/3RK3 w - - 0 1")
    assert capture_gain(board, chess.Move.from_uci("d1d5")) == 1
    board.remove_piece_at(chess.E2)
    assert capture_gain(board, chess.Move.from_uci("d1d5")) == -4


def test_nobody_is_made_to_take():
    board = chess.Board("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1")
    assert exchange_gain(board, chess.D5) == 0
    assert not pays(board, chess.D5)
    assert exchange_gain(board, chess.A5) == 0


@pytest.mark.parametrize(
    ("fen", "is_it"),
    [
        (chess.STARTING_FEN, True),
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", False),
        ("4k3/8/8/3p4/8/8/8/3RK3 b - - 0 1", True),
        ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", False),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", False),
        # Bxd3, cxd3, Nxc5: on no square alone, but a pawn is won.
        ("2r1q3/R5pk/1Q2np2/2P2b1p/P2p3P/3N1PB1/2P3PK/8 b - - 0 51", False),
    ],
)
def test_quiet_is_where_nothing_is_to_be_won_at_once(fen, is_it):
    assert is_quiet(chess.Board(fen)) is is_it


def test_with_many_queens_captures_are_soon_at_an_end():
    """Tried to their end on all squares they go on for more than two seconds here."""
    board = chess.Board("KQRN4/QQb4B/1BBkqq2/1q3Rb1/3q1qQq/4Bb1N/1Q1nBNbn/4bqb1 w - - 0 1")
    assert wins_by_captures(board, 1)
    assert not wins_by_captures(board, 20)
