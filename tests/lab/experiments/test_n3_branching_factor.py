"""The rule of N3: about 7 for alpha-beta, about 4 to 5 for the null move."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n3_branching_factor import PLAIN, SELECTIVE, judge


@pytest.mark.parametrize(
    ("plain", "selective", "verdict"),
    [
        (7.0, 4.5, Verdict.HOLDS),
        (5.6, 3.2, Verdict.HOLDS),
        (8.75, 6.25, Verdict.HOLDS),
        (5.59, 4.5, Verdict.CONDITIONALLY),
        (8.76, 4.5, Verdict.CONDITIONALLY),
        (7.0, 3.19, Verdict.CONDITIONALLY),
        (7.0, 6.26, Verdict.CONDITIONALLY),
        (5.0, 5.0, Verdict.FAILS),
        (7.0, 7.1, Verdict.FAILS),
    ],
)
def test_about_is_within_a_quarter(plain, selective, verdict):
    assert judge({PLAIN: plain, SELECTIVE: selective, "today": 2.0})[0] is verdict
