import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.analysis.judging.judgement import (
    LOST_WIN_PERCENT,
    WON_WIN_PERCENT,
    Judgement,
    game_accuracy,
    judge,
    judge_chances,
    judge_surely,
    mean_of,
    move_accuracy,
    move_weights,
    sureness_of,
    win_percent,
)
from kiebitz.engine.score import Score
from kiebitz.games.shogi.game import SHOGI


def cp(centipawns):
    return Score(centipawns=centipawns)


def mate(moves):
    return Score(mate=moves)


def test_winning_chances_are_the_published_formula():
    # https://lichess.org/page/accuracy
    for centipawns in (-900, -150, 0, 35, 400):
        assert win_percent(centipawns) == 50 + 50 * (2 / (1 + math.exp(-0.00368208 * centipawns)) - 1)


@pytest.mark.check
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
    assert judge_chances(50, 45.1) is None
    assert judge_chances(50, 45) is Judgement.INACCURACY
    assert judge_chances(50, 40) is Judgement.MISTAKE
    assert judge_chances(50, 35) is Judgement.BLUNDER
    assert judge_chances(50, 80) is None
    assert [(judgement.nag, judgement.symbol) for judgement in Judgement] == [(6, "?!"), (2, "?"), (4, "??")]


def test_whoever_has_lost_has_nothing_to_lose():
    assert judge_chances(LOST_WIN_PERCENT, LOST_WIN_PERCENT - 6) is Judgement.INACCURACY
    assert judge_chances(LOST_WIN_PERCENT - 0.1, 2) is None


def test_a_mark_is_the_surer_the_more_was_lost():
    assert [round(sureness_of(loss), 2) for loss in (5, 10, 15)] == [0.77, 0.89, 0.93]
    assert sureness_of(0) < 0.01


def test_a_mark_that_is_not_sure_enough_is_none():
    assert judge(cp(0), cp(-60)) is Judgement.INACCURACY
    assert judge_surely(cp(0), cp(-60)) is None
    assert judge_surely(cp(0), cp(-70)) is Judgement.INACCURACY
    assert judge_surely(cp(0), mate(-3)) is Judgement.BLUNDER
    # How sure marks are in shogi nobody has asked.
    assert judge_surely(cp(0), cp(-150), SHOGI.chances) is judge(cp(0), cp(-150), SHOGI.chances)


def test_who_wins_still_gets_no_mark():
    assert judge_chances(WON_WIN_PERCENT + 6, WON_WIN_PERCENT - 0.1) is Judgement.INACCURACY
    assert judge_chances(WON_WIN_PERCENT + 6, WON_WIN_PERCENT) is None
    assert judge(cp(-620), cp(-1000)) is None


def test_in_shogi_a_mate_is_certain_and_chances_are_its_programs():
    chances = SHOGI.chances
    assert chances.win_percent(600) == pytest.approx(73.1, abs=0.1)
    assert (chances.of(cp(0)), chances.of(mate(3)), chances.of(mate(-3))) == (50, 100, 0)
    assert judge(mate(3), cp(1400), chances) is None  # wins still, by 91%
    assert judge(mate(3), cp(1000), chances) is Judgement.BLUNDER
    assert judge(mate(3), cp(1000)) is None
    assert judge(cp(0), cp(-240), chances) is Judgement.INACCURACY
    assert judge(cp(0), cp(-240)) is Judgement.BLUNDER


@pytest.mark.parametrize(
    ("before", "after", "judgement"),
    [
        # a mate walked into
        (cp(0), mate(-3), Judgement.BLUNDER),
        (cp(500), mate(-1), Judgement.BLUNDER),
        (cp(-470), mate(-3), Judgement.BLUNDER),
        (cp(-500), mate(-3), Judgement.MISTAKE),
        (cp(-600), mate(-3), Judgement.INACCURACY),
        (cp(-810), mate(-3), None),
        (cp(-1000), mate(-3), None),
        # a mate let go
        (mate(3), cp(0), Judgement.BLUNDER),
        (mate(3), cp(-200), Judgement.BLUNDER),
        (mate(3), mate(-2), Judgement.BLUNDER),
        (mate(3), cp(470), Judgement.BLUNDER),
        (mate(3), cp(500), Judgement.MISTAKE),
        (mate(3), cp(600), None),
        (mate(3), cp(1000), None),
        # everything else
        (mate(3), mate(9), None),
        (mate(1), mate(0), None),
        (mate(-3), mate(-1), None),
        (mate(-3), cp(-500), None),
        (cp(0), mate(2), None),
        (cp(0), cp(-30), None),
        (cp(0), cp(-500), Judgement.BLUNDER),
    ],
)
def test_mates_are_judged_by_the_chances_they_change(before, after, judgement):
    assert judge(before, after) is judgement


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


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        (Score(centipawns=30), Score(centipawns=-50), Score(centipawns=-10)),
        (Score(centipawns=-31), Score(centipawns=50), Score(centipawns=10)),
        (Score(centipawns=900), Score(mate=3), Score(mate=3)),
        (Score(mate=-2), Score(centipawns=-700), Score(centipawns=-700)),
    ],
)
def test_two_searches_say_their_mean(first, second, together):
    assert mean_of(first, second) == together
