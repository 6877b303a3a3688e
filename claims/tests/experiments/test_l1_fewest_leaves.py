"""The rule of L1: one exception refutes a theorem."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.l1_fewest_leaves import judge

HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS


@pytest.mark.parametrize(
    ("exceptions", "verdicts"),
    [
        ((0, 0, 0), [HOLDS, HOLDS, HOLDS]),
        ((1, 0, 0), [FAILS, HOLDS, HOLDS]),
        ((0, 1, 0), [HOLDS, FAILS, HOLDS]),
        ((0, 0, 1), [HOLDS, HOLDS, FAILS]),
    ],
)
def test_one_exception_on_random_on_ordered_or_on_costliest_trees(exceptions, verdicts):
    assert [part.verdict for part in judge(*exceptions).parts] == verdicts
