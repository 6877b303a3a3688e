"""The rule of L2: one exception refutes a theorem."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.l2_negamax_lemma import judge


@pytest.mark.parametrize(("exceptions", "verdict"), [(0, Verdict.HOLDS), (1, Verdict.FAILS), (900, Verdict.FAILS)])
def test_one_exception_refutes_it(exceptions, verdict):
    assert judge(exceptions).verdict is verdict
