"""Simulated clusters that search chess positions."""

import pytest

from kiebitz.cluster.member import Conduct
from kiebitz.cluster.question import Answer, Question
from kiebitz.cluster.simulate import (
    TOLD_AT_A_TIME,
    CommonMemory,
    Conditions,
    Jobs,
    Known,
    RememberedTree,
    study,
)
from kiebitz.cluster.virtual import Machine
from kiebitz.core.value import INFINITE

MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
CONDITIONS = Conditions(7, 3, machine=Machine(polling_s=1e-4), conduct=Conduct(share_depth=4))


@pytest.mark.check
def test_more_processors_are_quicker_and_the_study_can_be_repeated():
    jobs = Jobs(MIDDLEGAME)
    points = study(jobs, CONDITIONS, (2, 4))
    assert [point.processors for point in points] == [1, 2, 4]
    assert points[0].seconds > points[1].seconds > points[2].seconds
    assert points[0].wasted_nodes == points[0].messages == 0
    assert points[0].busy == pytest.approx(1, abs=0.01)
    assert points[0].seconds / points[0].searches == pytest.approx(CONDITIONS.job_s, rel=0.01)
    assert study(Jobs(MIDDLEGAME), CONDITIONS, (2, 4)) == points


def test_jobs_are_searched_once():
    jobs = Jobs(MIDDLEGAME)
    points = study(jobs, CONDITIONS, (2,))
    searched = jobs.searched
    assert searched > 0
    assert study(jobs, CONDITIONS, (2,)) == points
    assert jobs.searched == searched


def test_each_processor_knows_what_it_found_and_what_all_were_told():
    jobs, common = Jobs(MIDDLEGAME), CommonMemory()
    finder, hearer, stranger = (RememberedTree(jobs, 3, common) for _ in range(3))
    root = finder.expand(Question((), 4, -INFINITE, INFINITE, iteration=4))
    question = Question((root.moves[0][0],), 3, -1, 0, cut_node=True, iteration=4)
    answer, nodes = finder.search(question)
    assert nodes > 0
    again, nothing = finder.search(question)
    assert nothing == 0
    assert (again.lower, again.upper) == (answer.lower, answer.upper)
    assert stranger.search(question)[1] == nodes
    told = (Known.of(jobs.key(question.path), 3, answer),)
    hearer.hear(told)
    hearer.hear(told)
    assert hearer.search(question)[1] == 0
    assert RememberedTree(jobs, 3, CommonMemory()).search(question)[1] == nodes


def test_what_is_to_be_told_is_gathered():
    tree = RememberedTree(Jobs(MIDDLEGAME), 3, CommonMemory())
    for key in range(TOLD_AT_A_TIME):
        assert tree.take_findings() is None
        tree.learn(1000 + key, 2, 4, Answer(5, 5, (7,)), is_told=False)
        tree.learn(key, 2, 4, Answer(5, INFINITE, (7,)), is_told=True)
    assert tree.take_findings() == tuple(Known(key, 4, 5, INFINITE, 7) for key in range(TOLD_AT_A_TIME))
    assert tree.take_findings() is None
