"""The rule of H4: half a cycle is no difference, a tenth is a small one."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.h4_nine_cycles import judge


@pytest.mark.parametrize(
    ("cycles", "verdict"),
    [
        (8.5, Verdict.HOLDS),
        (9.5, Verdict.HOLDS),
        (9.51, Verdict.IN_PART),
        (8.11, Verdict.IN_PART),
        (9.91, Verdict.FAILS),
        (8.0, Verdict.FAILS),
    ],
)
def test_cycles_at_the_greatest_depth(cycles, verdict):
    said = judge([(1, 100, 20.0, 2.5), (3, 1_000, cycles, 50 / cycles)])
    assert said[0] is verdict
    assert said[1].startswith(f"At depth 3 a node takes {cycles:.2f} cycles")


def test_nothing_measured():
    assert judge([])[0] is Verdict.UNDECIDED
