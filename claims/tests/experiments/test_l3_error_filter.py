"""The rule of L3: errors fall with depth in real evaluations; the worlds of theory are conditions."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.l3_error_filter import ENGINE, TREES, change, changed, judge, middle

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
FALLING, RISING, LATE = [0.4, 0.3, 0.2, 0.1, 0.05], [0.1, 0.2, 0.3, 0.4, 0.5], [0.2, 0.3, 0.4, 0.3, 0.05]
ENDINGS = 400


@pytest.mark.parametrize(
    ("real", "theory", "verdicts"),
    [
        (FALLING, FALLING, [HOLDS, HOLDS]),
        (FALLING, RISING, [CONDITIONALLY, CONDITIONALLY]),
        (FALLING, LATE, [HOLDS, CONDITIONALLY]),
        (RISING, FALLING, [FAILS, FAILS]),
        (LATE, FALLING, [HOLDS, FAILS]),
        ([0.2, 0.2, 0.2, 0.2, 0.19], FALLING, [UNDECIDED, UNDECIDED]),
    ],
)
def test_to_the_deepest_and_halfway(real, theory, verdicts):
    worlds = {ENGINE: {"ordered": [real]}, TREES: {"2 moves": [theory]}}
    assert [part.verdict for part in judge(worlds, ENDINGS).parts] == verdicts


def test_counted_errors_have_an_interval_and_computed_ones_none():
    assert change(0.2, 0.1, 0) == change(0.4, 0.2, 0)
    few, many = change(0.2, 0.1, 100), change(0.2, 0.1, 10_000)
    assert few.low < many.low < 0.5 < many.high < few.high
    assert change(0.1, 0.0, 100).low > 0


@pytest.mark.parametrize(("depths", "place"), [(3, 1), (5, 2), (11, 4), (12, 6)])
def test_the_middle_is_an_even_number_of_plies_deeper_if_it_can_be(depths, place):
    assert middle([0.1] * depths) == place


def test_draws_of_the_noise_have_an_interval():
    """Means that are hardly apart decide nothing if the draws are farther apart."""
    close = [[0.1, 0.1, 0.09], [0.1, 0.1, 0.12], [0.1, 0.1, 0.1]]
    sure = [[0.1, 0.1, 0.05], [0.1, 0.1, 0.06], [0.1, 0.1, 0.055]]
    assert changed(close, 2, 0).low < 1 < changed(close, 2, 0).high
    assert changed(sure, 2, 0).high < 1
    worlds = {ENGINE: {"ordered": [FALLING]}, "KPvK": {"10% wrong": close}}
    assert judge(worlds, ENDINGS).parts[0].verdict is CONDITIONALLY


def test_a_world_filters_if_all_its_settings_do():
    worlds = {ENGINE: {"ordered": [FALLING], "today": [FALLING]}, TREES: {"2 moves": [FALLING], "3 moves": [RISING]}}
    assert judge(worlds, ENDINGS).parts[0].verdict is CONDITIONALLY
