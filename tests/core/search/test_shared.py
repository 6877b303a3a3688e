"""What workers share: flags, the clock and counts."""

import pytest

from kiebitz.core.chess.position import Position
from kiebitz.core.search import subtree
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table

MAX_WORKERS = 256


def test_an_impossible_number_of_workers_or_index_is_refused():
    for workers in (0, -1, MAX_WORKERS + 1):
        with pytest.raises(ValueError, match="256"):
            Shared().enlist(workers)
    for index in (-1, MAX_WORKERS):
        with pytest.raises(ValueError, match=f"not {index}"):
            Worker(Table(1), Shared(), index)


def test_nodes_are_those_of_all_who_take_part():
    shared = Shared()
    shared.enlist(3)
    counts = []
    # The leader's prepare sets all counters back, so it comes first.
    for index in range(3):
        worker = Worker(Table(1), shared, index)
        worker.prepare(Position(), SearchLimits(depth=4))
        think(worker)
        counts.append(shared.node_count)
    assert 0 < counts[0] < counts[1] < counts[2]
    shared.enlist(1)
    assert shared.node_count == counts[0]


def test_a_stop_holds_until_the_next_search_begins():
    shared = Shared()
    leader, helper = Worker(Table(1), shared), Worker(Table(1), shared, 1)
    shared.stop()
    helper.prepare(Position(), SearchLimits(depth=60))
    think(helper)
    assert helper.completed < 60
    leader.prepare(Position(), SearchLimits(depth=3))
    helper.prepare(Position(), SearchLimits(depth=6))
    think(helper)
    assert helper.completed == 6


def test_rearming_takes_a_stop_back():
    shared = Shared()
    worker = Worker(Table(1), shared)
    subtree.begin(worker)
    shared.stop()
    asked = (worker, Position(), (12 | 28 << 6,), 10, -50, 50, 11, False)
    assert subtree.search_below(*asked)[0] is None
    subtree.rearm(worker)
    assert subtree.search_below(*asked)[0] is not None
