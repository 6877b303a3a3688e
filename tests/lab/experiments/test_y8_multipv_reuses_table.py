"""The rule of Y8: the last stage surely takes fewer nodes than a fresh search, and more with the overfilled table."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.y8_multipv_reuses_table import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
GAMES = [f"game {number // 2}" for number in range(16)]


def ratios(middle, scatter=1.05):
    """Of 16 positions, two of a game, around such a ratio."""
    return [middle * scatter ** (number % 5 - 2) for number in range(16)]


@pytest.mark.parametrize(
    ("small", "large", "verdicts"),
    [
        (ratios(0.6), ratios(0.4), [HOLDS, HOLDS]),
        (ratios(1.5), ratios(0.4), [FAILS, HOLDS]),
        (ratios(0.3), ratios(0.4), [HOLDS, FAILS]),
        (ratios(0.99, 2.0), ratios(0.99, 1.9), [UNDECIDED, UNDECIDED]),
    ],
)
def test_less_than_afresh_and_more_with_the_small_table(small, large, verdicts):
    assert [part.verdict for part in judge({1: small, 64: large}, GAMES).parts] == verdicts


def test_one_size_says_nothing_about_the_table_s_use():
    assert [part.verdict for part in judge({1: ratios(0.5)}, GAMES).parts] == [HOLDS, UNDECIDED]
