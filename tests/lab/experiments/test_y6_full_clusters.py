"""The rule of Y6: common at half use, possible at a tenth, and measured as computed."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.y6_full_clusters import judge

HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS


@pytest.mark.parametrize(
    ("half", "tenth", "measured", "verdicts"),
    [
        (0.1, 0.0001, 0.319, [HOLDS, HOLDS, HOLDS]),
        (0.22, 0.0036, 0.281, [HOLDS, HOLDS, HOLDS]),
        (0.22, 0.0036, 0.321, [HOLDS, HOLDS, FAILS]),
        (0.22, 0.0036, 0.279, [HOLDS, HOLDS, FAILS]),
        (0.099, 0.0036, 0.30, [FAILS, HOLDS, HOLDS]),
        (0.22, 0.000099, 0.30, [HOLDS, FAILS, HOLDS]),
    ],
)
def test_full_clusters_computed_and_measured(half, tenth, measured, verdicts):
    judgement = judge(half, tenth, [(9.0, 0.0, 0.0), (500.0, measured, 0.3), (816.0, 0.7, 0.7)])
    assert [part.verdict for part in judgement.parts] == verdicts
    assert judgement.remark == "3 tables from 9 to 816 permille."
