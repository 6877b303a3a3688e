"""The rule of Y8: the last stage surely takes fewer nodes than a fresh search."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.y8_multipv_reuses_table import judge
from kiebitz.match.elo import Estimate

REUSED, NOT_SURE, WORSE = Estimate(0.5, 0.3, 0.9), Estimate(0.9, 0.8, 1.0), Estimate(1.5, 1.2, 1.9)


@pytest.mark.parametrize(
    ("small", "large", "verdict"),
    [
        (REUSED, REUSED, Verdict.HOLDS),
        (REUSED, NOT_SURE, Verdict.CONDITIONALLY),
        (WORSE, REUSED, Verdict.CONDITIONALLY),
        (NOT_SURE, NOT_SURE, Verdict.UNDECIDED),
        (WORSE, WORSE, Verdict.UNDECIDED),
    ],
)
def test_with_every_size_with_some_or_with_none(small, large, verdict):
    assert judge({1: small, 64: large})[0] is verdict
