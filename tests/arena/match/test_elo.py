import math

import pytest

from kiebitz.arena.match import elo

# Pairs by points, with (Elo, its error, normalized Elo, its error, probability of superiority) as in the tests of
# fastchess, https://github.com/Disservin/fastchess/blob/master/app/tests/elo_test.cpp; drawn and split pairs added.
PUBLISHED = [
    ((34, 54, 63, 64, 75), (55.58, 27.65, 57.94, 28.28, 1.0)),
    ((332, 433, 498, 333, 334), (-8.64, 10.33, -9.17, 10.96, 0.0505)),
    ((7895, 8757, 5685, 568, 9999), (-21.04, 2.95, -19.01, 2.65, 0.0)),
]


@pytest.mark.parametrize(("pairs", "published"), PUBLISHED)
def test_pairs_as_published(pairs, published):
    logistic, normalized = elo.logistic(pairs), elo.normalized(pairs)
    ours = (logistic.value, logistic.error, normalized.value, normalized.error)
    assert ours == pytest.approx(published[:4], abs=0.01)
    assert elo.likelihood_of_superiority(pairs) == pytest.approx(published[4], abs=1e-4)


def test_single_games_as_published():
    # 136 wins, 111 draws, 96 losses; the same source.
    games = (96, 111, 136)
    assert elo.logistic(games).value == pytest.approx(40.70, abs=0.01)
    assert elo.logistic(games).error == pytest.approx(30.43, abs=0.01)
    assert elo.normalized(games).value == pytest.approx(49.77, abs=0.01)
    assert elo.likelihood_of_superiority(games) == pytest.approx(0.9960, abs=1e-4)


def test_elo_and_score_are_inverse():
    for difference in (-800, -10.5, 0, 3, 400):
        assert elo.elo_of_score(elo.score_of_elo(difference)) == pytest.approx(difference, abs=1e-9)
    assert elo.score_of_elo(400) == pytest.approx(10 / 11)
    assert elo.elo_of_score(0) == -math.inf
    assert elo.elo_of_score(1) == math.inf


def test_swapping_the_players_changes_the_sign():
    pairs = (3, 10, 40, 12, 5)
    assert elo.logistic(pairs).value == pytest.approx(-elo.logistic(pairs[::-1]).value)
    assert elo.logistic(pairs).low == pytest.approx(-elo.logistic(pairs[::-1]).high)
    assert elo.likelihood_of_superiority(pairs) == pytest.approx(1 - elo.likelihood_of_superiority(pairs[::-1]))


@pytest.mark.parametrize("pairs", [(0, 0, 0, 0, 0), (0, 0, 7, 0, 0), (0, 0, 0, 0, 1)])
def test_without_variance_nothing_is_known(pairs):
    for estimate in (elo.logistic(pairs), elo.normalized(pairs)):
        assert (estimate.low, estimate.high) == (-math.inf, math.inf)


def test_a_pair_that_is_won_proves_little():
    chances = [elo.likelihood_of_superiority((0, 0, 0, 0, won)) for won in (1, 2, 10)]
    assert chances == [0.75, 0.875, pytest.approx(0.9995, abs=1e-4)]
    assert elo.likelihood_of_superiority((1, 0, 0, 0, 0)) == 0.25


def test_wrong_counts_are_refused():
    with pytest.raises(ValueError, match="4 counts"):
        elo.logistic((1, 2, 3, 4))
