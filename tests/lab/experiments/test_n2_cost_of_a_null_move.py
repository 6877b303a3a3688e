"""The rule of N2: about 20 times as fast with four plies left, and about 5% wasted."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n2_cost_of_a_null_move import judge


@pytest.mark.parametrize(
    ("ratio", "waste", "verdict"),
    [
        (20.0, 0.05, Verdict.HOLDS),
        (10.0, 0.1, Verdict.HOLDS),
        (40.0, 0.0, Verdict.HOLDS),
        (9.9, 0.1, Verdict.CONDITIONALLY),
        (40.1, 0.1, Verdict.CONDITIONALLY),
        (20.0, 0.101, Verdict.CONDITIONALLY),
        (9.9, 0.101, Verdict.FAILS),
        (40.1, 0.101, Verdict.FAILS),
    ],
)
def test_within_a_factor_of_two(ratio, waste, verdict):
    assert judge([(3, 99.0), (4, ratio), (5, 1.0)], waste)[0] is verdict


@pytest.mark.parametrize("ratios", [[], [(3, 20.0), (5, 20.0)]])
def test_without_four_plies_left_nothing_is_decided(ratios):
    assert judge(ratios, 0.05)[0] is Verdict.UNDECIDED
