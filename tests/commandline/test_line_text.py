"""Moves as people write them, in chess and in Chess960."""

from kiebitz.commandline.line_text import line_text, move_text
from kiebitz.engine import position_from


def test_moves_have_numbers():
    assert line_text(position_from(), ["e2e4", "e7e5", "g1f3"]) == "1. e4 e5 2. Nf3"
    assert line_text(position_from(moves=["e2e4"]), ["e7e5", "g1f3"]) == "1...e5 2. Nf3"
    assert line_text(position_from(), []) == ""


def test_castling_is_castling():
    assert move_text(position_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1") == "O-O (e1g1)"
    chess960 = position_from("1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", chess960=True)
    assert move_text(chess960, "b1g1") == "O-O (b1g1)"
    assert line_text(chess960, ["b1g1", "b8b7"]) == "1. O-O Kb7"
