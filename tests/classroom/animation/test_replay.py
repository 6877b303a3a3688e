import random

import pytest

from kiebitz.classroom.animation.replay import NodeState, Status, animate
from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.node import true_values, walk
from kiebitz.classroom.theory.tartan_tree import ALPHA_CUTS, BETA_CUTS, tartan_tree
from kiebitz.classroom.theory.trees import irregular, read_tree
from kiebitz.classroom.theory.watch import Visits


def animated(name, tree):
    return animate(ALGORITHMS[name], tree, "a tree")


def random_trees(count):
    rng = random.Random(17)
    return [irregular(4, 5, rng, least=-9, greatest=9) for _ in range(count)]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_animation_ends_with_what_the_algorithm_found(name):
    """What stands at a node is true: values take MAX's view, and a bound says no more than the truth."""
    for tree in random_trees(12):
        visits, truth = Visits(), true_values(tree)
        value = ALGORITHMS[name].run(tree, visits)
        animation = animated(name, tree)
        last = animation.steps[-1]
        assert last.line is None
        assert last.leaves == visits.leaves
        states = animation.states(len(animation.steps) - 1)
        assert states[tree.number].value == f"= {value:g}".replace("-", "−")
        assert not any(state.status is Status.OPEN for state in states.values())
        for number, state in states.items():
            if state.status is Status.DONE:
                relation, _, text = state.value.partition(" ")
                said = float(text.replace("−", "-"))
                assert {"=": truth[number] == said, "≤": truth[number] <= said, "≥": truth[number] >= said}[relation]


@pytest.mark.parametrize("name", ["alphabeta", "negamax", "failsoft"])
def test_cut_and_done_part_the_tree(name):
    """In the end a node is done if it was visited, else it was cut off."""
    for tree in random_trees(12):
        visits = Visits()
        ALGORITHMS[name].run(tree, visits)
        animation = animated(name, tree)
        for number, state in animation.states(len(animation.steps) - 1).items():
            assert state.status is (Status.DONE if number in visits.nodes else Status.CUT)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_open_nodes_are_the_way_to_the_current_one(name):
    tree = random_trees(5)[3]
    parents = {child.number: node.number for node in walk(tree) for child in node.children}
    animation = animated(name, tree)
    for index, step in enumerate(animation.steps[:-1]):
        open_nodes = {number for number, state in animation.states(index).items() if state.status is Status.OPEN}
        assert all(number == tree.number or parents[number] in open_nodes for number in open_nodes)
        assert 0 <= step.line < len(animation.code)
        assert step.sentence.endswith(".")


def test_tartans_tree_step_by_step():
    animation = animated("alphabeta", tartan_tree())
    said = [step.sentence for step in animation.steps]
    cut = {int(text.split(":")[0].split()[1]) for text in said if "can be cut off" in text}
    assert cut == ALPHA_CUTS | BETA_CUTS
    assert sum("a beta cut" in text for text in said) == 1
    at_seven = next(index for index, text in enumerate(said) if text.startswith("Node 7: MIN has −8"))
    states = animation.states(at_seven)
    assert states[9] == NodeState(Status.CUT)
    assert states[7] == NodeState(Status.DONE, "", "≤ −8")
    assert states[3] == NodeState(Status.OPEN, "(0, ∞)")
    assert animation.steps[at_seven].variables == "v = 7   a = 0   b = −8   returns −8"
    assert "alpha cut" in animation.code[animation.steps[at_seven].line].text


def test_mtdf_goes_over_the_tree_more_than_once_and_remembers():
    tree = read_tree("[[3, 12], [2, 4]]")
    said = [step.sentence for step in animated("mtdf", tree).steps]
    for words, count in (("Again node 1", 1), ("is remembered", 1), ("The pass has shown", 2)):
        assert sum(words in text for text in said) >= count
    assert "worth 3: 3 evaluations, 4 leaves" in said[-1]
