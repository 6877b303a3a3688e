import pytest

from kiebitz.analysis.explanation.shogi.promoting import promoting
from kiebitz.engine.score import Score
from kiebitz.games.shogi.board import Board

SFEN = "4k4/9/9/9/9/9/1R7/9/4K4 b - 1"


@pytest.mark.parametrize(
    ("sfen", "moves", "told"),
    [
        (SFEN, "8g8c 5a4a 8c7c+ 4a3a", "8g8c+ 5a4a 8c7c 4a3a"),
        (SFEN, "8g8d 5a4a 8d8c 4a3a", "8g8d 5a4a 8d8c+ 4a3a"),
        (SFEN, "8g8d 5a4a", "8g8d 5a4a"),  # nothing can promote
        # A dragon would give check, and the answer doesn't meet it.
        ("4k3l/9/9/9/9/9/3R5/9/4K4 b - 1", "6g6b 1a1b", "6g6b 1a1b"),
        ("4k4/9/9/9/9/5S3/9/9/4K4 b - 1", "4f4e 5a4a 4e4d 4a3a 4d4c 3a2a", "4f4e 5a4a 4e4d 4a3a 4d4c 3a2a"),  # a silver
        ("4k4/9/L8/9/9/9/9/9/4K4 b - 1", "9c9b 5a4a", "9c9b+ 5a4a"),
        ("4k4/9/9/L8/9/9/9/9/4K4 b - 1", "9d9c 5a4a", "9d9c 5a4a"),  # it guards the ranks before it
        ("4k4/9/9/9/9/9/9/1b7/4K4 w - 1", "8h9g 5i4i", "8h9g+ 5i4i"),
        # So that a pawn may be dropped later.
        ("9/9/4k4/9/9/9/1R7/9/4K4 b P 1", "8g8c 5c5b P*5c 5b4a", "8g8c 5c5b P*5c 5b4a"),
    ],
)
def test_who_gains_by_promoting_promotes(sfen, moves, told):
    assert promoting(Board(sfen), moves.split(), Score(100)) == tuple(told.split())


def test_a_mate_and_a_first_move_that_was_asked_about_stay_as_they_are():
    moves = ("8g8c", "5a4a", "8c8b", "4a3a")
    assert promoting(Board(SFEN), moves, Score(None, 3)) == moves
    assert promoting(Board(SFEN), moves, Score(100), first=1) == ("8g8c", "5a4a", "8c8b+", "4a3a")
