"""The rule of L4: no exact search is smaller than the critical tree, and better order comes nearer."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.l4_search_against_critical_tree import EXACT, judge
from kiebitz.match.elo import Estimate

FALLING = (4.0, 2.0, 1.2)


@pytest.mark.parametrize(
    ("ratios", "least_ratio", "least_first", "other_values", "verdict"),
    [
        (FALLING, 1.0, 1.0, 0.0, Verdict.HOLDS),
        (FALLING, 0.98, 0.99, 0.25, Verdict.HOLDS),
        ((2.0, 2.0, 2.0), 1.0, 1.0, 0.0, Verdict.HOLDS),
        (FALLING, 0.979, 1.0, 0.0, Verdict.CONDITIONALLY),
        ((4.0, 2.0, 2.1), 1.0, 1.0, 0.0, Verdict.CONDITIONALLY),
        (FALLING, 1.0, 0.989, 0.0, Verdict.UNDECIDED),
        (FALLING, 1.0, 1.0, 0.26, Verdict.UNDECIDED),
    ],
)
def test_rule(ratios, least_ratio, least_first, other_values, verdict):
    means = {name: Estimate(ratio, ratio, ratio) for name, ratio in zip(EXACT, ratios, strict=False)}
    assert judge(means, least_ratio, least_first, other_values)[0] is verdict
