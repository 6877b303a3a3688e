"""The rule of M6: in the search of the article's time no form saves a twentieth of the time; today's is a condition."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.m6_enhanced_transposition_cutoff import judge

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, UNTESTABLE = Verdict
SAME, SAVES, OPEN = Estimate(1.0, 0.95, 1.1), Estimate(0.8, 0.7, 0.94), Estimate(0.97, 0.94, 1.0)


@pytest.mark.parametrize(
    ("near_leaves", "near_root", "today", "verdict"),
    [
        (SAME, SAME, SAME, HOLDS),
        (SAME, SAME, OPEN, CONDITIONALLY),
        (SAME, SAME, SAVES, CONDITIONALLY),
        (SAME, OPEN, SAME, UNDECIDED),
        (OPEN, SAVES, SAME, FAILS),
        (SAVES, SAME, SAME, FAILS),
    ],
)
def test_one_form_that_saves_time_refutes_it_in_the_article_s_search(near_leaves, near_root, today, verdict):
    means = {("ordered", 2): (SAVES, near_leaves), ("ordered", 6): (SAME, near_root), ("today", 4): (SAME, today)}
    judgement = judge(means, {"ordered": 78, "today": 78})
    assert [part.verdict for part in judgement.parts] == [verdict, UNTESTABLE, UNTESTABLE]
    assert judgement.verdict is verdict
