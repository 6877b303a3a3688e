"""The rule of M7: the reduced key surely loses no more than 20 Elo; the effort is not measured yet."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.m7_key_without_rights import judge
from kiebitz.match.elo import Estimate

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


@pytest.mark.parametrize(
    ("elo", "verdict"),
    [
        (Estimate(0.0, -20.0, 20.0), HOLDS),
        (Estimate(-5.0, -9.0, -1.0), HOLDS),
        (Estimate(0.0, -20.1, 20.0), UNDECIDED),
        (Estimate(-30.0, -40.0, -20.0), UNDECIDED),
        (Estimate(-30.0, -40.0, -20.1), FAILS),
    ],
)
def test_the_match_decides(elo, verdict):
    judgement = judge({"opening": 266.0}, 0, 48, elo, 300)
    assert [part.verdict for part in judgement.parts] == [verdict, UNDECIDED]
