"""Simulated time: what it is made of."""

import pytest

from abstract_tree import Tree
from kiebitz.cluster.front import Front
from kiebitz.cluster.virtual import DeadlockError, Machine, VirtualCluster


def run_on(machine, **options):
    tree = Tree(7, most_moves=8, values=500, split_depth=3, ends=0)
    return VirtualCluster(machine, lambda rank: tree, tree.cost, **options).run(Front(8, first_depth=8))


def test_one_processors_time_is_that_of_its_searches_and_expansions():
    machine = Machine(expansion_s=1e-3)
    run = run_on(machine)
    assert run.effort.messages == 0
    assert run.seconds == pytest.approx(run.searching_s + run.effort.expansions * machine.expansion_s)
    assert run.nodes == run.effort.nodes > 0


def test_stopped_searches_end_when_they_hear_of_it():
    at_once, late = (run_on(Machine(processors=8, stop_s=stop_s)) for stop_s in (0.0, 1.0))
    assert at_once.iterations == late.iterations
    assert 0 < at_once.effort.wasted_nodes < late.effort.wasted_nodes


def test_with_its_only_processor_dead_nothing_moves():
    with pytest.raises(DeadlockError, match=r"nothing moves at .* s; the question was Question"):
        run_on(Machine(), deaths={0: 1e-3})
