"""The rule of Y4: the hour is not surely worse, and not surely other than the large table."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.y4_full_table_for_longer import chance, judge

SOLVED = {"hour": 59, "half hour": 59, "ten minutes, large": 53}


@pytest.mark.parametrize(
    ("half_hour", "large", "verdict"),
    [
        # Only the hour solves so many, only the other so many; 6 of 6 are no chance (p = 0.03), 5 of 5 may be one.
        ((0, 0), (0, 0), Verdict.HOLDS),
        ((0, 5), (5, 0), Verdict.HOLDS),
        ((6, 0), (0, 5), Verdict.HOLDS),
        ((0, 0), (6, 0), Verdict.CONDITIONALLY),
        ((0, 0), (0, 6), Verdict.CONDITIONALLY),
        ((0, 6), (0, 0), Verdict.FAILS),
        ((0, 6), (6, 0), Verdict.FAILS),
    ],
)
def test_positions_that_only_one_solves(half_hour, large, verdict):
    assert judge(SOLVED, 80, half_hour, large, 995.0)[0] is verdict


def test_chance_of_a_split():
    """Two-sided: all of n go one way in 2 of 2^n cases."""
    assert chance(0, 5) == chance(5, 0) == 2 / 2**5
    assert chance(1, 3) == 2 * (1 + 4) / 2**4
    assert chance(0, 0) == chance(3, 3) == 1.0
