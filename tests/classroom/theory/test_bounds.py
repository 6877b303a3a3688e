import random

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.bounds import bounds_before
from kiebitz.classroom.theory.tartan_tree import tartan_tree
from kiebitz.classroom.theory.trees import irregular
from kiebitz.classroom.theory.watch import Visits

INFINITY = float("inf")


def test_bounds_of_the_articles_tree():
    bounds = bounds_before(tartan_tree())
    assert bounds[1] == bounds[2] == bounds[5] == (-INFINITY, INFINITY)
    assert bounds[7] == bounds[8] == (0, INFINITY)
    assert bounds[9] == (0, -8)
    assert bounds[10] == (-INFINITY, 0)
    assert bounds[17] == (0, INFINITY)


def test_a_node_is_entered_exactly_when_its_bounds_leave_room():
    rng = random.Random(13)
    for index in range(60):
        reach = (1, 9, 99)[index % 3]
        tree = irregular(4, 6, rng, least=-reach, greatest=reach)
        expected = {number for number, (alpha, beta) in bounds_before(tree).items() if alpha < beta}
        for name in ("alphabeta", "negamax"):
            visits = Visits()
            ALGORITHMS[name].run(tree, visits)
            assert visits.nodes == expected
