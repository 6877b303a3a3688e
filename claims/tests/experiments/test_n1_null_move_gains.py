"""The rule of N1: one to two plies and 200 to 300 Elo, in the search of its time."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.n1_null_move_gains import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
PLIES, ELO = Estimate(1.5, 1.0, 2.0), Estimate(250.0, 200.0, 300.0)


@pytest.mark.parametrize(
    ("plies", "elo", "verdicts"),
    [
        (PLIES, ELO, [HOLDS, HOLDS]),
        (Estimate(0.9, 0.8, 0.99), ELO, [FAILS, HOLDS]),
        (Estimate(2.1, 2.01, 2.2), ELO, [FAILS, HOLDS]),
        (Estimate(0.9, 0.8, 1.0), ELO, [UNDECIDED, HOLDS]),
        (PLIES, Estimate(150.0, 100.0, 199.0), [HOLDS, FAILS]),
        (PLIES, Estimate(350.0, 301.0, 400.0), [HOLDS, FAILS]),
        (PLIES, Estimate(150.0, 100.0, 200.0), [HOLDS, UNDECIDED]),
        (Estimate(0.1, 0.0, 0.2), Estimate(-50.0, -100.0, 0.0), [FAILS, FAILS]),
    ],
)
def test_todays_search_decides_nothing(plies, elo, verdicts):
    for today in (Estimate(1.5, 1.2, 1.8), Estimate(-9.0, -9.1, -8.9)):
        assert [part.verdict for part in judge(plies, elo, today, today, (24, 80)).parts] == verdicts
