"""Placement: the grid's own numbers, colours mirrored, wings alike."""

import pytest

from evaluated import Pair, difference, module, taken_apart
from kiebitz.core.evaluation.classical.weights import PLACEMENT


def placed(board: str) -> Pair:
    """What White's men get for their places; Black is to move, for it may be in check."""
    return module(f"{board} b - - 0 1", "first_order_values")


def grid(piece: str, square: str) -> Pair:
    """What the table says of a white man on a square of files a to d."""
    middlegame, endgame = PLACEMENT[piece]
    row, column = 8 - int(square[1]), "abcd".index(square[0])
    return middlegame[row][column], endgame[row][column]


@pytest.mark.parametrize(
    ("letter", "piece"), [("P", "pawn"), ("N", "knight"), ("B", "bishop"), ("R", "rook"), ("Q", "queen")]
)
@pytest.mark.parametrize(("square", "twin"), [("a2", "h2"), ("c6", "f6"), ("d4", "e4")])
def test_a_man_has_the_grids_number_on_both_wings(letter, piece, square, twin):
    king = grid("king", "a1")
    for place in (square, twin):
        rows = ["8"] * 8
        file = "abcdefgh".index(place[0])
        rows[8 - int(place[1])] = f"{file or ''}{letter}{7 - file or ''}"
        rows[0], rows[7] = "7k", "K7"
        assert difference(placed("/".join(rows)), king) == grid(piece, square)


def test_the_kings_grid():
    assert placed("7k/8/8/8/8/8/8/6K1") == grid("king", "b1")
    assert placed("7k/8/8/8/4K3/8/8/8") == grid("king", "d4")


@pytest.mark.parametrize("piece", "PNBRQ")
def test_black_is_whites_mirror_image(piece):
    white = taken_apart(f"7k/8/2{piece}5/8/8/8/8/K7 w - - 0 1").modules["first_order_values"]
    black = taken_apart(f"k7/8/8/8/8/2{piece.lower()}5/8/7K w - - 0 1").modules["first_order_values"]
    assert white[0] == black[1]
