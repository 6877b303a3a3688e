import math
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kiebitz.arena.match.elo import NORMALIZED_ELO, games_per_unit, moments, score_of_elo
from kiebitz.arena.match.sprt import Sprt, fit_deviations, fit_mean, log_likelihood_ratio

# Counts, bounds, scale and ratio as published in the tests of fastchess (values of fishtest),
# https://github.com/Disservin/fastchess/blob/master/app/tests/sprt_test.cpp; drawn and split pairs added.
PUBLISHED = [
    ((365, 16618, 36229, 16974, 390), 0, 2, "normalized", 2.25),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, "normalized", 3.01),
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, "logistic", -3.07),
    ((871, 26175, 55983, 26678, 821), 0, 2, "logistic", -4.98),
    ((36027, 68692, 36433), 0, 2, "normalized", 0.92),
    ((10650, 20431, 10871), -1.75, 0.25, "normalized", 2.30),
    ((21184, 40708, 21404), 0.5, 2.5, "logistic", -1.57),
    ((57030, 106593, 57433), 0, 2, "logistic", -2.59),
]
SCORES = (0, 0.25, 0.5, 0.75, 1)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "published"), PUBLISHED)
def test_ratios_as_published(counts, elo0, elo1, model, published):
    assert log_likelihood_ratio(counts, elo0, elo1, model) == pytest.approx(published, abs=0.006)


def test_bounds_are_walds():
    test = Sprt(0, 5)
    assert test.upper == pytest.approx(math.log(19))
    assert test.lower == pytest.approx(-math.log(19))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).upper == pytest.approx(math.log(90))


def test_the_ratio_changes_sign_with_the_hypotheses():
    pairs = (3, 20, 50, 31, 4)
    assert log_likelihood_ratio(pairs, 0, 5) == pytest.approx(-log_likelihood_ratio(pairs, 5, 0))
    assert log_likelihood_ratio(pairs, -5, 0) == pytest.approx(-log_likelihood_ratio(pairs[::-1], 0, 5))
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 5) == 0


def test_fitted_distributions_keep_their_constraint():
    seen = (0.05, 0.2, 0.5, 0.2, 0.05)
    fitted = fit_mean(seen, SCORES, 0.53)
    assert sum(fitted) == pytest.approx(1)
    assert moments(fitted)[1] == pytest.approx(0.53)
    fitted = fit_deviations(seen, SCORES, 0.1)
    _, mean, variance = moments(fitted)
    assert sum(fitted) == pytest.approx(1)
    assert (mean - 0.5) / math.sqrt(variance) == pytest.approx(0.1)


@given(
    counts=st.lists(st.sampled_from((0, 1, 3, 40, 900)), min_size=3, max_size=5).filter(
        lambda counts: len(counts) != 4 and any(counts)
    ),
    elos=st.lists(st.floats(-2000, 2000), min_size=2, max_size=2).map(sorted),
)
@example(counts=[0, 40, 3, 0, 0], elos=[-692.0, 0.0])
@settings(max_examples=40)
def test_far_bounds_have_a_ratio_of_the_right_sign(counts, elos):
    scores = [index / (len(counts) - 1) for index in range(len(counts))]
    seen = [(count or 1e-3) / sum(count or 1e-3 for count in counts) for count in counts]
    for elo in elos:
        wanted = elo / NORMALIZED_ELO * math.sqrt(games_per_unit(counts))
        fitted = fit_deviations(seen, scores, wanted)
        _, mean, variance = moments(fitted)
        assert mean - 0.5 == pytest.approx(wanted * math.sqrt(variance), abs=1e-5)
    ratio = log_likelihood_ratio(counts, *elos, "normalized")
    assert math.isfinite(ratio)
    _, mean, variance = moments(seen)
    truth = NORMALIZED_ELO * (mean - 0.5) / math.sqrt(variance * games_per_unit(counts))
    if truth >= elos[1]:
        assert ratio >= -1e-6
    if truth <= elos[0]:
        assert ratio <= 1e-6


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ((5, 5), "elo0 < elo1"),
        ((5, 0), "elo0 < elo1"),
        ((0, math.inf), "at most 2,000, not 0 and inf"),
        ((math.nan, 1), "at most 2,000, not nan and 1"),
        ((0, 100_000), "at most 2,000"),
    ],
)
def test_impossible_hypotheses_are_refused(bounds, words):
    with pytest.raises(ValueError, match=words):
        Sprt(*bounds)


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 1), (1, 0, 0, 0, 0), (0, 0, 1)])
def test_the_farthest_hypotheses_have_a_ratio(counts):
    assert math.isfinite(Sprt(-2000, 2000).ratio(counts))


@pytest.mark.check
@pytest.mark.parametrize(("truth", "wrong"), [(0, "H1"), (40, "H0")])
def test_errors_are_as_rare_as_promised(truth, wrong):
    # Simulated matches between players of known difference; each pair is drawn from a distribution with that mean.
    test = Sprt(0, 40)
    seen = fit_mean((0.05, 0.2, 0.5, 0.2, 0.05), SCORES, score_of_elo(truth))
    luck = random.Random(20261121)
    matches, errors = 50, 0
    for _ in range(matches):
        counts = [0, 0, 0, 0, 0]
        verdict = None
        while verdict is None:
            for pair in luck.choices(range(5), seen, k=8):
                counts[pair] += 1
            verdict = test.verdict(counts)
        errors += verdict == wrong
    # 5% promised; 5 standard deviations above it would be 14%.
    assert errors / matches < 0.14
