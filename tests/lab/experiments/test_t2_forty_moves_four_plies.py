"""The rule of T2: both numbers of leaves are the article's."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.t2_forty_moves_four_plies import judge


@pytest.mark.parametrize(
    ("everything", "fewest", "verdict"),
    [
        (2_560_000, 3_199, Verdict.HOLDS),
        (2_559_999, 3_199, Verdict.FAILS),
        (2_560_000, 3_198, Verdict.FAILS),
        (2_560_000, 3_200, Verdict.FAILS),
    ],
)
def test_numbers_of_leaves(everything, fewest, verdict):
    assert judge(everything, fewest)[0] is verdict
