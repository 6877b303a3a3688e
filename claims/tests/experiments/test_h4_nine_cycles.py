"""The rule of H4: half a cycle is no difference."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.h4_nine_cycles import a_node, judge

HOLDS, _, FAILS, UNDECIDED, UNTESTABLE = Verdict


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (8.51, 9.49, HOLDS),
        (8.51, 9.51, UNDECIDED),
        (8.49, 9.49, UNDECIDED),
        (9.51, 10.0, FAILS),
        (8.0, 8.49, FAILS),
        (17.0, 17.2, FAILS),
        (-1.0, 19.0, UNDECIDED),
    ],
)
def test_cycles_at_the_greatest_depth(low, high, verdict):
    judgement = judge({1: (Estimate(20.0, 19.0, 21.0), 20), 3: (Estimate((low + high) / 2, low, high), 20)})
    assert [part.verdict for part in judgement.parts] == [verdict, verdict]


def test_cycles_are_summed_over_nodes_and_go_by_games():
    rows = [(3, "opening", "a", 100, 900), (3, "ending", "b", 300, 3_100), (1, "opening", "a", 10, 90)]
    (cycles, games), (alone, _) = a_node(rows)[3], a_node(rows)[1]
    assert (cycles.value, games, alone.value) == (10.0, 2, 9.0)
    assert cycles.low < 10.0 < cycles.high


def test_without_a_simulator():
    assert judge({}).verdict is UNTESTABLE
