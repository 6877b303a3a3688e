import pytest

from kiebitz.classroom.theory.named_trees import explicit
from kiebitz.classroom.theory.node import true_values, walk
from kiebitz.classroom.theory.planned import PlannedTree


@pytest.mark.parametrize("quality", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("seed", range(2))
def test_every_node_is_worth_what_was_planned(quality, seed):
    tree = PlannedTree(3, 5, quality=quality, seed=seed, value=17)
    planned = {node.number: node.value for node in walk(tree.root)}
    assert true_values(explicit(tree.root)) == planned
    assert planned[1] == 17
    assert sorted(planned) == list(range(1, len(planned) + 1))


def test_a_tree_is_the_same_on_every_walk_and_another_by_another_seed():
    one, again, other = (PlannedTree(4, 4, quality=0.5, seed=seed) for seed in (1, 1, 2))
    values = [[node.value for node in walk(tree.root)] for tree in (one, again, other)]
    assert values[0] == values[1] != values[2]
    assert values[0] == [node.value for node in walk(one.root)]


@pytest.mark.parametrize("quality", [0.0, 0.25, 0.7, 1.0])
def test_the_best_child_is_first_as_often_as_was_asked_for(quality):
    # A spread so wide that two children are hardly ever equal.
    tree = PlannedTree(5, 5, quality=quality, spread=10**6)
    inner = [node for node in walk(tree.root) if not node.is_leaf]
    first = sum(node.children[0].value == node.value for node in inner) / len(inner)
    assert abs(first - quality) < 0.06


def test_sizes_that_no_tree_has_are_refused():
    for branching, plies in ((0, 2), (2, -1)):
        with pytest.raises(ValueError, match="no uniform tree"):
            PlannedTree(branching, plies)
    with pytest.raises(ValueError, match="no chance"):
        PlannedTree(2, 2, quality=1.1)
