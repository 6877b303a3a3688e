"""The move is worth the same to both sides, and a fraction of a pawn."""

from evaluated import taken_apart, weights
from kiebitz.core.chess.position import START_FEN


def test_tempo_goes_to_the_side_to_move():
    white, black = taken_apart(START_FEN), taken_apart(START_FEN.replace(" w ", " b "))
    bonus = weights("tempo")
    assert white.modules["tempo"] == (bonus, (0, 0))
    assert black.modules["tempo"] == ((0, 0), bonus)
    assert white.total == black.total == bonus[0] > 0
