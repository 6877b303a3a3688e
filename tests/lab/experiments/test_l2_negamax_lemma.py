"""The rule of L2: one exception refutes a theorem."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.l2_negamax_lemma import judge


@pytest.mark.parametrize(("exceptions", "verdict"), [(0, Verdict.HOLDS), (1, Verdict.FAILS), (900, Verdict.FAILS)])
def test_one_exception_refutes_it(exceptions, verdict):
    found, why = judge(20, 9_000, exceptions)
    assert found is verdict
    assert why.startswith("9,000 searches of 20 random trees")
    assert why.endswith(f"show {exceptions} exceptions.")
