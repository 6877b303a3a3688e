"""The rule of N1: one to two plies and 200 to 300 Elo, in the search of its time."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n1_null_move_gains import judge
from kiebitz.match.elo import Estimate

PLIES, ELO = Estimate(1.5, 1.2, 1.8), Estimate(250.0, 210.0, 290.0)


@pytest.mark.parametrize(
    ("plies", "elo", "verdict"),
    [
        (PLIES, ELO, Verdict.HOLDS),
        (Estimate(1.5, 1.0, 2.0), Estimate(250.0, 200.0, 300.0), Verdict.HOLDS),
        (Estimate(0.9, 0.8, 0.99), ELO, Verdict.IN_PART),
        (Estimate(2.1, 2.01, 2.2), ELO, Verdict.IN_PART),
        (PLIES, Estimate(150.0, 100.0, 199.0), Verdict.IN_PART),
        (PLIES, Estimate(350.0, 301.0, 400.0), Verdict.IN_PART),
        (PLIES, Estimate(-13.0, -80.0, 53.0), Verdict.IN_PART),
        (PLIES, Estimate(150.0, 100.0, 200.0), Verdict.UNDECIDED),
        (Estimate(0.9, 0.8, 1.0), ELO, Verdict.UNDECIDED),
        (Estimate(0.9, 0.8, 0.99), Estimate(150.0, 100.0, 200.0), Verdict.FAILS),
        (Estimate(0.1, 0.0, 0.2), Estimate(-50.0, -100.0, 0.0), Verdict.FAILS),
    ],
)
def test_todays_search_decides_nothing(plies, elo, verdict):
    for today in (Estimate(1.5, 1.2, 1.8), Estimate(-9.0, -9.1, -8.9)):
        assert judge(plies, elo, today, today)[0] is verdict
