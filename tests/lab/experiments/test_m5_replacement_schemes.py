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
        (101, SPOILT, CURED, Verdict.IN_PART),
        (99, SPOILT, Estimate(0.97, 0.93, 1.01), Verdict.UNDECIDED),
        (99, Estimate(0.98, 0.96, 1.0), Estimate(0.94, 0.92, 0.97), Verdict.UNDECIDED),
        (99, CURED, SPOILT, Verdict.IN_PART),
        (101, CURED, CURED, Verdict.FAILS),
        (101, CURED, SPOILT, Verdict.FAILS),
    ],
)
def test_against_always_replacing_with_100_nodes_at_the_first_move(first_by_depth, later_by_depth, cleared, verdict):
    ratios = {("ordered", 1, scheme): Estimate(1.0, 1.0, 1.0) for scheme in SCHEMES}
    ratios |= {("ordered", 1, "depth"): later_by_depth, ("ordered", 1, "clearing"): cleared}
    first_moves = {("ordered", 1, "always"): 100, ("ordered", 1, "depth"): first_by_depth}
    assert judge(ratios, first_moves, 1)[0] is verdict


@pytest.mark.parametrize(
    ("first_today", "today", "verdict"),
    [
        (99, CURED, Verdict.HOLDS),
        (120, CURED, Verdict.CONDITIONALLY),
        (99, Estimate(1.31, 1.12, 1.53), Verdict.CONDITIONALLY),
        (99, Estimate(0.97, 0.93, 1.01), Verdict.CONDITIONALLY),
    ],
)
def test_another_search_than_that_of_the_time_is_a_condition(first_today, today, verdict):
    ratios = {(style, 1, scheme): Estimate(1.0, 1.0, 1.0) for style in ("ordered", "today") for scheme in SCHEMES}
    ratios |= {(style, 1, "depth"): SPOILT for style in ("ordered", "today")}
    ratios |= {("ordered", 1, "clearing"): CURED, ("today", 1, "clearing"): today}
    first_moves = {("ordered", 1, "always"): 100, ("ordered", 1, "depth"): 99}
    first_moves |= {("today", 1, "always"): 100, ("today", 1, "depth"): first_today}
    assert judge(ratios, first_moves, 1)[0] is verdict
