"""The rule of Y1: 20 to 70% lost by every full table in every ordered search, from 10% use on, and in games."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.y1_efficiency_by_table_use import judge, lost

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
# Nodes by those of the largest table; the share lost is 1 - 1/ratio: from 1.25 to 3.33 times the nodes.
IN_RANGE, BELOW, ACROSS = Estimate(2.0, 1.5, 2.5), Estimate(1.1, 1.05, 1.2), Estimate(1.25, 1.1, 1.4)
ABOVE = Estimate(5.0, 4.0, 6.0)
WINS, LOSES, EVEN = Estimate(40, 10, 70), Estimate(-40, -70, -10), Estimate(0, -30, 30)
MATCHES = {0: (LOSES, 300), 20: (LOSES, 300), 70: (WINS, 300)}
BEGUN, NONE, OPEN = Estimate(1.00002, 1.00001, 1.00003), Estimate(1.0, 1.0, 1.0), Estimate(1.0, 0.9, 1.1)


@pytest.mark.parametrize(
    ("full", "other", "at_a_tenth", "verdicts"),
    [
        ((900, IN_RANGE), IN_RANGE, (100, BEGUN), [HOLDS, HOLDS]),
        ((1000, IN_RANGE), BELOW, (200, NONE), [FAILS, FAILS]),
        ((1000, ABOVE), IN_RANGE, (100, BEGUN), [FAILS, HOLDS]),
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
    losses = [
        (search, entries, 9.0, *found) for search, sizes in by_size.items() for entries, found in enumerate(sizes, 1)
    ]
    judgement = judge(losses, dict.fromkeys(by_size, 6), MATCHES)
    assert [part.verdict for part in judgement.parts] == [*verdicts, HOLDS, HOLDS]


def test_every_table_over_nine_tenths_full_is_asked():
    """Two may be full to the last entry."""
    sizes = [(1_024, 1000, IN_RANGE), (4_096, 1000, BELOW), (16_384, 910, IN_RANGE), (65_536, 100, BEGUN)]
    sizes.append((262_144, 20, Estimate(1.0, 1.0, 1.0)))
    judgement = judge(
        [("ordered, ending", size, 34.65, *found) for size, *found in sizes], {"ordered, ending": 50}, MATCHES
    )
    assert judgement.parts[0].verdict is FAILS
    assert [part.verdict for part in judgement.parts[0].settings.values()] == [HOLDS, FAILS, HOLDS]


@pytest.mark.parametrize(
    ("fifth_fewer", "much_fewer", "verdicts"),
    [(LOSES, WINS, [HOLDS, HOLDS]), (WINS, LOSES, [FAILS, FAILS]), (EVEN, EVEN, [UNDECIDED, UNDECIDED])],
)
def test_strength_with_fewer_nodes_for_the_large_table(fifth_fewer, much_fewer, verdicts):
    matches = {0: (EVEN, 300), 20: (fifth_fewer, 300), 70: (much_fewer, 300)}
    losses = [
        ("ordered, ending", entries, 9.0, *found)
        for entries, found in enumerate([(950, IN_RANGE), (100, BEGUN), (20, NONE)], 1)
    ]
    assert [part.verdict for part in judge(losses, {"ordered, ending": 50}, matches).parts[2:]] == verdicts


def test_todays_search_alone_decides_nothing():
    losses = [("today, ending", 1, 9.0, 950, IN_RANGE), ("today, ending", 2, 4.5, 100, BEGUN)]
    judgement = judge(losses, {"today, ending": 6}, MATCHES)
    assert [part.verdict for part in judgement.parts] == [UNDECIDED, UNDECIDED, HOLDS, HOLDS]


def test_twice_the_nodes_are_half_the_efficiency():
    assert lost(Estimate(2.0, 1.0, 4.0)) == Estimate(50.0, 0.0, 75.0)
