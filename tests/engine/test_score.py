import itertools

import chess.engine
import pytest

from kiebitz import Score
from kiebitz.core.value import LONGEST_MATE, MATE


@pytest.mark.parametrize(
    ("score", "text", "clipped"),
    [
        (Score(centipawns=35), "+0.35", 35),
        (Score(centipawns=-120), "-1.20", -120),
        (Score(centipawns=0), "+0.00", 0),
        (Score(centipawns=2500), "+25.00", 1000),
        (Score(centipawns=-2500), "-25.00", -1000),
        (Score(mate=3), "#3", 1000),
        (Score(mate=-2), "#-2", -1000),
        (Score(mate=0), "#0", -1000),
    ],
)
def test_scores_as_text_and_cut_off(score, text, clipped):
    assert str(score) == text
    assert score.clipped() == clipped
    assert score.clipped(50) == max(-50, min(50, clipped))
    assert score.is_mate == (score.mate is not None)


def test_the_other_sides_view():
    assert -Score(centipawns=35) == Score(centipawns=-35)
    assert -Score(mate=-2) == Score(mate=2)


IN_ORDER = [
    *[Score(mate=0), Score(mate=-1), Score(mate=-5), Score(centipawns=-3000), Score(centipawns=0)],
    *[Score(centipawns=1), Score(centipawns=3000), Score(mate=5), Score(mate=1)],
]


def test_scores_are_ordered_as_python_chess_orders_them():
    for low, high in itertools.combinations(IN_ORDER, 2):
        assert low < high
        assert high >= low
        assert low.to_chess() < high.to_chess()
    assert max(IN_ORDER) == Score(mate=1)
    with pytest.raises(TypeError, match="not supported"):
        _ = Score(centipawns=3) < 4


def test_scores_for_python_chess():
    assert Score(centipawns=-12).to_chess() == chess.engine.Cp(-12)
    assert Score(mate=-3).to_chess() == chess.engine.Mate(-3)


def test_exactly_one_of_the_two():
    for given in ({}, {"centipawns": 0, "mate": 1}):
        with pytest.raises(ValueError, match="either centipawns or a mate distance"):
            Score(**given)


@pytest.mark.parametrize(
    ("value", "score"),
    [
        (35, Score(centipawns=35)),
        (LONGEST_MATE - 1, Score(centipawns=LONGEST_MATE - 1)),
        (MATE - 1, Score(mate=1)),  # a mate in plies is a mate in moves
        (MATE - 5, Score(mate=3)),
        (-MATE, Score(mate=0)),
        (2 - MATE, Score(mate=-1)),
        (6 - MATE, Score(mate=-3)),
    ],
)
def test_values_of_the_search_as_scores(value, score):
    assert Score.of_value(value) == score
