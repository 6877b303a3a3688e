import random

import pytest

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.node import leaves, walk
from kiebitz.classroom.theory.node_types import NodeType, critical_nodes, fewest_leaves, type_counts, type_counts_closed
from kiebitz.classroom.theory.trees import best_first, irregular, read_tree, uniform
from kiebitz.classroom.theory.watch import Visits

SHAPES = [(b, t) for b in range(1, 7) for t in range(7) if b**t <= 800]


def test_types_of_a_small_tree():
    # Numbers in preorder: 1 (2 (3 (4 5) 6 (7 8)) 9 (10 (11 12) 13 (14 15)))
    types = critical_nodes(read_tree("[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]"))
    principal, cut, everything = NodeType.PRINCIPAL, NodeType.CUT, NodeType.ALL
    assert types == {
        **dict.fromkeys((1, 2, 3, 4), principal),
        **dict.fromkeys((5, 6, 9, 11, 12), cut),
        **dict.fromkeys((7, 10), everything),
    }


def test_counts_by_recurrence_by_formula_and_by_hand():
    for branching, plies in SHAPES:
        tree = uniform(branching, plies, random.Random(1))
        types = critical_nodes(tree)
        at_leaves = [types[leaf.number] for leaf in leaves(tree) if leaf.number in types]
        by_hand = tuple(at_leaves.count(kind) for kind in (NodeType.PRINCIPAL, NodeType.CUT, NodeType.ALL))
        assert by_hand == type_counts(branching, plies) == type_counts_closed(branching, plies)
        assert sum(by_hand) == fewest_leaves(branching, plies)


@pytest.mark.parametrize("name", ["alphabeta", "negamax", "failsoft", "pvs"])
def test_in_perfect_order_the_critical_nodes_and_no_others_are_visited(name):
    rng = random.Random(5)
    trees = [uniform(branching, plies, rng) for branching, plies in SHAPES if branching**plies <= 150]
    if name != "pvs":
        trees += [irregular(4, 6, rng) for _ in range(30)]
    for tree in map(best_first, trees):
        visits = Visits()
        ALGORITHMS[name].run(tree, visits)
        assert visits.nodes == set(critical_nodes(tree))
        assert visits.leaves == sum(node.number in visits.nodes for node in leaves(tree))


def test_the_articles_numbers():
    assert fewest_leaves(2, 4) == 7
    assert fewest_leaves(40, 4) == 3199


def test_every_child_of_an_all_node_is_critical():
    tree = uniform(3, 5, random.Random(1))
    types = critical_nodes(tree)
    for node in walk(tree):
        if types.get(node.number) is NodeType.ALL:
            assert all(types[child.number] is NodeType.CUT for child in node.children)
