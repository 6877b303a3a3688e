"""The rule of N2: 50 nodes against 1,000 with four plies left, 20 times as fast, and about 5% wasted."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n2_cost_of_a_null_move import judge

OTHER_DEPTHS = {3: (3.3, 150.0), 5: (460.0, 6_300.0)}


@pytest.mark.parametrize(
    ("null", "real", "waste", "verdict"),
    [
        (50.0, 1_000.0, 0.05, Verdict.HOLDS),
        (25.0, 1_000.0, 0.1, Verdict.HOLDS),
        (100.0, 1_000.0, 0.025, Verdict.HOLDS),
        (43.0, 1_186.0, 0.12, Verdict.IN_PART),
        (50.0, 1_000.0, 0.02, Verdict.IN_PART),
        (10.0, 200.0, 0.12, Verdict.IN_PART),
        (24.0, 499.0, 0.05, Verdict.IN_PART),
        (10.0, 2_100.0, 0.12, Verdict.FAILS),
    ],
)
def test_within_a_factor_of_two(null, real, waste, verdict):
    assert judge({**OTHER_DEPTHS, 4: (null, real)}, waste)[0] is verdict


def test_the_prices_stand_beside_the_articles():
    why = judge({4: (42.8, 1_185.5)}, 0.12)[1]
    assert "43 nodes and a real refutation 1,186 (the article: 50 and 1,000); the one is 3.6% of the other" in why


@pytest.mark.parametrize("costs", [{}, OTHER_DEPTHS])
def test_without_four_plies_left_nothing_is_decided(costs):
    assert judge(costs, 0.05)[0] is Verdict.UNDECIDED
