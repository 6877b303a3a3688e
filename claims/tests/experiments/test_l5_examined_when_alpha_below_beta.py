"""The rule of L5: one exception refutes a theorem."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.l5_examined_when_alpha_below_beta import judge

HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS


@pytest.mark.parametrize(
    ("examined_wrongly", "other_windows", "verdicts"),
    [(0, 0, [HOLDS, HOLDS]), (1, 0, [FAILS, HOLDS]), (0, 1, [HOLDS, FAILS]), (9, 9, [FAILS, FAILS])],
)
def test_one_exception_refutes_it(examined_wrongly, other_windows, verdicts):
    assert [part.verdict for part in judge(examined_wrongly, other_windows).parts] == verdicts
