"""The rule of M2: a gain of 2 and of 4, each within a factor of 1.5, and more from phase to phase."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.m2_table_halves_time import judge
from kiebitz.match.elo import Estimate

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
PHASES = ("opening", "middlegame", "ending")
COUNTS = {"minimax": 4, "today": 8}
TWO, FOUR, EIGHT = (2.0, 2.3), (3.5, 4.5), (6.0, 10.0)


def gains(*intervals):
    """MiniMAX's, by phase, each in the middle of its interval; today's say nothing."""
    found = {("today", phase): Estimate(1.0, 0.5, 2.0) for phase in PHASES}
    for phase, (low, high) in zip(PHASES, intervals, strict=True):
        found["minimax", phase] = Estimate((low + high) / 2, low, high)
    return found


@pytest.mark.parametrize(
    ("opening", "middlegame", "ending", "verdicts"),
    [
        (TWO, FOUR, EIGHT, [HOLDS, HOLDS, HOLDS, HOLDS, HOLDS]),
        ((1.34, 1.99), FOUR, EIGHT, [HOLDS, FAILS, HOLDS, HOLDS, HOLDS]),
        ((1.2, 2.9), FOUR, EIGHT, [UNDECIDED, UNDECIDED, HOLDS, HOLDS, HOLDS]),
        ((3.1, 3.3), FOUR, EIGHT, [FAILS, HOLDS, HOLDS, HOLDS, HOLDS]),
        (TWO, (6.1, 6.5), (6.0, 7.0), [HOLDS, HOLDS, FAILS, HOLDS, UNDECIDED]),
        (TWO, (2.0, 7.0), EIGHT, [HOLDS, HOLDS, UNDECIDED, UNDECIDED, HOLDS]),
        ((7.0, 8.0), (6.1, 6.5), (3.0, 4.0), [FAILS, HOLDS, FAILS, FAILS, FAILS]),
    ],
)
def test_gains_by_phase(opening, middlegame, ending, verdicts):
    judgement = judge(gains(opening, middlegame, ending), COUNTS, 500)
    assert [part.verdict for part in judgement.parts] == verdicts
    assert judgement.remark.startswith("Other searches, today: opening 1.00 (0.50 to 2.00)")


def test_a_table_more_than_half_full_decides_nothing():
    parts = judge(gains(TWO, FOUR, EIGHT), COUNTS, 501).parts
    assert {part.verdict for part in parts} == {UNDECIDED}
    assert "501 permille full" in parts[0].note
