"""Means and their intervals."""

import math
from random import Random

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.measuring.statistics import (
    difference,
    exact_proportion,
    geometric_mean,
    mean,
    median,
    no_narrower,
    paired_difference,
    proportion,
    proportion_error,
    quotient,
    rate,
    ratio_of_sums,
    scaled,
    share_of_sums,
    student,
)


def test_mean_of_known_numbers():
    """Student's interval of 1, 2, 3: 2 ± 4.30 / sqrt(3)."""
    found = mean([1, 2, 3])
    assert found.value == 2
    assert found.error == pytest.approx(4.30 / math.sqrt(3), abs=0.01)


def test_geometric_mean_treats_ratios_alike():
    found = geometric_mean([0.5, 2])
    assert found.value == pytest.approx(1)
    assert found.low == pytest.approx(1 / found.high)


def test_median_of_known_numbers():
    """Of ten values the second and the ninth (97.9%), of sixty the 22nd and the 39th: tables of the sign test."""
    assert median(range(1, 11)) == Estimate(5.5, 2, 9)
    assert median(range(60, 0, -1)) == Estimate(30.5, 22, 39)


def test_a_median_does_not_follow_what_lies_far_away():
    assert median([*range(1, 10), 1e9]) == Estimate(5.5, 2, 9)
    assert median(range(5)) == Estimate(2, -math.inf, math.inf)
    with pytest.raises(ValueError, match="nothing"):
        median([])


def test_one_value_says_nothing_about_its_error():
    assert geometric_mean([3]).high == math.inf
    with pytest.raises(ValueError, match="nothing"):
        mean([])


@pytest.mark.parametrize("size", [4, 20, 100])
def test_intervals_hold_the_truth_about_as_often_as_they_say(size):
    random = Random(size)
    held = sum(
        found.low <= 0 <= found.high for found in (mean(random.gauss(0, 1) for _ in range(size)) for _ in range(1000))
    )
    assert 920 <= held <= 980


def test_the_error_of_a_proportion():
    assert proportion_error(50, 100) == pytest.approx(0.096, abs=0.003)
    assert 0 < proportion_error(0, 100) < 0.05


def test_values_of_one_game_count_once():
    """Each value twice is no larger a sample: the interval stays that of the games."""
    once, twice = mean([1, 2, 4, 7]), mean([1, 1, 2, 2, 4, 4, 7, 7], "aabbccdd")
    assert (twice.value, twice.low, twice.high) == pytest.approx((once.value, once.low, once.high))
    assert mean([1, 1, 2, 2, 4, 4, 7, 7]).error < twice.error
    assert mean([1, 2], "aa").high == math.inf


def test_games_hold_the_truth_where_their_positions_agree():
    """Ten games of eight positions that share the game's own error: by positions the interval is far too narrow."""
    random = Random(8)
    held = {"by game": 0, "by position": 0}
    for _ in range(1000):
        values, games = [], []
        for game in range(10):
            own = random.gauss(0, 1)
            values += [own + random.gauss(0, 0.5) for _ in range(8)]
            games += [game] * 8
        for name, found in (("by game", mean(values, games)), ("by position", mean(values))):
            held[name] += found.low <= 0 <= found.high
    assert 920 <= held["by game"] <= 980
    assert held["by position"] < 700


def test_a_share_of_sums_weighs_by_size():
    found = ratio_of_sums([1, 30], [10, 100])
    assert found.value == pytest.approx(31 / 110)
    assert found.low < 0.1 < found.high
    assert ratio_of_sums([1, 2, 3], [10, 20, 30]).error == pytest.approx(0)
    with pytest.raises(ValueError, match="nothing"):
        ratio_of_sums([0], [0])


def test_a_share_is_between_none_and_all():
    parts, wholes = [1, 29, 40], [10, 30, 40]
    found, open_ended = share_of_sums(parts, wholes), ratio_of_sums(parts, wholes)
    assert (found.value, found.low, found.high) == (open_ended.value, open_ended.low, 1.0)
    assert open_ended.high > 1
    assert share_of_sums([0, 1], [50, 50]).low == 0.0


def test_difference_and_quotient_of_two_measurements():
    """Errors of 3 and 4 make 5."""
    found = difference(Estimate(10, 7, 13), Estimate(4, 0, 8))
    assert (found.value, found.low, found.high) == (6, 1, 11)
    won_all = Estimate(math.inf, -math.inf, math.inf)
    assert difference(won_all, Estimate(4, 0, 8)) == won_all
    assert difference(won_all, won_all) == Estimate(0.0, -math.inf, math.inf)
    ratio = quotient(Estimate(8.0, 4.0, 16.0), Estimate(2.0, 2.0, 2.0))
    assert (ratio.value, ratio.low, ratio.high) == pytest.approx((4, 2, 8))


def test_another_unit_scales_both_ends():
    assert scaled(Estimate(0.5, 0.25, 0.75), 100) == Estimate(50, 25, 75)


def test_a_rate_of_few_and_of_none():
    """Poisson: of 10 seen the mean lies between 4.8 and 18.4; of none seen below 3."""
    found = rate(10, 1)
    assert (found.low, found.high) == pytest.approx((4.8, 18.4), abs=0.05)
    assert rate(0, 1_000).high == pytest.approx(0.003)


def test_what_so_many_may_not_have_shown_is_in_the_interval():
    assert no_narrower(Estimate(0.0, 0.0, 0.0), 60) == Estimate(0.0, -0.05, 0.05)
    assert no_narrower(Estimate(10.0, 8.0, 11.0), 300, 100) == Estimate(10.0, 8.0, 11.0)
    assert no_narrower(Estimate(10.0, 9.5, 10.5), 300, 100) == Estimate(10.0, 9.0, 11.0)


def test_what_only_one_of_two_solves():
    found = paired_difference(10, 2, 100)
    assert found.value == pytest.approx(0.08)
    assert 0 < found.low < 0.08 < found.high < 0.16
    assert paired_difference(0, 0, 80).error == pytest.approx(0.034, abs=0.001)


def test_an_exact_interval_of_few_trials():
    """Of five out of five the lower end is the share whose fifth power is the chance left out; tables say the rest."""
    assert exact_proportion(5, 5).low == pytest.approx(0.025 ** (1 / 5))
    assert exact_proportion(5, 5).high == 1
    assert exact_proportion(0, 5).low == 0
    assert exact_proportion(0, 5).high == pytest.approx(1 - 0.025 ** (1 / 5))
    found = exact_proportion(7, 10)
    assert (found.value, found.low, found.high) == pytest.approx((0.7, 0.3475, 0.9333), abs=1e-4)


def test_a_proportion_stays_between_nought_and_one():
    assert proportion(0, 5).low == 0
    assert proportion(5, 5).high == 1
    assert proportion(50, 100).error == pytest.approx(proportion_error(50, 100))


@pytest.mark.parametrize(
    ("freedom", "point"),
    [
        (1, 12.706),
        (10, 2.228),
        (11, 2.201),
        (17, 2.110),
        (19, 2.093),
        (29, 2.045),
        (48, 2.011),
        (59, 2.001),
        (999, 1.962),
    ],
)
def test_students_points_are_those_of_the_tables(freedom, point):
    assert student(freedom) == pytest.approx(point, abs=6e-4)
