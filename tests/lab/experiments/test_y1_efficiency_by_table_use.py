"""The rule of Y1: 20 to 70% lost by a full table in every ordered search, and losses from 10% use on."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.y1_efficiency_by_table_use import judge, lost
from kiebitz.match.elo import Estimate

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
# Nodes by those of the largest table; the share lost is 1 - 1/ratio: from 1.25 to 3.33 times the nodes.
IN_RANGE, BELOW, ACROSS = Estimate(2.0, 1.5, 2.5), Estimate(1.1, 1.05, 1.2), Estimate(1.25, 1.1, 1.4)
BEGUN, NONE, OPEN = Estimate(1.05, 1.02, 1.1), Estimate(1.0, 0.99, 1.005), Estimate(1.0, 0.9, 1.1)


@pytest.mark.parametrize(
    ("full", "other", "at_a_tenth", "verdicts"),
    [
        ((900, IN_RANGE), IN_RANGE, (100, BEGUN), [HOLDS, HOLDS]),
        ((1000, IN_RANGE), BELOW, (200, NONE), [FAILS, FAILS]),
        ((1000, ACROSS), IN_RANGE, (150, OPEN), [UNDECIDED, UNDECIDED]),
        ((1000, IN_RANGE), ACROSS, (201, BEGUN), [UNDECIDED, UNDECIDED]),
        ((899, IN_RANGE), IN_RANGE, (100, BEGUN), [UNDECIDED, HOLDS]),
    ],
)
def test_losses_by_use(full, other, at_a_tenth, verdicts):
    """Tables come by size, the smallest first; the largest is what the others are compared with."""
    largest = (40, Estimate(1.0, 1.0, 1.0))
    by_size = {
        "ordered, ending": [full, at_a_tenth, largest],
        "ordered, middlegame": [(1000, other), at_a_tenth, largest],
        "today, ending": [(950, BELOW), (110, NONE), largest],
    }
    losses = [(search, *found) for search, sizes in by_size.items() for found in sizes]
    judgement = judge(losses, dict.fromkeys(by_size, 6))
    assert [part.verdict for part in judgement.parts] == verdicts
    assert judgement.remark == "Nodes that today's search loses with the smallest table: today, ending 9% (5 to 17)."


def test_todays_search_alone_decides_nothing():
    judgement = judge([("today, ending", 950, IN_RANGE), ("today, ending", 100, BEGUN)], {"today, ending": 6})
    assert judgement.verdict is UNDECIDED


def test_twice_the_nodes_are_half_the_efficiency():
    assert lost(Estimate(2.0, 1.0, 4.0)) == Estimate(50.0, 0.0, 75.0)
