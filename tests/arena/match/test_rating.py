import itertools
import math
import random

import pytest

from kiebitz.arena.match.elo import logistic, score_of_elo
from kiebitz.arena.match.rating import performance, ratings

COUNTS = (30, 100, 200, 150, 80)


def mirrored(pairs):
    return {(second, first): counts[::-1] for (first, second), counts in pairs.items()}


def test_two_players_have_the_difference_of_a_match():
    first, second = ratings(2, {(0, 1): COUNTS}, zero=1)
    match = logistic(COUNTS)
    assert first.value == pytest.approx(match.value)
    assert first.error == pytest.approx(match.error, rel=0.01)  # pairs scatter around the model as around their mean
    assert (second.value, second.error) == (0, 0)
    above, below = ratings(2, {(0, 1): COUNTS})
    assert above.value == pytest.approx(match.value / 2)
    assert below.value == -above.value
    assert above.error == pytest.approx(below.error) == pytest.approx(first.error / 2)


def test_exact_results_give_exact_ratings():
    elos = (150.0, 20.0, -40.0, -130.0)
    pairs = {}
    for first, second in itertools.combinations(range(4), 2):
        share = score_of_elo(elos[first] - elos[second])
        pairs[first, second] = (1000 * (1 - share), 0, 0, 0, 1000 * share)
    assert [found.value for found in ratings(4, pairs)] == pytest.approx(elos)
    assert [found.value for found in ratings(4, mirrored(pairs))] == pytest.approx(elos)
    over_first = ratings(4, {pair: counts for pair, counts in pairs.items() if 0 in pair}, zero=0)
    assert [found.value for found in over_first] == pytest.approx([elo - elos[0] for elo in elos])


def test_who_meets_others_is_known_better():
    """Between two who never met, a third who met both says how they stand."""
    met, unmet = {(0, 1): COUNTS, (1, 2): COUNTS, (0, 2): COUNTS}, {(0, 1): COUNTS, (1, 2): COUNTS}
    assert ratings(3, met, zero=0)[2].error < ratings(3, unmet, zero=0)[2].error
    single = logistic(COUNTS)
    across = ratings(3, unmet, zero=2)[0]
    assert across.value == pytest.approx(2 * single.value)
    assert across.error == pytest.approx(math.sqrt(2) * single.error, rel=0.01)


def test_intervals_hold_the_truth_as_often_as_they_say():
    rng = random.Random(1)
    elos = (60.0, 0.0, -60.0)
    held = tournaments = 0
    while tournaments < 100:
        pairs = {}
        for first, second in itertools.combinations(range(3), 2):
            share, draws = score_of_elo(elos[first] - elos[second]), 0.4
            results = rng.choices((0, 1, 2), (1 - share - draws / 2, draws, share - draws / 2), k=80)
            points = [one + other for one, other in zip(results[::2], results[1::2], strict=True)]
            pairs[first, second] = [points.count(number) for number in range(5)]
        tournaments += 1
        held += sum(found.low <= elo <= found.high for found, elo in zip(ratings(3, pairs), elos, strict=True))
    assert 0.9 < held / (3 * tournaments) < 0.99


def test_what_can_not_be_compared_is_not():
    alone, even = (0, 0, 0, 0, 5), (0, 0, 5, 0, 0)
    best, middle, other = ratings(3, {(0, 1): alone, (0, 2): alone, (1, 2): COUNTS})
    assert (best.value, best.error) == (math.inf, math.inf)
    assert middle.value == -other.value == pytest.approx(logistic(COUNTS).value / 2)
    worst = ratings(3, {(0, 1): alone, (0, 2): COUNTS}, zero=0)[1]
    assert worst.value == -math.inf
    unplayed = ratings(3, {(0, 1): COUNTS, (0, 2): (0,) * 5, (1, 2): (0,) * 5})[2]
    assert math.isnan(unplayed.value)
    assert all(math.isnan(found.value) for found in ratings(3, {}))
    assert all(found.value == 0 and found.error == math.inf for found in ratings(2, {(0, 1): even}))
    assert all(found.error == math.inf for found in ratings(2, {(0, 1): (0, 0, 0, 5, 0)}))  # nothing scatters


def test_a_performance_against_one_is_the_difference_of_a_match():
    found, match = performance([(2000, COUNTS)]), logistic(COUNTS)
    assert found.value == pytest.approx(2000 + match.value)
    assert found.error == pytest.approx(match.error, rel=0.01)


def test_exact_results_give_the_exact_performance():
    meetings = []
    for elo in (1500, 1800, 2400):
        share = score_of_elo(1930 - elo)
        meetings.append((elo, (1000 * (1 - share), 0, 0, 0, 1000 * share)))
    assert performance([*meetings, (2700, (0, 0, 0, 0, 0))]).value == pytest.approx(1930)
    few = [(elo, [count / 100 for count in counts]) for elo, counts in meetings]
    assert performance(few).error > 5 * performance(meetings).error


def test_the_interval_of_a_performance_holds_the_truth_as_often_as_it_says():
    rng = random.Random(2)
    held = 0
    for _ in range(100):
        meetings = []
        for elo in (1700, 2000, 2300):
            share, draws = score_of_elo(2050 - elo), 0.2
            results = rng.choices((0, 1, 2), (1 - share - draws / 2, draws, share - draws / 2), k=120)
            points = [one + other for one, other in zip(results[::2], results[1::2], strict=True)]
            meetings.append((elo, [points.count(each) for each in range(5)]))
        found = performance(meetings)
        held += found.low <= 2050 <= found.high
    assert 0.9 <= held / 100 <= 0.99


@pytest.mark.parametrize(
    ("counts", "value"), [((0, 0, 0, 0, 5), math.inf), ((5, 0, 0, 0, 0), -math.inf), ((0, 0, 0, 0, 0), math.nan)]
)
def test_a_performance_without_bounds(counts, value):
    found = performance([(1500, counts), (2500, counts)])
    assert found.value == pytest.approx(value, nan_ok=True)
    assert (found.low, found.high) == (-math.inf, math.inf)
    assert performance([(1500, (0, 0, 1, 0, 0))]).error == math.inf, "a single pair says no error"
