import random

import pytest

from kiebitz.classroom.theory.alphabeta import alphabeta
from kiebitz.classroom.theory.node import leaves, true_values, walk
from kiebitz.classroom.theory.trees import (
    Branch,
    TreeError,
    best_first,
    costliest,
    grow,
    irregular,
    read_tree,
    shuffled,
    uniform,
    worst_first,
)
from kiebitz.classroom.theory.watch import Visits

INFINITY = float("inf")


def numbers(root):
    return [node.number for node in walk(root)]


def test_a_tree_is_numbered_in_preorder_and_its_sides_take_turns():
    root = grow([Branch("a", [1, 2]), Branch("b", 3)])
    assert numbers(root) == [1, 2, 3, 4, 5]
    assert [node.is_max for node in walk(root)] == [True, False, True, True, False]
    assert [node.move for node in walk(root)] == ["", "a", "", "", "b"]
    assert [leaf.value for leaf in leaves(root)] == [1, 2, 3]
    assert [leaf.value_for_mover for leaf in leaves(root)] == [1, 2, -3]
    assert not grow([1, 2], root_is_max=False).is_max


def test_true_values_are_maxima_and_minima():
    assert true_values(read_tree("[[3, 12], [2, 4]]")) == {1: 3, 2: 3, 3: 3, 4: 12, 5: 2, 6: 2, 7: 4}
    assert true_values(read_tree("7")) == {1: 7}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a tree"),
        ("[[1, 2]", "not a tree"),
        ("[1, []]", "needs a value"),
        ("[1, true]", "no part of a tree"),
        ('["x"]', "no part of a tree"),
        ("{}", "no part of a tree"),
        ("[NaN]", "finite"),
        ("[1e999]", "finite"),
        ("[" * 300 + "1" + "]" * 300, "too large"),
        ("[" * 100_000 + "1" + "]" * 100_000, "not a tree"),
    ],
)
def test_what_is_no_tree_is_refused(text, words):
    with pytest.raises(TreeError, match=words):
        read_tree(text)


@pytest.mark.parametrize(("branching", "plies"), [(1, 5), (2, 0), (2, 6), (5, 3)])
def test_uniform_trees(branching, plies):
    root = uniform(branching, plies, random.Random(1))
    assert sum(1 for _ in leaves(root)) == branching**plies
    assert all(len(node.children) in (0, branching) for node in walk(root))
    assert numbers(root) == list(range(1, len(numbers(root)) + 1))


def test_reordering_keeps_the_tree():
    rng = random.Random(1)
    for _ in range(50):
        root = irregular(4, 5, rng)
        values = true_values(root)
        for other in (best_first(root), worst_first(root), shuffled(root, rng)):
            assert sorted(numbers(other)) == numbers(root)
            assert true_values(other) == values
        for node in walk(best_first(root)):
            if not node.is_leaf:
                assert values[node.children[0].number] == values[node.number]
        for node in walk(worst_first(root)):
            if not node.is_leaf:
                assert values[node.children[-1].number] == values[node.number]


@pytest.mark.parametrize(("branching", "plies"), [(1, 3), (2, 7), (3, 5), (6, 3)])
def test_alpha_beta_saves_nothing_on_the_costliest_tree(branching, plies):
    root = costliest(branching, plies)
    visits = Visits()
    alphabeta(root, -INFINITY, INFINITY, visits)
    assert visits.nodes == set(numbers(root))
    assert sorted(leaf.value for leaf in leaves(root)) == list(range(1, branching**plies + 1))
