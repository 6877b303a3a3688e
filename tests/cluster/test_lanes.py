"""Threads that search subtrees while the process does something else."""

import pytest

from kiebitz.cluster.chess_tree import Briefing, ChessTree
from kiebitz.cluster.lanes import Lanes
from kiebitz.cluster.question import Question
from kiebitz.core.table.table import Table
from kiebitz.core.value import INFINITE
from kiebitz.engine import MoveError

MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
ROW_BYTES = 16
PATIENCE_S = 100


@pytest.fixture
def lanes():
    lanes = Lanes(Table(1), 2)
    yield lanes
    lanes.close()


def question(tree, index, depth):
    """What about the root's move of an index?"""
    moves = tree.expand(Question((), depth, -INFINITE, INFINITE, iteration=depth)).moves
    return Question((moves[index][0],), depth, -INFINITE, INFINITE, iteration=depth + 1)


def end_of(lanes, tree):
    while (ended := lanes.take_ended(tree)) is None:
        assert lanes.wake.wait(PATIENCE_S)
        lanes.wake.clear()
    return ended


def tree_for(lanes):
    return ChessTree(Briefing(MIDDLEGAME, threads=2), Table(1), lanes.workers)


def test_lanes_search_side_by_side_and_are_free_again(lanes):
    tree = tree_for(lanes)
    questions = [question(tree, index, 5) for index in range(2)]
    for job, asked in enumerate(questions):
        lanes.begin(tree, job, asked)
    assert tree.free == []
    assert not lanes.are_idle
    ends = [end_of(lanes, tree) for _ in questions]
    assert {ended.job for ended in ends} == {0, 1}
    for ended in ends:
        assert ended.answer.lower == ended.answer.upper
        assert ended.nodes > 0
        assert ended.findings == b""
    assert sorted(map(id, tree.free)) == sorted(map(id, lanes.workers))
    assert lanes.are_idle
    assert lanes.take_ended(tree) is None


def test_one_search_is_stopped_and_the_other_goes_on(lanes):
    tree = tree_for(lanes)
    endless, short = question(tree, 0, 60), question(tree, 1, 4)
    lanes.begin(tree, 7, endless)
    lanes.begin(tree, 8, short)
    ended = end_of(lanes, tree)
    assert (ended.job, ended.answer is None) == (8, False)
    lanes.stop(8)
    lanes.stop(7)
    stopped = end_of(lanes, tree)
    assert (stopped.job, stopped.answer) == (7, None)
    lanes.begin(tree, 9, endless)
    lanes.begin(tree, 10, endless)
    lanes.stop_all()
    assert [end_of(lanes, tree).answer for _ in range(2)] == [None, None]


def test_what_was_stored_comes_along_on_demand(lanes):
    tree = tree_for(lanes)
    lanes.tell_from(2)
    lanes.begin(tree, 1, question(tree, 0, 5))
    findings = end_of(lanes, tree).findings
    assert findings
    assert len(findings) % ROW_BYTES == 0
    lanes.tell_from(None)
    lanes.begin(tree, 2, question(tree, 1, 5))
    assert end_of(lanes, tree).findings == b""


def test_a_fault_of_a_lane_is_raised_where_its_end_is_taken(lanes):
    tree = tree_for(lanes)
    lanes.begin(tree, 1, Question((1, 1), 5, -1, 0))
    with pytest.raises(MoveError, match="not legal"):
        end_of(lanes, tree)
