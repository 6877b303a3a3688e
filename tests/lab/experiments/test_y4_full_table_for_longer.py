"""The rule of Y4: the hour is no worse within a margin, and not surely better than the large table half full."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.y4_full_table_for_longer import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
FULL_AND_HALF = (990.0, 500.0)


@pytest.mark.parametrize(
    ("half_hour", "large", "permille", "verdicts"),
    [
        # Only the hour solves so many of 80, only the other so many.
        ((0, 0), (0, 0), FULL_AND_HALF, [HOLDS, HOLDS]),
        ((0, 3), (7, 1), FULL_AND_HALF, [UNDECIDED, UNDECIDED]),
        ((0, 20), (20, 0), FULL_AND_HALF, [FAILS, FAILS]),
        ((20, 0), (0, 20), FULL_AND_HALF, [HOLDS, HOLDS]),
        ((0, 0), (0, 0), (984.0, 500.0), [UNDECIDED, HOLDS]),
        ((0, 0), (0, 0), (990.0, 8.0), [HOLDS, UNDECIDED]),
        ((0, 0), (0, 0), (990.0, 601.0), [HOLDS, UNDECIDED]),
    ],
)
def test_positions_that_only_one_solves(half_hour, large, permille, verdicts):
    assert [part.verdict for part in judge(80, half_hour, large, permille).parts] == verdicts
