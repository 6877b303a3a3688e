"""The rule of Y3: probes decide; whether a search profits is the condition."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.y3_cluster_in_a_cache_line import judge
from kiebitz.match.elo import Estimate

FASTER, SAME = Estimate(1.02, 1.01, 1.03), Estimate(1.02, 1.0, 1.04)


@pytest.mark.parametrize(
    ("difference", "speeds", "verdict"),
    [
        (Estimate(13.0, 0.1, 26.0), FASTER, Verdict.HOLDS),
        (Estimate(13.0, 0.1, 26.0), SAME, Verdict.CONDITIONALLY),
        (Estimate(13.0, 0.0, 26.0), FASTER, Verdict.UNDECIDED),
        (Estimate(-13.0, -26.0, 0.0), FASTER, Verdict.UNDECIDED),
        (Estimate(-13.0, -26.0, -0.1), FASTER, Verdict.FAILS),
    ],
)
def test_nanoseconds_that_a_probe_of_neighbours_takes_longer(difference, speeds, verdict):
    assert judge(difference, speeds)[0] is verdict
