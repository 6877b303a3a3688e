"""The rule of H4: half a cycle is no difference."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.h4_nine_cycles import judge

HOLDS, _, FAILS, _, UNTESTABLE = Verdict


@pytest.mark.parametrize(
    ("cycles", "verdict"), [(8.51, HOLDS), (9.49, HOLDS), (9.51, FAILS), (8.49, FAILS), (17.1, FAILS)]
)
def test_cycles_at_the_greatest_depth(cycles, verdict):
    judgement = judge([(1, 100, 20.0, 2.5), (3, 1_000, cycles, 50 / cycles)])
    assert [part.verdict for part in judgement.parts] == [verdict, verdict]


def test_without_a_simulator():
    assert judge([]).verdict is UNTESTABLE
