"""When a search ends: node limits to the node, flags at once, the clock as the search goes."""

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core.chess.position import Position
from kiebitz.core.parameters import complete, defaults
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import MATE
from traced_node import MIDDLEGAME

# Black's king can only go to h7.
SINGLE_REPLY = "7k/8/8/8/8/8/8/K5R1 b - - 0 1"
LONG_US = 10**12
POLL_NODES = 1024


@pytest.fixture
def engine():
    with Engine(hash_mb=4) as engine:
        yield engine


def test_node_limits_are_exact(engine):
    for nodes in (1000, 4321, 50_000):
        engine.new_game()
        assert engine.analyse(chess.STARTING_FEN, Limit(nodes=nodes)).nodes == nodes
    assert engine.analyse(chess.STARTING_FEN, Limit(nodes=1)).best_move


def test_a_stop_is_obeyed(engine):
    stream = engine.stream(chess.STARTING_FEN, Limit(infinite=True))
    next(stream)
    engine.stop()
    assert stream.info.best_move


def searched(fen=chess.STARTING_FEN, parameters=None, **limits):
    """A worker after its search."""
    worker = Worker(Table(1))
    worker.configure(complete(parameters or {}))
    worker.prepare(Position(fen), SearchLimits(**limits))
    think(worker)
    return worker


def test_the_first_iteration_is_finished_whatever_the_limit():
    worker = searched(nodes=1, hard_us=1)
    assert worker.completed == 1
    assert len(worker.results()) == 1


def test_no_iteration_begins_after_the_soft_limit_and_none_goes_on_after_the_hard_one():
    """A microsecond has always passed, eleven days never; the clock is looked at now and then."""
    assert searched(depth=5, soft_us=1).completed == 1
    assert searched(depth=5, soft_us=LONG_US, hard_us=LONG_US).completed == 5
    assert searched(depth=30, hard_us=1).results()[0].nodes == POLL_NODES


def patience_percent(fen=chess.STARTING_FEN, depth=4, flexible=True, **parameters):
    """After how much of the soft limit no iteration would begin; where nothing is said, all the same of it."""
    same = {"unsteady_time": 100, "steady_step": 0, "fall_limit": 0, "effort_time": 100, "effort_step": 0}
    worker = searched(fen, same | parameters, depth=depth, soft_us=LONG_US, flexible=flexible)
    return worker.patience_us * 100 / LONG_US, worker


def test_a_flexible_limit_follows_the_search():
    """A move without alternative gets a tenth; what was spent on a move counts, but a fifth is left."""
    assert patience_percent(flexible=False, effort_time=300)[0] == 100
    assert patience_percent()[0] == 100
    assert patience_percent(SINGLE_REPLY)[0] == 10
    assert patience_percent(effort_time=300)[0] == 300
    assert patience_percent(effort_time=20, effort_step=500)[0] == 20
    least, worker = patience_percent(effort_time=500, effort_step=100)
    assert 400 < least < 500
    assert worker.results()[0].bound == "exact"


def test_a_steady_move_gets_less_time_than_one_that_has_just_changed():
    """White takes a queen, and no iteration thinks otherwise."""
    fen, limit = "4k3/7p/8/3q4/4P3/8/7P/4K3 w - - 0 1", defaults()["steady_iterations"]
    for depth in (1, 2, 4, limit + 1, limit + 3):
        percent, worker = patience_percent(fen, depth, unsteady_time=150, steady_step=5)
        assert worker.results()[0].moves[0] == "e4d5"
        assert percent == 150 - 5 * min(depth - 1, limit)


def test_a_value_that_falls_gets_more_time():
    falls = []
    # As deep as it takes until it falls once: where that is, the judge decides.
    for depth in range(2, 14):
        if 0 in falls and max(falls) > 0:
            break
        percent, worker = patience_percent(MIDDLEGAME, depth, fall_limit=30)
        # An iteration may report bounds before its value; what another move was worth before is not told.
        reports = {report.depth: report for report in worker.read_reports()}
        before, after = reports[depth - 1], reports[depth]
        falls.append(percent - 100)
        if before.moves[0] == after.moves[0]:
            assert falls[-1] == max(0, min(before.value - after.value, 30))
    assert 0 in falls
    assert max(falls) > 0


def test_a_search_for_a_mate_ends_when_it_is_found():
    worker = searched("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", mate=5)
    assert worker.completed == 1
    assert worker.results()[0].value == MATE - 1


def test_while_pondering_no_time_counts():
    shared = Shared()
    worker = Worker(Table(1), shared)
    worker.prepare(Position(), SearchLimits(depth=8, soft_us=1, hard_us=1, ponder=True))
    think(worker)
    assert worker.completed == 8
    worker.prepare(Position(), SearchLimits(depth=30, soft_us=1, hard_us=1, ponder=True))
    shared.ponderhit()
    think(worker)
    assert worker.completed < 30


def test_only_the_leader_obeys_the_soft_limit_the_others_the_hard_one_and_the_flag():
    shared = Shared()
    helper = Worker(Table(1), shared, 1)
    helper.prepare(Position(), SearchLimits(depth=6, soft_us=1))
    think(helper)
    assert helper.completed == 6
    helper.prepare(Position(), SearchLimits(depth=60, hard_us=1))
    think(helper)
    assert helper.completed < 60
    shared.stop()
    helper.prepare(Position(), SearchLimits(depth=60))
    think(helper)
    assert helper.completed < 60
