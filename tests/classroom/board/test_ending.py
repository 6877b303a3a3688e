import chess
import pytest

from kiebitz.classroom.board.ending import Ending, ending
from kiebitz.classroom.board.generator import legal_moves
from kiebitz.classroom.board.mailbox import Mailbox


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", Ending.MATE),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", Ending.STALEMATE),
        ("k7/8/1K6/8/8/8/8/1Q6 b - - 99 90", None),
        ("k7/8/1K6/8/8/8/8/1Q6 b - - 100 90", Ending.FIFTY_MOVES),
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 100 90", Ending.MATE),
        (chess.STARTING_FEN, None),
    ],
)
def test_endings(fen, expected):
    assert ending(Mailbox(fen)) == expected


def test_threefold_repetition():
    board = Mailbox()
    knights = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    for ply, text in enumerate(knights, 1):
        board.make(next(move for move in legal_moves(board) if str(move) == text))
        assert ending(board) == (Ending.REPETITION if ply == len(knights) else None)


def test_a_lost_right_to_castle_makes_another_position():
    board = Mailbox("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for text in ["e1e2", "e8e7", "e2e1", "e7e8"] * 2:
        board.make(next(move for move in legal_moves(board) if str(move) == text))
    # With the right to castle it stood here once, without it twice.
    assert board.repetitions() == 2
    assert ending(board) is None
