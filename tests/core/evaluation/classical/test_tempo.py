"""The move is worth the same to both sides."""

from kiebitz.core.evaluation.weights import WEIGHTS

from kiebitz.core.chess.position import START_FEN, Position
from kiebitz.core.evaluation.classical.weighted_sum import evaluate_position, explain


def test_tempo_goes_to_the_side_to_move():
    white, black = Position(START_FEN), Position(START_FEN.replace(" w ", " b "))
    bonus = WEIGHTS["tempo"].values[0]
    assert explain(white)["tempo"] == (bonus, (0, 0))
    assert explain(black)["tempo"] == ((0, 0), bonus)
    assert evaluate_position(white) == evaluate_position(black) == bonus[0]
