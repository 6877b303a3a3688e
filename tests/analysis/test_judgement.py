import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.analysis.judgement import (
    Judgement,
    game_accuracy,
    judge,
    move_accuracy,
    move_weights,
    win_percent,
)


def test_winning_chances_are_the_published_formula():
    # https://lichess.org/page/accuracy
    for centipawns in (-900, -150, 0, 35, 400):
        assert win_percent(centipawns) == 50 + 50 * (2 / (1 + math.exp(-0.00368208 * centipawns)) - 1)


@given(st.integers(-20000, 20000))
def test_winning_chances_are_fair_and_cut_off(centipawns):
    assert win_percent(centipawns) + win_percent(-centipawns) == pytest.approx(100)
    assert 0 < win_percent(centipawns) < 100
    assert win_percent(centipawns) <= win_percent(1000)


def test_accuracy_of_a_move():
    assert move_accuracy(60, 60) == pytest.approx(100, abs=0.001)
    assert move_accuracy(50, 70) == pytest.approx(100, abs=0.001)
    assert move_accuracy(70, 60) == pytest.approx(103.1668 * math.exp(-0.4354) - 3.1669)
    assert move_accuracy(100, 0) == 0


def test_judgements_and_their_signs():
    assert judge(50, 45.1) is None
    assert judge(50, 45) is Judgement.INACCURACY
    assert judge(50, 40) is Judgement.MISTAKE
    assert judge(50, 35) is Judgement.BLUNDER
    assert judge(50, 80) is None
    assert [(judgement.nag, judgement.symbol) for judgement in Judgement] == [(6, "?!"), (2, "?"), (4, "??")]


def test_every_move_has_a_weight():
    for moves in (1, 2, 3, 19, 20, 45, 200):
        assert len(move_weights([50.0] * (moves + 1))) == moves
    assert set(move_weights([50.0] * 31)) == {0.5}
    wild = move_weights([10.0, 90.0] * 20)
    assert set(wild) == {12.0}
    # A blunder weighs more than the quiet moves long before it.
    weights = move_weights([50.0] * 30 + [20.0] * 10)
    assert max(weights) == weights[29]
    assert weights[0] == 0.5


def test_accuracy_of_a_game():
    assert game_accuracy([], []) is None
    assert game_accuracy([80.0], [3.0]) == pytest.approx(80)
    # Weighted mean 70, harmonic mean 66.67.
    assert game_accuracy([100.0, 50.0], [2.0, 3.0]) == pytest.approx((70 + 2 / (1 / 100 + 1 / 50)) / 2)
    assert game_accuracy([0.0, 100.0], [1.0, 1.0]) > 0
