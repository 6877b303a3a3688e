"""The rule of T1: evaluations and cuts are the article's, in every completion."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.t1_seven_evaluations_of_sixteen import judge

CUTS = frozenset({7, 17, 19, 22}), frozenset({10})


@pytest.mark.parametrize(
    ("evaluations", "cuts", "completions", "verdict"),
    [
        ((16, 7), CUTS, {"7": 100}, Verdict.HOLDS),
        ((16, 7), CUTS, {}, Verdict.HOLDS),
        ((16, 8), CUTS, {"7": 100}, Verdict.FAILS),
        ((15, 7), CUTS, {"7": 100}, Verdict.FAILS),
        ((16, 7), (CUTS[0] - {22}, CUTS[1]), {"7": 100}, Verdict.FAILS),
        ((16, 7), (CUTS[0], frozenset()), {"7": 100}, Verdict.FAILS),
        ((16, 7), CUTS, {"7": 99, "8": 1}, Verdict.FAILS),
    ],
)
def test_all_must_be_as_the_article_says(evaluations, cuts, completions, verdict):
    assert judge(evaluations, cuts, completions)[0] is verdict
