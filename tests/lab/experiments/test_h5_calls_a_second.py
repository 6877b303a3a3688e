"""The rule of H5: the shortest calls of four plies decide."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.h5_calls_a_second import WINDOWS, judge

OPEN, NULL = WINDOWS


@pytest.mark.parametrize(("four", "verdict"), [(66_667, Verdict.HOLDS), (66_666, Verdict.FAILS), (138, Verdict.FAILS)])
def test_calls_of_the_better_window(four, verdict):
    rows = [
        (1, OPEN, 34, 20.0, 300_000),
        (3, NULL, 34, 90.0, 200_000),
        (4, OPEN, 9, 900.0, four),
        (4, NULL, 9, 99.0, 7),
    ]
    judgement = judge(rows)
    assert judgement.verdict is verdict
    assert judgement.remark.startswith("At most so many calls a second: 300,000 of 1 ply, 200,000 of 3 plies,")


@pytest.mark.parametrize("rows", [[], [(3, OPEN, 34, 54.0, 100_000)]])
def test_four_plies_not_measured(rows):
    assert judge(rows).verdict is Verdict.UNDECIDED
