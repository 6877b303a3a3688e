"""The rule of H5: the shortest calls of four plies decide, those of three plies half."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.h5_calls_a_second import WINDOWS, judge

OPEN, NULL = WINDOWS


@pytest.mark.parametrize(
    ("three", "four", "verdict"),
    [
        (200_000, 66_667, Verdict.HOLDS),
        (66_667, 66_666, Verdict.IN_PART),
        (66_666, 10_000, Verdict.FAILS),
    ],
)
def test_calls_of_the_better_window(three, four, verdict):
    rows = [
        (1, OPEN, 34, 20.0, 300_000),
        (3, OPEN, 34, 300.0, 100),
        (3, NULL, 34, 90.0, three),
        (4, OPEN, 9, 900.0, four),
        (4, NULL, 9, 99.0, 7),
    ]
    said = judge(rows)
    assert said[0] is verdict
    assert "300,000 calls a second of 1 ply," in said[1]


@pytest.mark.parametrize("rows", [[], [(3, OPEN, 34, 54.0, 100_000)]])
def test_four_plies_not_measured(rows):
    assert judge(rows)[0] is Verdict.UNDECIDED
