"""The rule of M5: depth helps in an empty table, and clearing surely mends what it spoils later."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.m5_replacement_schemes import SCHEMES, judge
from kiebitz.match.elo import Estimate

SPOILT = Estimate(1.05, 1.02, 1.08)
CURED = Estimate(0.94, 0.92, 0.96)


@pytest.mark.parametrize(
    ("first_by_depth", "later_by_depth", "cleared", "verdict"),
    [
        (99, SPOILT, CURED, Verdict.HOLDS),
        (100, SPOILT, CURED, Verdict.CONDITIONALLY),
        (99, SPOILT, Estimate(0.97, 0.93, 1.0), Verdict.CONDITIONALLY),
        (99, Estimate(0.98, 0.96, 1.0), CURED, Verdict.CONDITIONALLY),
        (99, CURED, SPOILT, Verdict.CONDITIONALLY),
        (100, Estimate(0.98, 0.96, 1.0), Estimate(0.97, 0.96, 0.98), Verdict.CONDITIONALLY),
        (100, CURED, CURED, Verdict.FAILS),
        (101, CURED, SPOILT, Verdict.FAILS),
    ],
)
def test_against_always_replacing_with_100_nodes_at_the_first_move(first_by_depth, later_by_depth, cleared, verdict):
    ratios = {("ordered", 1, scheme): Estimate(1.0, 1.0, 1.0) for scheme in SCHEMES}
    ratios |= {("ordered", 1, "depth"): later_by_depth, ("ordered", 1, "clearing"): cleared}
    first_moves = {("ordered", 1, "always"): 100, ("ordered", 1, "depth"): first_by_depth}
    assert judge(ratios, first_moves, 1)[0] is verdict
