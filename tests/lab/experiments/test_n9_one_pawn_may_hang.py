"""The rule of N9: a fiasco is a clear loss, or clearly fewer positions solved."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n9_one_pawn_may_hang import judge
from kiebitz.match.elo import Estimate

OPEN = Estimate(0.0, -30.0, 30.0)


@pytest.mark.parametrize(
    ("relaxed", "elo", "verdict"),
    [
        # Of 300 positions the strict rule solves 263, give or take 11.
        (263, Estimate(40.0, 1.0, 80.0), Verdict.HOLDS),
        (240, OPEN, Verdict.HOLDS),
        (240, Estimate(-40.0, -80.0, 0.0), Verdict.HOLDS),
        (241, OPEN, Verdict.UNDECIDED),
        (263, Estimate(40.0, 0.0, 80.0), Verdict.UNDECIDED),
        (263, Estimate(-40.0, -80.0, 1.0), Verdict.UNDECIDED),
        (263, Estimate(-40.0, -80.0, 0.0), Verdict.FAILS),
    ],
)
def test_the_strict_rule_against_the_relaxed(relaxed, elo, verdict):
    assert judge({"off": 256, "strict": 263, "relaxed": relaxed}, 300, elo)[0] is verdict
