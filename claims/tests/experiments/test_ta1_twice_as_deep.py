"""The rule of TA1: twice as deep within an eighth, and by the root of the moves at most as far as follows from that."""

import math

import pytest

from kiebitz.classroom.theory.node_types import fewest_leaves
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ta1_twice_as_deep import (
    ROOT,
    depth_ratio,
    growth_ratio,
    judge,
    positions_by_game,
)

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
TREE = (1.88, 1.0)
POWERS = [40**plies for plies in range(1, 7)]


def verdicts(deeper, growth, scatter=1.01, tree=TREE):
    """Of twenty games whose ratios scatter by a factor."""
    factors = [scatter, 1 / scatter] * 10
    positions = [(str(game), deeper * factor, growth * factor) for game, factor in enumerate(factors)]
    return [part.verdict for part in judge(tree, positions, [("0", 1.5), ("1", 1.4)]).parts]


@pytest.mark.parametrize(
    ("deeper", "growth", "expected"),
    [
        (1.9, 1.0, [HOLDS, HOLDS]),
        (1.5, 1.4, [FAILS, FAILS]),
        (1.9, 0.5, [HOLDS, HOLDS]),
        (2.4, 1.05, [FAILS, HOLDS]),
        (1.75, ROOT.high, [UNDECIDED, UNDECIDED]),
    ],
)
def test_depth_and_growth(deeper, growth, expected):
    assert verdicts(deeper, growth) == expected


def test_the_root_s_range_follows_from_that_of_the_depth():
    """Leaves of a tree of 40 moves that is searched 1.75 times as deep as minimax."""
    leaves = [40 ** (plies / 1.75) for plies in (4, 6)]
    assert depth_ratio(6, leaves[1], POWERS) == pytest.approx(1.75)
    assert growth_ratio(6, leaves, POWERS) == pytest.approx(ROOT.high)


def test_no_position_is_of_the_quick_run():
    quick, plan = ({fen for _, phases in positions_by_game(each) for fen in phases.values()} for each in (True, False))
    assert len(plan) > 150
    assert quick.isdisjoint(plan)


def test_what_scatters_decides_nothing():
    assert verdicts(1.9, 1.0, scatter=3) == [UNDECIDED, UNDECIDED]


def test_a_tree_that_disagrees_refutes():
    assert verdicts(1.9, 1.0, tree=(1.6, 1.0)) == [FAILS, HOLDS]


def test_few_games_scatter_by_games():
    one_game = [("0", 1.9, 1.0)] * 30
    assert [part.verdict for part in judge(TREE, one_game, [("0", 1.5)]).parts] == [UNDECIDED, UNDECIDED]


def test_ratios_of_the_theorem():
    leaves = [fewest_leaves(40, 4), fewest_leaves(40, 6)]
    assert depth_ratio(6, leaves[1], POWERS) == pytest.approx(6 / math.log(leaves[1], 40))
    assert depth_ratio(6, 40**3, POWERS) == pytest.approx(2)
    assert growth_ratio(6, leaves, POWERS) == pytest.approx(1, abs=0.001)
