"""The rule of Y4: the hour is no worse within a margin, and not surely far better than the large table half full."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.y4_full_table_for_longer import LARGE, judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
FULL_AND_HALF = (990.0, 500.0)
BETTER, WORSE, OPEN = Estimate(60, 30, 90), Estimate(-60, -90, -30), Estimate(-10, -40, 20)
FAR_BETTER, PERHAPS_FAR = Estimate(250, 200, 300), Estimate(130, 100, 160)


@pytest.mark.parametrize(
    ("half_hour", "large", "permille", "verdicts"),
    [
        # Only the hour solves so many of 80, only the other so many.
        ((0, 0), (0, 0), FULL_AND_HALF, [HOLDS, UNDECIDED]),
        ((0, 3), (7, 1), FULL_AND_HALF, [UNDECIDED, UNDECIDED]),
        ((0, 20), (20, 0), FULL_AND_HALF, [FAILS, FAILS]),
        ((20, 0), (0, 20), FULL_AND_HALF, [HOLDS, HOLDS]),
        # Surely better, but not surely by two to one.
        ((20, 0), (30, 15), FULL_AND_HALF, [HOLDS, UNDECIDED]),
        ((20, 0), (16, 24), FULL_AND_HALF, [HOLDS, HOLDS]),
        ((0, 0), (8, 16), (984.0, 500.0), [UNDECIDED, HOLDS]),
        ((0, 0), (8, 16), (990.0, 8.0), [HOLDS, UNDECIDED]),
        ((0, 0), (8, 16), (990.0, 601.0), [HOLDS, UNDECIDED]),
    ],
)
def test_positions_that_only_one_solves(half_hour, large, permille, verdicts):
    parts = judge(80, half_hour, large, permille, played(BETTER, OPEN)).parts
    assert [parts[0].verdict, parts[2].verdict] == verdicts


@pytest.mark.parametrize(("elo", "verdict"), [(BETTER, HOLDS), (WORSE, FAILS), (OPEN, UNDECIDED)])
def test_games_of_the_hour_against_the_half_hour(elo, verdict):
    assert judge(80, (0, 0), (0, 0), FULL_AND_HALF, played(elo, OPEN)).parts[1].verdict is verdict


@pytest.mark.parametrize(
    ("elo", "verdict"), [(OPEN, HOLDS), (BETTER, HOLDS), (PERHAPS_FAR, UNDECIDED), (FAR_BETTER, FAILS)]
)
def test_only_a_sure_and_large_superiority_can_be_said(elo, verdict):
    assert judge(80, (0, 0), (9, 3), FULL_AND_HALF, played(BETTER, elo)).parts[3].verdict is verdict


def played(half_hour, large):
    return {"half hour": (half_hour, 400), LARGE: (large, 400)}
