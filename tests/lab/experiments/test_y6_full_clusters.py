"""The rule of Y6: common at half use, possible at a tenth, and measured as computed."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.y6_full_clusters import judge


@pytest.mark.parametrize(
    ("half", "tenth", "measured", "verdict"),
    [
        (0.22, 0.0036, 0.30, Verdict.HOLDS),
        (0.1, 0.0001, 0.319, Verdict.HOLDS),
        (0.22, 0.0036, 0.281, Verdict.HOLDS),
        (0.22, 0.0036, 0.321, Verdict.UNDECIDED),
        (0.22, 0.0036, 0.279, Verdict.UNDECIDED),
        (0.099, 0.0036, 0.30, Verdict.FAILS),
        (0.22, 0.000099, 0.30, Verdict.FAILS),
        (0.099, 0.0036, 0.4, Verdict.FAILS),
    ],
)
def test_full_clusters_computed_and_measured(half, tenth, measured, verdict):
    found, why = judge(half, tenth, [(9.0, 0.0, 0.0), (500.0, measured, 0.3), (816.0, 0.7, 0.7)])
    assert found is verdict
    assert why.endswith("over 3 tables from 9 to 816 permille.")
