"""The rule of H3: the era's lines, drawn on to Hydra's nodes, against 19 to 20 plies; the rating can't be tested."""

import math

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.h3_depth_and_rating import HYDRA_NODES, drawn_on, judge, reach, slope
from kiebitz.match.elo import Estimate

HOLDS, _, FAILS, UNDECIDED, UNTESTABLE = Verdict
DOUBLINGS = [float(step) for step in range(14, 24)]


def lines(depth, scatter=0.1, bend=0.0):
    """Ten positions' lines that come to such a depth at Hydra's nodes; ``bend`` is what the last points lie off."""
    target = math.log2(HYDRA_NODES)
    return [
        [
            (step, depth + scatter * (number - 4.5) - 0.6 * (target - step) + (bend if step > 21 else 0.0))
            for step in DOUBLINGS
        ]
        for number in range(10)
    ]


@pytest.mark.parametrize(
    ("era", "verdict"),
    [
        (lines(19.5), HOLDS),
        (lines(17.0), FAILS),
        (lines(23.0), FAILS),
        (lines(18.4), UNDECIDED),
        (lines(19.5, scatter=2.0), UNDECIDED),
        # A line that bends might go anywhere.
        (lines(19.5, bend=0.5), UNDECIDED),
    ],
)
@pytest.mark.parametrize("gains", [{}, {500: Estimate(200.0, 150.0, 260.0)}])
def test_the_eras_line_drawn_on(era, verdict, gains):
    judgement = judge({"today": lines(40.0), "hydra": era}, gains)
    assert [part.verdict for part in judgement.parts] == [verdict, UNTESTABLE]
    assert judgement.remark.startswith("A doubling of the nodes brings 0.60 plies (0.60 to 0.60) with today and ")
    assert judgement.remark.endswith("+200 (+150 to +260) at 500." if gains else "nothing that could be told.")


def test_a_straight_line_goes_on():
    line = [(10.0, 4.0), (11.0, 4.6), (12.0, 5.2), (13.0, 5.8)]
    assert slope(line) == pytest.approx(0.6)
    assert drawn_on(line, 20.0) == pytest.approx(10.0)
    assert reach([line, line], 2**20).value == pytest.approx(10.0)


def test_the_farther_the_less_sure():
    near, far = (reach(lines(19.5, bend=0.5), nodes) for nodes in (2**24, HYDRA_NODES))
    assert near.error < far.error
