"""The rule of N6: rule I or II wins back what the null move loses in endings."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n6_zugzwang_rules import VARIANTS, ZUGZWANGS, judge


@pytest.mark.parametrize(
    ("solved", "verdict"),
    [
        # No rule, rules I, II and III, all rules, no null move.
        ((90, 96, 90, 90, 90, 96), Verdict.HOLDS),
        ((90, 90, 97, 90, 90, 96), Verdict.HOLDS),
        ((90, 90, 90, 90, 96, 96), Verdict.HOLDS),
        ((90, 95, 90, 90, 91, 96), Verdict.CONDITIONALLY),
        ((90, 90, 90, 96, 90, 96), Verdict.FAILS),
        ((90, 89, 90, 90, 88, 96), Verdict.FAILS),
        # Five all lost one way come about by chance once in sixteen.
        ((90, 95, 95, 95, 95, 95), Verdict.UNDECIDED),
        ((90, 80, 80, 80, 80, 95), Verdict.UNDECIDED),
        ((90, 95, 95, 95, 95, 90), Verdict.UNDECIDED),
        ((90, 80, 80, 80, 80, 89), Verdict.UNDECIDED),
    ],
)
def test_endings_decide(solved, verdict):
    results = {}
    for variant, number in zip(VARIANTS, solved, strict=True):
        results[ZUGZWANGS, variant] = {"solved": 1, "called": 5}
        results["endings", variant] = {"solved": number - 40, "called": 0}
        results["more endings", variant] = {"solved": 40, "called": 0}
    assert judge(results, {"endings": 60, "more endings": 60})[0] is verdict
