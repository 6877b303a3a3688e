"""The rule of M6: it pays where it surely saves time."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.m6_enhanced_transposition_cutoff import judge
from kiebitz.match.elo import Estimate

SAME, SAVES = Estimate(1.0, 0.9, 1.1), Estimate(0.8, 0.7, 0.9)
JUST_NOT = Estimate(0.9, 0.8, 1.0)


@pytest.mark.parametrize(
    ("nodes", "time", "verdict", "end"),
    [
        (SAME, SAME, Verdict.HOLDS, "time 1.00."),
        (SAVES, SAME, Verdict.HOLDS, "It saves nodes, but no time that could be told from chance."),
        (JUST_NOT, JUST_NOT, Verdict.HOLDS, "time 0.90."),
        (SAVES, SAVES, Verdict.FAILS, "It saves time in 1 of 2 forms."),
        (SAME, SAVES, Verdict.FAILS, "It saves time in 1 of 2 forms."),
    ],
)
def test_one_form_that_saves_time_refutes_it(nodes, time, verdict, end):
    found, why = judge({("ordered", 2): (nodes, time), ("today", 2): (nodes, SAME if time is SAVES else time)})
    assert found is verdict
    assert why.endswith(end)
