"""Moves of shogi as books write them."""

import pytest

from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.kifu.written_move import ki2_text


@pytest.mark.parametrize(
    ("man", "side", "usi", "text"),
    [
        ("6S2/9", "b", "3d3c", "３三銀不成"),  # into the enemy's camp
        ("6S2/9", "b", "3d3c+", "３三銀成"),
        ("9/6S2", "b", "3e3d", "３四銀"),
        ("6s2/9", "w", "3d3e", "３五銀"),  # it is White's own
        ("6+S2/9", "b", "3d3c", "３三成銀"),
        ("6G2/9", "b", "3d3c", "３三金"),
    ],
)
def test_a_man_that_could_promote_and_does_not_is_said_to(man, side, usi, text):
    men = ShogiPosition(f"4k4/9/9/{man}/9/9/9/4K4 {side} - 1").setup().men
    assert ki2_text(men, "bw".index(side), usi, None) == text


@pytest.mark.parametrize(("usi", "text"), [("3f3g", "３七銀不成"), ("3f3e", "３五銀")])
def test_the_camp_is_that_of_the_other_side(usi, text):
    men = ShogiPosition("4k4/9/9/9/9/6s2/9/9/4K4 w - 1").setup().men
    assert ki2_text(men, 1, usi, None) == text
