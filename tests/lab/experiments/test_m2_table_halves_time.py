"""The rule of M2: a gain of 2 and of 4, each within a factor of 1.5, and the most in the ending."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.m2_table_halves_time import judge
from kiebitz.match.elo import Estimate


@pytest.mark.parametrize(
    ("opening", "middlegame", "ending", "fullest", "verdict"),
    [
        (2.0, 4.0, 8.0, 0, Verdict.HOLDS),
        (2 / 1.5, 4 / 1.5, 2.7, 500, Verdict.HOLDS),
        (3.0, 6.0, 6.1, 500, Verdict.HOLDS),
        (2.0, 4.0, 8.0, 501, Verdict.UNDECIDED),
        (1.33, 4.0, 8.0, 0, Verdict.CONDITIONALLY),
        (3.01, 4.0, 8.0, 0, Verdict.CONDITIONALLY),
        (2.0, 2.66, 8.0, 0, Verdict.CONDITIONALLY),
        (2.0, 6.01, 8.0, 0, Verdict.CONDITIONALLY),
        (2.9, 2.9, 8.0, 0, Verdict.CONDITIONALLY),
        (2.0, 4.0, 4.0, 0, Verdict.CONDITIONALLY),
        (2.0, 4.0, 1.0, 0, Verdict.FAILS),
        (0.9, 4.0, 8.0, 0, Verdict.FAILS),
    ],
)
def test_gains_by_phase(opening, middlegame, ending, fullest, verdict):
    gains = {"opening": opening, "middlegame": middlegame, "ending": ending}
    means = {("minimax", phase): Estimate(gain, gain, gain) for phase, gain in gains.items()}
    assert judge(means, fullest)[0] is verdict
