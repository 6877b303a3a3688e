"""What a worker makes of its limits before it searches; when they end a search is told by ``stopping``."""

import pytest

from kiebitz.core.chess.notation import MoveError
from kiebitz.core.chess.position import Position
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table

ROOT_MOVES = 20


@pytest.fixture
def worker():
    worker = Worker(Table(1))
    assert worker.prepare(Position(), SearchLimits(depth=4, multipv=2)) == ROOT_MOVES
    think(worker)
    return worker


def test_what_is_refused_leaves_the_last_result(worker):
    before = [line.moves for line in worker.results()]
    for field in ("depth", "nodes", "soft_us", "hard_us", "mate", "multipv"):
        with pytest.raises(OverflowError):
            worker.prepare(Position("8/8/8/8/8/4k3/8/4K2B w - - 0 1"), SearchLimits(**{field: 10**30}))
    with pytest.raises(MoveError):
        worker.prepare(Position(), SearchLimits(searchmoves=("e2e5",)))
    assert [line.moves for line in worker.results()] == before


def test_a_depth_beyond_the_deepest_is_the_deepest(worker):
    assert worker.prepare(Position("8/8/8/8/8/4k3/8/4K2B w - - 0 1"), SearchLimits(depth=10_000, nodes=2_000)) > 0
    think(worker)
    assert worker.results()


def test_only_the_moves_asked_for_are_searched(worker):
    assert worker.prepare(Position(), SearchLimits(depth=3, searchmoves=("a2a3", "h2h4"), multipv=5)) == 2
    think(worker)
    assert {line.moves[0] for line in worker.results()} == {"a2a3", "h2h4"}
