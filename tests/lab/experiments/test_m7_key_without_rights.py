"""The rule of M7: the reduced key surely loses less than 20 Elo."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.m7_key_without_rights import judge
from kiebitz.match.elo import Estimate


@pytest.mark.parametrize(
    ("elo", "verdict"),
    [
        (Estimate(0.0, -19.9, 20.0), Verdict.HOLDS),
        (Estimate(-5.0, -9.0, -1.0), Verdict.HOLDS),
        (Estimate(0.0, -20.0, 20.0), Verdict.UNDECIDED),
        (Estimate(-20.0, -40.0, 0.0), Verdict.UNDECIDED),
        (Estimate(-20.0, -40.0, -0.1), Verdict.FAILS),
    ],
)
def test_the_match_decides(elo, verdict):
    assert judge({"opening": 266.0}, 0, 48, elo, (300, 3_000))[0] is verdict
