"""The rule of N4: growth beyond the errors of both ends."""

import math

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n4_gain_grows_with_depth import judge
from kiebitz.match.elo import Estimate

FIRST = Estimate(0.0, -30.0, 30.0)


def grown(growth):
    """The last gain; its error of 40 and the first one's of 30 make 50."""
    return Estimate(growth, growth - 40.0, growth + 40.0)


@pytest.mark.parametrize(
    ("last", "verdict"),
    [
        (grown(51.0), Verdict.HOLDS),
        (grown(50.0), Verdict.UNDECIDED),
        (grown(-50.0), Verdict.UNDECIDED),
        (grown(-51.0), Verdict.FAILS),
        (Estimate(math.inf, -math.inf, math.inf), Verdict.UNDECIDED),
        (Estimate(90.0, -10.0, math.inf), Verdict.UNDECIDED),
    ],
)
def test_only_the_ends_decide(last, verdict):
    assert judge([(1_000, FIRST), (4_000, grown(-400.0)), (16_000, last)])[0] is verdict
