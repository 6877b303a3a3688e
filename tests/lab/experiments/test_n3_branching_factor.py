"""The rule of N3: about 7 for alpha-beta, 4 to 5 for the null move, and less with it than without."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n3_branching_factor import PLAIN, SELECTIVE, judge
from kiebitz.match.elo import Estimate

SEVEN, FOUR_TO_FIVE = Estimate(7.0, 6.6, 7.4), Estimate(4.5, 3.9, 5.1)


@pytest.mark.parametrize(
    ("plain", "selective", "verdict"),
    [
        (SEVEN, FOUR_TO_FIVE, Verdict.HOLDS),
        (Estimate(7.0, 6.5, 7.5), Estimate(4.5, 3.5, 5.5), Verdict.HOLDS),
        (Estimate(7.0, 6.4, 7.5), FOUR_TO_FIVE, Verdict.UNDECIDED),
        (SEVEN, Estimate(4.5, 3.4, 5.0), Verdict.UNDECIDED),
        (Estimate(5.5, 5.2, 6.1), FOUR_TO_FIVE, Verdict.IN_PART),
        (SEVEN, Estimate(3.0, 2.8, 3.4), Verdict.IN_PART),
        (Estimate(5.0, 4.9, 5.1), Estimate(6.0, 5.6, 6.4), Verdict.FAILS),
        (Estimate(5.5, 5.0, 6.0), Estimate(5.3, 4.9, 5.6), Verdict.FAILS),
    ],
)
def test_each_number_by_its_interval(plain, selective, verdict):
    assert judge({PLAIN: plain, SELECTIVE: selective, "today": Estimate(2.0, 1.9, 2.1)})[0] is verdict
