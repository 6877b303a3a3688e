"""The rule of N3: about 7 for alpha-beta, 4 to 5 for the null move, and less with it than without."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.n3_branching_factor import PLAIN, SELECTIVE, judge
from kiebitz.match.elo import Estimate

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
SEVEN, FOUR_TO_FIVE = Estimate(7.0, 6.5, 7.5), Estimate(4.5, 3.5, 5.5)


@pytest.mark.parametrize(
    ("plain", "selective", "verdicts"),
    [
        (SEVEN, FOUR_TO_FIVE, [HOLDS, HOLDS, HOLDS]),
        (Estimate(7.0, 6.4, 7.5), FOUR_TO_FIVE, [UNDECIDED, HOLDS, HOLDS]),
        (SEVEN, Estimate(4.5, 3.4, 5.0), [HOLDS, UNDECIDED, HOLDS]),
        (Estimate(8.0, 7.6, 8.4), FOUR_TO_FIVE, [FAILS, HOLDS, HOLDS]),
        (Estimate(5.5, 5.2, 6.1), FOUR_TO_FIVE, [FAILS, HOLDS, UNDECIDED]),
        (SEVEN, Estimate(3.0, 2.8, 3.4), [HOLDS, FAILS, HOLDS]),
        (Estimate(5.0, 4.9, 5.1), Estimate(6.0, 5.6, 6.4), [FAILS, FAILS, FAILS]),
    ],
)
def test_each_number_by_its_interval(plain, selective, verdicts):
    judgement = judge({PLAIN: plain, SELECTIVE: selective, "today": Estimate(2.0, 1.9, 2.1)}, 8)
    assert [part.verdict for part in judgement.parts] == verdicts
    assert "2.00 (1.90 to 2.10) with today" in judgement.remark
