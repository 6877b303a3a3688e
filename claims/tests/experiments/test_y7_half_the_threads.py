"""The rule of Y7: without two hardware threads a core nothing decides; what was measured instead is told."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.y7_half_the_threads import judge


@pytest.mark.parametrize("elo", [Estimate(55.0, 40.0, 70.0), Estimate(-80.0, -90.0, -70.0)])
def test_whatever_is_measured(elo):
    assert judge(elo, Estimate(1.9, 1.8, 2.0), (2, 1), (48, 60), depth=15).verdict is Verdict.UNTESTABLE
