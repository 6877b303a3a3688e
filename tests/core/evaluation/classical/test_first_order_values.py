"""Placement: colours mirrored, wings alike."""

import pytest
from kiebitz.core.evaluation.weights import PLACEMENT

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.classical.weighted_sum import explain


def placed(fen: str) -> tuple[tuple[int, int], tuple[int, int]]:
    return explain(Position(fen))["first_order_values"]


def test_the_grid_is_read_the_right_way_round():
    """A knight on f6 stands on column c, third row from the top; the white king on a1 in the corner."""
    middlegame, endgame = PLACEMENT["knight"]
    king_middlegame, king_endgame = PLACEMENT["king"]
    white, _ = placed("7k/8/5N2/8/8/8/8/K7 b - - 0 1")
    assert white == (middlegame[2][2] + king_middlegame[7][0], endgame[2][2] + king_endgame[7][0])


@pytest.mark.parametrize("piece", "PNBRQ")
def test_black_is_whites_mirror_image(piece):
    white = placed(f"7k/8/2{piece}5/8/8/8/8/K7 w - - 0 1")
    black = placed(f"k7/8/8/8/8/2{piece.lower()}5/8/7K w - - 0 1")
    assert white[0] == black[1]


def test_the_king_hides_in_the_middlegame_and_fights_in_the_endgame():
    (hidden, _), (central, _) = placed("7k/8/8/8/8/8/8/6K1 w - - 0 1"), placed("7k/8/8/8/4K3/8/8/8 w - - 0 1")
    assert hidden[0] > central[0]
    assert hidden[1] < central[1]
