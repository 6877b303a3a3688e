"""Means and their intervals."""

import math
from random import Random

import pytest

from kiebitz.lab.measuring.statistics import geometric_mean, mean, proportion_error


def test_mean_of_known_numbers():
    """Student's interval of 1, 2, 3: 2 ± 4.30 / sqrt(3)."""
    found = mean([1, 2, 3])
    assert found.value == 2
    assert found.error == pytest.approx(4.30 / math.sqrt(3), abs=0.01)


def test_geometric_mean_treats_ratios_alike():
    found = geometric_mean([0.5, 2])
    assert found.value == pytest.approx(1)
    assert found.low == pytest.approx(1 / found.high)


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
