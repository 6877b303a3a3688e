"""The rule of YA4: the stages surely solve more than one candidate from the start, with every budget."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ya4_stages_against_pruning import gain, judge, solve, tasks

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def solved(only_stages, only_alone, positions=300):
    """Of so many positions, those that only the one and only the other solves; the others both solve."""
    return [(1, 0)] * only_stages + [(0, 1)] * only_alone + [(1, 1)] * (positions - only_stages - only_alone)


@pytest.mark.parametrize(
    ("few", "many", "verdict"),
    [
        (solved(40, 5), solved(30, 3), HOLDS),
        (solved(40, 5), solved(3, 40), FAILS),
        (solved(40, 5), solved(10, 9), UNDECIDED),
    ],
)
def test_the_weakest_budget_speaks(few, many, verdict):
    assert [part.verdict for part in judge({30_000: few, 300_000: many}).parts] == [verdict]


def test_what_both_solve_tells_nothing():
    assert gain(solved(5, 5)).value == 0
    assert gain(solved(8, 2)).value == pytest.approx(2)


def test_a_search_repeats_exactly():
    task = tasks(quick=True)[-1]
    assert solve(task, 3_000) == solve(task, 3_000)
