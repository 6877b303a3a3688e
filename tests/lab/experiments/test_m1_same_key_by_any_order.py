"""The rule of M1: one key that differs refutes it."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.m1_same_key_by_any_order import judge

HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS
COUNTS = {"moves taken back": 50, "not restored": 0, "same position": 40, "same position, keys differ": 0}
BOTH = ("01110", "01110")


@pytest.mark.parametrize(
    ("ends", "counts", "verdicts"),
    [
        (BOTH, {}, [HOLDS, HOLDS, HOLDS]),
        (BOTH, {"other position, keys agree": 3}, [HOLDS, HOLDS, HOLDS]),
        (("01111", "01111"), {}, [FAILS, HOLDS, HOLDS]),
        (("01110", "01111"), {}, [FAILS, HOLDS, HOLDS]),
        (BOTH, {"same position, keys differ": 1}, [HOLDS, FAILS, HOLDS]),
        (BOTH, {"not restored": 1}, [HOLDS, HOLDS, FAILS]),
    ],
)
def test_example_and_games_must_both_hold(ends, counts, verdicts):
    assert [part.verdict for part in judge(ends, COUNTS | counts).parts] == verdicts
