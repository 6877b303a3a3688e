"""The rule of Y3: probes decide; whether a search profits is the condition."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.y3_cluster_in_a_cache_line import judge
from kiebitz.match.elo import Estimate

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
FASTER, SAME = Estimate(1.02, 1.0, 1.03), Estimate(1.02, 0.99, 1.04)


@pytest.mark.parametrize(
    ("difference", "speeds", "verdict"),
    [
        (Estimate(13.0, 0.0, 26.0), FASTER, HOLDS),
        (Estimate(13.0, 0.0, 26.0), SAME, CONDITIONALLY),
        (Estimate(13.0, -0.1, 26.0), FASTER, UNDECIDED),
        (Estimate(-13.0, -26.0, 0.0), FASTER, UNDECIDED),
        (Estimate(-13.0, -26.0, -0.1), FASTER, FAILS),
    ],
)
def test_nanoseconds_that_a_probe_of_neighbours_takes_longer(difference, speeds, verdict):
    assert judge(difference, speeds, 24, 12).verdict is verdict
