"""The rule of M6: no form saves a twentieth of the time."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.m6_enhanced_transposition_cutoff import judge
from kiebitz.match.elo import Estimate

HOLDS, _, FAILS, UNDECIDED, UNTESTABLE = Verdict
SAME, SAVES, OPEN = Estimate(1.0, 0.95, 1.1), Estimate(0.8, 0.7, 0.94), Estimate(0.97, 0.94, 1.0)


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        (SAME, SAME, HOLDS),
        (SAME, OPEN, UNDECIDED),
        (SAME, SAVES, FAILS),
        (OPEN, SAVES, FAILS),
    ],
)
def test_one_form_that_saves_time_refutes_it(first, second, verdict):
    means = {("ordered", 2): (SAVES, first), ("today", 4): (SAME, second)}
    judgement = judge(means, {"ordered": 12, "today": 18})
    assert [part.verdict for part in judgement.parts] == [verdict, UNTESTABLE]
    assert judgement.verdict is verdict
    assert judgement.remark == "Nodes are surely saved in 1 of 2 forms: ordered from depth 2 0.80."
