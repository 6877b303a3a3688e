"""The rule of M2: a gain of 2 and of 4, each within a factor of 1.5, and more from phase to phase."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.m2_table_halves_time import judge
from kiebitz.match.elo import Estimate

PHASES = ("opening", "middlegame", "ending")
TWO, FOUR, EIGHT = (1.8, 2.3), (3.5, 4.5), (6.0, 10.0)
STEADY_CLOCK = (5.0, 5.0)


def gains(*intervals):
    """MiniMAX's, by phase, each in the middle of its interval."""
    return {
        ("minimax", phase): Estimate((low + high) / 2, low, high)
        for phase, (low, high) in zip(PHASES, intervals, strict=True)
    }


@pytest.mark.parametrize(
    ("opening", "middlegame", "ending", "verdict"),
    [
        (TWO, FOUR, EIGHT, Verdict.HOLDS),
        ((1.34, 2.99), (3.0, 5.9), (6.0, 6.1), Verdict.HOLDS),
        ((1.2, 2.3), FOUR, EIGHT, Verdict.UNDECIDED),
        (TWO, (2.0, 7.0), EIGHT, Verdict.UNDECIDED),
        (TWO, FOUR, (4.0, 9.0), Verdict.UNDECIDED),
        ((3.1, 3.4), FOUR, EIGHT, Verdict.IN_PART),
        (TWO, FOUR, (1.0, 3.0), Verdict.IN_PART),
        ((3.5, 16.3), (1.8, 16.9), (2.6, 7.7), Verdict.FAILS),
        ((7.0, 8.0), (6.1, 6.5), (3.0, 4.0), Verdict.FAILS),
    ],
)
def test_gains_by_phase(opening, middlegame, ending, verdict):
    assert judge(gains(opening, middlegame, ending), 500, STEADY_CLOCK)[0] is verdict


def test_a_table_more_than_half_full_decides_nothing():
    assert judge(gains(TWO, FOUR, EIGHT), 501, STEADY_CLOCK)[0] is Verdict.UNDECIDED


@pytest.mark.parametrize(("by_clock", "is_told"), [(39.0, False), (40.0, True)])
def test_a_clock_that_went_astray_is_told(by_clock, is_told):
    why = judge(gains(TWO, FOUR, EIGHT), 0, (by_clock, 13.2))[1]
    assert ("Times decide nothing: where one search gains 13.2 by nodes, the clock reads 40." in why) is is_told


@pytest.mark.parametrize(("ending", "is_told"), [((1.0, 1.5), True), (EIGHT, False)])
def test_a_gain_that_falls_is_told(ending, is_told):
    assert ("falls towards the ending" in judge(gains((3.5, 16.3), TWO, ending), 0, STEADY_CLOCK)[1]) is is_told
