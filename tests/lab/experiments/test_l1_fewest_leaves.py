"""The rule of L1: one exception refutes a theorem."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.l1_fewest_leaves import judge

ORDERED = {"leaves": 0, "nodes": 0, "types": 0, "worst": 0}
RANDOM = {"trees": 10, "runs": 70, "wrong values": 0, "fewer leaves": 0, "no permutation": 0}


@pytest.mark.parametrize(
    ("fault", "verdict"),
    [
        ({}, Verdict.HOLDS),
        *(({name: 1}, Verdict.FAILS) for name in ORDERED),
        *(({name: 1}, Verdict.FAILS) for name in ("wrong values", "fewer leaves", "no permutation")),
        ({"trees": 11, "runs": 77}, Verdict.HOLDS),
    ],
)
def test_one_exception_refutes_it(fault, verdict):
    ordered = ORDERED | {name: count for name, count in fault.items() if name in ORDERED}
    drawn = RANDOM | {name: count for name, count in fault.items() if name in RANDOM}
    found, why = judge(((2, 3), (4, 1)), ordered, drawn)
    assert found is verdict
    assert why.startswith("2 uniform trees in perfect order (b up to 4, t up to 3)")
