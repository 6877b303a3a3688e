"""The protocol on random trees in simulated time: what it answers is what sequential alpha-beta answers."""

import random

import pytest

from abstract_tree import Tree
from kiebitz.cluster.front import Front
from kiebitz.cluster.member import Conduct, Member
from kiebitz.cluster.messages import Answered, Cutoff, NoWork, Request, Result, Search, Send, Stop, Work
from kiebitz.cluster.question import Answer, Question
from kiebitz.cluster.virtual import Machine, VirtualCluster
from kiebitz.core.value import INFINITE


def searched_by(tree, machine, seed, depth, conduct=None, deaths=None):
    """A run, checked for what must hold of every run."""
    cluster = VirtualCluster(machine, lambda rank: tree, tree.cost, conduct=conduct, seed=seed, deaths=deaths)
    run = cluster.run(Front(depth, first_depth=depth))
    for member in cluster.members:
        assert member.is_free_of_ties
    return run


@pytest.mark.parametrize("seed", range(150))
def test_value_and_line_are_those_of_sequential_alpha_beta(seed):
    chance = random.Random(seed)
    tree = Tree(
        seed, most_moves=chance.randint(2, 6), values=chance.choice((2, 9, 500)), split_depth=chance.randint(0, 3)
    )
    machine = Machine(
        processors=chance.choice((1, 2, 3, 4, 8, 16)),
        lanes=chance.choice((1, 1, 2)),
        latency_s=chance.choice((1e-6, 1e-4, 1e-2)),
        jitter_s=chance.choice((0, 1e-3)),
        polling_s=chance.choice((0, 2e-4)),
    )
    conduct = Conduct(chance.random() < 0.5, chance.random() < 0.5, chance.choice((None, 3)))
    depth = chance.randint(1, 6)
    value, line, _ = tree.alpha_beta(Question((), depth, -INFINITE, INFINITE))
    run = searched_by(tree, machine, seed, depth, conduct)
    (iteration,) = run.iterations
    assert (iteration.value, iteration.line) == (value, line)


@pytest.mark.parametrize("seed", range(60))
def test_the_dead_are_done_without(seed):
    chance = random.Random(seed)
    tree = Tree(seed, most_moves=5, split_depth=2)
    machine = Machine(processors=6, latency_s=1e-4, jitter_s=1e-4)
    depth = 6
    alone = searched_by(tree, Machine(), seed, depth)
    deaths = {rank: chance.random() * alone.seconds / 3 for rank in chance.sample(range(1, 6), chance.randint(1, 5))}
    run = searched_by(tree, machine, seed, depth, Conduct(chance.random() < 0.5), deaths)
    assert run.iterations == alone.iterations


def test_one_processor_searches_as_alpha_beta_does():
    """Without scouts and helpers the leaves are exactly those of the sequential search."""
    for seed in range(20):
        tree = Tree(seed, split_depth=0, ends=0)
        value, _, nodes = tree.alpha_beta(Question((), 5, -INFINITE, INFINITE))
        run = searched_by(tree, Machine(), seed, 5, Conduct(use_scouts=False))
        assert run.iterations[0].value == value
        assert run.nodes + run.effort.expansions == nodes
        assert run.effort.wasted_nodes == 0


def test_what_is_told_reaches_all_others_once():
    tree = Tree(5, most_moves=5, values=500, split_depth=1, ends=0)
    searched_by(tree, Machine(processors=4, jitter_s=1e-3), 0, 6, Conduct(share_depth=3))
    assert tree.told > 0
    assert tree.heard == 3 * tree.told
    silent = Tree(5, most_moves=5, values=500, split_depth=1, ends=0)
    searched_by(silent, Machine(processors=4, jitter_s=1e-3), 0, 6)
    searched_by(silent, Machine(processors=1), 0, 6, Conduct(share_depth=3))
    assert silent.told == silent.heard == 0


# ---------------------------------------------------------------------- one member by itself


def member_with_work(size=2, **options):
    """A member that has settled its eldest and searches the first younger brother."""
    tree = Tree(1, most_moves=6, ends=0, values=500, split_depth=5)
    member = Member(0, size, tree, **options)
    (search,) = [order for order in member.ask(Question((), 6, -INFINITE, INFINITE)) if isinstance(order, Search)]
    assert search.question.path == (100,)
    return tree, member, search


def test_young_brothers_wait_for_the_eldest():
    tree, member, search = member_with_work()
    assert member.receive(1, Request()) == [Send(1, NoWork())]
    cost = tree.cost(0, search.question)
    member.searched(search.job, cost.answer, cost.nodes)
    (order,) = member.receive(1, Request())
    assert isinstance(order.message, Work)
    assert order.message.question.path == (102,)


def test_a_result_that_crossed_a_cutoff_is_wasted():
    _, member, search = member_with_work()
    member.searched(search.job, Answer(-10, -10), 100)
    (given,) = member.receive(1, Request())
    (stop, cutoff) = member.give_up()
    assert isinstance(stop, Stop)
    assert cutoff == Send(1, Cutoff(given.message.task))
    member.receive(1, Result(given.message.task, Answer(0, 0), 7))
    assert member.effort.wasted_nodes == 100 + 7
    member.searched(stop.job, None, 5)
    assert member.effort.wasted_nodes == 100 + 7 + 5
    assert member.is_free_of_ties


def test_work_of_the_dead_is_opened_again():
    _, member, search = member_with_work(size=3)
    (first,) = [order for order in member.searched(search.job, Answer(-10, -10), 100) if isinstance(order, Search)]
    (given,) = member.receive(1, Request())
    member.lost(1)
    (again,) = member.receive(2, Request())
    assert again.message.question == given.message.question
    assert first.question.path == (101,)


def test_nothing_is_given_to_the_dead():
    _, member, search = member_with_work(size=3)
    member.searched(search.job, Answer(-10, -10), 100)
    member.lost(1)
    (order,) = member.receive(1, Request())
    assert order == Send(1, NoWork())


def test_the_report_comes_once_and_last_ties_are_cut():
    tree = Tree(1, most_moves=3, ends=0, split_depth=5)
    member = Member(0, 1, tree)
    orders = member.ask(Question((), 1, -INFINITE, INFINITE))
    reports = []
    while orders:
        order = orders.pop(0)
        if isinstance(order, Search):
            cost = tree.cost(0, order.question)
            orders += member.searched(order.job, cost.answer, cost.nodes)
        elif isinstance(order, Answered):
            reports.append(order.answer.lower)
    assert reports == [tree.alpha_beta(Question((), 1, -INFINITE, INFINITE))[0]]
