"""The rule of T2: both numbers of leaves are the article's."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.t2_forty_moves_four_plies import PERFECT, Leaves, Order, judge

HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS


@pytest.mark.parametrize(
    ("everything", "fewest", "verdicts"),
    [
        (2_560_000, 3_199, [HOLDS, HOLDS]),
        (2_559_999, 3_199, [FAILS, HOLDS]),
        (2_560_000, 3_198, [HOLDS, FAILS]),
        (2_560_000, 3_200, [HOLDS, FAILS]),
    ],
)
def test_numbers_of_leaves(everything, fewest, verdicts):
    leaves, orders = Leaves(everything, fewest, 3_199), [Order(PERFECT, fewest, 1.0), Order("no order", 26_543, 8.3)]
    assert [part.verdict for part in judge(leaves, orders).parts] == verdicts
