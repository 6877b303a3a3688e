"""The rule of N3: about 7 for alpha-beta at 90% of first moves, 4 to 5 for the null move, and less with it."""

import math

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
from kiebitz_claims.experiments.n3_branching_factor import (
    PLAIN,
    SELECTIVE,
    WITHOUT,
    at_rate,
    by_order,
    factor,
    judge,
    kept,
)
from kiebitz_claims.measuring.positions import phase_positions

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
PLAINLY, FOUR_TO_FIVE = Estimate(7.0, 6.9, 7.1), Estimate(4.5, 3.5, 5.5)


def order(rate, value, scatter=1.001):
    """Of six games a position each, around such a rate of first moves and such a factor."""
    return [(str(game), rate, value * scatter ** (game % 3 - 1)) for game in range(6)]


def at_hits(value, scatter=1.001):
    """Two orders between which the factor is such a one at 90%, and a better one."""
    return {
        "captures": order(0.8, value * 1.25, scatter),
        "killers": order(0.95, value / 1.25**0.5, scatter),
        "both": order(0.98, 5.0, scatter),
    }


@pytest.mark.parametrize(
    ("orders", "selective", "verdicts"),
    [
        (at_hits(7.0), FOUR_TO_FIVE, [HOLDS, HOLDS, HOLDS]),
        (at_hits(6.51), FOUR_TO_FIVE, [HOLDS, HOLDS, HOLDS]),
        (at_hits(7.49), FOUR_TO_FIVE, [HOLDS, HOLDS, HOLDS]),
        (at_hits(6.5), FOUR_TO_FIVE, [UNDECIDED, HOLDS, HOLDS]),
        (at_hits(6.49), FOUR_TO_FIVE, [FAILS, HOLDS, HOLDS]),
        (at_hits(7.51), FOUR_TO_FIVE, [FAILS, HOLDS, HOLDS]),
        (at_hits(7.0, scatter=1.3), FOUR_TO_FIVE, [UNDECIDED, HOLDS, HOLDS]),
        (at_hits(7.0), Estimate(4.5, 3.4, 5.0), [HOLDS, UNDECIDED, HOLDS]),
        (at_hits(7.0), Estimate(3.0, 2.8, 3.4), [HOLDS, FAILS, HOLDS]),
        (at_hits(7.0), Estimate(7.0, 6.8, 7.2), [HOLDS, FAILS, UNDECIDED]),
        (at_hits(5.0), Estimate(8.0, 7.8, 8.2), [FAILS, FAILS, FAILS]),
        ({}, FOUR_TO_FIVE, [UNDECIDED, HOLDS, HOLDS]),
    ],
)
def test_each_number_by_its_interval(orders, selective, verdicts):
    judgement = judge({PLAIN: PLAINLY, SELECTIVE: selective, "today": Estimate(2.0, 1.9, 2.1)}, 8, orders)
    assert [part.verdict for part in judgement.parts] == verdicts


@pytest.mark.parametrize("rates", [(0.91, 0.95), (0.8, 0.89)])
def test_rates_on_one_side_decide_nothing(rates):
    orders = {str(rate): order(rate, 7.0) for rate in rates}
    part = judge({PLAIN: PLAINLY, SELECTIVE: FOUR_TO_FIVE}, 6, orders).parts[0]
    assert part.verdict is UNDECIDED


def test_the_nearest_orders_on_both_sides_are_taken():
    part = judge({PLAIN: PLAINLY, SELECTIVE: FOUR_TO_FIVE}, 6, at_hits(7.0)).parts[0]
    assert part.measured.value == pytest.approx(7.0)
    exact = judge({PLAIN: PLAINLY, SELECTIVE: FOUR_TO_FIVE}, 6, {"this": order(0.9, 7.0), **at_hits(9.0)}).parts[0]
    assert exact.measured.value == pytest.approx(7.0)


def test_the_logarithm_is_linear_and_rates_that_scatter_widen_the_interval():
    worse, better = order(0.8, 9.0), order(1.0, 4.0)
    assert at_rate(worse, better, 0.9).value == pytest.approx(6.0)
    scattered = [(game, rate + 0.02 * (number % 3 - 1), found) for number, (game, rate, found) in enumerate(worse)]
    found, steady = at_rate(scattered, better, 0.9), at_rate(worse, better, 0.9)
    assert found.value == pytest.approx(steady.value)
    assert math.log(found.high / found.low) > math.log(steady.high / steady.low)


def test_a_result_without_orders_can_be_read():
    result = load(PUBLISHED, "N3").result
    factors, positions, _ = kept(result)
    assert PLAIN in factors
    assert positions > 1


def test_a_recorded_search_has_the_factor_of_one_that_is_not():
    fen = phase_positions("middlegame")[1].fen
    settings = {**WITHOUT, "transposition_table": 0, "check_extension": 0}
    cuts, first, found = by_order(fen, settings, 2, 4)
    assert 0 < first < cuts
    assert found == pytest.approx(factor(fen, settings, 2, 4, 4))
