"""The rule of M1: one key that differs refutes it."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.m1_same_key_by_any_order import judge

COUNTS = {"moves taken back": 50, "not restored": 0, "same position": 40, "same position, keys differ": 0}


@pytest.mark.parametrize(
    ("ends", "counts", "verdict"),
    [
        ({"01110"}, {}, Verdict.HOLDS),
        ({"01110"}, {"other position, keys agree": 3}, Verdict.HOLDS),
        ({"01111"}, {}, Verdict.FAILS),
        ({"01110", "01111"}, {}, Verdict.FAILS),
        ({"01110"}, {"not restored": 1}, Verdict.FAILS),
        ({"01110"}, {"same position, keys differ": 1}, Verdict.FAILS),
    ],
)
def test_example_and_games_must_both_hold(ends, counts, verdict):
    assert judge(ends, COUNTS | counts)[0] is verdict
