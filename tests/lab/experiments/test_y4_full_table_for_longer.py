"""The rule of Y4: the hour is no worse within a margin, and not surely better than the large table half full."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.y4_full_table_for_longer import LARGE, judge
from kiebitz.match.elo import Estimate

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
FULL_AND_HALF = (990.0, 500.0)
BETTER, WORSE, OPEN = Estimate(60, 30, 90), Estimate(-60, -90, -30), Estimate(-10, -40, 20)


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
    parts = judge(80, half_hour, large, permille, played(BETTER)).parts
    assert [parts[0].verdict, parts[2].verdict] == verdicts


@pytest.mark.parametrize(("elo", "verdict"), [(BETTER, HOLDS), (WORSE, FAILS), (OPEN, UNDECIDED)])
def test_games_of_the_hour_against_the_half_hour(elo, verdict):
    judgement = judge(80, (0, 0), (0, 0), FULL_AND_HALF, played(elo))
    assert judgement.parts[1].verdict is verdict
    assert judgement.remark.endswith("the hour is -10 Elo (-40 to +20) against the ten minutes with the large table.")


def played(half_hour):
    return {"half hour": (half_hour, 400), LARGE: (OPEN, 400)}
