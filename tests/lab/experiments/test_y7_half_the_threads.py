"""The rule of Y7: the match's whole interval lies within 40 to 70 Elo, or outside."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.y7_half_the_threads import judge
from kiebitz.match.elo import Estimate


@pytest.mark.parametrize(
    ("elo", "verdict"),
    [
        (Estimate(55.0, 40.0, 70.0), Verdict.HOLDS),
        (Estimate(55.0, 39.0, 70.0), Verdict.UNDECIDED),
        (Estimate(55.0, 40.0, 71.0), Verdict.UNDECIDED),
        (Estimate(30.0, 20.0, 40.0), Verdict.UNDECIDED),
        (Estimate(80.0, 70.0, 90.0), Verdict.UNDECIDED),
        (Estimate(30.0, 20.0, 39.9), Verdict.FAILS),
        (Estimate(80.0, 70.1, 90.0), Verdict.FAILS),
    ],
)
def test_the_match_decides(elo, verdict):
    for speed_up in (Estimate(0.5, 0.4, 0.6), Estimate(1.9, 1.8, 2.0)):
        assert judge(elo, speed_up, (2, 1), (48, 60), depth=15)[0] is verdict
