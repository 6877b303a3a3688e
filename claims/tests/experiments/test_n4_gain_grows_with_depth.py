"""The rule of N4: growth beyond the errors of both ends."""

import math

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.n4_gain_grows_with_depth import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
FIRST = Estimate(0.0, -30.0, 30.0)


def grown(growth):
    """The last gain; its error of 40 and the first one's of 30 make 50."""
    return Estimate(growth, growth - 40.0, growth + 40.0)


@pytest.mark.parametrize(
    ("last", "verdict"),
    [
        (grown(50.0), HOLDS),
        (grown(49.0), UNDECIDED),
        (grown(-49.0), UNDECIDED),
        (grown(-51.0), FAILS),
        (Estimate(math.inf, -math.inf, math.inf), UNDECIDED),
        (Estimate(90.0, -10.0, math.inf), UNDECIDED),
    ],
)
def test_only_the_ends_decide(last, verdict):
    assert judge([(1_000, FIRST), (4_000, grown(-400.0)), (16_000, last)], 50).verdict is verdict
