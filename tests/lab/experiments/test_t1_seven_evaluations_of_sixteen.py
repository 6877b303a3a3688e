"""The rule of T1: evaluations and cuts are the article's, in every completion."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.t1_seven_evaluations_of_sixteen import judge

HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS
CUTS = frozenset({7, 17, 19, 22}), frozenset({10})


@pytest.mark.parametrize(
    ("evaluations", "cuts", "completions", "verdicts"),
    [
        ((16, 7), CUTS, {"7": 100}, [HOLDS, HOLDS, HOLDS, HOLDS]),
        ((16, 7), CUTS, {}, [HOLDS, HOLDS, HOLDS, HOLDS]),
        ((15, 7), CUTS, {"7": 100}, [FAILS, HOLDS, HOLDS, HOLDS]),
        ((16, 8), CUTS, {"7": 100}, [HOLDS, FAILS, HOLDS, HOLDS]),
        ((16, 7), (CUTS[0] - {22}, CUTS[1]), {"7": 100}, [HOLDS, HOLDS, FAILS, HOLDS]),
        ((16, 7), (CUTS[0], frozenset()), {"7": 100}, [HOLDS, HOLDS, FAILS, HOLDS]),
        ((16, 7), CUTS, {"7": 99, "8": 1}, [HOLDS, HOLDS, HOLDS, FAILS]),
    ],
)
def test_all_must_be_as_the_article_says(evaluations, cuts, completions, verdicts):
    assert [part.verdict for part in judge(evaluations, cuts, completions).parts] == verdicts
