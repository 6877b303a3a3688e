"""The rule of L4: no exact search is smaller than the critical tree, and better order comes nearer."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.l4_search_against_critical_tree import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
NEARER, OPEN, FARTHER = Estimate(0.5, 0.4, 0.6), Estimate(0.9, 0.7, 1.2), Estimate(1.5, 1.2, 1.9)


@pytest.mark.parametrize(
    ("killers", "table", "least_ratio", "verdicts"),
    [
        (NEARER, NEARER, 1.0, [HOLDS, HOLDS]),
        (NEARER, NEARER, 0.98, [HOLDS, HOLDS]),
        (NEARER, NEARER, 0.979, [FAILS, HOLDS]),
        (NEARER, OPEN, 1.0, [HOLDS, UNDECIDED]),
        (FARTHER, OPEN, 1.0, [HOLDS, FAILS]),
    ],
)
def test_smaller_than_critical_and_step_by_step_nearer(killers, table, least_ratio, verdicts):
    steps = {"+ killers, history": killers, "+ table's moves": table}
    assert [part.verdict for part in judge(steps, least_ratio, 0.99, 0.25, 4).parts] == verdicts


@pytest.mark.parametrize(
    ("least_first", "other_values", "note"),
    [
        (0.989, 0.0, "the trees found are not critical"),
        (1.0, 0.26, "in 26% of the positions exact searches find other"),
    ],
)
def test_trees_that_are_no_critical_ones_decide_nothing(least_first, other_values, note):
    for part in judge({"+ killers, history": NEARER}, 1.0, least_first, other_values, 4).parts:
        assert part.verdict is UNDECIDED
