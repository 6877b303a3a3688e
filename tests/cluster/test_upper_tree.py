"""A node's bookkeeping: bounds in, questions out."""

import random
from dataclasses import replace

import pytest

from kiebitz.cluster.question import Answer, Expansion, Question
from kiebitz.cluster.upper_tree import Assignment, Errand, Node
from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.core.value import INFINITE


def node_with(moves, alpha=-INFINITE, beta=INFINITE, *, pass_move=None, use_scouts=True, depth=6):
    question = Question((), depth, alpha, beta, iteration=depth)
    node = Node(question, None, None, Assignment(None, 0, question), alpha, beta, use_scouts=use_scouts)
    node.take(Expansion(-INFINITE, INFINITE, depth, tuple(moves), pass_move))
    return node


def windows(node):
    return [(-q.beta, -q.alpha) for q in map(node.question_about, node.trials)]


def exact(value):
    """The answer that a move is worth so much, as the other side sees it."""
    return Answer(-value, -value)


def test_the_eldest_gets_the_whole_window_and_its_brothers_a_null_window():
    node = node_with([(1, 0), (2, 0)])
    assert windows(node)[0] == (-INFINITE, INFINITE)
    node.note(node.trials[0], exact(10))
    assert windows(node)[1] == (10, 11)
    assert node.elders_are_settled()
    assert node.next_trial() is node.trials[1]


def test_what_is_under_way_is_in_the_order_of_the_moves_whoever_began_first():
    node = node_with([(1, 0), (2, 0), (3, 0)])
    for trial, kind in zip(reversed(node.trials), (Node, Errand, Node), strict=True):
        node.under_way[trial.index] = kind(node.question_about(trial), node, trial, node.assignment)
    assert [pending.trial for pending in node.in_order()] == node.trials
    assert node.open_children() == [node.under_way[0], node.under_way[2]]
    assert node.next_trial() is None
    del node.under_way[0]
    assert [pending.trial for pending in node.in_order()] == node.trials[1:]
    assert node.next_trial() is node.trials[0]


def test_an_earlier_move_needs_only_reach_the_best_value():
    node = node_with([(1, 0), (2, 0), (3, 0)])
    node.note(node.trials[0], exact(0))
    node.note(node.trials[2], exact(30))
    assert node.floor(node.trials[1]) == 29
    node.note(node.trials[1], exact(30))
    assert node.best is node.trials[1]
    answer = node.answer(INFINITE)
    assert (answer.lower, answer.upper, answer.line) == (30, 30, (2,))


def test_who_fails_high_is_asked_for_its_value():
    node = node_with([(1, 0), (2, 0)])
    node.note(node.trials[0], exact(10))
    node.note(node.trials[1], Answer(-INFINITE, -40))
    assert node.answer(INFINITE) is None
    assert windows(node)[1] == (39, INFINITE)


def test_two_who_fail_high_by_the_least_step_dont_raise_the_floor_for_each_other_step_by_step():
    node = node_with([(1, 0), (2, 0), (3, 0)])
    node.note(node.trials[0], exact(10))
    node.note(node.trials[1], Answer(-INFINITE, -11))
    node.note(node.trials[2], Answer(-INFINITE, -12))
    assert windows(node)[1:] == [(11, INFINITE), (11, INFINITE)]
    node.note(node.trials[2], exact(300))
    assert windows(node)[1] == (299, INFINITE)


def test_a_reduced_move_that_fails_high_is_searched_in_full_depth():
    node = node_with([(1, 0), (2, 2)])
    node.note(node.trials[0], exact(10))
    assert node.question_about(node.trials[1]).depth == 3
    node.note(node.trials[1], Answer(-INFINITE, -40))
    assert (node.trials[1].lower, node.trials[1].upper) == (-INFINITE, INFINITE)
    question = node.question_about(node.trials[1])
    assert (question.depth, -question.beta, -question.alpha) == (5, 10, 11)
    node.note(node.trials[1], Answer(-10, INFINITE))
    assert node.answer(INFINITE).lower == 10


def test_a_refutation_ends_a_node():
    node = node_with([(1, 0), (2, 0)], alpha=0, beta=1)
    node.note(node.trials[0], Answer(-INFINITE, -7, (5, 6)))
    assert node.answer(INFINITE) == Answer(7, INFINITE, (1, 5, 6))


def test_when_all_fail_low_the_greatest_upper_bound_is_the_nodes():
    node = node_with([(1, 0), (2, 0)], alpha=100, beta=101)
    node.note(node.trials[0], Answer(-90, INFINITE))
    assert node.answer(INFINITE) is None
    node.note(node.trials[1], Answer(-50, INFINITE))
    answer = node.answer(INFINITE)
    assert (answer.lower, answer.upper) == (-INFINITE, 90)


def test_passing_is_asked_first_and_its_mates_prove_no_length():
    node = node_with([(1, 0)], alpha=0, beta=1, pass_move=(NULL_MOVE, 2))
    assert node.next_trial() is node.passing
    question = node.question_about(node.passing)
    assert (question.path, question.depth, question.alpha, question.beta) == ((NULL_MOVE,), 2, -1, 0)
    node.note(node.passing, Answer(-INFINITE, -500))
    assert node.answer(400) == Answer(1, INFINITE)
    assert node.answer(1000) == Answer(500, INFINITE)


def test_a_pass_that_does_not_refute_is_forgotten():
    node = node_with([(1, 0)], alpha=0, beta=1, pass_move=(NULL_MOVE, 2))
    node.note(node.passing, Answer(5, INFINITE))
    assert node.passing is None
    assert node.next_trial() is node.trials[0]


def test_a_window_may_move_either_way_and_nothing_proven_is_lost():
    node = node_with([(1, 0), (2, 0)], alpha=50, beta=51)
    node.note(node.trials[0], Answer(-30, INFINITE))
    node.note(node.trials[1], Answer(-45, INFINITE))
    assert node.answer(INFINITE).upper == 45
    node.move_window(Question((), 6, 40, 41))
    assert node.is_settled(node.trials[0])
    assert not node.is_settled(node.trials[1])
    node.move_window(Question((), 6, 60, 61))
    assert node.answer(INFINITE).upper == 45


def test_without_scouts_every_brother_gets_the_rest_of_the_window():
    node = node_with([(1, 0), (2, 3)], use_scouts=False)
    node.note(node.trials[0], exact(10))
    assert windows(node)[1] == (10, INFINITE)
    assert node.question_about(node.trials[1]).depth == 5


@pytest.mark.parametrize("seed", range(50))
def test_the_next_move_is_the_first_that_nobody_looks_at_and_that_is_not_settled(seed):
    """What is asked of all moves at once is what is asked of each."""
    chance = random.Random(seed)
    alpha = chance.randrange(-3, 3)
    node = node_with([(move, 0) for move in range(1, 9)], alpha, chance.randrange(alpha + 1, 5))
    for _ in range(20):
        for trial in node.trials:
            trial.lower = chance.choice((-INFINITE, *range(-4, 5)))
            trial.upper = chance.choice((max(trial.lower, -4), 5, INFINITE))
        node.trials[0].upper = node.trials[0].lower  # the eldest doesn't hold the others up
        node.move_window(replace(node.question, alpha=node.alpha, beta=node.beta))
        open_moves = [trial for trial in node.trials if not node.is_settled(trial)]
        assert node.next_trial() is (open_moves[0] if open_moves else None)
        is_refuted = node.best is not None and node.best.lower >= node.beta
        assert (node.answer(INFINITE) is None) == bool(open_moves and not is_refuted)
