"""The rule of H3: nothing here can test it; what the era's depth would come to is told."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.h3_depth_and_rating import judge, reach
from kiebitz.match.elo import Estimate


@pytest.mark.parametrize("gains", [{}, {500: Estimate(200.0, 150.0, 260.0)}])
def test_whatever_is_found(gains):
    by_nodes = [("today", 1_000, 5.0), ("today", 2_000, 19.0)]
    by_nodes += [("hydra", 2**step, float(step)) for step in range(10, 14)]
    judgement = judge(by_nodes, gains)
    assert judgement.verdict is Verdict.UNTESTABLE
    assert {part.verdict for part in judgement.parts} == {Verdict.UNTESTABLE}
    assert "today's search completes 19.0 plies on average, the era Hydra's 13.0" in judgement.remark
    assert "is at 34.7 plies (34.7 to 34.7, if it stays straight)" in judgement.remark
    assert judgement.remark.endswith("+200 (+150 to +260) at 500." if gains else "nothing that could be told.")


def test_a_line_drawn_on_is_the_less_sure_the_farther():
    line = [(10.0, 4.0), (11.0, 4.7), (12.0, 5.1), (13.0, 5.9)]
    near, far = reach(line, 2**14), reach(line, 2**30)
    assert 6.2 < near.value < 6.8
    assert near.error < far.error
    assert reach(line[:2], 2**14).error == float("inf")
