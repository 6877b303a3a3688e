"""Reports: what a search tells while it goes on, as records; what nobody takes is lost, and the search goes on."""

from dataclasses import FrozenInstanceError
from itertools import pairwise

import pytest

from kiebitz.core.chess.position import Position
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.reports import Report
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table

RING_LINES = 1024
# Two men and a draw in every move: a hundred iterations are done in no time.
DRAWN = "8/8/8/8/8/4k3/8/4K2B w - - 0 1"


def searched(fen=None, *, worker=None, **limits):
    """A worker after its search."""
    worker = worker or Worker(Table(1))
    worker.prepare(Position() if fen is None else Position(fen), SearchLimits(**limits))
    think(worker)
    return worker


def test_each_iteration_tells_its_lines_in_order():
    worker = searched(depth=6, multipv=3)
    reports = worker.read_reports()
    assert [(report.depth, report.rank) for report in reports] == [(d, r) for d in range(1, 7) for r in (1, 2, 3)]
    for one, other in pairwise(reports):
        assert one.nodes <= other.nodes
        assert one.time_us <= other.time_us
        assert one.rank > other.rank or one.value >= other.value
    assert all(report.bound == "exact" and report.selective_depth >= report.depth for report in reports)
    assert worker.read_reports() == []


def test_the_last_lines_are_the_results():
    worker = searched(depth=6, multipv=3)
    for told, final in zip(worker.read_reports()[-3:], worker.results(), strict=True):
        for name in ("rank", "depth", "selective_depth", "value", "bound", "nodes", "hashfull", "moves"):
            assert getattr(told, name) == getattr(final, name)


def test_a_record_stays_as_it_is():
    report = searched(depth=1).results()[0]
    with pytest.raises(FrozenInstanceError):
        report.value = 0
    assert report == Report(**{name: getattr(report, name) for name in Report.__slots__})


def test_what_nobody_takes_is_lost_and_the_search_goes_on():
    worker = searched(DRAWN, depth=127, multipv=20)
    assert worker.completed == 127
    lines = len(worker.results())
    reports = worker.read_reports()
    assert len(reports) == RING_LINES < 127 * lines
    assert (reports[0].depth, reports[-1].depth) == (1, (RING_LINES - 1) // lines + 1)
    # The ring is free again, and the next search begins it anew.
    assert len(searched(DRAWN, worker=worker, depth=2).read_reports()) == 2


def test_only_the_leader_tells():
    shared = Shared()
    leader, helper = Worker(Table(1), shared), Worker(Table(1), shared, 1)
    searched(worker=leader, depth=2)
    searched(worker=helper, depth=2)
    assert leader.read_reports()
    assert helper.read_reports() == []


def test_a_line_that_was_left_unfinished_has_the_value_it_had():
    """Stopped within an iteration, and before any was through."""
    fen = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
    whole = searched(fen, depth=8)
    stopped = searched(fen, nodes=whole.results()[0].nodes + 3000)
    assert stopped.completed == 8
    result = stopped.results()[0]
    assert result.bound == "exact"
    assert result.depth == 8
    nothing = Worker(Table(1))
    nothing.prepare(Position(fen), SearchLimits(depth=3))
    assert nothing.results()[0].bound == "lower"
    assert len(nothing.results()[0].moves) == 1
