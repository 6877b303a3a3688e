import random

import pytest

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.certificate import NoProofError, permuted
from kiebitz.classroom.theory.node import leaves, true_values
from kiebitz.classroom.theory.trees import irregular, read_tree
from kiebitz.classroom.theory.watch import Visits


@pytest.mark.parametrize("name", ALGORITHMS)
def test_alpha_beta_on_the_permuted_tree_sees_nothing_new(name):
    rng = random.Random(11)
    for index in range(30):
        reach = (1, 9, 99)[index % 3]
        tree = irregular(4, 6, rng, least=-reach, greatest=reach)
        seen = Visits()
        value = ALGORITHMS[name].run(tree, seen)
        after = Visits()
        assert ALGORITHMS["alphabeta"].run(permuted(tree, seen.leaf_nodes, value), after) == value
        assert after.leaf_nodes <= seen.leaf_nodes


def test_an_algorithm_that_guesses_is_found_out():
    rng = random.Random(12)
    for _ in range(30):
        tree = irregular(3, 5, rng)
        seen = Visits()
        value = ALGORITHMS["alphabeta"].run(tree, seen)
        with pytest.raises(NoProofError):
            permuted(tree, seen.leaf_nodes, value + 1)
    tree = read_tree("[[3, 12], [2, 4]]")
    every_leaf = {leaf.number for leaf in leaves(tree)}
    assert true_values(tree)[1] == 3
    permuted(tree, every_leaf - {7}, 3)
    for missing in (3, 4):  # both are needed to know that the first move is worth 3
        with pytest.raises(NoProofError):
            permuted(tree, every_leaf - {missing}, 3)
