"""The algorithms agree with each other and with the truth, on whatever tree."""

import inspect
import math
import random
from pathlib import Path

import pytest

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.alphabeta import alphabeta
from kiebitz.classroom.theory.fail_soft import fail_soft
from kiebitz.classroom.theory.minimax import best_move_black, best_move_white, minimax
from kiebitz.classroom.theory.negamax import negamax
from kiebitz.classroom.theory.node import leaves, true_values
from kiebitz.classroom.theory.planned import PlannedTree
from kiebitz.classroom.theory.trees import grow, irregular, read_tree
from kiebitz.classroom.theory.watch import Kind, LeafCount, Recorder, Visits, Watch

SIBLINGS = ("negamax", "failsoft")


def random_trees(count, seed=7):
    rng = random.Random(seed)
    for index in range(count):
        reach = (1, 5, 50)[index % 3]
        yield irregular(4, 6, rng, least=-reach, greatest=reach)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_value_is_right(name):
    for tree in random_trees(60):
        assert ALGORITHMS[name].run(tree, Watch()) == true_values(tree)[tree.number]
    for root_is_max in (True, False):
        count = LeafCount()
        assert ALGORITHMS[name].run(grow(-5, root_is_max=root_is_max), count) == -5
        assert count.leaves == 1
    assert ALGORITHMS[name].run(PlannedTree(5, 4, quality=0.6, seed=3, value=-4).root, Watch()) == -4


def test_minimax_visits_everything_once():
    for tree in random_trees(30):
        for name in ("minimax", "tartan"):
            visits = Visits()
            ALGORITHMS[name].run(tree, visits)
            assert visits.leaves == len(visits.leaf_nodes) == sum(1 for _ in leaves(tree))


def test_alpha_beta_and_its_kin_visit_the_same_nodes():
    for tree in random_trees(60):
        visits = {name: Visits() for name in ("alphabeta", *SIBLINGS)}
        for name, watch in visits.items():
            ALGORITHMS[name].run(tree, watch)
        assert all(watch.nodes == visits["alphabeta"].nodes for watch in visits.values())


def test_mtdf_evaluates_no_leaf_twice():
    for tree in random_trees(60):
        visits = Visits()
        ALGORITHMS["mtdf"].run(tree, visits)
        assert visits.leaves == len(visits.leaf_nodes)


def test_tartans_two_functions_name_the_best_move():
    tree = read_tree("[[3, 12], [2, 4]]")
    assert best_move_white(tree, Watch()) == (3, "")
    named = grow([-1, -2, -1], root_is_max=False)
    assert best_move_black(named, Watch())[0] == -2
    # Of equal moves the first, as in the article: only a better one takes its place.
    assert minimax(named, Watch()) == -2


def test_fail_soft_says_how_far_outside():
    tree = read_tree("[[3, 12], [2, 4]]")
    assert negamax(tree, 10, 20, Watch()) == 10
    assert fail_soft(tree, 10, 20, Watch()) == 3
    assert negamax(tree, -20, 1, Watch()) == 1
    assert fail_soft(tree, -20, 1, Watch()) == 3


def test_events_tell_the_whole_story():
    recorder = Recorder()
    ALGORITHMS["alphabeta"].run(read_tree("[[3, 12], [2, 4]]"), recorder)
    story = [(event.kind, event.node) for event in recorder.events]
    assert story[:3] == [(Kind.ENTER, 1), (Kind.ENTER, 2), (Kind.ENTER, 3)]
    assert (Kind.CUT, 5) in story
    assert all(event.node != 7 for event in recorder.events)
    assert story[-1] == (Kind.LEAVE, 1)
    lines = inspect.getsource(inspect.getmodule(alphabeta)).splitlines()
    assert all(f"watch.{event.kind.name.lower()}(" in lines[event.line - 1] for event in recorder.events)
    last = recorder.events[-1]
    assert (last.value, last.alpha, last.beta) == (3, -math.inf, math.inf)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_events_know_the_line_that_caused_them(name):
    source = Path(inspect.getsourcefile(ALGORITHMS[name].functions[0])).read_text().splitlines()
    for tree in random_trees(3):
        recorder = Recorder()
        ALGORITHMS[name].run(tree, recorder)
        for event in recorder.events:
            assert f"watch.{event.kind.name.lower()}(" in source[event.line - 1]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_node_entered_is_left_once(name):
    for tree in random_trees(12):
        recorder = Recorder()
        ALGORITHMS[name].run(tree, recorder)
        path = []
        for event in recorder.events:
            if event.kind is Kind.ENTER:
                path.append(event.node)
            elif event.kind in (Kind.VALUE, Kind.CUT, Kind.LEAVE):
                assert path.pop() == event.node
            elif event.kind is Kind.WINDOW:
                assert path[-1] == event.node
        assert not path
