"""The rule of E1: every step of the ladder is won."""

import math

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.e1_ladder_of_eras import judge
from kiebitz.match.elo import Estimate

WON = Estimate(120.0, 1.0, 250.0)
CLEAN = Estimate(math.inf, -math.inf, math.inf)


@pytest.mark.parametrize(
    ("second_step", "verdict"),
    [
        (WON, Verdict.HOLDS),
        (CLEAN, Verdict.HOLDS),
        (Estimate(100.0, 0.0, 210.0), Verdict.UNDECIDED),
        (Estimate(-60.0, -130.0, 0.0), Verdict.UNDECIDED),
        (Estimate(-60.0, -130.0, -1.0), Verdict.FAILS),
        (Estimate(-math.inf, -math.inf, math.inf), Verdict.UNDECIDED),
    ],
)
def test_every_step_must_be_won_surely(second_step, verdict):
    steps = [("minimax", "tartan", 0.7, WON), ("nimzo", "minimax", 0.6, second_step)]
    found, why = judge(steps, {"tartan": 0.0, "minimax": 120.0, "nimzo": 180.0})
    assert found is verdict
    assert why.startswith("minimax scores 70% against tartan; nimzo scores 60% against minimax. Ratings: tartan +0, ")
