"""The rule of H3: the era's lines of depth, and its rating, drawn on to Hydra's nodes."""

import math

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.h3_depth_and_rating import HYDRA_NODES, drawn_on, gained, judge, reach, slope

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
    judgement = judge({"today": lines(40.0), "hydra": era}, gains, [])
    assert [part.verdict for part in judgement.parts] == [verdict, UNTESTABLE]


def test_a_straight_line_goes_on():
    line = [(10.0, 4.0), (11.0, 4.6), (12.0, 5.2), (13.0, 5.8)]
    assert slope(line) == pytest.approx(0.6)
    assert drawn_on(line, 20.0) == pytest.approx(10.0)
    assert reach([line, line], 2**20).value == pytest.approx(10.0)


def test_the_farther_the_less_sure():
    near, far = (reach(lines(19.5, bend=0.5), nodes) for nodes in (2**24, HYDRA_NODES))
    assert near.error < far.error


EVEN = (2, 10, 50, 10, 2)
FLAT = {nodes: Estimate(60.0, 50.0, 70.0) for nodes in (4_000, 8_000, 16_000)}


def falling(first, last, error=1.0):
    """Gains of three doublings, on a line."""
    values = zip((4_000, 8_000, 16_000), (first, (first + last) / 2, last), strict=True)
    return {nodes: Estimate(value, value - error, value + error) for nodes, value in values}


@pytest.mark.parametrize(
    ("gains", "rating", "verdict"),
    [
        # Twenty doublings are left from 32,000 nodes a move.
        (falling(100.0, 100.0), 2_400, HOLDS),
        (falling(20.0, 20.0), 2_400, FAILS),
        (falling(100.0, 80.0), 2_400, UNDECIDED),
        (falling(100.0, 100.0, 40.0), 2_400, UNDECIDED),
        (falling(120.0, 120.0), 1_200, HOLDS),
        (falling(90.0, 90.0), 1_200, UNDECIDED),
        (dict(list(FLAT.items())[:2]), 2_400, UNDECIDED),
    ],
)
def test_the_rating_drawn_on(gains, rating, verdict):
    judgement = judge({"today": lines(40.0), "hydra": lines(19.5)}, gains, [(rating, 32_000, EVEN)])
    assert judgement.parts[1].verdict is verdict


def test_no_rating_from_points_that_were_all_won():
    judgement = judge({"today": lines(40.0), "hydra": lines(19.5)}, FLAT, [(2_400, 32_000, (0, 0, 0, 0, 25))])
    assert judgement.parts[1].verdict is UNDECIDED


def test_gains_go_on_as_they_fell():
    level = gained(falling(60.0, 60.0, 0.0), 32_000, 128_000)
    assert [level.value, level.low, level.high] == pytest.approx([120.0, 120.0, 120.0])
    fall = gained(falling(40.0, 20.0, 0.0), 32_000, 32_000 * 2**10)
    assert fall.value == pytest.approx(10.0)  # ten more, then nothing
    assert (fall.low, fall.high) == (pytest.approx(10.0), pytest.approx(200.0))
    half = gained(falling(60.0, 60.0, 0.0), 32_000, 32_000 * 2**0.5)
    assert half.value == pytest.approx(30.0)
