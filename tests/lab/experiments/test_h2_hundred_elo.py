"""The rule of H2: 64% at 100 Elo, known to 3%."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.h2_hundred_elo import fit, judge
from kiebitz.match.elo import Estimate


@pytest.mark.parametrize(
    ("factor", "verdict"),
    [
        (None, Verdict.UNDECIDED),
        (Estimate(1.0, 0.9, 1.1), Verdict.HOLDS),
        (Estimate(1.0, 0.8, 1.2), Verdict.HOLDS),
        (Estimate(1.0, 0.75, 1.25), Verdict.UNDECIDED),
        (Estimate(0.9, 0.8, 0.99), Verdict.FAILS),
        (Estimate(0.9, 0.8, 1.0), Verdict.HOLDS),
        (Estimate(1.2, 1.0, 1.4), Verdict.FAILS),
        (Estimate(1.1, 0.99, 1.2), Verdict.HOLDS),
    ],
)
def test_the_score_must_be_known_and_may_be_the_one_claimed(factor, verdict):
    assert judge(factor)[0] is verdict


def test_the_factor_of_one_chain_and_of_none():
    """One sum of 100 against a direct difference of 90, each with a deviation of 10: 0.9 ± 1.96 · √200 / 100."""
    factor = fit([(400, 100, 100.0, 10.0, 90.0, 10.0)])
    assert factor.value == pytest.approx(0.9)
    assert factor.error == pytest.approx(1.96 * 200**0.5 / 100)
    assert fit([]) is None


def test_surer_chains_weigh_more():
    chains = [(4, 1, 100.0, 10.0, 90.0, 10.0), (4, 1, 100.0, 1.0, 110.0, 1.0)]
    assert 1.09 < fit(chains).value < 1.1
