"""The rule of M2: a gain of 2 and of 4 in time, each within a factor of 1.5, and more from phase to phase."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.m2_table_halves_time import PHASES, judge, paired

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
GROWTH = {"opening": 1.1, "middlegame": 1.2, "ending": 1.3}


def gains(*ends):
    """MiniMAX's, by phase, of two games that lie so; today's say nothing."""
    found = {"minimax": {}, "today": {phase: dict.fromkeys("abcdef", 1.0) for phase in PHASES}}
    for phase, (low, high) in zip(PHASES, ends, strict=True):
        middle = (low * high) ** 0.5
        found["minimax"][phase] = {"a": low, "b": middle, "c": high, "d": high, "e": middle, "f": low}
    return found


TWO, FOUR, EIGHT = (1.9, 2.5), (3.5, 4.5), (7.0, 9.0)


@pytest.mark.parametrize(
    ("opening", "middlegame", "ending", "verdicts"),
    [
        (TWO, FOUR, EIGHT, [HOLDS, UNDECIDED, HOLDS, HOLDS, HOLDS]),
        ((2.4, 2.7), FOUR, EIGHT, [HOLDS, HOLDS, HOLDS, HOLDS, HOLDS]),
        ((1.5, 1.7), FOUR, EIGHT, [HOLDS, FAILS, HOLDS, HOLDS, HOLDS]),
        ((1.1, 1.2), FOUR, EIGHT, [FAILS, FAILS, HOLDS, HOLDS, HOLDS]),
        ((1.5, 1.7), (2.2, 2.4), EIGHT, [HOLDS, FAILS, FAILS, HOLDS, HOLDS]),
        ((1.7, 5.0), FOUR, EIGHT, [UNDECIDED, UNDECIDED, HOLDS, UNDECIDED, HOLDS]),
        ((3.3, 3.5), (2.0, 9.0), (6.4, 8.0), [FAILS, HOLDS, UNDECIDED, UNDECIDED, UNDECIDED]),
        ((7.0, 8.0), (6.1, 6.6), (3.0, 4.0), [FAILS, HOLDS, FAILS, FAILS, FAILS]),
    ],
)
def test_gains_by_phase(opening, middlegame, ending, verdicts):
    assert [part.verdict for part in judge(gains(opening, middlegame, ending), 500, GROWTH).parts] == verdicts


def test_phases_are_paired_by_game():
    """Games gain 2 to 200, but each twice as much in the one phase as in the other."""
    earlier = {"a": 2.0, "b": 20.0, "c": 200.0}
    found = paired({game: 2 * gain for game, gain in earlier.items()}, earlier)
    assert found.low == pytest.approx(2)
    assert found.high == pytest.approx(2)


def test_a_table_more_than_half_full_decides_nothing():
    assert {part.verdict for part in judge(gains(TWO, FOUR, EIGHT), 501, GROWTH).parts} == {UNDECIDED}
